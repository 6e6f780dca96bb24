//go:build !windows

package atomicfile

import (
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

func replace(path string, content []byte, perm os.FileMode) error {
	return renameio.WriteFile(path, content, perm, renameio.WithTempDir(filepath.Dir(path)))
}
