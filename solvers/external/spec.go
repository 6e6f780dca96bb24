package external

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/child"
	"xcbench/internal/lazy"
	"xcbench/internal/spelling"
	"xcbench/solvers/external/xcb"
)

// A Spec describes an engine. It is one table of an engines file.
type Spec struct {
	Name     string `toml:"name"`               // matches [a-z0-9_]+
	Command  string `toml:"command"`            // a program and its arguments: see [Words] and the placeholders below
	Protocol string `toml:"protocol,omitempty"` // one of Protocols; "" for xcb

	Build   []string          `toml:"build,omitempty"`   // commands that build the program, in their order
	Dir     string            `toml:"dir,omitempty"`     // the working directory; "" for the current one
	Version string            `toml:"version,omitempty"` // a command; the first line of its output is the version
	Env     map[string]string `toml:"env,omitempty"`     // in addition to the environment of this process

	// Timeout ends each search, as "2s", if a run does not end it earlier; "" for no bound.
	Timeout string `toml:"timeout,omitempty"`
	// Start bounds the time that a program of the protocol xcb takes to start and to greet, as "2m";
	// "" for [xcb.DefaultStart].
	Start string `toml:"start,omitempty"`

	// Encoding says how a problem becomes a formula, in the protocol dimacs: by pairwise or sequential
	// clauses; "" for sequential.
	Encoding string `toml:"encoding,omitempty"`

	// What the program can do. In the protocol xcb its greeting says so too, and both must allow it.
	Secondary  *bool `toml:"secondary,omitempty"`   // takes secondary items; nil for yes
	Colours    *bool `toml:"colours,omitempty"`     // takes secondary items with colours; nil for yes in xcb, else for no
	Count      bool  `toml:"count,omitempty"`       // counts solutions, but does not show them
	FirstOnly  bool  `toml:"first_only,omitempty"`  // finds one solution, or proves that there is none
	SudokuOnly bool  `toml:"sudoku_only,omitempty"` // takes problems only if they are sudokus

	// Batch is how many times the protocol lines writes a sudoku for one search, whose time is shared
	// by all of them; 0 for once. So the start of the process is not in the time.
	Batch int `toml:"batch,omitempty"`

	Rule    string `toml:"rule,omitempty"`    // the choice rule; "" for a rule of its own, named like the engine
	Counter string `toml:"counter,omitempty"` // the counter class; "" for one of its own

	// Patterns find statistics in the output: a unit such as nodes, and a regular expression with
	// one group around the number. If it matches several times, the last one counts.
	Patterns map[string]string `toml:"patterns,omitempty"`
}

// TimesStart reports whether the time of a search includes the start of a process.
func (s Spec) TimesStart() bool {
	return s.oneShot() && s.Batch == 0
}

// maxBatch bounds a batch.
const maxBatch = 1_000_000

// The placeholders in a command. Without [In], the problem goes to the standard input.
const (
	In        = "{in}"        // the name of a file with the problem
	Out       = "{out}"       // the name of a file to which the engine writes its answer
	Solutions = "{solutions}" // how many solutions are wanted; 0 for all
)

var placeholders = []string{In, Out, Solutions}

// codecs has what is particular to the protocols of one process a search, for valid specs.
func codecs() map[string]func(Spec) codec {
	return map[string]func(Spec) codec{"knuth": knuth, "lines": lines, "dimacs": dimacs, "regexp": named}
}

// Protocols returns the names of the protocols.
func Protocols() []string { return []string{xcb.Name, "knuth", "lines", "dimacs", "regexp"} }

// protocol returns the name of the protocol of a spec.
func (s Spec) protocol() string { return cmp.Or(s.Protocol, xcb.Name) }

// oneShot reports whether each search gets a process. In the protocol xcb, a process stays for many.
func (s Spec) oneShot() bool { return s.protocol() != xcb.Name }

// New makes a solver of an engine. It starts no process.
func New(s Spec) (cover.Solver, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if !s.oneShot() {
		return newXCB(s), nil
	}
	c := codecs()[s.protocol()](s)
	c.patterns = patternsOf(s, c.usual)
	return &oneShot{s, c}, nil
}

var nameRule = lazy.Regexp(`^[a-z0-9_]+$`)

// units are what patterns may find.
var units = append([]string{"nodes", "updates", "solutions"}, cover.OwnCounters...)

// Validate returns an error if the spec describes no engine. It does not look for the program.
func (s Spec) Validate() error {
	if !nameRule().MatchString(s.Name) {
		return fmt.Errorf("%q is not the name of an engine, expected lower-case letters, digits and '_'", s.Name)
	}
	if err := s.fault(); err != nil {
		return fmt.Errorf("engine %s: %w", s.Name, err)
	}
	return nil
}

func (s Spec) fault() error {
	p := s.protocol()
	if !slices.Contains(Protocols(), p) {
		return fmt.Errorf("unknown protocol %q%s", s.Protocol, spelling.Hint(s.Protocol, Protocols()))
	}
	words, err := Words(s.Command)
	switch {
	case err != nil:
		return fmt.Errorf("command: %w", err)
	case len(words) == 0:
		return errors.New("no command, expected a program and its arguments")
	}
	if _, err := Words(s.Version); err != nil {
		return fmt.Errorf("version: %w", err)
	}
	for _, step := range s.Build {
		if words, err := Words(step); err != nil || len(words) == 0 {
			return fmt.Errorf("build: %q, expected a command: %w", step, cmp.Or(err, errors.New("it is empty")))
		}
	}
	for key, text := range map[string]string{"timeout": s.Timeout, "start": s.Start} {
		if text != "" && duration(text) <= 0 {
			return fmt.Errorf(`%s = %q, expected a time with its unit, as "5s" or "500ms"`, key, text)
		}
	}
	for name := range s.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.Contains(s.Env[name], "\x00") {
			return fmt.Errorf("%q cannot be set in the environment", name)
		}
	}
	if err := cmp.Or(s.checkPlaceholders(words), s.checkPatterns()); err != nil {
		return err
	}
	if s.Encoding != "" {
		if p != "dimacs" {
			return fmt.Errorf("the protocol %s has no encodings", p)
		}
		if _, err := format.ParseAMO(s.Encoding); err != nil {
			return err
		}
	}
	switch {
	case s.Batch < 0 || s.Batch > maxBatch:
		return fmt.Errorf("batch = %d, expected a number from 1 to %d", s.Batch, maxBatch)
	case s.Batch > 0 && p != "lines":
		return fmt.Errorf("the protocol %s has no batches", p)
	case s.Start != "" && s.oneShot():
		return fmt.Errorf("start bounds the greeting of the protocol xcb, and the protocol %s has none", p)
	case p == "regexp" && s.Patterns["solutions"] == "":
		return errors.New("the protocol regexp needs a pattern for solutions")
	case s.Count && s.FirstOnly:
		return errors.New("count and first_only exclude each other")
	case p == "lines" && (s.Secondary != nil || s.Colours != nil):
		return errors.New("the protocol lines takes sudokus only, expected neither secondary nor colours")
	}
	return nil
}

// duration returns a time with its unit; 0 for any other text.
func duration(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}

// Child returns how to start a program of the engine, given the words of its command.
func (s Spec) Child(words []string) child.Command {
	c := child.Command{Args: words, Dir: s.Dir, MaxFile: maxFile}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		c.Env = append(c.Env, name+"="+s.Env[name])
	}
	return c
}

// maxFile bounds the files that an engine writes, in bytes.
const maxFile = 1 << 30

var placeholderRule = lazy.Regexp(`\{[a-z]+\}`)

func (s Spec) checkPlaceholders(words []string) error {
	for _, found := range placeholderRule().FindAllString(strings.Join(words, " "), -1) {
		switch {
		case !s.oneShot():
			return fmt.Errorf("the command has %s, but the protocol %s has no placeholders", found, s.protocol())
		case !slices.Contains(placeholders, found):
			return fmt.Errorf("unknown placeholder %s, expected one of %s", found, strings.Join(placeholders, ", "))
		}
	}
	return nil
}

func (s Spec) checkPatterns() error {
	if len(s.Patterns) > 0 && !s.oneShot() {
		return fmt.Errorf("the protocol %s has no patterns", s.protocol())
	}
	for _, unit := range slices.Sorted(maps.Keys(s.Patterns)) {
		if !slices.Contains(units, unit) {
			return fmt.Errorf("a pattern for %q, expected one of %s", unit, strings.Join(units, ", "))
		}
		pattern, err := regexp.Compile(s.Patterns[unit])
		switch {
		case err != nil:
			return fmt.Errorf("the pattern for %s: %w", unit, err)
		case pattern.NumSubexp() != 1:
			return fmt.Errorf("the pattern for %s has %d groups, expected one around the number", unit,
				pattern.NumSubexp())
		}
	}
	return nil
}
