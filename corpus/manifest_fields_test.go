package corpus

import (
	"fmt"
	"strings"
	"testing"
)

// A quoted field can have several lines, which an update would take for several rows.
func TestFieldsOfAManifestAreWrittenAsTheyAreRead(t *testing.T) {
	const refused = ", expected one line without tabs that does not begin with a quote"
	rest := strings.Repeat("\t-", len(columns)-9) + "\n" // after the source
	for source, want := range map[string]string{
		`"an old book"`:     "<nil>",
		`a "good" book`:     "<nil>",
		"\"an old\nbook\"":  `f.tsv:2:27: "an old\nbook"` + refused,
		"\"an old\tbook\"":  `f.tsv:2:27: "an old\tbook"` + refused,
		"\"an old book\r\"": `f.tsv:2:27: "an old book\r"` + refused,
		`"""Old"" is good"`: `f.tsv:2:27: "\"Old\" is good"` + refused,
	} {
		once, err := UpdateManifest("f.tsv", manifestHead+"queens/6\tfull\t4\t-\t-\t-\t-\t-\t"+source+rest)
		if got := fmt.Sprint(err); got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
		if err != nil {
			continue
		}
		if again, err := UpdateManifest("f.tsv", once); err != nil || again != once {
			t.Errorf("%q: got %q, %v, want %q", source, again, err, once)
		}
		if !strings.Contains(once, strings.Trim(source, `"`)) {
			t.Errorf("got %q, want %s in it", once, source)
		}
	}
}
