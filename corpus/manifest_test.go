package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/format"
)

var manifestHead = strings.Join(columns[:10], "\t") + "\n"

// place returns the line and column of a format.SyntaxError, or "" for no error.
func place(t *testing.T, err error) string {
	t.Helper()
	var syntax *format.SyntaxError
	if err == nil {
		return ""
	}
	if !errors.As(err, &syntax) {
		t.Fatalf("got %v, want an error with a place", err)
	}
	return fmt.Sprintf("%d:%d", syntax.Line, syntax.Col)
}

func TestABasisNamesProgramsOrSaysThatThereIsNone(t *testing.T) {
	for _, c := range []struct{ solutions, basis, fault string }{
		{"40", "dlx1", ""}, {"40", "memo+bitset", ""}, {"40", "dlx1+memo+front+gini+bitset", ""},
		{"0", "count+learn+cadical", ""}, {"40", "cited", ""}, {"40", "-", ""},
		{"?", "open", ""}, {">=1", "open", ""}, {">=1", "-", ""},
		{"40", "hearsay", "2:30"}, {"40", "", "2:30"}, {"40", "bitset+memo", "2:30"}, {"40", "memo+memo", "2:30"},
		{"40", "cited+memo", "2:30"}, {"40", "open", "2:30"}, {">=1", "memo", "2:31"}, {"?", "cited", "2:29"},
	} {
		in, err := readRow([]string{"queens/7", "full", c.solutions, "-", "-", "-", "-", "-", "-", c.basis})
		if got := place(t, err); got != c.fault {
			t.Errorf("%s solutions, basis %q: got %v, want a fault at %q", c.solutions, c.basis, err, c.fault)
		}
		if err == nil && (in.row()[2] != c.solutions || in.row()[9] != c.basis) {
			t.Errorf("got %q, want %s solutions and basis %q", in.row(), c.solutions, c.basis)
		}
	}
}

func TestAManifestThatCannotBeReadEndsInOneError(t *testing.T) {
	broken := iotest.ErrReader(os.ErrClosed)
	for _, r := range []io.Reader{broken, io.MultiReader(strings.NewReader(manifestHead), broken)} {
		var all []error
		for _, err := range readManifest("m.tsv", r) {
			all = append(all, err)
		}
		if len(all) != 1 || !errors.Is(all[0], os.ErrClosed) {
			t.Errorf("got %v, want %v once", all, os.ErrClosed)
		}
	}
}

// An update fills in the hash and leaves the rest as it was. Manifests of users may be older than the
// column of the basis. No field begins with a quote, which programs for tables take for one of several lines.
func TestAnUpdateLeavesWhatItIsGiven(t *testing.T) {
	const hash = "3dc1ab5d0b7d1b9e" // of another problem
	head := strings.TrimSuffix(manifestHead, "\tbasis\n") + "\n"
	row := func(source string) string { return "queens/7\tfull\t40\t36\t49\t-\t-\t" + hash + "\t" + source }
	for _, c := range []struct{ text, fault string }{
		{head + row("an old book\n"), ""},
		{head + row("an old book\tcited\n"), "2:57"},
		{manifestHead + row("an old book\tcited\n"), ""},
		{manifestHead + row("an old book\n"), "2:45"},
		{strings.TrimSuffix(head, "\tsource\n") + "\n", "1:1"},
		{strings.TrimSuffix(manifestHead, "\n") + "\tmore\n", "1:1"},
		{manifestHead[:len(manifestHead)-1] + "\talike\n" + row("an old book\tcited\t-\n"), ""},
		{head + row("a \"good\" book\n"), ""},
		{head + row("\"an old\nbook\"\n"), "2:45"},
		{head + row("\"an old\tbook\"\n"), "2:53"},
		{head + row("\"an old book\r\"\n"), "2:45"},
		{head + row("\"\"\"Old\"\" is good\"\n"), "2:45"},
	} {
		anew, err := UpdateManifest("m.tsv", c.text)
		if got := place(t, err); got != c.fault {
			t.Errorf("%q: got %v, want a fault at %q", c.text, err, c.fault)
		}
		if want := strings.Replace(c.text, hash, Hash(problemOf(t, "queens/7")), 1); err == nil && anew != want {
			t.Errorf("got %q, want %q with another hash", anew, want)
		}
	}
}

// Every row of a manifest is an instance or an error with a place. An instance that was read is
// written in the same way.
func FuzzManifest(f *testing.F) {
	f.Add(manifestHead + "queens/8\tsmoke\t92\t42\t64\t1199\t21111\t5a2d10332f587baf\tan old book\tmemo+bitset\n")
	f.Add(manifestHead + "# a comment\nqueens/6\tsmoke\t>=4\t-\t-\t-\t-\t-\t-\topen\n\nknights/3\tfull\t?\n")
	f.Add(manifestHead + "sudoku_holes/3x3_x_h54_s1\tfull\t?\t-\t-\t-\t-\t-\t\"quoted\"\t-\n")
	f.Add("id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\nqueens/7\tfull\t40\t-\t-\t-\t-\t-\t-\n")
	f.Add("id\ttier\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return // more rows of the same kind
		}
		for in, err := range readManifest("fuzz.tsv", strings.NewReader(text)) {
			if err != nil {
				if got := place(t, err); strings.HasPrefix(got, "0:") || strings.HasSuffix(got, ":0") {
					t.Fatalf("got %v, want a line and a column", err)
				}
				continue
			}
			again, err := readRow(in.row())
			if err != nil || strings.Join(again.row(), "\t") != strings.Join(in.row(), "\t") {
				t.Fatalf("got %q, %v, want %q", again.row(), err, in.row())
			}
		}
	})
}

func readRow(row []string) (in Instance, err error) {
	for in, err = range readManifest("row.tsv", strings.NewReader(strings.Join(columns[:len(row)], "\t")+"\n"+strings.Join(row, "\t")+"\n")) {
		break
	}
	return in, err
}
