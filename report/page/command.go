package page

import (
	"fmt"
	"strconv"
	"strings"

	"xcbench/corpus"
	"xcbench/report"
	"xcbench/solvers"
)

// command returns the words of the command that measures a row again. It returns nil if there is no
// such command: a file may have rows of solvers or instances that this program does not know.
func (s *study) command(id string, c column) []string {
	record := s.records[c.run]
	if record == nil {
		_, solver := solvers.Find(c.solver)
		if _, instance := s.known[id]; solver && instance {
			return []string{"xcbench", "solve", "--count", "--solver", c.solver, id}
		}
		return nil
	}
	words := []string{"xcbench", "run", "--solver", c.solver}
	flags := func(names ...string) {
		for _, name := range names {
			for _, v := range record.Flags[name] {
				if v != "" && v != "0" && v != "0s" {
					words = append(words, "--"+name, v)
				}
			}
		}
	}
	flags("samples", "min-time", "timeout", "nodes", "updates", "memory") // they affect what is measured
	base, copies, isCopy := corpus.Original(id)
	if isCopy {
		words = append(words, "--scramble", strconv.Itoa(copies))
		flags("seed")
	}
	if _, ok := s.known[base]; ok {
		return append(words, base)
	}
	flags("corpus")
	family, name, _ := strings.Cut(base, "/")
	words = append(words, "--filter", fmt.Sprintf("family:%q inst:%q", family, name))
	return append(words, record.Args...)
}

// shell quotes words for a shell. A reader pastes the result into a terminal, and names may come
// from an untrusted file.
func shell(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, report.Quoted(w))
	}
	return strings.Join(all, " ")
}
