package external

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/lazy"
	"xcbench/solvers/external/xcb"
)

// The protocol knuth is the one of Knuth's programs DLX1, DLX2, DLX6, SSXCC and their kin. The
// problem goes to the standard input as DLX text. Items have short numbers as names, because the
// programs bound the length of a name. If options are wanted, the argument m1 asks for them; t
// stops at a limit. A solution is a line "1:" and then a line for each option:
//
//	1:
//	 0 2 17 (1 of 3)
//
// The items are in cyclic order, beginning with the one that the program branched on. The report is
// on the standard error output; with the argument v129, a profile comes before it:
//
//	Altogether 92 solutions, 10506+302065 mems, 21111 updates, 6464 bytes, 1199 nodes, ccost 5%.
//
// Programs that take no arguments of this kind can ignore them.
func knuth(s Spec) codec {
	args := func(r *run) (args []string) {
		if r.visit != nil && !s.Count {
			args = append(args, "m1")
		}
		if r.limit > 0 {
			args = append(args, fmt.Sprintf("t%d", r.limit))
		}
		return args
	}
	return codec{extension: ".dlx", colours: true, takes: takesDLX, usual: reportKnuth, args: args,
		state: func(p *cover.Problem) statement { return &knuthStatement{dlx: dlxText(p), count: s.Count} }}
}

func takesDLX(p *cover.Problem) error {
	if p.Primary() == 0 {
		return cover.Unsupportedf("the problem has no primary items, and DLX text needs one")
	}
	if p.Colours() > len(colourSigns) {
		return cover.Unsupportedf("%d colours; the programs take single characters as colours, at most %d here",
			p.Colours(), len(colourSigns))
	}
	return nil
}

type knuthStatement struct {
	dlx   []byte
	count bool
	index map[string][]int // the options with the same items, by key

	begun  bool           // a solution
	groups [][]int        // of this solution: the options with the items of each
	times  map[string]int // how often there were solutions with the same items
}

// colourSigns are the names of the colours in a statement: the programs know single characters only.
const colourSigns = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// dlxText writes p as DLX text, with the indices of items as their names.
func dlxText(p *cover.Problem) []byte {
	return xcb.TextDLX(p, strconv.Itoa, func(c int32) string { return colourSigns[c-1 : c] })
}

var solutionHead = lazy.Regexp(`^\d+:$`)

func (k *knuthStatement) line(r *reply, line []byte) error {
	switch head := solutionHead().Match(line); {
	case r.run.visit == nil || k.count || len(bytes.TrimSpace(line)) == 0: // a program may show what nobody wants
		r.strange(line)
	case head:
		k.solution(r)
		k.begun = true
	case !k.begun:
		return r.lineFault(line, "expected the number of a solution, such as 1:")
	default:
		items, _, _ := strings.Cut(string(line), "(")
		group := k.index[keyOf(items)]
		if group == nil {
			return r.lineFault(line, "no option has these items")
		}
		k.groups = append(k.groups, group)
	}
	return nil
}

func (k *knuthStatement) text([][]int) []byte {
	k.begun, k.groups, k.times, k.index = false, nil, map[string]int{}, map[string][]int{}
	_, options, _ := strings.Cut(string(k.dlx), "\n")
	o := 0
	for line := range strings.Lines(options) {
		key := keyOf(line)
		k.index[key] = append(k.index[key], o)
		o++
	}
	return k.dlx
}

// keyOf returns the same key for the same items in any order.
func keyOf(items string) string {
	words := strings.Fields(items)
	slices.Sort(words)
	return strings.Join(words, " ")
}

// solution ends a solution, if one has begun. Equal options look the same in the output, so the solutions that differ in
// them only are numbered: the n-th repetition stands for the n-th choice among them.
func (k *knuthStatement) solution(r *reply) {
	if !k.begun {
		return
	}
	groups := slices.SortedFunc(slices.Values(k.groups), func(a, b []int) int { return a[0] - b[0] })
	key := fmt.Sprint(groups)
	n := k.times[key]
	k.times[key]++
	choice := map[int]int{} // by the first option of a group
	for _, group := range groups {
		choice[group[0]] = group[n%len(group)]
		n /= len(group)
	}
	var options []int
	for _, group := range k.groups {
		options = append(options, choice[group[0]])
	}
	k.groups = k.groups[:0]
	r.run.solution(options)
}

// reportKnuth is how the programs print their statistics.
const reportKnuth = `
solutions  ^Altogether (\d+) solutions?, .* mems, \d+ updates,
mems       ^Altogether .* (?:\d+\+)?(\d+)(?:-\d+)? mems, \d+ updates,
updates    ^Altogether .* mems, (\d+) updates,
nodes      ^Altogether .* mems, \d+ updates,.* (\d+) (?:search )?nodes`

var profile = lazy.Regexp(`(?m)^ *(\d+): (\d+)$`)

// finish reads the report.
func (k *knuthStatement) finish(r *reply) error {
	if k.solution(r); r.run.over {
		return nil
	}
	r.claimed, r.exhausted = r.value("solutions"), true
	if r.answered = r.claimed >= 0; !r.answered {
		return r.noAnswer()
	}
	return k.profile(r)
}

// profile reads the level profile, which has the nodes of each level. A program may leave out the root
// in its profile, which then begins with level 1, or in its number of nodes.
func (k *knuthStatement) profile(r *reply) error {
	_, text, found := bytes.Cut(r.stderr, []byte("\nProfile:\n"))
	if !found || r.value("nodes") < 0 {
		return nil
	}
	levels := &r.run.stats.Levels
	for k, level := range profile().FindAllSubmatch(text, -1) {
		if k == 0 && string(level[1]) == "1" {
			*levels = append(*levels, cover.Level{Nodes: 1})
		}
		n, err := strconv.ParseInt(string(level[2]), 10, 64)
		if err != nil || string(level[1]) != strconv.Itoa(len(*levels)) {
			return r.faultf("the profile has %s, expected level %d", child.Quote(level[0]), len(*levels))
		}
		*levels = append(*levels, cover.Level{Nodes: n})
	}
	nodes, sum := r.numbers["nodes"], r.run.stats.ByLevel().Nodes
	if sum != nodes && (sum != nodes+1 || (*levels)[0].Nodes != 1) {
		return cover.Wrongf("it reports %d nodes, and %d in its profile", nodes, sum)
	}
	r.numbers["nodes"] = sum
	return nil
}
