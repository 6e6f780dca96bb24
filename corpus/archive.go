package corpus

import (
	"archive/zip"
	"crypto/sha256"
	"embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"xcbench/format"
)

// An archive has the catalogue as files that can be read without this program. It is a zip file with
// one folder, or that folder. release/README.md says what each file is.

// Schema is the version of the archive's layout and tables. Programs read their own and earlier ones.
const Schema = 1

// The files that a reader needs.
const (
	sumsFile      = "SHA256SUMS"
	schemaFile    = "datapackage.json"
	catalogueFile = "catalogue.tsv"
)

//go:embed release
var release embed.FS

// dlxFile and ownFile return the names of the files of an instance. Only sudokus have a notation of
// their own.
func dlxFile(id string) string { return "instances/" + id + ".dlx" }
func ownFile(id string) string { return "instances/" + id + ".sudoku" }

// WriteArchive writes instances of the catalogue as a zip file, with the text of their licence. The
// same version, licence and instances always have the same bytes. It is an error if a problem differs
// from its row.
func WriteArchive(w io.Writer, version, licence string, instances []Instance) error {
	a := &archive{zip: zip.NewWriter(w), root: "xcbench-corpus-" + version + "/"}
	about := facts(version, instances)
	for _, name := range []string{"README.md", "CITATION.cff", "check.py", schemaFile, "programs.tsv"} {
		text, err := release.ReadFile("release/" + name)
		if err != nil {
			return err
		}
		if err := a.text(name, about.Replace(string(text))); err != nil {
			return err
		}
	}
	if err := a.text("LICENSE", licence); err != nil {
		return err
	}
	if err := a.tables(instances); err != nil {
		return err
	}
	for _, in := range instances {
		if err := a.instance(in); err != nil {
			return err
		}
	}
	if err := a.text(sumsFile, a.sums.String()); err != nil {
		return err
	}
	return a.zip.Close()
}

// archive is an archive that is being written.
type archive struct {
	zip  *zip.Writer
	root string
	sums strings.Builder
}

// add writes one file.
func (a *archive) add(name string, write func(io.Writer) error) error {
	h := &zip.FileHeader{Name: a.root + name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
	h.SetMode(0o644)
	f, err := a.zip.CreateHeader(h)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if err := write(io.MultiWriter(f, sum)); err != nil {
		return err
	}
	fmt.Fprintf(&a.sums, "%x  %s\n", sum.Sum(nil), name)
	return nil
}

func (a *archive) text(name, text string) error {
	return a.add(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// instance writes the files of an instance.
func (a *archive) instance(in Instance) error {
	puzzle, err := in.Puzzle()
	if err != nil {
		return err
	}
	if err := in.Audit(puzzle.Problem()); err != nil {
		return err
	}
	if err := a.add(dlxFile(in.ID()), func(w io.Writer) error { return format.WriteDLX(w, puzzle.Problem()) }); err != nil {
		return err
	}
	if _, ok := puzzle.Sudoku(); !ok {
		return nil
	}
	return a.add(ownFile(in.ID()), func(w io.Writer) error { return format.WriteSudoku(w, puzzle) })
}

// facts replaces the words in braces in the files of the folder release.
func facts(version string, instances []Instance) *strings.Replacer {
	families, number := map[string]bool{}, map[string]int{}
	for _, in := range instances {
		families[in.Family] = true
		number[means(in)]++
	}
	twice := len(instances) - number["1"] - number[string(Cited)] - number[string(Unsettled)]
	return strings.NewReplacer("{version}", version, "{schema}", strconv.Itoa(Schema),
		"{instances}", strconv.Itoa(len(instances)), "{families}", strconv.Itoa(len(families)), "{twice}", strconv.Itoa(twice),
		"{once}", strconv.Itoa(number["1"]), "{cited}", strconv.Itoa(number[string(Cited)]), "{open}", strconv.Itoa(number[string(Unsettled)]))
}

// means returns the number of methods that an answer stands on, or "cited" or "open".
func means(in Instance) string {
	if in.Basis == Cited || in.Basis == Unsettled {
		return string(in.Basis)
	}
	return strconv.Itoa(len(in.Basis.Methods()))
}

// tables writes the tables of the instances and the page of the families. [schemaFile] says what the
// columns are.
func (a *archive) tables(instances []Instance) error {
	rows := [][]string{columns}
	answers := [][]string{{"id", "solutions", "means", "methods", "programs", "source", "title"}}
	var families strings.Builder
	last := ""
	for _, in := range instances {
		row := in.row()
		if in.Source != "" {
			row[8] = in.Source // also if it is the family's
		}
		rows = append(rows, row)
		methods, counted := strings.Join(in.Basis.Methods(), "+"), string(in.Basis)
		if methods == "" {
			methods, counted = "-", "-"
		}
		answers = append(answers, []string{row[0], row[2], means(in), methods, counted, row[8], in.Title})
		if f, ok := FindFamily(in.Family); ok && f.Name != last {
			last = f.Name
			fmt.Fprintf(&families, "# %s\n\n`%s/%s`: %s.\n\n%s\n\n", f.Name, f.Name, f.Shape(), f.Summary(), f.Form)
		}
	}
	if err := a.table(catalogueFile, rows); err != nil {
		return err
	}
	if err := a.table("answers.tsv", answers); err != nil {
		return err
	}
	return a.text("families.md", strings.TrimSpace(families.String())+"\n")
}

func (a *archive) table(name string, rows [][]string) error {
	lines := each(rows, func(row []string) string { return strings.Join(row, "\t") + "\n" })
	return a.text(name, strings.Join(lines, ""))
}
