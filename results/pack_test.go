package results

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
)

func TestPackedLevelsAreUnpackedTheSame(t *testing.T) {
	deep := make([]cover.Level, 3000)
	for k := range deep {
		deep[k] = cover.Level{Nodes: int64(1) << (k % 63), Updates: int64(k)}
	}
	for _, want := range [][]cover.Level{nil, {{}}, {{Nodes: math.MaxInt64, Updates: math.MaxInt64}, {Nodes: 1}}, deep} {
		if got := Pack(want).Unpack(); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// A search tree may be so deep that one line could not hold all levels.
func TestProfilesOfALongRunAreReadBackFromTheirOwnFile(t *testing.T) {
	var want []Profile
	for k, depth := range []int{1, 65, mostOnLine, mostOnLine + 1, 5 * mostOnLine} {
		levels := make([]cover.Level, depth)
		for l := range levels {
			levels[l] = cover.Level{Nodes: math.MaxInt64 - int64(l), Updates: math.MaxInt64 - int64(k)}
		}
		want = append(want, Profile{"f", fmt.Sprint(k), "s", Pack(levels)})
	}
	dir := t.TempDir()
	d, err := Begin(dir)
	if err == nil {
		err = d.Start(MostUnpacked+1, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range want {
		if err := errors.Join(d.Profile(p), d.Row(Row{Family: p.Family, Name: p.Name, Solver: p.Solver, Status: cover.Solved,
			Runs: 1})); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, LevelsFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want no %s: earlier versions would take it for their own", err, LevelsFile)
	}
	if _, got, err := ReadDir(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %d profiles, %v, want the %d written", len(got), err, len(want))
	}
	if _, err := Begin(dir); err == nil {
		t.Error("got no error from a second run in the directory, want one")
	}
}

func TestPackedProfilesTakeAQuarterOfTheFile(t *testing.T) {
	levels := make([]cover.Level, 65)
	for k := range levels {
		levels[k] = cover.Level{Nodes: 1, Updates: int64(65 - k)}
	}
	p := Profile{"sudokus", "line12345", "dlx_index", Pack(levels)}
	if long, packed := len(p.lines(false)), len(p.lines(true)); packed*4 > long {
		t.Errorf("got %d bytes packed and %d in levels.csv, want a quarter or less", packed, long)
	}
}

// An older version began the run with a file of levels.
func TestOnlyALongRunPacksItsProfiles(t *testing.T) {
	for searches, want := range map[int]string{MostUnpacked: LevelsFile, MostUnpacked + 1: PackedFile} {
		dir := filepath.Join(t.TempDir(), "run")
		d, err := Begin(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(d.Start(searches, nil), d.Close()); err != nil {
			t.Fatal(err)
		}
		if got, err := ProfilesPath(dir); err != nil || filepath.Base(got) != want {
			t.Errorf("%d searches: got %s, %v, want %s", searches, got, err, want)
		}
	}
}

func TestResumedRunStaysWithItsFileOfLevels(t *testing.T) {
	dir := recorded(t)
	d, _, _, err := Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Start(MostUnpacked+1, nil), d.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, PackedFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want no %s beside %s", err, PackedFile, LevelsFile)
	}
}
