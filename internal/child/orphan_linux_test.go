package child_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"xcbench/internal/child"
)

// parentVariable makes the test binary a parent.
const parentVariable = "XCBENCH_TEST_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(parentVariable) == "" {
		os.Exit(m.Run())
	}
	p, err := child.Start(child.Command{Args: []string{"sh", "-c",
		`trap '' HUP INT QUIT ILL FPE USR1 USR2 TERM; echo $$; exec sleep 1000`}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	io.Copy(os.Stdout, p.Stdout)
}

// A child does not outlive a parent that is killed, even if it ignores all weaker signals.
func TestAChildDiesWithItsParent(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self)
	parent.Env = append(os.Environ(), parentVariable+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	_, err = fmt.Fscan(out, &pid)
	parent.Process.Kill()
	parent.Wait()
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	gone(t, pid)
}
