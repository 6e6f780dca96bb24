package bench

import (
	"io"
	"math"
	"math/big"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// An answer may have as many bytes as the bound says, and its line end. Each line is counted anew.
func TestAnswersUpToTheBoundAreRead(t *testing.T) {
	for n, want := range map[int]error{0: nil, 9: nil, 10: nil, 12: errLongAnswer} {
		line := strings.Repeat("x", n)
		in := &answerBound{out: strings.NewReader(line + "\n" + line + "\n"), most: 10}
		var err error
		one := make([]byte, 1)
		for err == nil {
			_, err = in.Read(one)
		}
		if want == nil {
			want = io.EOF
		}
		if err != want {
			t.Errorf("answers of %d bytes: got %v, want %v", n, err, want)
		}
	}
}

func TestStatisticsOfAnAnswerHaveBounds(t *testing.T) {
	const most = 1 << 53
	good := cover.Stats{Status: cover.Solved, Solutions: most, Nodes: most, Updates: most}
	for what, change := range map[string]func(*cover.Stats){
		"": func(*cover.Stats) {}, "zeros": func(s *cover.Stats) { *s = cover.Stats{Status: cover.Limit} },
		"a status":        func(s *cover.Stats) { s.Status = results.Killed },
		"fewer solutions": func(s *cover.Stats) { s.Solutions = -1 },
		"nodes":           func(s *cover.Stats) { s.Nodes++ }, "fewer nodes": func(s *cover.Stats) { s.Nodes = -2 },
		"updates": func(s *cover.Stats) { s.Updates++ }, "fewer updates": func(s *cover.Stats) { s.Updates = -2 },
		"setup": func(s *cover.Stats) { s.Setup = -1 }, "time": func(s *cover.Stats) { s.Search = -1 },
	} {
		s := good
		change(&s)
		if err := checkStats(s); (err == nil) != (what == "" || what == "zeros") {
			t.Errorf("%+v: got error %v", s, err)
		}
	}
}

// A number of solutions beyond 64 bits comes with the largest 64-bit number.
func TestAnExactNumberInAnAnswerIsALargeOne(t *testing.T) {
	beyond := new(big.Int).Lsh(big.NewInt(1), 63)
	for _, c := range []struct {
		solutions int64
		exact     *big.Int
		ok        bool
	}{
		{0, nil, true}, {math.MaxInt64, nil, true}, {math.MaxInt64, beyond, true}, {math.MaxInt64 - 1, beyond, false},
		{0, beyond, false}, {math.MaxInt64, big.NewInt(math.MaxInt64), false}, {math.MaxInt64, big.NewInt(0), false},
		{math.MaxInt64, new(big.Int).Neg(new(big.Int).Lsh(beyond, 5)), false},
	} {
		if err := checkStats(cover.Stats{Status: cover.Solved, Solutions: c.solutions, Big: c.exact}); (err == nil) != c.ok {
			t.Errorf("%d, exactly %v: got %v, want it refused: %v", c.solutions, c.exact, err, !c.ok)
		}
	}
}
