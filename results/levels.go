package results

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

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

func openLevels(path string) (lines, error) {
	return openOurs(path, isLevels, "levels", string(record(levelsHead)))
}

// eachProfile reads the level profiles of a run directory. It calls do with each profile and the
// offset in the file where the profile begins, until do returns false. The last profile of a run in
// progress may lack levels. A line has one level.
func eachProfile(dir string, do func(p Profile, begin int64) bool) error {
	path := filepath.Join(dir, LevelsFile)
	f, err := openLevels(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := csv.NewReader(f)
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
		if err == nil && line == 1 {
			continue // the head
		}
		var p Profile
		var level int64
		var l cover.Level
		if err == nil {
			p, level, l, err = parseLevel(fields)
		}
		switch {
		case err != nil:
		case level == 0 && seen[p.Key()]:
			err = fmt.Errorf("a second profile of %s, expected one", p.Key().Label())
		case level == 0:
			if last.Levels != nil && !do(last, begin) {
				return nil
			}
			last, begin, seen[p.Key()] = p, start, true
		case p.Family != last.Family || p.Name != last.Name || p.Solver != last.Solver || level != int64(len(last.Levels)):
			err = fmt.Errorf("level %d of %s out of order, expected the levels from 0 on, profile after profile",
				level, p.Key().Label())
		}
		if err != nil {
			return levelsError(path, line, err)
		}
		last.Levels = append(last.Levels, l)
	}
	if last.Levels != nil {
		do(last, begin)
	}
	return nil
}

// levelsError returns the error of a line with its place.
func levelsError(path string, line int, err error) error {
	if long, ok := errors.AsType[*bounded.Error](err); ok {
		return long
	}
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		line, err = syntax.Line, fmt.Errorf("%w, expected %s", syntax.Err, strings.Join(levelsHead, ","))
	}
	return &bounded.Error{Name: path, Line: line, Msg: err.Error()}
}

// hasControl reports whether a name has a control character, or one that changes the direction of
// writing. No writer makes such a name. CSV would change a line break: a reader takes "\r\n" in
// quotes for "\n".
func hasControl(name string) bool {
	return strings.ContainsFunc(name, isControl)
}

// parseLevel returns what a line says: the search of a profile, and the number and the counters of a level.
func parseLevel(fields []string) (p Profile, level int64, l cover.Level, err error) {
	p = Profile{Family: fields[0], Name: fields[1], Solver: fields[2]}
	if slices.ContainsFunc(fields[:3], hasControl) {
		return p, 0, l, errors.New("a control character in a name, expected a family, an instance and a solver")
	}
	for k, n := range []*int64{&level, &l.Nodes, &l.Updates} {
		if *n, err = parseCounter(fields[3+k]); err != nil {
			return p, 0, l, fmt.Errorf("%s %w", levelsHead[3+k], err)
		}
	}
	return p, level, l, nil
}
