package page

import (
	"fmt"
	"strconv"
	"strings"

	"xcbench/corpus"
	"xcbench/report"
	"xcbench/results"
)

// command returns the words of the command that measures a row again. It returns nil if there is no
// such command: a file may have rows of solvers or instances that this program does not know.
func (s *study) command(id string, c column, record *results.Record) []string {
	if record == nil {
		if _, ok := s.known[id]; !ok || c.Algorithm == "" {
			return nil
		}
		return []string{"xcbench", "solve", "--count", "--solver", c.solver, id}
	}
	words := []string{"xcbench", "run", "--solver", c.solver}
	for _, name := range measureFlags {
		if v := record.Flags[name]; len(v) == 1 && v[0] != "" && v[0] != "0" && v[0] != "0s" {
			words = append(words, "--"+name, v[0])
		}
	}
	base, copies, isCopy := corpus.Original(id)
	if isCopy {
		words = append(words, "--scramble", strconv.Itoa(copies))
		if v := record.Flags["seed"]; len(v) == 1 {
			words = append(words, "--seed", v[0])
		}
	}
	if _, ok := s.known[base]; ok {
		return append(words, base)
	}
	family, name, _ := strings.Cut(base, "/")
	for _, file := range record.Flags["corpus"] {
		words = append(words, "--corpus", file)
	}
	words = append(words, "--filter", fmt.Sprintf("family:%q inst:%q", family, name))
	return append(words, record.Args...)
}

// measureFlags are the flags of a run that affect its measurements.
var measureFlags = []string{"samples", "min-time", "timeout", "nodes", "updates", "memory"}

// shell quotes words for a shell. A reader pastes the result into a terminal, and names may come
// from an untrusted file.
func shell(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, report.Quoted(w))
	}
	return strings.Join(all, " ")
}
