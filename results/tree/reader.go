package tree

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// ReadSketch reads a recorded tree, in constant memory, and returns its sketch. Errors begin with
// the name. If the file is invalid, the error is an [*Error].
func ReadSketch(name string, in io.Reader) (*Sketch, error) {
	k := newSketcher()
	switch err := k.read(bounded.Bytes(name, in)); err {
	case nil:
		return &k.s, nil
	case io.EOF, io.ErrUnexpectedEOF:
		return nil, &Error{name, "the file is cut off"}
	case gzip.ErrHeader:
		return nil, &Error{name, "not a gzip file, expected a tree written by 'xcbench solve --tree'"}
	default:
		return nil, &Error{name, err.Error()}
	}
}

// read reads the nodes and the record after them.
func (k *sketcher) read(packed io.Reader) error {
	zip, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	in, line := bufio.NewReader(zip), make([]byte, len(format))
	if _, err := io.ReadFull(in, line); err != nil {
		return err
	}
	if string(line) != format {
		return fmt.Errorf("the file begins with %q, expected %q; 'xcbench solve --tree' writes trees", line, format)
	}
	for {
		code, err := binary.ReadUvarint(in)
		switch {
		case err != nil:
			return err
		case code == codeOf(k.level, -1):
			return k.readRecord(in)
		case code == 0:
			err = k.found()
		default:
			err = k.node(k.level + 2 - int(min(code, maxLevel+4)))
		}
		if err != nil {
			return fmt.Errorf("after node %d: %w", k.Nodes, err)
		}
	}
}

// readRecord reads the record. It must fit the nodes that came before it.
func (k *sketcher) readRecord(in *bufio.Reader) error {
	text, err := io.ReadAll(io.LimitReader(in, maxRecord+1))
	if err != nil {
		return err
	}
	var r Record
	if json.Unmarshal(text, &r) != nil {
		return fmt.Errorf("after node %d: cut off or damaged, expected the record of a tree in JSON", k.Nodes)
	}
	switch n := int64(len(r.Labels)); {
	case !slices.Contains([]cover.Status{cover.Solved, cover.Limit, cover.Timeout}, r.Status):
		return fmt.Errorf("status %q, expected solved, limit or timeout", r.Status)
	case r.Nodes != k.Nodes || r.Solutions != k.Solutions:
		return fmt.Errorf("%d nodes and %d solutions, but the tree has %d and %d", r.Nodes, r.Solutions, k.Nodes, k.Solutions)
	case r.Labels != nil && n != r.Nodes:
		return fmt.Errorf("%d labels, expected one for each of %d nodes", n, r.Nodes)
	}
	k.close(r)
	return nil
}
