package tree

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// maxLine is the maximum length of a line of the head or the tail, in bytes.
const maxLine = 1 << 13

// reader reads a tree node by node, in constant memory. If the file is invalid, the error is an
// [*Error].
type reader struct {
	name     string
	in       *bufio.Reader
	at       int64 // unpacked bytes read so far
	head     Head
	tail     Tail // counts the nodes and solutions read so far
	level    int  // of the last node, -1 before the root
	solution bool // the last node is a solution
	ended    bool
	labels   []Label // of all nodes; known after the last one
}

// newReader reads the head of the tree in r. Errors begin with the name.
func newReader(name string, r io.Reader) (*reader, error) {
	t := &reader{name: name, level: -1}
	zip, err := gzip.NewReader(bounded.Bytes(name, r))
	if err == io.EOF || err == io.ErrUnexpectedEOF || errors.Is(err, gzip.ErrHeader) {
		return nil, t.errorf("not a gzip file, expected a tree written by 'xcbench solve --tree'")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t.in = bufio.NewReaderSize(zip, 1<<16)
	return t, t.readHead()
}

// Head returns what was searched.
func (r *reader) Head() Head { return r.head }

// Tail returns how the search ended. It is known after Next has returned io.EOF.
func (r *reader) Tail() Tail { return r.tail }

// Next returns the level of the next node and whether it is a solution. After the last node it
// checks the counts in the tail, and returns io.EOF if they are right.
func (r *reader) Next() (level int, solution bool, err error) {
	if r.ended {
		return 0, false, io.EOF
	}
	begin := r.at
	code, err := r.code()
	if err != nil {
		return 0, false, err
	}
	end := endCode(r.level)
	switch {
	case code == end:
		return 0, false, r.readTail()
	case code/2 > uint64(max(0, r.level)):
		return 0, false, r.wrong(begin, "node code %d, expected one below %d, or %d for the end",
			code, 2*max(0, r.level)+2, end)
	}
	if code < 2 && r.solution {
		return 0, false, r.wrong(begin, "a node below a solution, expected a solution to be a leaf")
	}
	r.level += 1 - int(code/2)
	if r.level > maxLevel {
		return 0, false, r.wrong(begin, "a node on level %d, expected level %d at most", r.level, maxLevel)
	}
	r.solution = code&1 == 1
	r.tail.Nodes++
	if r.solution {
		r.tail.Solutions++
	}
	return r.level, r.solution, nil
}

// code reads a varint. It rejects one that could be shorter, so that every tree has exactly one
// encoding.
func (r *reader) code() (uint64, error) {
	var code uint64
	for shift := 0; ; shift += 7 {
		b, err := r.in.ReadByte()
		if err != nil {
			return 0, r.broken(err)
		}
		r.at++
		code |= uint64(b&0x7F) << shift
		if b < 0x80 {
			if b == 0 && shift > 0 {
				return 0, r.wrong(r.at-1, "a number with a superfluous zero byte, expected the shortest form")
			}
			return code, nil
		}
		if shift > 28 {
			return 0, r.wrong(r.at-1, "a number longer than five bytes")
		}
	}
}

func (r *reader) readHead() error {
	first, err := r.in.Peek(len(magic) + 1)
	if err != nil && err != io.EOF {
		return r.broken(err)
	}
	if string(first) != magic+"\n" {
		if strings.HasPrefix(string(first), magic[:len(magic)-1]) {
			return r.errorf("a tree in format %q, expected %q", strings.TrimSpace(string(first)), magic)
		}
		return r.errorf("not a tree, expected %q as the first line; 'xcbench solve --tree' writes trees", magic)
	}
	r.in.Discard(len(first))
	r.at += int64(len(first))
	var rule string
	for _, field := range []struct {
		key   string
		value *string
	}{{"instance", &r.head.InstanceID}, {"solver", &r.head.Solver}, {"rule", &rule}} {
		if *field.value, err = r.field(field.key); err != nil {
			return err
		}
	}
	r.head.Rule = cover.Rule(rule)
	begin := r.at
	line, err := r.line()
	if err == nil && line != "" {
		err = r.wrong(begin, "%q, expected an empty line", line)
	}
	return err
}

func (r *reader) readTail() error {
	begin := r.at
	status, err := r.field("status")
	if err != nil {
		return err
	}
	r.tail.Status = cover.Status(status)
	switch r.tail.Status {
	case cover.Solved, cover.Limit, cover.Timeout:
	default:
		return r.wrong(begin, "status %q, expected solved, limit or timeout", status)
	}
	for _, count := range []struct {
		key  string
		want int64
	}{{"nodes", r.tail.Nodes}, {"solutions", r.tail.Solutions}} {
		begin := r.at
		text, err := r.field(count.key)
		if err != nil {
			return err
		}
		if text != strconv.FormatInt(count.want, 10) {
			return r.wrong(begin, "%s: %s, but the tree has %d", count.key, text, count.want)
		}
	}
	if err := r.readLabels(); err != nil {
		return err
	}
	if _, err := r.in.ReadByte(); err == nil || errors.Is(err, gzip.ErrHeader) {
		return r.errorf("data after the tree, expected the end of the file")
	} else if err != io.EOF {
		return r.broken(err)
	}
	r.ended = true
	return io.EOF
}

// readLabels reads the labels of the nodes, if the file has them.
func (r *reader) readLabels() error {
	const key = "labels"
	if next, _ := r.in.Peek(len(key)); string(next) != key {
		return nil
	}
	begin := r.at
	text, err := r.field(key)
	if err != nil {
		return err
	}
	if n := r.tail.Nodes; n == 0 || n > maxLabels || text != strconv.FormatInt(n, 10) {
		return r.wrong(begin, "labels: %s, expected one for each of %d nodes, and %d at most", text, n, maxLabels)
	}
	for range r.tail.Nodes {
		begin := r.at
		line, err := r.line()
		if err != nil {
			return err
		}
		item, option, ok := strings.Cut(line, "\t")
		if !ok || strings.Contains(option, "\t") {
			return r.wrong(begin, "label %.40q, expected an item, a tab and an option", line)
		}
		r.labels = append(r.labels, Label{item, option})
	}
	return nil
}

// field reads a line "key: value".
func (r *reader) field(key string) (string, error) {
	begin := r.at
	line, err := r.line()
	if err != nil {
		return "", err
	}
	value, ok := strings.CutPrefix(line, key+": ")
	if !ok {
		return "", r.wrong(begin, "%.40q, expected %q", line, key+": ")
	}
	return value, nil
}

func (r *reader) line() (string, error) {
	begin := r.at
	line, err := r.in.ReadSlice('\n') // its buffer is longer than maxLine
	r.at += int64(len(line))
	text, _ := strings.CutSuffix(string(line), "\n")
	switch {
	case len(text) > maxLine:
		return "", r.wrong(begin, "a line longer than %d bytes", maxLine)
	case err != nil:
		return "", r.broken(err)
	}
	return text, nil
}

// broken returns the error for bytes that could not be read.
func (r *reader) broken(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return r.errorf("the file is cut off")
	}
	return r.errorf("the file is damaged: %v", err)
}

func (r *reader) errorf(format string, args ...any) error { return r.wrong(r.at, format, args...) }

func (r *reader) wrong(at int64, format string, args ...any) error {
	return &Error{r.name, at, fmt.Sprintf(format, args...)}
}
