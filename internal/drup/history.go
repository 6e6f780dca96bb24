package drup

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A History is what a search learned, in its order.
type History struct {
	Name     string  // of what was solved, or "" if the proof does not say
	Lengths  []int32 // by learned clause: its literals
	Kept     []int32 // by learned clause: how many there are after it that are not deleted
	Restarts []int   // how many clauses were learned before each restart
	Complete bool    // the last clause is empty
}

// mostClauses bounds the learned clauses of a history.
const mostClauses = 100_000_000

// ReadHistory reads a proof. Errors call it name.
func ReadHistory(name string, in io.Reader) (*History, error) {
	h, kept, line := &History{}, int32(0), 0
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	fault := func(text string) error { return fmt.Errorf("%s:%d: %s", name, line, text) }
	for lines.Scan() {
		line++
		text := lines.Text()
		words := strings.Fields(text)
		switch {
		case strings.HasPrefix(text, nameComment):
			h.Name = strings.TrimPrefix(text, nameComment)
		case text == restartComment:
			h.Restarts = append(h.Restarts, len(h.Lengths))
		case len(words) == 0 || words[0] == "c":
		case words[len(words)-1] != "0" || strings.Trim(words[0], "-0123456789ds") != "":
			return nil, fault("expected a line of a DRUP proof, which ends with 0; 'xcbench solve --proof FILE INSTANCE' writes one")
		case words[0] == "d":
			kept--
		case words[0] == "s":
		case len(h.Lengths) == mostClauses:
			return nil, fault(fmt.Sprintf("more than %d clauses", mostClauses))
		default:
			kept++
			h.Lengths, h.Kept = append(h.Lengths, int32(len(words)-1)), append(h.Kept, kept)
			h.Complete = len(words) == 1
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	return h, nil
}
