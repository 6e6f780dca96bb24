package results

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// readProfiles yields the level profiles of a run directory one by one. An error ends the sequence.
// The last profile of a run in progress may lack levels.
func readProfiles(path string) iter.Seq2[Profile, error] {
	return func(yield func(Profile, error) bool) {
		more := true
		err := eachProfile(filepath.Join(path, LevelsFile), func(p Profile, _ int64) bool {
			more = yield(p, nil)
			return more
		})
		if err != nil && more {
			yield(Profile{}, err)
		}
	}
}

// withoutTorn drops the last profile unless it is known to be complete. A profile is recorded
// before its first row, so a profile without a row may be torn between two levels.
func withoutTorn(all []Profile, rows []Row) []Profile {
	last := len(all) - 1
	if last < 0 || slices.ContainsFunc(rows, func(r Row) bool { return r.Key() == all[last].Key() }) {
		return all
	}
	return all[:last]
}

func isLevels(start []byte) bool {
	head := record(levelsHead)
	return bytes.HasPrefix(start, head) || bytes.HasPrefix(head, start)
}

// eachProfile reads a file of levels. It calls do with each profile and the offset in the file
// where the profile begins, until do returns false.
func eachProfile(path string, do func(p Profile, begin int64) bool) error {
	f, err := openWhole(path, isLevels, "levels", string(record(levelsHead)))
	if err != nil {
		return err
	}
	defer f.Close()
	return scanProfiles(f.lines, path, do)
}

// scanProfiles is eachProfile on an open file. Errors call it path.
func scanProfiles(r io.Reader, path string, do func(p Profile, begin int64) bool) error {
	in := csv.NewReader(r)
	in.FieldsPerRecord, in.ReuseRecord = len(levelsHead), true
	seen := map[Search]bool{}
	var last Profile
	begin := int64(0)
	for line := 1; ; line++ {
		start := in.InputOffset()
		fields, err := in.Read()
		if err == io.EOF {
			break
		}
		var p Profile
		var level int
		if err == nil && line > 1 { // the first line is the head
			p, level, err = parseLevel(fields)
		}
		if err == nil && line > 1 && level == 0 {
			if last.Levels != nil && !do(last, begin) {
				return nil
			}
			last, begin = p, start
			last.Levels = nil
			if seen[p.Key()] {
				err = fmt.Errorf("a second profile of %s, expected one", p.Key().Label())
			}
			seen[p.Key()] = true
		}
		if err == nil && line > 1 {
			if p.Key() != last.Key() || level != len(last.Levels) {
				err = fmt.Errorf("level %d of %s out of order, expected the levels from 0 on, profile after profile",
					level, p.Key().Label())
			}
			last.Levels = append(last.Levels, p.Levels...)
		}
		if syntax := (*csv.ParseError)(nil); errors.As(err, &syntax) {
			line, err = syntax.Line, fmt.Errorf("%w, expected %s", syntax.Err, strings.Join(levelsHead, ","))
		}
		if long := (*bounded.Error)(nil); errors.As(err, &long) {
			return long
		}
		if err != nil {
			return &bounded.Error{Name: path, Line: line, Msg: err.Error()}
		}
	}
	if last.Levels != nil {
		do(last, begin)
	}
	return nil
}

// parseLevel reads one line, as a profile of one level and the number of that level.
func parseLevel(fields []string) (Profile, int, error) {
	var numbers [3]int64
	for k, text := range fields[3:] {
		var err error
		if numbers[k], err = parseCounter(text); err != nil {
			return Profile{}, 0, fmt.Errorf("%s %w", levelsHead[3+k], err)
		}
	}
	p := Profile{Family: fields[0], Name: fields[1], Solver: fields[2]}
	p.Levels = []cover.Level{{Nodes: numbers[1], Updates: numbers[2]}}
	return p, int(numbers[0]), nil
}
