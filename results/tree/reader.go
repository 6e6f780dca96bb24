package tree

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// ReadSketch reads a recorded tree, in constant memory, and returns its sketch. Errors begin with
// the name. If the file is invalid, the error is an [*Error].
func ReadSketch(name string, in io.Reader) (*Sketch, error) {
	zip, err := gzip.NewReader(bounded.Bytes(name, in))
	if err == io.EOF || err == io.ErrUnexpectedEOF || errors.Is(err, gzip.ErrHeader) {
		return nil, &Error{name, "not a gzip file, expected a tree written by 'xcbench solve --tree'"}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	k := newSketcher()
	text := bufio.NewReaderSize(zip, maxText)
	for _, part := range []func(*bufio.Reader) error{k.readHead, k.readNodes, k.readTail} {
		switch err := part(text); {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return nil, &Error{name, "the file is cut off"}
		case err != nil:
			return nil, &Error{name, err.Error()}
		}
	}
	return &k.s, nil
}

func (k *sketcher) readHead(in *bufio.Reader) error {
	line, err := in.ReadSlice('\n')
	var head first
	if bad := json.Unmarshal(line, &head); err != nil && err != bufio.ErrBufferFull {
		return err
	} else if bad != nil || head.Format != format {
		return fmt.Errorf("the first line is %.60q, expected format %q; 'xcbench solve --tree' writes trees", line, format)
	}
	k.s.Head = head.Head
	return nil
}

func (k *sketcher) readNodes(in *bufio.Reader) error {
	for {
		code, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		if code == codeOf(k.level, -1) {
			return nil
		}
		level := k.level + 1 - int(min(code/2, maxLevel+2))
		if err := k.node(level, code&1 == 1); err != nil {
			return fmt.Errorf("node %d: %w", k.Nodes+1, err)
		}
	}
}

func (k *sketcher) readTail(in *bufio.Reader) error {
	text, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err != nil {
		return err
	}
	var end last
	if err := json.Unmarshal(text, &end); err != nil {
		return fmt.Errorf("after %d nodes: %w", k.Nodes, err)
	}
	switch k.Status = end.Status; k.Status {
	case cover.Solved, cover.Limit, cover.Timeout:
	default:
		return fmt.Errorf("status %q, expected solved, limit or timeout", end.Status)
	}
	if end.Tail != k.Tail {
		return fmt.Errorf("%d nodes and %d solutions, but the tree has %d and %d", end.Nodes, end.Solutions, k.Nodes, k.Solutions)
	}
	if n := len(end.Labels); end.Labels != nil && int64(n) != k.Nodes {
		return fmt.Errorf("%d labels, expected one for each of %d nodes", n, k.Nodes)
	}
	k.close(end.Labels)
	return nil
}
