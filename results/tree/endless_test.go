package tree

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// A tree of any size is read in little memory, but a pipe of nodes without end has to end.
func TestEndlessTreeIsAnError(t *testing.T) {
	from, to := io.Pipe()
	defer from.Close()
	go func() {
		zip, _ := gzip.NewWriterLevel(to, gzip.NoCompression)
		io.WriteString(zip, magic+"\ninstance: queens/6\nsolver: naive\nrule: mrv\n\n\x00\x00")
		var err error
		for block := bytes.Repeat([]byte{2}, 1<<16); err == nil; { // siblings of the last node
			_, err = zip.Write(block)
		}
	}()
	_, err := ReadSketch("in", from)
	if err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Errorf("got %v, want an error about its size", err)
	}
}
