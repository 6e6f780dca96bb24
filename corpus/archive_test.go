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
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/format"
	"xcbench/internal/installed"
)

// must returns a value that a test cannot do without.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// check ends a test that cannot go on.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// small are instances with a sudoku, with colours, and with answers of each kind of basis.
func small(t testing.TB) (all []corpus.Instance) {
	t.Helper()
	for _, id := range []string{"queens/8", "latin/4", "latin/6", "mutilated/8", "mutilated/10", "sudoku/ai_escargot", "graceful/cycle4"} {
		in := must(corpus.Find(id))
		all = append(all, in)
	}
	return all
}

func archiveOf(t testing.TB, all []corpus.Instance) []byte {
	t.Helper()
	var text bytes.Buffer
	check(t, corpus.WriteArchive(&text, "1.0", "a licence", all))
	return text.Bytes()
}

// unpacked writes the files of an archive to a folder and returns the folder.
func unpacked(t testing.TB, archive []byte) string {
	t.Helper()
	z := must(zip.NewReader(bytes.NewReader(archive), int64(len(archive))))
	for _, f := range z.File {
		if got := f.Modified.UTC().Year(); got != 1980 {
			t.Errorf("%s: got a file of the year %d, want 1980 whenever it is made", f.Name, got)
		}
	}
	dir := t.TempDir()
	check(t, os.CopyFS(dir, z))
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

func TestAnArchiveHasTheCatalogue(t *testing.T) {
	all := small(t)
	text := archiveOf(t, all)
	if !bytes.Equal(text, archiveOf(t, all)) {
		t.Error("two archives of the same instances differ, want the same bytes")
	}
	file := filepath.Join(t.TempDir(), "a.zip")
	check(t, os.WriteFile(file, text, 0o666))
	for _, path := range []string{file, unpacked(t, text)} {
		got, faults := read(t, path)
		if len(got) != len(all) || faults != "" {
			t.Fatalf("%s: got %d instances and faults %q, want %d and none", path, len(got), faults, len(all))
		}
		for k, in := range got {
			want := all[k]
			puzzle := must(in.Puzzle())
			made := must(want.Puzzle())
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
	text := must(os.ReadFile(filepath.Join(dir, "answers.tsv")))
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

// edit replaces a part of a file of an archive, and records its new sum if summed is set. Without an
// old part, the file is removed, or made if it does not exist.
func edit(t *testing.T, dir, name, old, anew string, summed bool) {
	t.Helper()
	path := filepath.Join(dir, name)
	text, err := os.ReadFile(path)
	switch {
	case err != nil:
		err = os.WriteFile(path, nil, 0o666)
	case old == "":
		err = os.Remove(path)
	case !bytes.Contains(text, []byte(old)):
		t.Fatalf("%s has no %q", name, old)
	default:
		changed := bytes.Replace(text, []byte(old), []byte(anew), 1)
		if err = os.WriteFile(path, changed, 0o666); summed {
			edit(t, dir, "SHA256SUMS", sum(text), sum(changed), false)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

const queens8 = "instances/queens/8.dlx"

// The faults of an archive are edits of a file. xcbench names the place. The script check.py, which
// does not know the schema, does not find all of them.
var faulty = []struct {
	name, old, anew string
	summed          bool
	place           string
	script          bool
}{
	{queens8, "a1", "a2", false, "/" + queens8 + ": the SHA-256 is ", true},
	{"answers.tsv", "search", "searsh", false, "/answers.tsv: the SHA-256 is ", true},
	{queens8, "", "", false, "/" + queens8 + ": no such file", true},
	{"SHA256SUMS", "", "", false, "/SHA256SUMS: no such file", true},
	{"datapackage.json", "", "", false, "/datapackage.json: no such file", true},
	{"more", "", "", false, "/more: not in SHA256SUMS", true},
	{"datapackage.json", `"schema_version": 1`, `"schema_version": 2`, true, "/datapackage.json: schema_version is 2", false},
	{"datapackage.json", `"schema_version": 1`, `"version": ""`, false, "/datapackage.json: schema_version is 0", true},
	{queens8, "a1", "a2", true, "/" + queens8 + ": the SHA-256 is ", true},
	{"catalogue.tsv", "queens/8", "queens/7", true, "/instances/queens/7.dlx: no such file", true},
	{"catalogue.tsv", "tier", "tear", true, "/catalogue.tsv:1:1: ", false},
	{"SHA256SUMS", "  ", " ", false, "/SHA256SUMS: line 1 is ", false},
	{"SHA256SUMS", "README.md", "../README.md", false, "/SHA256SUMS: line 1 is ", true},
}

func TestFaultsOfAnArchiveAreNamed(t *testing.T) {
	text := archiveOf(t, small(t))
	for _, c := range faulty {
		dir := unpacked(t, text)
		edit(t, dir, c.name, c.old, c.anew, c.summed)
		if _, faults := read(t, dir); !strings.HasPrefix(faults, c.place) {
			t.Errorf("%q to %q: got %q, want %s", c.old, c.anew, faults, c.place)
		}
	}
	path := filepath.Join(t.TempDir(), "a.zip")
	bytewise := bytes.Clone(text)
	bytewise[len(text)/2] ^= 1
	for _, broken := range [][]byte{text[:len(text)/2], bytewise} {
		check(t, os.WriteFile(path, broken, 0o666))
		if all, faults := read(t, path); len(all) > 0 || faults == "" {
			t.Errorf("got %d instances and %q, want a fault", len(all), faults)
		}
	}
}

// Another sudoku with the right sum is found when its problem is compared with the row.
func TestAnotherSudokuDiffersFromItsRow(t *testing.T) {
	dir := unpacked(t, archiveOf(t, small(t)))
	edit(t, dir, "instances/sudoku/ai_escargot.sudoku", "1", ".", true)
	all, faults := read(t, dir)
	for _, in := range all {
		puzzle := must(in.Puzzle())
		if got := in.Audit(puzzle.Problem()); (got != nil) != (in.ID() == "sudoku/ai_escargot") {
			t.Errorf("%s: got %v, want a fault of the sudoku alone", in.ID(), got)
		}
	}
	if faults != "" {
		t.Errorf("got faults %q, want none", faults)
	}
}

func TestPackagesOfAnArchiveCanBeImported(t *testing.T) {
	in := small(t)[0]
	problem := must(in.Puzzle())
	var want strings.Builder
	fmt.Fprintln(&want, in.ID(), in.Solutions)
	check(t, format.WriteDLX(&want, problem.Problem()))
	script := must(filepath.Abs("../tools/packages.py"))
	for _, c := range [][]string{
		{"python3", "-c", "import sys; sys.path.insert(0, 'xcbench_corpus-1.2.0-py3-none-any.whl'); import xcbench_corpus as c; " +
			"i = c.instances()[0]; print(i['id'], i['solutions']); print(c.problem(i['id']), end='')"},
		{"node", "-e", "const c = require('./package'), i = c.instances()[0]; console.log(i.id, i.solutions); " +
			"process.stdout.write(c.problem(i.id))"},
	} {
		t.Run(c[0], func(t *testing.T) {
			program, python, dir := installed.Program(t, c[0]), installed.Program(t, "python3"), t.TempDir()
			check(t, os.WriteFile(filepath.Join(dir, "xcbench-corpus-1.2.zip"), archiveOf(t, small(t)), 0o644))
			run := func(args ...string) string {
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v: %s", args, err, out)
				}
				return string(out)
			}
			run(python, script, "xcbench-corpus-1.2.zip")
			run(python, "-m", "tarfile", "-e", "xcbench-corpus-1.2.tgz")
			if got := run(program, c[1], c[2]); got != want.String() {
				t.Errorf("got %q, want %q", got, want.String())
			}
		})
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
		edit(t, dir, c.name, c.old, c.anew, c.summed)
		if out, err := run(dir); (err != nil) != c.script {
			t.Errorf("%q to %q: got %q, %v, want failure: %v", c.old, c.anew, out, err, c.script)
		}
	}
	const coloured, option1 = "instances/graceful/cycle4.dlx", "1 e0 v0:0 v1:1"
	for _, option := range []string{"1:x e0 v0:0 v1:1", "1 e0 v0:0 v0:1", "1 e0 v9:0 v1:1", "1 e0 v0:0 v1:1 2 2"} {
		dir := unpacked(t, text)
		problem := must(os.ReadFile(filepath.Join(dir, coloured)))
		changed := bytes.Replace(problem, []byte(option1), []byte(option), 1)
		edit(t, dir, coloured, option1, option, true)
		edit(t, dir, "catalogue.tsv", sum(problem)[:16], sum(changed)[:16], true)
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
			check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
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
