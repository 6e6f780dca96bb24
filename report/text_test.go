package report

import (
	"strings"
	"testing"
)

func TestTextHasOneLineForEachRowWhateverItsCellsHold(t *testing.T) {
	table := Table{Title: "A title", Columns: []Column{{Name: "name"}, {Name: "value", Right: true}},
		Rows: [][]Cell{{Text("a\nb"), Text("1")}, {Text("\x1b[31mred\t"), Text("22")}, {Text("\xff"), Text("333")},
			{Text("a\u202eb"), Text("4")}}}
	var text strings.Builder
	if err := table.Write(&text, "text"); err != nil {
		t.Fatal(err)
	}
	want := "A title\n name       value\n──────────────────\n a\uFFFDb            1\n \uFFFD[31mred\uFFFD     22\n \uFFFD            333\n a\uFFFDb            4\n"
	if text.String() != want {
		t.Errorf("got\n%q, want\n%q", text.String(), want)
	}
	for _, format := range []string{"md", "html"} {
		text.Reset()
		if err := table.Write(&text, format); err != nil || strings.ContainsAny(text.String(), "\u202e\x1b") {
			t.Errorf("%s: got\n%q, %v, want no character that acts on the text around it", format, text.String(), err)
		}
	}
}
