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
	"unicode"

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

func openLevels(path string) (Lines, error) {
	return openOurs(path, isLevels, "levels", string(record(levelsHead)))
}

// eachProfile reads the level profiles of a run directory. It calls do with each profile and the
// offset in the file where the profile begins, until do returns false. The last profile of a run in
// progress may lack levels. A line has one level.
func eachProfile(dir string, do func(p Profile, begin int64) bool) error {
	f, err := openLevels(filepath.Join(dir, LevelsFile))
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
		if err == nil {
			p := Profile{Family: fields[0], Name: fields[1], Solver: fields[2]}
			var level int64
			level, err = parseCounter(fields[3])
			switch {
			case err != nil:
				err = fmt.Errorf("level %w", err)
			case slices.ContainsFunc(fields[:3], hasControl):
				err = errors.New("a control character in a name, expected a family, an instance and a solver")
			case level == 0:
				if last.Levels != nil && !do(last, begin) {
					return nil
				}
				if last, begin = p, start; seen[p.Key()] {
					err = fmt.Errorf("a second profile of %s, expected one", p.Key().Label())
				}
				seen[p.Key()] = true
			case p.Family != last.Family || p.Name != last.Name || p.Solver != last.Solver || level != int64(len(last.Levels)):
				err = fmt.Errorf("level %d of %s out of order, expected the levels from 0 on, profile after profile",
					level, p.Key().Label())
			}
		}
		if err == nil {
			var l cover.Level
			l, err = parseLevel(fields[4], fields[5])
			last.Levels = append(last.Levels, l)
		}
		if syntax := (*csv.ParseError)(nil); errors.As(err, &syntax) {
			line, err = syntax.Line, fmt.Errorf("%w, expected %s", syntax.Err, strings.Join(levelsHead, ","))
		}
		if long := (*bounded.Error)(nil); errors.As(err, &long) {
			return long
		}
		if err != nil {
			return &bounded.Error{Name: f.Path, Line: line, Msg: err.Error()}
		}
	}
	if last.Levels != nil {
		do(last, begin)
	}
	return nil
}

// hasControl reports whether a name has a control character, or one that changes the direction of
// writing. No writer makes such a name. CSV would change a line break: a reader takes "\r\n" in
// quotes for "\n".
func hasControl(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) })
}

// parseLevel returns the level of a line.
func parseLevel(nodes, updates string) (l cover.Level, err error) {
	if l.Nodes, err = parseCounter(nodes); err != nil {
		return l, fmt.Errorf("nodes %w", err)
	}
	if l.Updates, err = parseCounter(updates); err != nil {
		return l, fmt.Errorf("updates %w", err)
	}
	return l, nil
}
