package hunt

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"xcbench/internal/atomicfile"
	"xcbench/internal/bounded"
)

// The file of a hunt is both its result and its state. The first line is the command that makes the
// file, with the steps made so far. The second line says how many puzzles follow, so that a
// truncated file is noticed, and which climbs are in progress. Then each line has a puzzle, the
// best first. Puzzles that are kept only to be expanded are comments.

const command = "# xcbench corpus hunt "

// write writes the hunt.
func (h *Hunt) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	all, found := h.all(), len(h.Puzzles())
	fmt.Fprintf(b, "%s%s --steps %d\n", command, h.options, h.steps)
	fmt.Fprintf(b, "# %d puzzles, %d others, climbs", found, len(all)-found)
	for _, c := range h.climbs {
		fmt.Fprintf(b, " %d", c.number)
	}
	fmt.Fprintln(b)
	for k, p := range all {
		if k >= found {
			fmt.Fprint(b, "# ")
		}
		fmt.Fprintln(b, p.line())
	}
	return b.Flush()
}

func (p Puzzle) line() string {
	open := ""
	if p.open {
		open = " open"
	}
	return fmt.Sprintf("%s score=%s clues=%d climb=%d%s", p.grid, p.Score, p.clues(), p.climb, open)
}

// Save writes the hunt to a file, completely or not at all.
func (h *Hunt) Save(path string) error {
	var text bytes.Buffer
	if err := h.write(&text); err != nil {
		return err
	}
	return atomicfile.WriteFile(path, text.Bytes(), 0o644)
}

// Load continues the hunt in a file, which must have been started with the same options. Errors
// name file and line.
func Load(path string, o Options) (*Hunt, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := New(o)
	if err != nil {
		return nil, err
	}
	line, err := h.read(bounded.New(path, f, bounded.MaxLine))
	if err != nil && !errors.As(err, new(*bounded.Error)) {
		err = &bounded.Error{Name: path, Line: line, Msg: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

// read fills a new hunt with what [Hunt.write] has written. An error is about the returned line.
func (h *Hunt) read(r io.Reader) (line int, err error) {
	in := bufio.NewReader(r)
	next := func() (string, error) {
		line++
		text, err := in.ReadString('\n')
		if err == io.EOF {
			return "", fmt.Errorf("the file is cut off")
		}
		return strings.TrimSuffix(text, "\n"), err
	}
	text, err := next()
	if err != nil {
		return line, err
	}
	options, steps, ok := strings.Cut(strings.TrimPrefix(text, command), " --steps ")
	if h.steps, err = strconv.Atoi(steps); !ok || err != nil || h.steps < 0 || !strings.HasPrefix(text, command) {
		return line, fmt.Errorf("expected the command of a hunt, as in %q", command+h.options.String()+" --steps 1")
	}
	if options != h.options.String() {
		return line, fmt.Errorf("a hunt with %s, expected one with %s", options, h.options)
	}
	if text, err = next(); err != nil {
		return line, err
	}
	found, others, err := h.readClimbs(text)
	if err != nil {
		return line, err
	}
	known := map[string]bool{}
	for k := range found + others {
		if text, err = next(); err != nil {
			return line, err
		}
		if k >= found {
			text = strings.TrimPrefix(text, "# ")
		}
		p, err := parse(text)
		if err != nil {
			return line, err
		}
		if !h.options.scores(p) {
			return line, fmt.Errorf("expected one of the %d copies of the puzzle that are scored", h.options.Copies)
		}
		if known[p.id] {
			return line, fmt.Errorf("a repeated puzzle, expected each once")
		}
		known[p.id] = true
		h.put(p)
	}
	line++
	if _, err := in.ReadByte(); err != io.EOF {
		return line, fmt.Errorf("expected the end of the file after %d puzzles", found+others)
	}
	return line, nil
}

// scores says whether the board of p is among the copies that give p its score.
func (o Options) scores(p Puzzle) bool {
	for k := range o.Copies {
		if o.copy(p.canonical, k).String() == p.grid.String() {
			return true
		}
	}
	return false
}

// readClimbs reads the second line.
func (h *Hunt) readClimbs(text string) (found, others int, err error) {
	var rest []string
	if words := strings.Fields(text); len(words) == 6+len(h.climbs) {
		rest = words[6:]
	}
	_, err = fmt.Sscanf(text, "# %d puzzles, %d others, climbs", &found, &others)
	if err != nil || rest == nil || found < 0 || others < 0 || found+others > 2*h.options.Count+h.options.Climbs {
		const example = "# 200 puzzles, 0 others, climbs 1 2 3 4"
		return 0, 0, fmt.Errorf("expected the numbers of puzzles and the climbs, as in %q", example)
	}
	for k := range h.climbs {
		number, err := strconv.Atoi(rest[k])
		if err != nil || number < 1 || number > h.options.Climbs*(h.steps+1) {
			return 0, 0, fmt.Errorf("climb %q, expected 1 to %d", rest[k], h.options.Climbs*(h.steps+1))
		}
		h.climbs[k] = h.climb(number)
	}
	return found, others, nil
}

// parse reads a line with a puzzle.
func parse(text string) (Puzzle, error) {
	bad := fmt.Errorf("expected a puzzle of 81 signs and its score, clues and climb")
	var (
		p                  Puzzle
		signs              string
		whole, thousandths int64
		clues              int
	)
	text, open := strings.CutSuffix(text, " open")
	const form = "%s score=%d.%d clues=%d climb=%d"
	_, err := fmt.Sscanf(text, form, &signs, &whole, &thousandths, &clues, &p.climb)
	if err != nil || len(signs) != 81 {
		return p, bad
	}
	g := blank()
	for k := range signs {
		switch sign := signs[k]; {
		case sign >= '1' && sign <= '9':
			g.Cells[k] = sign - '0'
		case sign != '.':
			return p, bad
		}
	}
	p.grid, p.Score = g, Score(whole*1000+thousandths)
	if whole > 1<<50 || p.climb < 1 || p.line() != text {
		return p, bad
	}
	if enumerate(g, 2, nil) != 1 {
		return p, fmt.Errorf("expected a puzzle with one solution")
	}
	score := p.Score
	p = newPuzzle(g, p.climb) // takes a hundred times longer than the checks
	p.Score, p.open = score, open
	return p, nil
}
