package bench

import (
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

func TestLevelsOfAnAnswerAreReadBack(t *testing.T) {
	for text, want := range map[string]Levels{"": nil, "AQA=": {{Nodes: 1}},
		"ARSvAv//////////fw==": {{Nodes: 1, Updates: 20}, {Nodes: 303, Updates: math.MaxInt64}}} {
		made, err := want.MarshalText()
		var got Levels
		if err == nil {
			err = got.UnmarshalText([]byte(text))
		}
		if err != nil || string(made) != text || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, %v and the text %q, want %+v", text, got, err, made, want)
		}
	}
	// No base64, one number, half a number, more than an int64 has, in either place.
	for _, text := range []string{"1", "AQ==", "AYA=", "gA==", "gICAgICAgICAAQA=", "AICAgICAgICAgAE="} {
		if err := new(Levels).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
}

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
