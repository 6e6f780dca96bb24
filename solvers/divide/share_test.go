package divide_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// asking is a search that calls before with the number of each question about a node, from 1.
type asking struct {
	cover.Search
	before func(question int)
}

func (x asking) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	question, enter := 0, limits.Trace.Enter
	limits.Trace = &cover.Trace{Enter: func(level int) (bool, int) {
		question++
		x.before(question)
		return enter(level)
	}}
	return x.Search.Run(ctx, limits, visit)
}

// Every so many questions, a search is asked for parts. What it gives away is searched in the same
// way. It watches few levels or many, as its pace changes.
func TestASearchThatGivesPartsAwayLosesNothing(t *testing.T) {
	problems := map[string]*cover.Problem{"queens/6": corpustest.Problem("queens/6"), "langford/7": corpustest.Problem("langford/7")}
	for seed := range uint64(4) {
		problems[fmt.Sprint("random ", seed)] = textbook.Random(seed)
	}
	given := 0
	for name, p := range problems {
		for _, id := range []string{"dlx_index", "naive", "bitset", "cells", "lanes"} {
			v, _ := solvers.Find(id)
			x, err := cover.Prepare(v, p)
			if err != nil {
				continue
			}
			for _, every := range []int{3, 50} {
				for _, give := range []error{nil, errors.New("no queue")} { // then the search keeps its parts
					synctest.Test(t, func(t *testing.T) {
						var all total
						parts := 0
						for queue := []*divide.Part{nil}; len(queue) > 0; queue = queue[1:] {
							s := &divide.Sharing{Give: func([]divide.Part) error { return give }}
							search := asking{x, func(question int) {
								time.Sleep(time.Duration(question%5) * 400 * time.Microsecond)
								if question%every == 0 {
									s.Ask(1 + every%5)
								}
							}}
							stats, err := divide.Shared(t.Context(), search, p.MaxDepth(), queue[0], s, all.visit)
							if all.add(stats); err != nil {
								t.Fatal(err)
							}
							for k := range s.Given() {
								queue = append(queue, &s.Given()[k])
							}
							parts++
						}
						given += parts - 1
						all.equals(t, fmt.Sprintf("%s by %s in %d parts", name, id, parts), x)
					})
				}
			}
		}
	}
	if given < 100 {
		t.Errorf("%d parts were given away, want many", given)
	}
}
