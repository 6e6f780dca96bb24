package script

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Archives asks the questions of the archives that a pattern names. The name of a question says what is asked of
// its text, and the file behind it has the answer, which may have blank lines. With update, Archives writes the
// answers anew.
func Archives(t *testing.T, pattern string, update bool, answer func(t *testing.T, name string, text []byte) string) {
	for _, path := range files(t, pattern) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k+1 < len(archive.Files); k += 2 {
			question, want := archive.Files[k], &archive.Files[k+1].Data
			got := answer(t, question.Name, question.Data)
			if update {
				*want = []byte(got)
			}
			if got != string(*want) {
				t.Errorf("%s, %s: got\n%s\nwant\n%s", path, question.Name, got, *want)
			}
		}
		if !update {
			continue
		}
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
