package results

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/zst"
)

// compressed records a run, compresses its files, and returns the directory with the texts of the files.
func compressed(t *testing.T, from int64) (dir string, plain map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	d, err := Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Save(RunFile, []byte("{}\n")), d.Start(MostUnpacked+1, nil)); err != nil {
		t.Fatal(err)
	}
	for k := range 50 {
		p := profileOf("a")
		p.Name = fmt.Sprint(k)
		r := rowOf("a")
		r.Name, r.Search = p.Name, float64(k)
		if err := errors.Join(d.Profile(p), d.Row(r)); err != nil {
			t.Fatal(err)
		}
	}
	plain = map[string]string{}
	for _, name := range []string{RowsFile, PackedFile} {
		plain[name] = text(t, dir, name)
	}
	if err := errors.Join(d.compress(from), d.Close()); err != nil {
		t.Fatal(err)
	}
	return dir, plain
}

func text(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func filesIn(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != lockFile {
			all = append(all, e.Name())
		}
	}
	return all
}

func TestACompressedRunIsReadLikeAPlainOne(t *testing.T) {
	dir, plain := compressed(t, 0)
	if got, want := filesIn(t, dir), []string{PackedFile + zst.Suffix, PackedRows, RunFile}; !reflect.DeepEqual(got, want) {
		t.Fatalf("got the files %v, want %v", got, want)
	}
	other := t.TempDir()
	for name, text := range plain {
		put(t, other, name, text)
	}
	put(t, other, RunFile, "{}\n")
	read := func(dir string) (all []any) {
		rows, profiles, err := ReadDir(dir)
		all = append(all, rows, profiles, err)
		runs, err := ReadRuns([]string{"x=" + dir}, nil, Filter{})
		if err == nil {
			for p, err := range runs[0].AllProfiles(nil) {
				all = append(all, p, err)
			}
			runs[0].Dir = ""
		}
		all = append(all, runs, err)
		timed, err := ReadTimed("x", []string{dir}, Filter{})
		return append(all, timed, err)
	}
	if got, want := read(dir), read(other); !reflect.DeepEqual(got, want) {
		t.Error("got other rows or profiles than from plain files")
	}
	runs, err := ReadRuns([]string{filepath.Join(dir, PackedRows)}, nil, Filter{})
	if err != nil || runs[0].Rows.Len() != 50 {
		t.Errorf("the file by name: got %v, want 50 rows", err)
	}
	if _, err := Begin(dir); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("a new run in the directory: got %v, want an error", err)
	}
}

func TestASmallRunStaysPlain(t *testing.T) {
	dir, plain := compressed(t, 1<<20)
	if got, want := filesIn(t, dir), []string{PackedFile, RowsFile, RunFile}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for name, want := range plain {
		if got := text(t, dir, name); got != want {
			t.Errorf("%s changed", name)
		}
	}
}

// A file of just the size is compressed. Neither form is a program, nor does one stay open.
func TestAFileOfTheSizeIsCompressed(t *testing.T) {
	dir, _ := compressed(t, 1<<20)
	path := filepath.Join(dir, RowsFile)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	noProgram := func(path string) {
		t.Helper()
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o111 != 0 {
			t.Errorf("got %v, %v, want a file that cannot be executed", info, err)
		}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage collector closes files too
	before := filesOpen(t)
	for _, from := range []int64{info.Size() + 1, info.Size()} {
		if err := compress(path, from); err != nil {
			t.Fatal(err)
		}
	}
	noProgram(path + zst.Suffix)
	if err := expand(path+zst.Suffix, path, true); err != nil {
		t.Fatal(err)
	}
	noProgram(path)
	if got := filesOpen(t); got != before {
		t.Errorf("got %d more files open", got-before)
	}
}

// A reader takes a file that shrinks to less than a 400th for a bomb, so none is written.
func TestAFileThatShrinksTooMuchStaysPlain(t *testing.T) {
	path := filepath.Join(t.TempDir(), RowsFile)
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(f.Truncate(20<<20), f.Close())
	}
	if err == nil {
		err = compress(path, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := filesIn(t, filepath.Dir(path)); !reflect.DeepEqual(got, []string{RowsFile}) {
		t.Errorf("got %v, want %s alone", got, RowsFile)
	}
}

// Whenever a kill comes while files are compressed or expanded, the run resumes with all its rows.
func TestAKilledCompressionLosesNothing(t *testing.T) {
	whole, plain := compressed(t, 0)
	packed := map[string]string{}
	for name := range plain {
		packed[name] = text(t, whole, name+zst.Suffix)
	}
	both := func(dir string, half bool) {
		for name, text := range plain {
			put(t, dir, name, text)
			if half {
				put(t, dir, name+zst.Suffix, packed[name][:len(packed[name])/2])
			} else {
				put(t, dir, name+zst.Suffix, packed[name])
			}
		}
	}
	for name, prepare := range map[string]func(dir string){
		"compressed": func(dir string) {
			both(dir, false)
			os.Remove(filepath.Join(dir, RowsFile))
			os.Remove(filepath.Join(dir, PackedFile))
		},
		"before plain was removed": func(dir string) { both(dir, false) },
		"not compressed whole":     func(dir string) { both(dir, true) },
		"one of two":               func(dir string) { both(dir, false); os.Remove(filepath.Join(dir, RowsFile)) },
		"a hidden file":            func(dir string) { both(dir, false); put(t, dir, "."+PackedRows+"123", "half") },
	} {
		dir := t.TempDir()
		put(t, dir, RunFile, "{}\n")
		prepare(dir)
		if rows, profiles, err := ReadDir(dir); err != nil || len(rows) != 50 || len(profiles) != 50 {
			t.Errorf("%s: got %d rows, %d profiles and %v before, want 50", name, len(rows), len(profiles), err)
		}
		d, rows, profiles, err := Resume(dir)
		if err != nil || len(rows) != 50 || len(profiles) != 50 {
			t.Errorf("%s: got %d rows, %d profiles and %v, want 50", name, len(rows), len(profiles), err)
			if err == nil {
				d.Close()
			}
			continue
		}
		more := rowOf("a")
		if err := errors.Join(d.Start(MostUnpacked+1, nil), d.Row(more), d.compress(0), d.Close()); err != nil {
			t.Fatal(err)
		}
		if got, want := filesIn(t, dir), []string{PackedFile + zst.Suffix, PackedRows, RunFile}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v after it was resumed, want %v", name, got, want)
		}
		if rows, _, err := ReadDir(dir); err != nil || len(rows) != 51 || rows[50].Status != cover.Solved {
			t.Errorf("%s: got %d rows and %v after it was resumed, want 51", name, len(rows), err)
		}
	}
}

// Compressed files are renamed when they are complete. So a torn one is a fault, and no shorter run.
func TestATornOrForeignCompressedFileIsAnError(t *testing.T) {
	whole, plain := compressed(t, 0)
	rows, foreign := text(t, whole, PackedRows), []byte("nothing of ours\n")
	other, err := zst.Pack(foreign)
	if err != nil {
		t.Fatal(err)
	}
	bomb, err := zst.Pack([]byte(plain[RowsFile] + strings.Repeat("#############\n", 2<<20)))
	if err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]string{
		rows[:len(rows)-9]:  "cannot be decompressed",
		rows + "junk":       "cannot be decompressed",
		string(foreign):     "cannot be decompressed",
		string(other):       "expected the line Unit",
		string(bomb):        "more than 400 times",
		string(bomb[:1000]): "cannot be decompressed",
	} {
		dir := t.TempDir()
		put(t, dir, RunFile, "{}\n")
		put(t, dir, PackedRows, content)
		_, _, err := ReadDir(dir)
		_, _, _, resumed := Resume(dir)
		for who, err := range map[string]error{"ReadDir": err, "Resume": resumed} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), RowsFile) {
				t.Errorf("%s: got %v, want %q about %s", who, err, want, RowsFile)
			}
		}
		if text(t, dir, PackedRows) != content {
			t.Error("resuming changed a file that cannot be resumed, want it as it was")
		}
	}
}

// People compress files as well, and may do so while the last row is torn.
func TestATornRowInACompressedFileIsLeftOut(t *testing.T) {
	_, plain := compressed(t, 0)
	packed, err := zst.Pack([]byte(plain[RowsFile][:len(plain[RowsFile])-20]))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put(t, dir, PackedRows, string(packed))
	if rows, _, err := ReadDir(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %d rows and %v, want the error of missing levels", len(rows), err)
	}
	if runs, err := ReadRuns([]string{dir}, nil, Filter{}); err != nil || runs[0].Rows.Len() != 49 {
		t.Errorf("got %v, want 49 rows", err)
	}
}
