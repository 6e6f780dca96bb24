package child_test

import (
	"io"
	"strings"
	"testing"
)

// What a child has used so far is known while it runs, and not after its end, when another process
// may have its id.
func TestUsageSoFarIsTheOneOfTheChild(t *testing.T) {
	p := shell(t, `i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo; read x`)
	io.ReadFull(p.Stdout, make([]byte, 1))
	used, peak := p.CPU(), p.Peak()
	if used <= 0 || peak < 100<<10 || peak > 32<<20 {
		t.Errorf("got %v and a peak of %d bytes, want those of a shell that has worked", used, peak)
	}
	p.Stdin.Close()
	if exit := p.Wait(); exit.CPU > 10*used || exit.CPU < used {
		t.Errorf("got %v of processor time so far, and %v in the end", used, exit.CPU)
	}
	if used, peak := p.CPU(), p.Peak(); used != 0 || peak != 0 {
		t.Errorf("got %v and a peak of %d bytes after the end, want none", used, peak)
	}
}

// The time in the kernel counts, so far and in the end: a shell reads its input byte by byte.
func TestUsageSoFarHasTheTimeInTheKernel(t *testing.T) {
	p := shell(t, `read x; echo; read x`)
	p.Stdin.Write([]byte(strings.Repeat(" ", 50_000) + "\n"))
	io.ReadFull(p.Stdout, make([]byte, 1))
	used := p.CPU()
	p.Stdin.Close()
	if exit := p.Wait(); used < exit.CPU*3/4 || exit.CPU < used {
		t.Errorf("got %v of processor time so far, and %v in the end", used, exit.CPU)
	}
}

// A child is not taken for ended because another one is.
func TestChildrenEndOnTheirOwn(t *testing.T) {
	slow := shell(t, `read x; exit 5`)
	for range 3 {
		if exit := shell(t, `exit 0`).Wait(); exit.Code != 0 {
			t.Errorf("got %+v, want status 0", exit)
		}
	}
	slow.Stdin.Close()
	if exit := slow.Wait(); exit.Code != 5 {
		t.Errorf("got %+v, want status 5", exit)
	}
}
