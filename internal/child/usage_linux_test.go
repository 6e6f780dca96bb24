package child_test

import (
	"io"
	"strings"
	"testing"
)

// What a child has used so far is known while it runs, and not after its end, when another process
// may have its id. The time in the kernel counts: a shell reads its input byte by byte.
func TestUsageSoFarIsTheOneOfTheChild(t *testing.T) {
	p := shell(t, `read x; echo; read x`)
	p.Stdin.Write([]byte(strings.Repeat(" ", 50_000) + "\n"))
	io.ReadFull(p.Stdout, make([]byte, 1))
	used, peak := p.CPU(), p.Peak()
	if used <= 0 || peak < 100<<10 || peak > 32<<20 {
		t.Errorf("got %v and a peak of %d bytes, want those of a shell that has worked", used, peak)
	}
	p.Stdin.Close()
	if exit := p.Wait(); used < exit.CPU*3/4 || exit.CPU < used {
		t.Errorf("got %v of processor time so far, and %v in the end", used, exit.CPU)
	}
	if used, peak := p.CPU(), p.Peak(); used != 0 || peak != 0 {
		t.Errorf("got %v and a peak of %d bytes after the end, want none", used, peak)
	}
}
