//go:build !unix

package child

import (
	"io"
	"os"
	"syscall"
)

// There are no process groups here: only the child itself is killed.

func attributes() *syscall.SysProcAttr { return nil }
func killGroup(p *os.Process)          { p.Kill() }

func readLeft(*os.File, []byte) (int, error) { return 0, io.EOF }
