package bounded_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/internal/bounded"
	"xcbench/internal/endless"
)

func packed(text string) string {
	var out strings.Builder
	zip := gzip.NewWriter(&out)
	io.WriteString(zip, text)
	zip.Close()
	return out.String()
}

// A few bytes that stand for far more than results could be are an error, and a torn file is no
// shorter file. Each text is read whole and byte by byte.
func TestLinesUpToTheBoundPass(t *testing.T) {
	const long, torn = "a line longer than 0 KiB", "cut off or damaged, expected a file of gzip"
	const line = "0123456789\r\n\r\n0123456789\n"
	whole := packed(line)
	for _, c := range []struct {
		in, text, fault string
		line            int
	}{
		{in: "0123456789", text: "0123456789"},
		{in: line, text: line},
		{in: "0123456789a\n", fault: long, line: 1},
		{in: "0\n\n01234567890\n", fault: long, line: 3},
		{in: "0123456789a\r\n", fault: long, line: 1},
		{in: "0123456789\ra", fault: long, line: 1},
		{},
		{in: "\x1f", text: "\x1f"},
		{in: whole, text: line},
		{in: whole[:5], fault: torn, line: 1},
		{in: whole[:len(whole)-1], fault: torn, line: 4},
	} {
		for how, in := range map[string]io.Reader{"whole": strings.NewReader(c.in), "single": iotest.OneByteReader(strings.NewReader(c.in))} {
			text, err := io.ReadAll(bounded.Lines("in", bounded.Unpack("in", in), 10))
			wantFault(t, err, c.line, c.fault)
			if c.fault == "" && string(text) != c.text {
				t.Errorf("%q %s: got %q, want %q", c.in, how, text, c.text)
			}
		}
	}
}

// wantFault checks that an error is about a line of the input in, or nil if there is no fault.
func wantFault(t *testing.T, err error, line int, fault string) {
	t.Helper()
	want := error(&bounded.Error{Name: "in", Line: line, Msg: fault})
	if fault == "" {
		want = nil
	}
	if !reflect.DeepEqual(err, want) || fault != "" && err.Error() != fmt.Sprintf("in:%d: %s", line, fault) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestEndlessInputEndsAfterALineWithItsPlace(t *testing.T) {
	const much, long = "more than 16 MiB from a pipe or device; save the input to a file first", "a line longer than 16 MiB"
	const small = "more than 400 times as large as its compressed form; decompress it first"
	for _, c := range []struct {
		in    io.Reader
		line  int
		fault string
	}{
		{endless.Repeat("0123456789abcde\n"), 1<<20 + 2, much},
		{endless.Repeat("\n"), 1<<24 + 2, much},
		{endless.Repeat("x"), 1, long},
		{strings.NewReader(packed(strings.Repeat("0123456789abcde\n", 2<<20))), 1<<20 + 2049, small},
	} {
		in := bounded.New("in", c.in, bounded.MaxLine)
		text, err := io.ReadAll(in)
		wantFault(t, err, c.line, c.fault)
		if c.fault == much && !bytes.HasSuffix(text, []byte("\n")) {
			t.Errorf("%v: got a torn line at the end, want whole lines", err)
		}
		if _, again := in.Read(make([]byte, 1)); again != err {
			t.Errorf("got %v, and then %v", err, again)
		}
	}
}

func TestOnlyALongPartOfAnInputIsTooLong(t *testing.T) {
	in := bounded.New("in", strings.NewReader(strings.Repeat("a\n", 2000)), bounded.MaxLine)
	for part, lines := range []int{500, 500, 600} { // of 2 bytes
		in.Part(1 << 10)
		_, err := io.CopyN(io.Discard, in, int64(2*lines))
		if part < 2 {
			wantFault(t, err, 0, "")
		} else {
			wantFault(t, err, 1514, "one puzzle of more than 1 KiB from a pipe or device; save the input to a file first")
		}
	}
}

// A regular file is as long as it is.
func TestRegularFileMayHaveAnySize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	want := bytes.Repeat([]byte("line\n"), 4<<20)
	if err := os.WriteFile(path, want, 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := bounded.ReadFile(path); err != nil || !bytes.Equal(text, want) {
		t.Errorf("got %d bytes and %v, want %d", len(text), err, len(want))
	}
	section := io.NewSectionReader(bytes.NewReader(want), 5, int64(len(want)-5))
	if text, err := io.ReadAll(bounded.New("in", section, 4)); err != nil || len(text) != len(want)-5 {
		t.Errorf("a section: got %d bytes and %v, want %d", len(text), err, len(want)-5)
	}
}
