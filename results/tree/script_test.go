package tree_test

import (
	"bytes"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/script"
	"xcbench/results/tree"
)

var update = flag.Bool("update", false, "rewrite the scripts in testdata")

// The commands: "file" reads the input as a file, "tree" packs it first, "nodes" records the nodes on these
// levels, and "follow" follows a search of Knuth's example by its levels. A level with a star is a
// solution.
func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, command, input string) string {
		op, rest, _ := strings.Cut(command, " ")
		switch op {
		case "follow":
			return tellFollower(t, strings.Fields(rest))
		case "nodes":
			return tellNodes(t, strings.Fields(rest))
		}
		file := []byte(input)
		if op == "tree" {
			file = pack(input)
		}
		size, most := 0, len(file)
		switch n, _ := fmt.Sscanf(rest, "cut at %d", &size); {
		case n > 0:
			most = size
		case rest == "twice":
			file = bytes.Repeat(file, 2)
			most *= 2
		case rest == "and more":
			file = append(file, "something else"...)
			most = len(file)
		}
		s, err := decode(file[:most])
		if err != nil {
			return err.Error() + "\n"
		}
		return fmt.Sprintln(s.InstanceID, s.Solver, s.Rule, s.Status, s.Nodes, "nodes", s.Solutions, "solutions", s.Labels)
	})
}

// levelsOf are levels, and whether they are those of solutions.
func levelsOf(t *testing.T, words []string) (all []node) {
	for _, word := range words {
		level, solution := strings.CutSuffix(word, "*")
		n, err := strconv.Atoi(level)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, node{n, solution})
	}
	return all
}

func tellNodes(t *testing.T, words []string) string {
	file, err := record(t, head, levelsOf(t, words), cover.Limit)
	if err != nil {
		return err.Error() + "\n"
	}
	return fmt.Sprintf("%q\n", unpack(t, file))
}

func tellFollower(t *testing.T, words []string) string {
	var out strings.Builder
	p := knuth2000(t)
	f := tree.Follow(p, cover.Rule(words[0]), func(s tree.Step) { fmt.Fprintln(&out, told(p, s)) })
	trace := f.Trace()
	for _, n := range levelsOf(t, words[1:]) {
		if trace.Node(n.level); n.solution {
			trace.Solution()
		}
	}
	fmt.Fprintln(&out, "stopped:", trace.Stop(0, 0), f.Err())
	return out.String()
}
