package bounded_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/internal/bounded"
	"xcbench/internal/endless"
)

// byBytes are readers of the same text in pieces of several sizes, which cut lines anywhere.
func byBytes(text string) map[string]io.Reader {
	return map[string]io.Reader{"whole": strings.NewReader(text), "half": iotest.HalfReader(strings.NewReader(text)),
		"single": iotest.OneByteReader(strings.NewReader(text))}
}

func TestLinesUpToTheBoundPass(t *testing.T) {
	const most = 10
	for _, c := range []struct{ text, want string }{
		{"0123456789", ""},
		{"0123456789\n0123456789\n", ""},
		{"0123456789\r\n\r\n0123456789\r\n", ""},
		{"0123456789a\n", "in:1: a line longer than 0 KiB"},
		{"0123456789a", "in:1: a line longer than 0 KiB"},
		{"0\n\n01234567890\n", "in:3: a line longer than 0 KiB"},
		{"0123456789a\r\n", "in:1: a line longer than 0 KiB"},
		{"0123456789\ra", "in:1: a line longer than 0 KiB"},
	} {
		for name, in := range byBytes(c.text) {
			text, err := io.ReadAll(bounded.Lines("in", in, most))
			switch {
			case c.want == "" && (err != nil || string(text) != c.text):
				t.Errorf("%q by %s: got %q, %v, want all of it", c.text, name, text, err)
			case c.want != "" && (err == nil || err.Error() != c.want):
				t.Errorf("%q by %s: got %v, want %s", c.text, name, err, c.want)
			}
		}
	}
}

func TestEndlessInputEndsAfterALineWithItsPlace(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"0123456789abcde\n", "in:1048578: more than 16 MiB from a pipe or device; save the input to a file first"},
		{"\n", "in:16777218: more than 16 MiB from a pipe or device; save the input to a file first"},
		{"x", "in:1: a line longer than 16 MiB"},
		{"\x00", "in:1: a line longer than 16 MiB"},
	} {
		text, err := io.ReadAll(bounded.New("in", endless.Repeat(c.text), bounded.MaxLine))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
		if strings.HasSuffix(c.text, "\n") && !bytes.HasSuffix(text, []byte("\n")) {
			t.Errorf("%q: got a torn line at the end, want whole lines", c.text)
		}
	}
}

func TestOnlyALongPartOfAnInputIsTooLong(t *testing.T) {
	for _, c := range []struct{ parts, lines int }{{1, 600}, {3, 500}} { // lines of a part, of 2 bytes
		in := bounded.New("in", strings.NewReader(strings.Repeat("a\n", c.parts*c.lines)), bounded.MaxLine)
		var err error
		for range c.parts {
			in.Part(1 << 10)
			if _, err = io.CopyN(io.Discard, in, int64(2*c.lines)); err != nil {
				break
			}
		}
		if long := c.lines > 512; long != (err != nil) || long && err.Error() !=
			"in:514: one puzzle of more than 1 KiB from a pipe or device; save the input to a file first" {
			t.Errorf("%d parts of %d lines: got %v, want an error only in a part of more than 512 lines", c.parts, c.lines, err)
		}
	}
}

// A few bytes that stand for far more than results could be are an error with its place, and a torn
// file is no shorter file.
func TestCompressedInputs(t *testing.T) {
	packed := func(text string) string {
		var out strings.Builder
		zip := gzip.NewWriter(&out)
		io.WriteString(zip, text)
		zip.Close()
		return out.String()
	}
	const line = "a line\n"
	whole := packed(line)
	for in, want := range map[string]string{
		line: "", whole: "", "": "", "\x1f": "",
		whole[:len(whole)-1]: "cannot be decompressed: unexpected EOF; expected a file of gzip",
		whole[:5]:            "cannot be decompressed: unexpected EOF; expected a file of gzip",
		packed(strings.Repeat("0123456789abcde\n", 2<<20)): "more than 400 times as large as its compressed form; decompress it first",
	} {
		for how, r := range map[string]io.Reader{"whole": strings.NewReader(in), "single": iotest.OneByteReader(strings.NewReader(in))} {
			text, err := io.ReadAll(bounded.Lines("in", bounded.Unpack("in", r), bounded.MaxLine))
			place, ok := errors.AsType[*bounded.Error](err)
			switch {
			case want != "" && (!ok || place.Name != "in" || place.Msg != want || len(text) > 17<<20):
				t.Errorf("%.9q %s: got %d bytes and %v, want %s", in, how, len(text), err, want)
			case want == "" && (err != nil || in != whole && string(text) != in || in == whole && string(text) != line):
				t.Errorf("%.9q %s: got %q and %v, want the text", in, how, text, err)
			}
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
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	section := io.NewSectionReader(f, 5, int64(len(want)-5))
	if text, err := io.ReadAll(bounded.New("in", section, 4)); err != nil || len(text) != len(want)-5 {
		t.Errorf("a section: got %d bytes and %v, want %d", len(text), err, len(want)-5)
	}
}

func TestReaderStaysAtItsError(t *testing.T) {
	broken := errors.New("broken")
	in := bounded.New("in", io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(broken), strings.NewReader("b")), 10)
	for range 3 {
		if text, err := io.ReadAll(in); err != broken || strings.Contains(string(text), "b") {
			t.Errorf("got %q and %v, want %v each time", text, err, broken)
		}
	}
}
