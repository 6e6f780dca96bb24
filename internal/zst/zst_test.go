package zst

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(in []byte) ([]byte, error) {
	r, err := NewReader("in.zst", bytes.NewReader(in))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

func TestWhatIsPackedIsReadBack(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 300_000)
	for k := range noise {
		noise[k] = byte(dice.Uint32())
	}
	for _, text := range [][]byte{nil, []byte("x"), noise, bytes.Repeat([]byte("BenchmarkSolve/family=f 1 1 sec/op\n"), 100_000)} {
		if got, err := read(packed(t, text)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("got %d bytes and %v, want %d", len(got), err, len(text))
		}
		small, err := Pack(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Unpack(small, 4<<20); err != nil || !bytes.Equal(got, text) {
			t.Errorf("in memory: got %d bytes and %v, want %d", len(got), err, len(text))
		}
	}
}

// A few bytes that stand for far more than results could be are an error with its place, and a torn
// file is no shorter file.
func TestABombAndATornFileAreErrors(t *testing.T) {
	bomb := packed(t, bytes.Repeat([]byte("0123456789abcde\n"), 2<<20))
	got, err := read(bomb)
	if err == nil || !strings.HasPrefix(err.Error(), "in.zst:") || !strings.Contains(err.Error(), "more than 400 times") {
		t.Errorf("got %v, want too large", err)
	}
	if len(got) > 17<<20 {
		t.Errorf("got %d bytes of a bomb, want about 16 MiB", len(got))
	}
	if _, err := Unpack(bomb, 1<<20); err == nil {
		t.Error("in memory: got no error")
	}
	whole := packed(t, []byte("a line\n"))
	for _, in := range [][]byte{whole[:len(whole)-1], []byte("no zstd\n"), append(whole[:len(whole):len(whole)], "junk"...)} {
		if _, err := read(in); err == nil || !strings.Contains(err.Error(), "expected a file of zstd") {
			t.Errorf("%q: got %v, want an error", in, err)
		}
	}
}
