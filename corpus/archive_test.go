package corpus_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/internal/installed"
)

// small are instances of the smoke tier, sudokus of all shapes, and answers of each kind of basis.
func small(t testing.TB) (all []corpus.Instance) {
	t.Helper()
	for _, in := range corpus.All() {
		if in.Tier == corpus.Smoke || in.Family == "sudoku_empty" || in.Family == "latin" || in.Family == "mutilated" {
			all = append(all, in)
		}
	}
	return all
}

func archiveOf(t testing.TB, all []corpus.Instance) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := corpus.WriteArchive(&text, "1.0", "a licence", all); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// unpacked writes the files of an archive to a folder and returns the folder.
func unpacked(t testing.TB, archive []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "xcbench-corpus-1.0")
}

// read returns the instances at a path, and the faults.
func read(t testing.TB, path string) (all []corpus.Instance, faults string) {
	t.Helper()
	for in, err := range corpus.NameFiles(path).Open(path, func(warning string) { t.Error(warning) }) {
		if err != nil {
			faults += strings.TrimPrefix(err.Error(), path) + "\n"
			continue
		}
		all = append(all, in)
	}
	return all, faults
}

func TestTheSameInstancesMakeTheSameArchive(t *testing.T) {
	all := small(t)
	a, b := archiveOf(t, all), archiveOf(t, all)
	if !bytes.Equal(a, b) {
		t.Error("two archives of the same instances differ, want the same bytes")
	}
	z, err := zip.NewReader(bytes.NewReader(a), int64(len(a)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if got := f.Modified.UTC().Year(); got != 1980 {
			t.Fatalf("%s: got a file of the year %d, want 1980 whenever it is made", f.Name, got)
		}
	}
}

func TestAnArchiveHasTheCatalogue(t *testing.T) {
	all := small(t)
	text := archiveOf(t, all)
	file := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, unpacked(t, text)} {
		got, faults := read(t, path)
		if len(got) != len(all) || faults != "" {
			t.Fatalf("%s: got %d instances and faults %q, want %d and none", path, len(got), faults, len(all))
		}
		for k, in := range got {
			want := all[k]
			puzzle, err := in.Puzzle()
			if err != nil {
				t.Fatal(err)
			}
			made, err := want.Puzzle()
			if err != nil {
				t.Fatal(err)
			}
			if in.ID() != want.ID() || in.Solutions != want.Solutions || in.Source != want.Source || in.Basis != want.Basis ||
				in.Nodes != want.Nodes || in.Updates != want.Updates || corpus.Hash(puzzle.Problem()) != corpus.Hash(made.Problem()) {
				t.Errorf("got %+v, want the problem and the figures of %+v", in, want)
			}
			_, got := puzzle.Sudoku()
			if _, want := made.Sudoku(); got != want {
				t.Errorf("%s: is a sudoku: got %v, want %v", in.ID(), got, want)
			}
		}
	}
}

func TestAnArchiveSaysHowAnswersWereFound(t *testing.T) {
	dir := unpacked(t, archiveOf(t, small(t)))
	text, err := os.ReadFile(filepath.Join(dir, "answers.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"latin/4\t576\t2\tsearch+subproblems\tdlx1+memo+bitset\t",
		"mutilated/8\t0\t2\tsearch+clauses\tdlx1+gini+bitset\t",
		"mutilated/10\t0\t1\tclauses\tgini\t",
		"latin/6\t812851200\tcited\t-\t-\tOEIS A002860\t",
	} {
		if !strings.Contains(string(text), "\n"+want) {
			t.Errorf("got answers.tsv without the row %q", want)
		}
	}
}

// summed makes SHA256SUMS agree with a changed file, as if the archive had been made with it.
func summed(t *testing.T, dir, name string) {
	change(t, dir, "SHA256SUMS", func(sums string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%x  %s", sha256.Sum256(text), name)
		return regexp.MustCompile(`\S+  `+regexp.QuoteMeta(name)).ReplaceAllString(sums, line)
	})
}

func change(t *testing.T, dir, name string, how func(string) string) {
	t.Helper()
	path := filepath.Join(dir, name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(how(string(text))), 0o666); err != nil {
		t.Fatal(err)
	}
}

func edit(t *testing.T, dir, name, old, new string) {
	t.Helper()
	change(t, dir, name, func(text string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%s has no %q", name, old)
		}
		return strings.Replace(text, old, new, 1)
	})
}

const dlx = "instances/queens/8.dlx"

// The faults of an archive, with what xcbench says; and whether check.py, which does not know the
// schema, finds them too.
var faulty = []struct {
	what   string
	plant  func(t *testing.T, dir string)
	fault  string
	script bool
}{
	{"a changed byte of a problem", func(t *testing.T, dir string) { edit(t, dir, dlx, "a1", "a2") },
		"/" + dlx + ": the SHA-256 is [0-9a-f]{64}, expected [0-9a-f]{64}; download the archive again", true},
	{"a changed byte of a table", func(t *testing.T, dir string) { edit(t, dir, "answers.tsv", "search", "searsh") },
		"/answers.tsv: the SHA-256 is ", true},
	{"a missing file", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, dlx)) },
		"/" + dlx + ": no such file or directory, expected a file, as SHA256SUMS lists it", true},
	{"no sums", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "SHA256SUMS")) },
		"/SHA256SUMS: no such file", true},
	{"no schema", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "datapackage.json")) },
		"/datapackage.json: no such file", true},
	{"another file", func(t *testing.T, dir string) { os.WriteFile(filepath.Join(dir, "more"), nil, 0o666) },
		"/more: not in SHA256SUMS, expected only files that it lists", true},
	{"a newer schema", func(t *testing.T, dir string) {
		edit(t, dir, "datapackage.json", `"schema_version": 1`, `"schema_version": 2`)
		summed(t, dir, "datapackage.json")
	}, "/datapackage.json: schema_version is 2, expected at most 1; a newer xcbench reads it", false},
	{"no version of the schema", func(t *testing.T, dir string) {
		edit(t, dir, "datapackage.json", `"schema_version": 1`, `"version": ""`)
	}, "/datapackage.json: schema_version is 0", true},
	{"another problem with its sum", func(t *testing.T, dir string) { edit(t, dir, dlx, "a1", "a2"); summed(t, dir, dlx) },
		"/" + dlx + ": the SHA-256 is [0-9a-f]{64}, expected one that begins with [0-9a-f]{16}, as in catalogue.tsv", true},
	{"a row without a problem", func(t *testing.T, dir string) {
		edit(t, dir, "SHA256SUMS", dlx, "none")
		os.Rename(filepath.Join(dir, dlx), filepath.Join(dir, "none"))
	}, "/" + dlx + ": no such file, expected the problem of queens/8 in catalogue.tsv", true},
	{"another heading", func(t *testing.T, dir string) {
		edit(t, dir, "catalogue.tsv", "tier", "tear")
		summed(t, dir, "catalogue.tsv")
	}, "/catalogue.tsv:1:1: the heading is ", false},
	{"a line that is no sum", func(t *testing.T, dir string) { edit(t, dir, "SHA256SUMS", "  ", " ") },
		`/SHA256SUMS: line 1 is ".* README.md", expected a SHA-256, two blanks and a file`, false},
	{"a path out of the archive", func(t *testing.T, dir string) { edit(t, dir, "SHA256SUMS", "README.md", "../README.md") },
		`/SHA256SUMS: line 1 is ".*"`, true},
}

func TestFaultsOfAnArchiveAreNamed(t *testing.T) {
	text := archiveOf(t, small(t))
	for _, c := range faulty {
		dir := unpacked(t, text)
		c.plant(t, dir)
		_, faults := read(t, dir)
		if ok, err := regexp.MatchString("^"+c.fault, faults); !ok || err != nil {
			t.Errorf("%s: got %q, want %s", c.what, faults, c.fault)
		}
	}
	path := filepath.Join(t.TempDir(), "a.zip")
	bytewise := bytes.Clone(text)
	bytewise[len(text)/2] ^= 1
	for _, c := range []struct {
		text  []byte
		fault string
	}{{text[:len(text)/2], `: zip: not a valid zip file`}, {bytewise, `/instances/\S+: `}} {
		if err := os.WriteFile(path, c.text, 0o666); err != nil {
			t.Fatal(err)
		}
		if all, faults := read(t, path); len(all) > 0 || !regexp.MustCompile("^"+c.fault).MatchString(faults) {
			t.Errorf("got %d instances and %q, want %s", len(all), faults, c.fault)
		}
	}
}

// Another sudoku with the right sum is found when its problem is compared with the row.
func TestAnotherSudokuDiffersFromItsRow(t *testing.T) {
	dir := unpacked(t, archiveOf(t, small(t)))
	name := "instances/sudoku/ai_escargot.sudoku"
	edit(t, dir, name, "1", ".")
	summed(t, dir, name)
	all, faults := read(t, dir)
	for _, in := range all {
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Audit(puzzle.Problem()); (got != nil) != (in.ID() == "sudoku/ai_escargot") {
			t.Errorf("%s: got %v, want a fault of the sudoku alone", in.ID(), got)
		}
	}
	if faults != "" {
		t.Errorf("got faults %q, want none", faults)
	}
}

// The script in the archive has nothing of xcbench. It finds what xcbench finds.
func TestAnArchiveIsCheckedWithoutXcbench(t *testing.T) {
	python := installed.Program(t, "python3")
	text := archiveOf(t, small(t))
	run := func(dir string) (string, error) {
		out, err := exec.Command(python, filepath.Join(dir, "check.py"), dir).CombinedOutput()
		return string(out), err
	}
	if out, err := run(unpacked(t, text)); err != nil || !strings.HasSuffix(out, "files as expected\n") {
		t.Errorf("got %q, %v, want success", out, err)
	}
	for _, c := range faulty {
		dir := unpacked(t, text)
		c.plant(t, dir)
		if out, err := run(dir); (err != nil) != c.script {
			t.Errorf("%s: got %q, %v, want failure: %v", c.what, out, err, c.script)
		}
	}
	const coloured = "instances/graceful/cycle4.dlx"
	for _, option := range []string{"1:x e0 v0:0 v1:1", "1 e0 v0:0 v0:1", "1 e0 v9:0 v1:1", "1 e0 v0:0 v1:1 2 2"} {
		dir := unpacked(t, text)
		hash := func() string {
			problem, err := os.ReadFile(filepath.Join(dir, coloured))
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("%.16x", sha256.Sum256(problem))[:16]
		}
		before := hash()
		edit(t, dir, coloured, "1 e0 v0:0 v1:1", option)
		edit(t, dir, "catalogue.tsv", before, hash())
		summed(t, dir, coloured)
		summed(t, dir, "catalogue.tsv")
		if out, err := run(dir); err == nil || !strings.Contains(out, coloured+": option 1 has ") {
			t.Errorf("an option %s: got %q, %v, want it to be found", option, out, err)
		}
	}
}

// No content of the files that are parsed makes reading fail in another way than by an error.
func FuzzArchive(f *testing.F) {
	f.Add(`{"schema_version": 1}`, "x  y\n", "id\ttier\n")
	f.Add(`{"schema_version": 2}`, "", "")
	f.Add("{", "\n", "-")
	f.Fuzz(func(t *testing.T, schema, sums, catalogue string) {
		dir := t.TempDir()
		texts := map[string]string{"datapackage.json": schema, "catalogue.tsv": catalogue}
		for name, text := range texts {
			sums += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(text)), name)
		}
		texts["SHA256SUMS"] = sums
		for name, text := range texts {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		all, faults := read(t, dir)
		if len(all) > 0 && !strings.Contains(sums, ".dlx") {
			t.Errorf("got %d instances and faults %q of an archive without problems, want none", len(all), faults)
		}
		for _, in := range all {
			if _, err := in.Puzzle(); err == io.EOF {
				t.Errorf("%s: got %v, want a puzzle or an error that names the place", in.ID(), err)
			}
		}
	})
}
