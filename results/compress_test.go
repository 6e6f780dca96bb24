package results_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/zst"
	"xcbench/results"
)

const mostRows = 50

// compressed records a run, compresses each file that has from bytes or more, and returns the texts of
// the plain files.
func compressed(t *testing.T, from func(size int64) int64) (dir string, plain map[string]string) {
	t.Helper()
	d, dir := begin(t)
	for k := range mostRows {
		r := sample(fmt.Sprint(k), "a", cover.Solved)
		must(t, errors.Join(d.Profile(profileOf(r)), d.Row(r)))
	}
	rows := get(t, dir, results.RowsFile)
	plain = map[string]string{results.RowsFile: rows, results.LevelsFile: get(t, dir, results.LevelsFile)}
	must(t, errors.Join(d.Compress(from(int64(len(rows)))), d.Close()))
	return dir, plain
}

func always(int64) int64 { return 0 }

func filesIn(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if e.Name() != "lock" {
			all = append(all, e.Name())
		}
	}
	return all
}

func TestACompressedRunIsReadLikeAPlainOne(t *testing.T) {
	dir, plain := compressed(t, always)
	if got, want := filesIn(t, dir), []string{results.LevelsFile + zst.Suffix, results.PackedRows, results.RunFile}; !slices.Equal(got, want) {
		t.Fatalf("got the files %v, want %v", got, want)
	}
	other := t.TempDir()
	for name, text := range plain {
		put(t, other, name, text)
	}
	all := func(dir string) (all []any) {
		rows, profiles, err := results.ReadDir(dir)
		run := read(t, "", results.Filter{}, "x="+dir)[0]
		for p, err := range run.AllProfiles() {
			all = append(all, p, err)
		}
		run.Dir = ""
		return append(all, rows, profiles, err, run)
	}
	if got, want := all(dir), all(other); !reflect.DeepEqual(got, want) || len(got) < mostRows {
		t.Errorf("got other rows or profiles than from plain files: %v and %v", got, want)
	}
}

// A file of the size itself is compressed. One that shrinks to less than a 400th stays plain, since a
// reader takes it for a bomb.
func TestFilesOfTheSizeAreCompressed(t *testing.T) {
	dir, plain := compressed(t, func(size int64) int64 { return size + 1 })
	if got, want := filesIn(t, dir), []string{results.LevelsFile, results.RowsFile, results.RunFile}; !slices.Equal(got, want) {
		t.Errorf("got %v of a smaller run, want %v", got, want)
	}
	for name, want := range plain {
		if get(t, dir, name) != want {
			t.Errorf("%s changed", name)
		}
	}
	dir, _ = compressed(t, func(size int64) int64 { return size })
	if got := filesIn(t, dir); !slices.Contains(got, results.PackedRows) || slices.Contains(got, results.RowsFile) {
		t.Errorf("got %v of a run of the size, want the rows compressed", got)
	}
	d, dir := begin(t)
	must(t, os.Truncate(filepath.Join(dir, results.RowsFile), 20<<20))
	must(t, errors.Join(d.Compress(0), d.Close()))
	if got := filesIn(t, dir); !slices.Contains(got, results.RowsFile) || slices.Contains(got, results.PackedRows) {
		t.Errorf("got %v of 20 MiB of zeros, want a plain file", got)
	}
}

// Whenever a kill comes while files are compressed or expanded, the run can be read, and resumes with
// all its rows.
func TestAKilledCompressionLosesNothing(t *testing.T) {
	whole, plain := compressed(t, always)
	const rows, levels = results.RowsFile, results.LevelsFile
	files := map[string]string{"." + results.PackedRows + "123": "half"}
	for name, text := range plain {
		packed := get(t, whole, name+zst.Suffix)
		files[name], files[name+zst.Suffix], files["half "+name] = text, packed, packed[:len(packed)/2]
	}
	for _, left := range [][]string{
		{rows + zst.Suffix, levels + zst.Suffix}, {rows, levels + zst.Suffix}, {rows + zst.Suffix, levels},
		{rows, rows + zst.Suffix, levels, levels + zst.Suffix}, {rows, "half " + rows, levels, "half " + levels},
		{rows, levels, "." + results.PackedRows + "123"},
	} {
		dir := t.TempDir()
		put(t, dir, results.RunFile, "{}\n")
		for _, name := range left {
			to, half := strings.CutPrefix(name, "half ")
			if half {
				to += zst.Suffix
			}
			must(t, os.WriteFile(filepath.Join(dir, to), []byte(files[name]), 0o666))
		}
		if rows, profiles, err := results.ReadDir(dir); err != nil || len(rows) != mostRows || len(profiles) != mostRows {
			t.Errorf("%q: got %d rows, %d profiles and %v before, want %d", left, len(rows), len(profiles), err, mostRows)
		}
		d, rows, profiles, err := results.Resume(dir)
		must(t, err)
		if len(rows) != mostRows || len(profiles) != mostRows {
			t.Errorf("%q: got %d rows and %d profiles, want %d", left, len(rows), len(profiles), mostRows)
		}
		if got, want := filesIn(t, dir), []string{results.LevelsFile, results.RowsFile, results.RunFile}; !slices.Equal(got, want) {
			t.Errorf("%q: got %v after it was resumed, want %v", left, got, want)
		}
		must(t, errors.Join(d.Start(nil), d.Row(sample("1", "a", cover.Solved)), d.Compress(0), d.Close()))
		if rows, _, err := results.ReadDir(dir); err != nil || len(rows) != mostRows+1 || len(filesIn(t, dir)) != 3 {
			t.Errorf("%q: got %d rows in %v, %v after it was resumed, want %d", left, len(rows), filesIn(t, dir), err, mostRows+1)
		}
	}
}

// Compressed files are renamed when they are complete. So a torn one is a fault, and no shorter run.
func TestATornOrForeignCompressedFileIsAnError(t *testing.T) {
	whole, plain := compressed(t, always)
	rows := get(t, whole, results.PackedRows)
	packed := func(text string) string {
		all, err := zst.Pack([]byte(text))
		must(t, err)
		return string(all)
	}
	bomb := packed(plain[results.RowsFile] + strings.Repeat("#############\n", 2<<20))
	for content, want := range map[string]string{
		rows[:len(rows)-9]:          "cannot be decompressed",
		rows + "junk":               "cannot be decompressed",
		"nothing of ours\n":         "cannot be decompressed",
		packed("nothing of ours\n"): "expected the line Unit sec/op better=lower",
		bomb:                        "more than 400 times",
		bomb[:1000]:                 "cannot be decompressed",
	} {
		dir := t.TempDir()
		put(t, dir, results.RunFile, "{}\n")
		must(t, os.WriteFile(filepath.Join(dir, results.PackedRows), []byte(content), 0o666))
		_, _, read := results.ReadDir(dir)
		_, _, _, resumed := results.Resume(dir)
		for who, err := range map[string]error{"ReadDir": read, "Resume": resumed} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), results.RowsFile) {
				t.Errorf("%s: got %v, want %q about %s", who, err, want, results.RowsFile)
			}
		}
		if get(t, dir, results.PackedRows) != content {
			t.Error("resuming changed a file that cannot be resumed, want it as it was")
		}
	}
}
