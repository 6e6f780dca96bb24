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
)

// maxLine is the largest number of bytes in a line of the head or the tail.
const maxLine = 1 << 13

// reader reads a tree node by node, in constant memory. Errors in the file have the type [Error].
type reader struct {
	name  string
	in    *bufio.Reader
	at    int64 // uncompressed bytes read
	head  Head
	tail  Tail
	level int  // of the last node; -1 before the root
	full  bool // the last node is a solution
	ended bool
}

// newReader begins to read the tree in r. Errors call it name.
func newReader(name string, r io.Reader) (*reader, error) {
	t := &reader{name: name, level: -1}
	zip, err := gzip.NewReader(r)
	if err == io.EOF || err == io.ErrUnexpectedEOF || errors.Is(err, gzip.ErrHeader) {
		return nil, t.errorf("not a gzip file, expected a tree that 'xcbench solve --tree' wrote")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t.in = bufio.NewReaderSize(zip, 1<<16)
	return t, t.readHead()
}

// Head returns what was searched.
func (r *reader) Head() Head { return r.head }

// Tail returns how the search ended. It is valid after Next has returned io.EOF.
func (r *reader) Tail() Tail { return r.tail }

// Next returns the level of the next node and whether it is a solution. After the last node it
// returns io.EOF if the counts at the end of the file agree with the tree.
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
	case code > end || code/2 > uint64(max(0, r.level)):
		return 0, false, r.wrong(begin, "code %d, expected a code below %d, or %d for the end", code,
			2*max(0, r.level)+2, end)
	}
	if code < 2 && r.full {
		return 0, false, r.wrong(begin, "a node below a solution")
	}
	r.level += 1 - int(code/2)
	if r.level > maxLevel {
		return 0, false, r.wrong(begin, "a node on level %d, expected at most %d", r.level, maxLevel)
	}
	r.full = code&1 == 1
	r.tail.Nodes++
	if r.full {
		r.tail.Solutions++
	}
	return r.level, r.full, nil
}

// code reads a varint. More bytes than necessary are an error, so that a tree has only one form.
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
				return 0, r.wrong(r.at-1, "a number with an unnecessary byte")
			}
			return code, nil
		}
		if shift > 28 {
			return 0, r.wrong(r.at-1, "a number of more than five bytes")
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
		return r.errorf("not a tree, expected %q, as 'xcbench solve --tree' writes it", magic)
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
			return r.wrong(begin, "%s %s, expected %d, as counted in the tree", count.key, text, count.want)
		}
	}
	if _, err := r.in.ReadByte(); err == nil || errors.Is(err, gzip.ErrHeader) {
		return r.errorf("bytes after the tree, expected the end of the file")
	} else if err != io.EOF {
		return r.broken(err)
	}
	r.ended = true
	return io.EOF
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
	var line []byte
	for begin := r.at; ; {
		b, err := r.in.ReadByte()
		if err != nil {
			return "", r.broken(err)
		}
		r.at++
		if b == '\n' {
			return string(line), nil
		}
		if line = append(line, b); len(line) > maxLine {
			return "", r.wrong(begin, "a line of more than %d bytes", maxLine)
		}
	}
}

// broken returns the error of bytes that cannot be read.
func (r *reader) broken(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return r.errorf("the file is truncated")
	}
	return r.errorf("the file is damaged: %v", err)
}

func (r *reader) errorf(format string, args ...any) error { return r.wrong(r.at, format, args...) }

func (r *reader) wrong(at int64, format string, args ...any) error {
	return &Error{r.name, at, fmt.Sprintf(format, args...)}
}
