package chart

import "testing"

func TestHorizontalAndVerticalLinesHaveOneNumber(t *testing.T) {
	for in, want := range map[string]string{
		`<path d="M1,2L1,5L3,5L4,6" style="x"/>`:      `<path d="M1,2V5H3L4,6" style="x"/>`,
		`<path d="M1,2L1,5L1,2Z"/>`:                   `<path d="M1,2V5V2Z"/>`,
		`<path d="M3,2A2,2 0 0 1 3,2L3,4"/>`:          `<path d="M3,2A2,2 0 0 1 3,2L3,4"/>`,
		`<path d="M1,2M1,5"/><path d="L1,5" id="L"/>`: `<path d="M1,2M1,5"/><path d="L1,5" id="L"/>`,
		`<text>d="M1,2L1,5"</text>`:                   `<text>d="M1,2L1,5"</text>`,
	} {
		if got := string(shortPaths([]byte(in))); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", in, got, want)
		}
	}
}
