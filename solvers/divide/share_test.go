package divide

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// givingAway searches a part, or the tree, and gives away wanted parts at every so many watched nodes.
// It searches what was given away in the same way, and returns the sum.
func givingAway(t *testing.T, x cover.Search, p *cover.Problem, part *Part, every, wanted, depth int, visit cover.Visitor) (
	all cover.Stats, parts int) {
	t.Helper()
	calls := 0
	s := &Sharing{Give: func([]Part) error { return nil }}
	w := newWatch(p.MaxDepth(), part, s)
	w.set = true
	enter := func(level int) (bool, int) {
		if calls++; calls%every == 0 {
			s.Ask(wanted)
		}
		w.deep = w.top + calls%4
		return w.enterOrNot(level)
	}
	all = x.Run(context.Background(), cover.Limits{Trace: &cover.Trace{Enter: enter}}, visit)
	if part != nil {
		from(w.top, &all)
		if !w.found() {
			t.Fatalf("part %s was not met, want that it is", part)
		}
	}
	for _, given := range s.Given() {
		if depth > 40 {
			t.Fatalf("%s: parts of parts do not end", given)
		}
		more, n := givingAway(t, x, p, &given, every, wanted, depth+1, visit)
		sum(&all, more)
		parts += n + 1
	}
	return all, parts
}

func TestASearchThatGivesPartsAwayLosesNothing(t *testing.T) {
	problems := map[string]*cover.Problem{"queens/6": corpustest.Problem("queens/6"), "langford/7": corpustest.Problem("langford/7")}
	for seed := range uint64(4) {
		problems[fmt.Sprint("random ", seed)] = textbook.Random(seed)
	}
	given := 0
	for name, p := range problems {
		for _, id := range []string{"dlx_index", "naive", "bitset_infer", "cells", "lanes"} {
			v, _ := solvers.Find(id)
			x, err := cover.Prepare(v, p)
			if err != nil {
				continue
			}
			want, solutions := whole(t, v, p)
			for _, every := range []int{3, 7, 50} {
				for wanted := 1; wanted < 4; wanted += 2 {
					var found []string
					got, parts := givingAway(t, x, p, nil, every, wanted, 0, func(options []int) bool {
						sorted := slices.Clone(options)
						slices.Sort(sorted)
						found = append(found, fmt.Sprint(sorted))
						return true
					})
					slices.Sort(found)
					got.Search, given = 0, given+parts
					if !reflect.DeepEqual(got, want) || !slices.Equal(found, solutions) {
						t.Errorf("%s by %s, %d parts given away: got %+v, want %+v", name, id, parts, got, want)
					}
				}
			}
		}
	}
	if given < 1000 {
		t.Errorf("%d parts were given away, want many", given)
	}
}

// Nobody takes the parts, so the search keeps them.
func TestPartsThatCannotBeGivenAwayAreKept(t *testing.T) {
	p := corpustest.Problem("queens/7")
	v, _ := solvers.Find("dlx_index")
	x, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	s := &Sharing{}
	s.Give = func(parts []Part) error { asked += len(parts); return errors.New("no queue") }
	s.Ask(3)
	got, err := Shared(context.Background(), x, p.MaxDepth(), nil, s, nil)
	want, _ := whole(t, v, p)
	got.Search = 0
	if err != nil || !reflect.DeepEqual(got, want) || asked == 0 || len(s.Given()) > 0 {
		t.Errorf("got %+v, %v, asked %d times, gave %v, want the whole search", got, err, asked, s.Given())
	}
	given := 0
	s.Give = func(parts []Part) error { given += len(parts); return nil }
	s.Ask(1)
	part := Part{To: 3}
	if got, err = Shared(context.Background(), x, p.MaxDepth(), &part, s, nil); err != nil || given != 1 || s.Given()[0].String() != "/1-2" {
		t.Errorf("got %v, gave %v, want the siblings that follow the first one", err, s.Given())
	}
	if got, err = Shared(context.Background(), x, p.MaxDepth(), &Part{From: 1, To: 9}, s, nil); err == nil {
		t.Errorf("a part that the tree does not have: got %+v and no error", got)
	}
}

func TestRestOfTheSiblingsMayBeEmpty(t *testing.T) {
	p := corpustest.Problem("queens/6")
	v, _ := solvers.Find("dlx_index")
	x, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []Part{{nil, 6, Rest}, {[]int32{0}, 9, Rest}} {
		s, err := Search(context.Background(), x, p.MaxDepth(), part, nil)
		if err != nil || s.Nodes+s.Updates != 0 {
			t.Errorf("%s: got %+v, %v, want no nodes and no error", part, s, err)
		}
		if s, err = Shared(context.Background(), x, p.MaxDepth(), &part, &Sharing{}, nil); err != nil || s.Nodes != 0 {
			t.Errorf("%s, shared: got %+v, %v, want no nodes and no error", part, s, err)
		}
	}
	if got := (Part{[]int32{3, 0}, 2, Rest}).String(); got != "3.0/2-" {
		t.Errorf("got %s, want 3.0/2-", got)
	}
}
