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

// levelsHead is the first line of a file of profiles.
const levelsHead = "family,inst,solver,level,nodes,updates\n"

// Profile is the level profile of one solver on one instance.
type Profile struct {
	Search
	Levels []cover.Level // from the root down
}

// lines returns the profile as it is in a file: a line has one level.
func (p Profile) lines() []byte {
	var begin, text bytes.Buffer
	w := csv.NewWriter(&begin)
	family, name, _ := strings.Cut(p.InstanceID, "/")
	w.Write([]string{family, name, p.Solver})
	w.Flush()
	for k, l := range p.Levels {
		fmt.Fprintf(&text, "%s,%d,%d,%d\n", bytes.TrimSuffix(begin.Bytes(), []byte("\n")), k, l.Nodes, l.Updates)
	}
	return text.Bytes()
}

// withoutTorn drops the last profile unless it is known to be complete. A profile is recorded
// before its first row, so a profile without a row may be torn between two levels.
func withoutTorn(all []Profile, rows []Row) []Profile {
	last := len(all) - 1
	if last < 0 || slices.ContainsFunc(rows, func(r Row) bool { return r.Key() == all[last].Search }) {
		return all
	}
	return all[:last]
}

// profilesIn yields the level profiles of a run directory, up to the first error. The last profile of a run in
// progress may lack levels.
func profilesIn(dir string) iter.Seq2[Profile, error] {
	return func(yield func(Profile, error) bool) {
		path := filepath.Join(dir, LevelsFile)
		f, err := openWhole(path)
		if err != nil {
			yield(Profile{}, err)
			return
		}
		defer f.Close()
		if err := checkHead(path, levelsHead); err != nil {
			yield(Profile{}, err)
			return
		}
		in := csv.NewReader(f)
		in.FieldsPerRecord, in.ReuseRecord = strings.Count(levelsHead, ",")+1, true
		seen := map[Search]bool{}
		var last Profile
		in.Read() // the head
		for line := 2; ; line++ {
			var p Profile
			var level int64
			fields, err := in.Read()
			if err == nil {
				p, level, err = parseLevel(fields)
			}
			switch {
			case err != nil:
			case level > 0 && (p.Search != last.Search || level != int64(len(last.Levels))):
				err = fmt.Errorf("level %d of %s out of order, expected the levels from 0 on, profile after profile", level, p.Label())
			case level > 0:
				last.Levels = append(last.Levels, p.Levels...)
				continue
			case seen[p.Search]:
				err = fmt.Errorf("a second profile of %s, expected one", p.Label())
			}
			if err != nil && err != io.EOF {
				yield(Profile{}, levelsError(path, line, err))
				return
			}
			if last.Levels != nil && !yield(last, nil) || err != nil {
				return
			}
			last, seen[p.Search] = p, true
		}
	}
}

// levelsError returns the error of a line with its place.
func levelsError(path string, line int, err error) error {
	if long, ok := errors.AsType[*bounded.Error](err); ok {
		return long
	}
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		line, err = syntax.Line, fmt.Errorf("%w, expected %s", syntax.Err, strings.TrimSpace(levelsHead))
	}
	return &bounded.Error{Name: path, Line: line, Msg: err.Error()}
}

// parseLevel returns what a line says: the level of a profile, with its number. No
// writer makes a name with a control character, and CSV would change a line break: a reader takes "\r\n" in
// quotes for "\n".
func parseLevel(fields []string) (p Profile, level int64, err error) {
	p.Search = Search{fields[0] + "/" + fields[1], fields[2]}
	if strings.ContainsFunc(p.Label(), isControl) {
		return p, 0, errors.New("a control character in a name, expected a family, an instance and a solver")
	}
	var l cover.Level
	for k, n := range []*int64{&level, &l.Nodes, &l.Updates} {
		if *n, err = parseCounter(fields[3+k]); err != nil {
			return p, 0, fmt.Errorf("%s %w", []string{"level", "nodes", "updates"}[k], err)
		}
	}
	p.Levels = []cover.Level{l}
	return p, level, nil
}
