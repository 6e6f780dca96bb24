package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// showRanking returns the standings, the best first, and then the virtual best solver and the
// instances. It leaves out numbers of 0.
func showRanking(r compare.Ranking) string {
	text := ""
	for _, s := range append(r.Standings, r.VBS) {
		text += s.Solver + ":"
		for _, x := range []struct {
			name string
			n    int
		}{{"solved", s.Solved}, {"best", s.Best}, {"unsupported", s.Unsupported}} {
			if x.n > 0 {
				text += fmt.Sprint(" ", x.n, " ", x.name)
			}
		}
		text += fmt.Sprintf(" PAR %.5g ratio %.5g marginal %.5g\n", s.PAR, s.Ratio, s.Marginal)
	}
	text += fmt.Sprint(r.Instances, " instances")
	for _, x := range []struct {
		name string
		n    int
	}{{"dropped", r.Out[compare.NotCommon]}, {"nobody's", r.Out[compare.SolvedByNone]}, {"absent", r.Out[compare.NotTried]},
		{"doubted", r.Out[compare.Doubted]}, {"split", r.Out[compare.OtherMachine]}} {
		if x.n > 0 {
			text += fmt.Sprint(", ", x.n, " ", x.name)
		}
	}
	return text
}

// Worked out by hand. The solvers are sorted by the number of solved instances, and then by PAR.
// The ratio is the geometric mean to the best time. The marginal is what the virtual best solver
// would lose in PAR without the solver.
func TestRankingsByHand(t *testing.T) {
	const two = "1 a: 1\n1 b: 4\n2 a: 8\n2 b: 2\n3 a timeout: 10\n3 b: 5"
	const partial = "1 all: 2\n1 partial: 1\n1 none unsupported: 1\n2 all: 4\n2 partial unsupported: 1\n2 none unsupported: 1\n" +
		"3 all unsupported: 1\n3 partial unsupported: 1\n3 none unsupported: 1"
	const hosts = "1 s @a: 1\n1 t @a: 2\n2 s @b: 4\n2 t @b: 2\n"
	for _, c := range []struct {
		name  string
		rows  string
		rule  compare.Unsolved
		limit float64
		want  string
	}{
		{"PAR2", two, compare.PAR2, 10, `b: 3 solved 2 best PAR 3.6667 ratio 1.5874 marginal 7
a: 2 solved 1 best PAR 9.6667 ratio 2.5198 marginal 1
virtual best: 3 solved 3 best PAR 2.6667 ratio 1 marginal 0
3 instances`},
		{"limit", two, compare.AtLimit, 10, `b: 3 solved 2 best PAR 3.6667 ratio 1.5874 marginal 3.6667
a: 2 solved 1 best PAR 6.3333 ratio 2 marginal 1
virtual best: 3 solved 3 best PAR 2.6667 ratio 1 marginal 0
3 instances`},
		{"intersection", two, compare.Intersection, 10, `b: 2 solved 1 best PAR 3 ratio 2 marginal 3
a: 2 solved 1 best PAR 4.5 ratio 2 marginal 1.5
virtual best: 2 solved 2 best PAR 1.5 ratio 1 marginal 0
2 instances, 1 dropped`},
		// c is never the best, so the portfolio is as good without it. a and b share the best time
		// of instance 1.
		{"three solvers", "1 a: 1\n1 b: 1\n1 c: 2\n2 a: 4\n2 b timeout: 10\n2 c: 8\n3 a timeout: 10\n3 b: 3\n3 c: 6\n4 a timeout: 10\n4 b timeout: 10\n4 c timeout: 10",
			compare.PAR2, 10, `c: 3 solved PAR 9 ratio 2 marginal 0
b: 2 solved 2 best PAR 11 ratio 1.71 marginal 0.75
a: 2 solved 2 best PAR 11.25 ratio 1.8821 marginal 1
virtual best: 3 solved 3 best PAR 7 ratio 1 marginal 0
4 instances, 1 nobody's`},
		// The time is the median of the samples. One that is not of a complete search, or a median
		// above the limit, makes the instance unsolved.
		{"medians", "1 a: 1 3 100\n1 b: 2 9", compare.PAR2, 0, `a: 1 solved 1 best PAR 3 ratio 1 marginal 2.5
b: 1 solved PAR 5.5 ratio 1.8333 marginal 0
virtual best: 1 solved 1 best PAR 3 ratio 1 marginal 0
1 instances`},
		{"a lower limit", "1 a: 1 3 100\n1 b: 2 9", compare.PAR2, 5, `a: 1 solved 1 best PAR 3 ratio 1 marginal 7
b: PAR 10 ratio 3.3333 marginal 0
virtual best: 1 solved 1 best PAR 3 ratio 1 marginal 0
1 instances`},
		{"a limit below all", "1 a: 1 3 100\n1 b: 2 9", compare.PAR2, 0.5, `a: PAR 1 ratio 0 marginal 0
b: PAR 1 ratio 0 marginal 0
virtual best: PAR 1 ratio 0 marginal 0
1 instances, 1 nobody's`},
		{"at the limit", "1 a: 10\n1 b: 10.1", compare.PAR2, 10, `a: 1 solved 1 best PAR 10 ratio 1 marginal 10
b: PAR 20 ratio 2 marginal 0
virtual best: 1 solved 1 best PAR 10 ratio 1 marginal 0
1 instances`},
		{"stopped once", "1 a: 1 2\n1 a timeout: 3\n1 b: 4\n1 c limit: 1\n1 d memout: 1", compare.PAR2, 10,
			`b: 1 solved 1 best PAR 4 ratio 1 marginal 16
a: PAR 20 ratio 5 marginal 0
c: PAR 20 ratio 5 marginal 0
d: PAR 20 ratio 5 marginal 0
virtual best: 1 solved 1 best PAR 4 ratio 1 marginal 0
1 instances`},
		{"stopped once, no limit", "1 a: 1 2\n1 a timeout: 3", compare.PAR2, 0, `a: PAR NaN ratio 0 marginal 0
virtual best: PAR NaN ratio 0 marginal 0
1 instances, 1 nobody's`},
		{"below a nanosecond", "1 a: 0\n1 b: 3e-9", compare.PAR2, 10, `a: 1 solved 1 best PAR 1e-09 ratio 1 marginal 2e-09
b: 1 solved PAR 3e-09 ratio 3 marginal 0
virtual best: 1 solved 1 best PAR 1e-09 ratio 1 marginal 0
1 instances`},
		{"not tried", "1 a timeout: 1\n1 b timeout: 1\n2 a: 0.5\n2 c timeout: 1", compare.PAR2, 1,
			`a: 1 solved 1 best PAR 1.25 ratio 1 marginal 0.75
b: PAR 2 ratio 4 marginal 0
c: PAR 2 ratio 4 marginal 0
virtual best: 1 solved 1 best PAR 1.25 ratio 1 marginal 0
2 instances, 1 nobody's, 2 absent`},
		{"not tried, no limit", "1 a: 1\n2 a: 3\n1 b: 2", compare.PAR2, 0, `a: 2 solved 2 best PAR 2 ratio 1 marginal NaN
b: 1 solved PAR NaN ratio NaN marginal 0
virtual best: 2 solved 2 best PAR 2 ratio 1 marginal 0
2 instances, 1 absent`},
		// A killed worker says nothing about its solver. Another sample of it counts.
		{"killed", "1 a: 1\n1 a killed: 90\n2 a: 2\n1 b killed: 90\n2 b: 2", compare.PAR2, 100,
			`a: 2 solved 2 best PAR 1.5 ratio 1 marginal 99.5
b: 1 solved 1 best PAR 101 ratio 14.142 marginal 0
virtual best: 2 solved 2 best PAR 1.5 ratio 1 marginal 0
2 instances, 1 absent`},
		// An answer that is not believed costs its own solver the instance, and no other.
		{"doubted", "1 a wrong: 1\n1 b: 4\n2 a disagree: 1\n2 b: 4\n3 a unconfirmed: 1\n3 b: 4\n4 a crash: 1\n4 b: 4\n5 a: 2\n5 b: 4", compare.PAR2, 10, `b: 5 solved 4 best PAR 4 ratio 1.1487 marginal 12.8
a: 1 solved 1 best PAR 16.4 ratio 3.6239 marginal 0.4
virtual best: 5 solved 5 best PAR 3.6 ratio 1 marginal 0
5 instances, 3 doubted`},
		{"doubted and dropped", "1 a: 1\n1 b: 4\n2 a disagree: 1\n2 b: 4", compare.Intersection, 10,
			`a: 1 solved 1 best PAR 1 ratio 1 marginal 3
b: 1 solved PAR 4 ratio 4 marginal 0
virtual best: 1 solved 1 best PAR 1 ratio 1 marginal 0
1 instances, 1 dropped`},
		// An instance that a solver declines is neither solved nor unsolved by it. It has no
		// penalty, so it needs no limit.
		{"unsupported", partial, compare.PAR2, 10, `all: 2 solved 1 best 1 unsupported PAR 3 ratio 1.4142 marginal 8
partial: 1 solved 1 best 2 unsupported PAR 1 ratio 1 marginal 0.5
none: 3 unsupported PAR NaN ratio 0 marginal 0
virtual best: 2 solved 2 best 1 unsupported PAR 2.5 ratio 1 marginal 0
3 instances, 1 nobody's`},
		{"unsupported, no limit", partial, compare.PAR2, 0, `all: 2 solved 1 best 1 unsupported PAR 3 ratio 1.4142 marginal NaN
partial: 1 solved 1 best 2 unsupported PAR 1 ratio 1 marginal 0.5
none: 3 unsupported PAR NaN ratio 0 marginal 0
virtual best: 2 solved 2 best 1 unsupported PAR 2.5 ratio 1 marginal 0
3 instances, 1 nobody's`},
		{"declined, then tried", "1 a: 1\n1 b unsupported: 1\n1 b timeout: 10\n2 a: 1\n2 b: 1", compare.PAR2, 10,
			`a: 2 solved 2 best PAR 1 ratio 1 marginal 9.5
b: 1 solved 1 best PAR 10.5 ratio 4.4721 marginal 0
virtual best: 2 solved 2 best PAR 1 ratio 1 marginal 0
2 instances`},
		{"declined, then killed", "1 a: 1\n1 b unsupported: 1\n1 b killed: 1\n2 a: 1\n2 b killed: 1", compare.PAR2, 10,
			`a: 2 solved 2 best PAR 1 ratio 1 marginal 19
b: 1 unsupported PAR 20 ratio 20 marginal 0
virtual best: 2 solved 2 best PAR 1 ratio 1 marginal 0
2 instances, 1 absent`},
		{"of the same time", "1 a: 1 9\n1 a nodes/op: 7\n1 a cpu-sec/op: 3 4", compare.PAR2, 0, `a: 1 solved 1 best PAR 1e-09 ratio 1 marginal NaN
virtual best: 1 solved 1 best PAR 1e-09 ratio 1 marginal 0
1 instances`},
		// An instance whose solvers ran on several machines is solved, but its times decide
		// nothing. A killed search is of a machine too.
		{"one machine each", hosts, compare.PAR2, 1000,
			"t: 2 solved 1 best PAR 2 ratio 1.4142 marginal 1\ns: 2 solved 1 best PAR 2.5 ratio 1.4142 marginal 0.5\n" +
				"virtual best: 2 solved 2 best PAR 1.5 ratio 1 marginal 0\n2 instances"},
		{"split", hosts + "3 s @a: 100\n3 t @b: 1", compare.PAR2, 1000,
			"t: 3 solved 1 best PAR 2 ratio 1.4142 marginal 1\ns: 3 solved 1 best PAR 2.5 ratio 1.4142 marginal 0.5\n" +
				"virtual best: 3 solved 2 best PAR 1.5 ratio 1 marginal 0\n3 instances, 1 split"},
		{"in parts", hosts + "3 s @a;b: 100\n3 t @a;b: 1", compare.PAR2, 1000,
			"t: 3 solved 1 best PAR 2 ratio 1.4142 marginal 1\ns: 3 solved 1 best PAR 2.5 ratio 1.4142 marginal 0.5\n" +
				"virtual best: 3 solved 2 best PAR 1.5 ratio 1 marginal 0\n3 instances, 1 split"},
		{"killed in parts", hosts + "3 s @a;b killed: 100", compare.PAR2, 1000,
			"t: 2 solved 1 best PAR 2 ratio 1.4142 marginal 1\ns: 2 solved 1 best PAR 2.5 ratio 1.4142 marginal 0.5\n" +
				"virtual best: 2 solved 2 best PAR 1.5 ratio 1 marginal 0\n3 instances, 1 nobody's, 2 absent, 1 split"},
		{"only in parts", "1 s @a;b: 1\n1 t @a;b: 2", compare.PAR2, 1000, `s: 1 solved PAR NaN ratio 0 marginal NaN
t: 1 solved PAR NaN ratio 0 marginal NaN
virtual best: 1 solved PAR NaN ratio 0 marginal NaN
1 instances, 1 split`},
		{"somewhere", hosts + "3 s: 4\n3 t: 2", compare.PAR2, 1000, `t: 3 solved 2 best PAR 2 ratio 1.2599 marginal 1.3333
s: 3 solved 1 best PAR 3 ratio 1.5874 marginal 0.33333
virtual best: 3 solved 3 best PAR 1.6667 ratio 1 marginal 0
3 instances`},
		// Each family has one vote in the ratio, and each instance counts in PAR.
		{"families", "f/1 a: 1\nf/1 b: 4\nf/2 a: 1\nf/2 b: 4\nf/3 a: 1\nf/3 b: 4\ng/1 a: 2\ng/1 b: 1\nh/1 a: 2\nh/1 b: 1\n" +
			"i/1 a: 2\ni/1 b: 1\nj/1 a: 2\nj/1 b: 1\nk/1 a: 2\nk/1 b: 1", compare.PAR2, 10,
			`a: 8 solved 3 best PAR 1.625 ratio 1.7818 marginal 1.125
b: 8 solved 5 best PAR 2.125 ratio 1.2599 marginal 0.625
virtual best: 8 solved 8 best PAR 1 ratio 1 marginal 0
8 instances`},
		{"nothing in common", "1 a timeout: 10\n1 b: 1", compare.Intersection, 10,
			"a: PAR 0 ratio 0 marginal 0\nb: PAR 0 ratio 0 marginal 0\nvirtual best: PAR 0 ratio 0 marginal 0\n0 instances, 1 dropped"},
		{"nothing", "", compare.PAR2, 10, "virtual best: PAR 0 ratio 0 marginal 0\n0 instances"},
	} {
		same(t, c.name, showRanking(compare.Rank(compare.GroupBy(rows(c.rows)), results.Seconds, c.rule, c.limit)), c.want)
	}
	if got := strings.TrimSpace(showRanking(compare.Rank(compare.GroupBy(nil), results.Seconds, compare.PAR2, 10))); !strings.HasSuffix(got,
		"0 instances") {
		t.Errorf("no rows: got %s", got)
	}
}

// The total is a ratio of its own, and only the best time counts as the best.
func TestARankingHasTheRatioOfTotalTimesAndCountsNoNearTie(t *testing.T) {
	all := &results.Rows{}
	for solver, times := range map[string][2]float64{"a": {1, 1}, "b": {1.005, 7}} {
		all.Add(results.Row{Family: "f", Name: "1", Solver: solver, Status: "solved", Runs: 1, Search: times[0], Setup: times[1]})
	}
	got := compare.Rank(compare.GroupBy(all), results.Seconds, compare.PAR2, 10).Standings
	if !near(got[1].Total, 8.005/2) || got[0].Best != 1 || got[1].Best != 0 {
		t.Errorf("got %+v, want b 4.0025 times as long in total, and best on nothing", got)
	}
}

// Each reason that a note tells has sentences of its own, for one and for many.
func TestEachReasonIsToldInItsSentence(t *testing.T) {
	for reason, words := range map[compare.Reason]string{
		compare.NotFinished: "finished", compare.NotCommon: "not all solvers solved", compare.SolvedByNone: "no solver solved",
		compare.NotTried: "killed from outside", compare.Doubted: "wrong answer", compare.OtherMachine: "several machines",
	} {
		for n, begin := range []string{"", "1 ", "2 "} {
			if got := compare.Tell(map[compare.Reason]int{reason: n}); n > 0 && (len(got) != 1 ||
				!strings.HasPrefix(got[0], begin) || !strings.Contains(got[0], words)) || n == 0 && got != nil {
				t.Errorf("%s, %d: got %q, want %q", reason, n, got, words)
			}
		}
	}
}
