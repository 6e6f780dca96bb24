package results_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/zst"
	"xcbench/results"
)

const manyRows = 50

// compressed returns a run directory whose files are compressed if they have from bytes or more, and
// one with the same run in plain files.
func compressed(t *testing.T, from func(rows int) int) (dir, plain string) {
	t.Helper()
	var rows []results.Row
	for k := range manyRows {
		rows = append(rows, sample(fmt.Sprint(k), "a", cover.Solved))
	}
	dir, plain = recorded(t, rows...), recorded(t, rows...)
	d, _, _, err := results.Resume(dir)
	must(t, err)
	must(t, errors.Join(d.Compress(int64(from(len(get(t, dir, results.RowsFile))))), d.Close()))
	return dir, plain
}

func always(int) int { return 0 }

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

var plainFiles, packedFiles = []string{results.LevelsFile, results.RowsFile, results.RunFile},
	[]string{results.LevelsFile + zst.Suffix, results.PackedRows, results.RunFile}

// A file of the size itself is compressed. One that shrinks to less than a 400th stays plain, since a
// reader takes it for a bomb.
func TestFilesOfTheSizeAreCompressed(t *testing.T) {
	for more, want := range map[int]string{1: results.RowsFile, 0: results.PackedRows} {
		dir, _ := compressed(t, func(rows int) int { return rows + more })
		if got := filesIn(t, dir)[1]; got != want {
			t.Errorf("%d bytes below the size: got %s, want %s", more, got, want)
		}
	}
	d, dir := begin(t)
	must(t, os.Truncate(filepath.Join(dir, results.RowsFile), 20<<20))
	must(t, errors.Join(d.Compress(0), d.Close()))
	if got := filesIn(t, dir); got[1] != results.RowsFile {
		t.Errorf("got %v of 20 MiB of zeros, want a plain file", got)
	}
}

// Whenever a kill comes while files are compressed or expanded, the run can be read, and resumes with
// all its rows.
func TestAKilledCompressionLosesNothing(t *testing.T) {
	packed, plain := compressed(t, always)
	const rows, levels, half = results.RowsFile, results.LevelsFile, "half of "
	for _, left := range [][]string{
		{rows + zst.Suffix, levels + zst.Suffix}, {rows, levels + zst.Suffix}, {rows + zst.Suffix, levels},
		{rows, rows + zst.Suffix, levels, levels + zst.Suffix}, {rows, half + rows + zst.Suffix, levels, half + levels + zst.Suffix},
	} {
		dir := t.TempDir()
		put(t, dir, results.RunFile, "{}\n")
		for _, name := range left {
			name, torn := strings.CutPrefix(name, half)
			from := plain
			if strings.HasSuffix(name, zst.Suffix) {
				from = packed
			}
			text := get(t, from, name)
			if torn {
				text = text[:len(text)/2]
			}
			must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		}
		before, profiles, err := results.ReadDir(dir)
		must(t, err)
		d, resumed, kept, err := results.Resume(dir)
		must(t, err)
		if len(before) != manyRows || len(profiles) != manyRows || len(resumed) != manyRows || len(kept) != manyRows || !slices.Equal(filesIn(t, dir), plainFiles) {
			t.Errorf("%q: got %d rows and %d profiles, then %d and %d in %v, want %d", left, len(before), len(profiles),
				len(resumed), len(kept), filesIn(t, dir), manyRows)
		}
		must(t, errors.Join(d.Start(nil), d.Row(sample("1", "a", cover.Solved)), d.Compress(0), d.Close()))
		if rows, _, err := results.ReadDir(dir); err != nil || len(rows) != manyRows+1 || !slices.Equal(filesIn(t, dir), packedFiles) {
			t.Errorf("%q: got %d rows in %v, %v after it was resumed, want %d", left, len(rows), filesIn(t, dir), err, manyRows+1)
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
	bomb := packed(get(t, plain, results.RowsFile) + strings.Repeat("#############\n", 2<<20))
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
