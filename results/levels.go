package results

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// readProfiles yields the level profiles of a run directory one by one. An error ends the sequence.
// The last profile of a run in progress may lack levels. Profiles that are not wanted are left out, and
// their levels are not read.
func readProfiles(path string, wanted func(Profile) bool) iter.Seq2[Profile, error] {
	return func(yield func(Profile, error) bool) {
		more := true
		file, err := ProfilesPath(path)
		if err == nil {
			err = eachWanted(file, wanted, func(p Profile, _ int64) bool {
				more = yield(p, nil)
				return more
			})
		}
		if err != nil && more {
			yield(Profile{}, err)
		}
	}
}

// ProfilesPath returns the path of the file that has the profiles of a run directory: [PackedFile] or
// [LevelsFile], or the compressed form of one. If there is none, it returns the path of [LevelsFile]
// and an error.
func ProfilesPath(dir string) (string, error) {
	path := Found(filepath.Join(dir, PackedFile))
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		path = Found(filepath.Join(dir, LevelsFile))
		_, err = os.Stat(path)
	}
	return path, err
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
	return eachWanted(path, nil, do)
}

func openLevels(path string) (Lines, error) {
	return openOurs(path, isLevels, "levels", string(record(levelsHead)))
}

// eachWanted is eachProfile without the profiles that are not wanted. If wanted is nil, all are.
func eachWanted(path string, wanted func(Profile) bool, do func(p Profile, begin int64) bool) error {
	f, err := openLevels(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return scanProfiles(f, f.Path, wanted, do)
}

// scanProfiles is eachWanted on an open file. Errors call it path.
func scanProfiles(r io.Reader, path string, wanted func(Profile) bool, do func(p Profile, begin int64) bool) error {
	in := csv.NewReader(r)
	in.FieldsPerRecord, in.ReuseRecord = len(levelsHead), true
	seen := map[Search]bool{}
	var last Profile
	var levels []byte // packed, of last
	depth, begin, skipped := 0, int64(0), false
	flush := func() bool {
		last.Levels = Levels(levels)
		return depth == 0 || skipped || do(last, begin)
	}
	for line := 1; ; line++ {
		start := in.InputOffset()
		fields, err := in.Read()
		if err == io.EOF {
			break
		}
		var p Profile
		var level, count int
		if err == nil && line > 1 { // the first line is the head
			p = Profile{Family: fields[0], Name: fields[1], Solver: fields[2]}
			if level, err = parseLevel(fields[3]); err == nil && slices.ContainsFunc(fields[:3], hasControl) {
				err = errors.New("a control character in a name, expected a family, an instance and a solver")
			}
		}
		if err == nil && line > 1 && level == 0 {
			if !flush() {
				return nil
			}
			levels, depth, begin = levels[:0], 0, start
			if last = p; seen[p.Key()] {
				err = fmt.Errorf("a second profile of %s, expected one", p.Key().Label())
			}
			seen[p.Key()] = true
			skipped = wanted != nil && !wanted(last)
		}
		if err == nil && line > 1 {
			if p.Family != last.Family || p.Name != last.Name || p.Solver != last.Solver || level != depth {
				err = fmt.Errorf("level %d of %s out of order, expected the levels from 0 on, profile after profile",
					level, p.Key().Label())
			}
		}
		switch {
		case err != nil || line == 1:
		case skipped:
			depth += 1 + strings.Count(fields[4], " ")
		default:
			levels, count, err = appendLevels(levels, fields[4], fields[5])
			depth += count
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
	flush()
	return nil
}

// hasControl reports whether a name has a control character, or one that changes the direction of
// writing. No writer makes such a name. CSV would change a line break: a reader takes "\r\n" in
// quotes for "\n".
func hasControl(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) })
}

// parseLevel reads the number of a line's first level.
func parseLevel(text string) (int, error) {
	n, err := parseCounter(text)
	if err != nil {
		return 0, fmt.Errorf("level %w", err)
	}
	return int(n), nil
}

// appendLevels packs the levels of one line: the nodes of each level, and as many updates, with a
// blank between two of them.
func appendLevels(packed []byte, nodes, updates string) ([]byte, int, error) {
	for count := 1; ; count++ {
		var n, u string
		var moreNodes, moreUpdates bool
		n, nodes, moreNodes = strings.Cut(nodes, " ")
		u, updates, moreUpdates = strings.Cut(updates, " ")
		var l cover.Level
		var err error
		if l.Nodes, err = parseCounter(n); err != nil {
			return packed, 0, fmt.Errorf("nodes %w", err)
		}
		if l.Updates, err = parseCounter(u); err != nil {
			return packed, 0, fmt.Errorf("updates %w", err)
		}
		packed = appendLevel(packed, l)
		switch {
		case moreNodes != moreUpdates:
			return packed, 0, errors.New("not as many nodes as updates, expected both of each level")
		case !moreNodes:
			return packed, count, nil
		}
	}
}
