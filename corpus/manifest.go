package corpus

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/format"
)

// The catalogue has a manifest for each family: a table with tabs between its columns. Lines that
// begin with '#' are comments. People write id, tier, solutions, source and basis; 'xcbench corpus
// check --update' fills in the rest.
//
//go:embed catalogue/*.tsv
var catalogue embed.FS

// columns are the columns of a manifest. A value that is not known is "-". The columns after the first
// few may be left out of the whole table.
var columns = []string{"id", "tier", "solutions", "items", "options", "nodes", "updates", "hash", "source", "basis", "alike"}

// fewest is the number of columns that every manifest has.
const fewest = 9

// catalogued yields the rows of the family in the catalogue.
func (f *Family) catalogued() iter.Seq[manifestRow] {
	name := "catalogue/" + f.Name + ".tsv"
	text, err := catalogue.Open(name)
	if err != nil {
		panic(err) // a test checks that every family has a manifest
	}
	return manifestRows(name, text)
}

// IDs returns the ids of the members of the family that are in the catalogue.
func (f *Family) IDs() (ids []string) {
	for row := range f.catalogued() {
		ids = append(ids, row.id())
	}
	return ids
}

// Catalogued yields the members of the family that are in the catalogue.
func (f *Family) Catalogued(yield func(Instance) bool) {
	for row := range f.catalogued() {
		in, err := row.instance()
		if err != nil {
			panic(err) // and that no manifest has a fault
		}
		if !yield(in) {
			return
		}
	}
}

// isManifest says whether a text that begins with head is a manifest.
func isManifest(head string) bool {
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "#") {
			return strings.HasPrefix(line, strings.Join(columns[:3], "\t"))
		}
	}
	return false
}

// readManifest yields the instances of a manifest. A faulty row yields an error instead: a
// [format.SyntaxError] with the row's place in the file called name.
func readManifest(name string, r io.Reader) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		lines := map[string]int{} // of each id so far
		for row := range manifestRows(name, r) {
			in, err := row.instance()
			if first, ok := lines[row.id()]; ok && err == nil {
				err = row.at(0, "%s again, expected each id once (the first is in line %d)", row.id(), first)
			}
			lines[row.id()] = row.line
			if !yield(in, err) {
				return
			}
		}
	}
}

// manifestRows yields the rows of a manifest below its heading. The last one may be a fault of the heading,
// or of reading.
func manifestRows(name string, r io.Reader) iter.Seq[manifestRow] {
	return func(yield func(manifestRow) bool) {
		row := manifestRow{file: name}
		text := bufio.NewReaderSize(r, 512) // the catalogue has many small manifests
		for last := false; !last && row.err == nil; {
			line, err := text.ReadString('\n')
			last = err == io.EOF
			row.line++
			row.text = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			heading := row.columns == nil
			switch {
			case err != nil && !last:
				row.err = err
			case row.text == "" && !(last && heading) || strings.HasPrefix(row.text, "#"):
				continue
			case heading:
				row.err = row.head()
			}
			if (!heading || row.err != nil) && !yield(row) {
				return
			}
		}
	}
}

// manifestRow is a row of a manifest. What its text says is read when it is asked for.
type manifestRow struct {
	file    string
	line    int
	columns []string // those of the heading
	text    string
	err     error // why there is no row
}

func (r *manifestRow) head() error {
	fields := r.fields()
	r.columns = columns[:min(max(len(fields), fewest), len(columns))]
	if !slices.Equal(fields, r.columns) {
		return r.at(0, "the heading is %q, expected %q", strings.Join(fields, " "), strings.Join(columns, " "))
	}
	return nil
}

func (r manifestRow) fields() []string { return strings.Split(r.text, "\t") }

func (r manifestRow) id() string {
	id, _, _ := strings.Cut(r.text, "\t")
	return id
}

// instance reads the row.
func (r manifestRow) instance() (Instance, error) {
	row := r.fields()
	if r.err != nil {
		return Instance{}, r.err
	}
	if len(row) != len(r.columns) {
		return Instance{}, r.at(len(row)-1, "%d fields, expected %d: %s", len(row), len(r.columns),
			strings.Join(r.columns, ", "))
	}
	for k, field := range row { // it is written as it is
		if field == "" || strings.HasPrefix(field, `"`) || strings.Contains(field, "\r") {
			return Instance{}, r.at(k, "%q, expected -, or one line without tabs that does not begin with a quote", field)
		}
	}
	in, err := r.named()
	if err != nil {
		return Instance{}, err
	}
	field := func(k int) string { // "" for a value that is not known
		if k >= len(row) || row[k] == "-" {
			return ""
		}
		return row[k]
	}
	in.Tier, in.Alike = Tier(field(1)), field(10)
	_, twin := in.twin()
	if !twin && in.Alike != "" && in.Alike != distinct {
		return Instance{}, r.at(10, "%q, expected twin ID, distinct or -", in.Alike)
	}
	if twin != (in.Tier == "") || !twin && !slices.Contains(Tiers(), in.Tier) {
		return Instance{}, r.at(1, "unknown tier %q, expected one of %v, or - for a twin", row[1], Tiers())
	}
	if in.Solutions, err = parseCount(row[2]); err != nil {
		return Instance{}, r.at(2, "%v", err)
	}
	var numbers [4]int64
	for k := range numbers {
		text := field(3 + k)
		if text == "" {
			numbers[k] = Unknown
			continue
		}
		if numbers[k], err = strconv.ParseInt(text, 10, 64); err != nil || numbers[k] < 0 {
			return Instance{}, r.at(3+k, "%q, expected the number of %s, or -", text, columns[3+k])
		}
	}
	in.Items, in.Options = int(max(numbers[0], 0)), int(max(numbers[1], 0))
	in.Nodes, in.Updates = numbers[2], numbers[3]
	in.hash, in.Source = field(7), cmp.Or(field(8), in.Source)
	in.recorded = &r
	if basis := field(9); basis != "" {
		if in.Basis, err = parseBasis(basis, in.Solutions); err != nil {
			return Instance{}, r.at(9, "%v", err)
		}
	}
	return in, nil
}

// named returns the instance that the id of the row names.
func (r manifestRow) named() (Instance, error) {
	id := r.id()
	name, member, _ := strings.Cut(id, "/")
	f, ok := FindFamily(name)
	if !ok {
		return Instance{}, r.at(0, "unknown family %q, expected one that 'xcbench corpus generate' lists", name)
	}
	v, err := f.parse(member)
	if err != nil {
		return Instance{}, r.at(0, "%v", err)
	}
	in := f.instance(v)
	if in.Name != member {
		return Instance{}, r.at(0, "%s, expected the id in its normal form, %s", id, in.ID())
	}
	return in, nil
}

// at is an error at a column of the row.
func (r manifestRow) at(column int, form string, args ...any) *format.SyntaxError {
	col := 1 + len(strings.Join(append(r.fields()[:column], ""), "\t"))
	return &format.SyntaxError{File: r.file, Line: r.line, Col: col, Msg: fmt.Sprintf(form, args...)}
}

// parseCount reads what [Count.String] writes.
func parseCount(text string) (Count, error) {
	if text == "?" {
		return Count{N: Unknown}, nil
	}
	digits, atLeast := strings.CutPrefix(text, ">=")
	n, ok := new(big.Int).SetString(digits, 10)
	switch {
	case !ok || n.Sign() < 0:
		return Count{}, fmt.Errorf("%q solutions, expected a number, one with >= before it, or ?", text)
	case n.IsInt64():
		return Count{N: n.Int64(), AtLeast: atLeast}, nil
	}
	return Count{N: math.MaxInt64, AtLeast: atLeast, Digits: n.String()}, nil
}

// UpdateManifest returns the text of a manifest with the items, options and hash of each row
// computed anew. Rows come out in their normal form; comments and the heading stay.
func UpdateManifest(name, text string) (string, error) {
	var rows []Instance
	for in, err := range readManifest(name, strings.NewReader(text)) {
		if err != nil {
			return "", err
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			return "", err
		}
		p := puzzle.Problem()
		in.Items, in.Options, in.hash = p.Items(), p.Options(), Hash(p)
		rows = append(rows, in)
	}
	var out strings.Builder
	fields := 0 // of the heading
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "":
			out.WriteString(line)
		case fields == 0:
			fields = 1 + strings.Count(line, "\t")
			out.WriteString(line)
		default:
			out.WriteString(strings.Join(rows[0].row()[:fields], "\t") + "\n")
			rows = rows[1:]
		}
	}
	return out.String(), nil
}

// row returns the fields of the instance's row in a manifest.
func (in Instance) row() []string {
	source := in.Source
	if f, ok := FindFamily(in.Family); ok && source == f.Source {
		source = ""
	}
	number := func(n int64) string {
		if n == Unknown {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	row := []string{in.ID(), string(in.Tier), in.Solutions.String(), number(int64(in.Items)), number(int64(in.Options)),
		number(in.Nodes), number(in.Updates), in.hash, source, string(in.Basis), in.Alike}
	for k, field := range row {
		if field == "" {
			row[k] = "-"
		}
	}
	return row
}

// Hash returns the first 16 hexadecimal digits of the SHA-256 of the problem's DLX text. That text
// is the canonical form of a problem.
func Hash(p *cover.Problem) string {
	h := sha256.New()
	if err := format.WriteDLX(h, p); err != nil {
		return "" // a problem without primary items has no DLX text
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
