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

// small is a tree file without its compression.
const small = "xcbench tree 3\n\x01\x01\x00\x04" + `{"instance":"a","solver":"b","rule":"c","status":"solved","nodes":2,"solutions":1,"labels":[{"item":"i"},{"option":"i j"}]}`

// The commands: "change" reads the small tree with one text in the place of another, "nodes" records the nodes
// on these levels, and "follow" follows a search of Knuth's example by its levels. A level with a star is a
// solution.
func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, command, _ string) string {
		op, rest, _ := strings.Cut(command, " ")
		switch op {
		case "follow":
			return tellFollower(t, strings.Fields(rest))
		case "nodes":
			file, err := record(t, head, levelsOf(t, strings.Fields(rest)), cover.Limit)
			if err != nil {
				return err.Error() + "\n"
			}
			return fmt.Sprintf("%q\n", unpack(t, file))
		}
		from, to, _ := strings.Cut(rest, " => ")
		text := strings.Replace(small, quoted(t, from), quoted(t, to), 1)
		if text == small && from != to {
			t.Errorf("%s: the small tree has no such text", command)
		}
		s, err := decode(pack(text))
		if err != nil {
			return err.Error() + "\n"
		}
		return fmt.Sprintln(s.InstanceID, s.Solver, s.Rule, s.Status, s.Nodes, "nodes", s.Solutions, "solutions", s.Labels)
	})
}

// quoted reads the escapes of a text.
func quoted(t *testing.T, text string) string {
	t.Helper()
	plain, err := strconv.Unquote("`" + text + "`")
	if strings.Contains(text, `\x`) {
		plain, err = strconv.Unquote(`"` + text + `"`)
	}
	if err != nil {
		t.Fatal(err)
	}
	return plain
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

func tellFollower(t *testing.T, words []string) string {
	var out strings.Builder
	p := knuth2000(t)
	f := tree.Follow(p, cover.Rule(words[0]), func(n *tree.Node) { fmt.Fprintln(&out, told(p, n)) })
	trace := f.Trace()
	for _, n := range levelsOf(t, words[1:]) {
		if trace.Node(n.level); n.solution {
			trace.Solution()
		}
	}
	fmt.Fprintln(&out, "stopped:", trace.Stop(0, 0), f.Err())
	return out.String()
}

// Bytes that are not one gzip file with one tree are rejected.
func TestOtherFilesAreRejected(t *testing.T) {
	file := pack(small)
	const other = "not a gzip file, expected a tree written by 'xcbench solve --tree'"
	for _, c := range []struct {
		file []byte
		want string
	}{
		{[]byte(small), other},
		{append(bytes.Clone(file), "something else"...), other},
		{append(bytes.Clone(file), file...), "after node 2: cut off or damaged, expected the record of a tree in JSON"},
		{file[:len(file)-1], "the file is cut off"},
		{nil, "the file is cut off"},
	} {
		if _, err := decode(c.file); err == nil || err.Error() != "t.tree: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
