package splice

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"xcbench/internal/script"
)

var update = flag.Bool("update", false, "rewrite the scripts in testdata")

const page = `# A page

before
<!-- xcbench: rank runs/x --solver 'a b' -->
old
<!-- /xcbench -->
after
`

const filled = `# A page

before
<!-- xcbench: rank runs/x --solver 'a b' -->

### rank+runs/x+--solver+a b

| a |
|---|

` + "`xcbench rank runs/x --solver 'a b'`" + `

<!-- /xcbench -->
after
`

func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, command, input string) string {
		if command == "words" {
			all, err := words(input)
			return fmt.Sprintf("%q %v\n", all, err)
		}
		got, stale, err := Text("p.md", []byte(input), func(args []string) ([]byte, error) {
			if output, err := strconv.Unquote(strings.TrimPrefix(command, "fill ")); err == nil {
				return []byte(output), nil
			}
			return fmt.Appendf(nil, "### %s\n\n| a |\n|---|\n", strings.Join(args, "+")), nil
		})
		if err != nil {
			return fmt.Sprintf("%T %v %q\n", err, err, got)
		}
		return fmt.Sprintf("%q\nout of date: %v\n", got, stale)
	})
}

func TestErrorsOfCommandsNameTheLine(t *testing.T) {
	gone := errors.New("gone")
	for want, failed := range map[string]error{
		"p.md:4: xcbench rank runs/x --solver 'a b': gone": gone,
		"p.md:4: unknown flag":                             &SyntaxError{Msg: "unknown flag"},
	} {
		got, _, err := Text("p.md", []byte(page), func([]string) ([]byte, error) { return nil, failed })
		if err == nil || err.Error() != want || got != nil || errors.Is(err, gone) != (failed == gone) {
			t.Errorf("got %q, %v, want %s", got, err, want)
		}
	}
}
