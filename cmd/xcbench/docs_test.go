package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/installed"

	"github.com/spf13/cobra"
)

// pages returns the README and the pages of docs, by path.
func pages(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, path := range append(paths, "../../README.md") {
		all[path] = read(t, path)
	}
	return all
}

// consoleBlock is a fenced block of commands and their output. A block that is marked "measured"
// shows times, which differ from machine to machine.
var consoleBlock = regexp.MustCompile("(?ms)^```console( measured)?\n(.*?)^```$")

// The console blocks of a page are run in their order, in a folder that belongs to the page and has
// a copy of the committed results. A line after "$ " is a command for the shell; the lines up to
// the next one are its whole output, where "..." stands for anything. With -update, output without
// "..." is written anew. Commands that need Python run if XCBENCH_INSTALLED names python3.
func TestDocumentedCommandsDoWhatIsSaid(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	blocks := 0
	for path, text := range pages(t) {
		if filepath.Base(path) == "fleet.md" { // its commands run in the tests of that module
			continue
		}
		t.Run(strings.TrimPrefix(path, "../../"), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			copyResults(t, dir)
			anew := consoleBlock.ReplaceAllStringFunc(text, func(block string) string {
				parts := consoleBlock.FindStringSubmatch(block)
				session := runSession(t, dir, parts[2], parts[1] != "")
				return strings.Replace(block, parts[2], session, 1)
			})
			for _, tex := range texBlock.FindAllStringSubmatch(text, -1) {
				typeset(t, dir, tex[1])
			}
			if *update && anew != text {
				must(os.WriteFile(path, []byte(anew), 0o666))
			}
		})
		blocks += len(consoleBlock.FindAllString(text, -1))
	}
	if blocks < 30 {
		t.Errorf("found %d console blocks, expected 30 or more", blocks)
	}
}

var texBlock = regexp.MustCompile("(?ms)^```tex\n(.*?)^```$")

// typeset makes a page of LaTeX with the figures and tables that the commands have left in dir, if
// XCBENCH_INSTALLED names pdflatex. They have to fit on one page and into their columns.
func typeset(t *testing.T, dir, document string) {
	if !installed.Named("pdflatex") {
		return
	}
	must(os.WriteFile(filepath.Join(dir, "page.tex"), []byte(document), 0o666))
	latex := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex")
	latex.Dir = dir
	out, err := latex.CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("Overfull")) || !bytes.Contains(out, []byte("page.pdf (1 page")) {
		t.Errorf("got %v, want one page without lines that are too long:\n%s", err, out)
	}
}

// runSession runs the commands of a block. It returns the block with the output as it is now.
func runSession(t *testing.T, dir, block string, measured bool) string {
	t.Helper()
	var session strings.Builder
	for _, step := range strings.Split("\n"+block, "\n$ ")[1:] {
		command, want, _ := strings.Cut(step, "\n")
		want = strings.TrimRight(want, "\n")
		if strings.Contains(command, "python3") && !installed.Named("python3") {
			session.WriteString("$ " + step + "\n")
			continue
		}
		shell := exec.Command("sh", "-c", shortSamples(command))
		shell.Dir = dir
		shell.Env = append(os.Environ(), "HOME="+dir, "PWD="+dir, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
		out, err := shell.CombinedOutput()
		got := strings.TrimRight(unsteady.ReplaceAllString(string(out), ""), "\n")
		if err != nil && !(measured && undecided.MatchString(got)) {
			t.Errorf("$ %s\n%s\n%v, expected exit status 0", command, got, err)
		}
		got = undecided.ReplaceAllString(got, "")
		if !outputPattern(want, measured).MatchString(got) {
			if *update && !strings.Contains(want, "...") {
				want = got
			} else {
				t.Errorf("$ %s\n-- got\n%s\n-- want\n%s", command, got, want)
			}
		}
		session.WriteString("$ " + command + "\n")
		if want != "" {
			session.WriteString(want + "\n")
		}
	}
	return session.String()
}

// shortSamples makes the samples of a run shorter, unless the command says how long they take or
// continues another run. A sample takes 20 ms by default, and times are not compared. A busy machine gets
// the time that a comparison needs.
func shortSamples(command string) string {
	if rest, ok := strings.CutPrefix(command, "xcbench ab "); ok {
		return "xcbench ab --time 24h " + rest
	}
	rest, ok := strings.CutPrefix(command, "xcbench run ")
	if !ok || strings.Contains(rest, "--min-time") || strings.HasPrefix(rest, "--resume") || strings.HasPrefix(rest, "--repeat") {
		return command
	}
	return "xcbench run --min-time 2ms " + rest
}

// copyResults gives a page the committed results, as if its commands were run at the root.
func copyResults(t *testing.T, dir string) {
	t.Helper()
	must(os.Mkdir(filepath.Join(dir, "results"), 0o777))
	for _, name := range []string{"standard.txt", "baseline.txt"} {
		must(os.WriteFile(filepath.Join(dir, "results", name), []byte(textOf(t, "results/"+name)), 0o666))
	}
}

// A measured token is a number with a unit of time, a percentage, or a factor. Counters have no
// unit and are never measured. On a busy machine a difference may not be significant: then a "~"
// stands in place of the percentage or the factor. The name of the machine differs, too.
var (
	blanks   = regexp.MustCompile(`[ \t]+`)
	rules    = regexp.MustCompile(`^─+$`)
	measured = regexp.MustCompile(`^\(?[-+]?[0-9]+(\.[0-9]+)?(ns|[µm]s?|s|n|%)[),;]*$|^[0-9]+\.[0-9]+[),;]*$`)
	factor   = regexp.MustCompile(`^(×|\$\\times\$)[0-9.,]+$`)
	verdict  = regexp.MustCompile(anyVerdict)
	headline = regexp.MustCompile(`^(?:\S+ is|\S+ takes|no difference between|too few samples to compare) .*? ([0-9]+ (?:instance|row)s?)(?: only)?[:)].*$`)
	// A busy machine can give ab another verdict. The head and the columns stay, and who is compared.
	abHead    = regexp.MustCompile(`^(ab: |[0-9]+ rounds on all searches, ).*$`)
	finding   = regexp.MustCompile(`^ (faster|slower|undecided|same) +(\S+) .*$`)
	undecided = regexp.MustCompile(`\nxcbench: ab: undecided: .*$`)
	unsteady  = regexp.MustCompile(`(?m)^warning: the machine is unsteady .*\n`)
	machine   = regexp.MustCompile(`goos: .*`)
)

// anyVerdict is the expression of a difference with its interval and its mark.
const anyVerdict = `([-+][0-9.]+%|×[0-9.,]+|[0-9.,]+× (faster|slower)) \([^)\n]*\) [*~]`

// verdictMark stands for a verdict while a line is split at its blanks.
const verdictMark = "\x00"

// outputPattern returns the expression that the output has to match as a whole.
func outputPattern(want string, times bool) *regexp.Regexp {
	var lines []string
	for line := range strings.SplitSeq(want, "\n") {
		if times {
			lines = append(lines, measuredLine(line))
		} else {
			lines = append(lines, literal(line))
		}
	}
	return regexp.MustCompile("^" + strings.Join(lines, "\n") + "$")
}

// measuredLine returns the expression of a line in which times may differ, and with them the width
// of columns.
func measuredLine(line string) string {
	line = machine.ReplaceAllString(line, "...")
	if parts := headline.FindStringSubmatch(line); parts != nil { // another headline about as many rows
		return `[^\n]* ` + parts[1] + `( only)?[:)][^\n]*`
	}
	if parts := abHead.FindStringSubmatch(line); parts != nil {
		return literal(parts[1]) + `[^\n]*`
	}
	if parts := finding.FindStringSubmatch(line); parts != nil {
		return ` (faster|slower|undecided|same) +` + literal(parts[2]) + ` [^\n]*`
	}
	line = verdict.ReplaceAllString(line, verdictMark)
	var pattern strings.Builder
	for _, token := range blanks.Split(strings.TrimSpace(line), -1) {
		switch {
		case token == verdictMark:
			token = anyVerdict
		case rules.MatchString(token):
			token = "─+"
		case factor.MatchString(token):
			token = `(×|\$\\times\$)[0-9.,]+`
		case measured.MatchString(token):
			token = `[^ \n]+`
		default:
			token = literal(token)
		}
		pattern.WriteString("[ \t]*" + token)
	}
	return pattern.String() + "[ \t]*"
}

// literal returns the expression of a text in which "..." stands for anything.
func literal(text string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(text), `\.\.\.`, `(?s:.*)`)
}

// code matches the code of a page: fenced blocks, indented lines, and what is between backquotes.
var code = regexp.MustCompile("(?ms)^```[a-z ]*\n(.*?)^```$|^    [^\n]*$|`[^`\n]*`")

// commandLine is a call of the command in code.
var commandLine = regexp.MustCompile("(?m)(?:^|[\\s`|;(&/])xcbench ([a-z][^`\n]*)")

// Commands that take too long to run here are at least commands that exist, with flags that exist.
func TestDocumentedCommandsAndFlagsExist(t *testing.T) {
	checked := 0
	for path, text := range pages(t) {
		text = strings.Join(code.FindAllString(text, -1), "\n")
		for _, line := range commandLine.FindAllStringSubmatch(text, -1) {
			if line[1] == "tree 3" { // the first line of a tree file
				continue
			}
			words := shellWords(line[1])
			cmd, rest, err := program(io.Discard).Find(words)
			if err == nil && !cmd.HasParent() {
				err = fmt.Errorf("unknown command %q", words[0])
			}
			if err == nil {
				err = knownFlags(cmd, rest)
			}
			if err != nil {
				t.Errorf("%s: xcbench %s: %v", filepath.Base(path), line[1], err)
			}
			checked++
		}
	}
	if checked < 100 {
		t.Errorf("found %d commands, expected 100 or more", checked)
	}
}

// knownFlags looks whether a command has the flags; values may be placeholders, as in --dir DIR.
func knownFlags(cmd *cobra.Command, words []string) error {
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		switch {
		case name == "-o" || name == "--help":
		case strings.HasPrefix(name, "--") && cmd.Flags().Lookup(name[2:]) == nil:
			return fmt.Errorf("unknown flag %s", name)
		case len(name) > 1 && name[0] == '-' && name[1] != '-' && cmd.Flags().ShorthandLookup(name[1:]) == nil:
			return fmt.Errorf("unknown flag %s", name)
		}
	}
	return nil
}

var shellWord = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^\s'"])+`)

// shellWords splits a command line up to where another command or a comment begins.
func shellWords(line string) []string {
	words := shellWord.FindAllString(line, -1)
	end := slices.IndexFunc(words, func(word string) bool {
		return strings.ContainsAny(word[:1], "|;&<>#)") || word == "2>&1"
	})
	if end >= 0 {
		words = words[:end]
	}
	for k, word := range words {
		words[k] = strings.NewReplacer(`'`, "", `"`, "", ";", "").Replace(word)
	}
	return words
}
