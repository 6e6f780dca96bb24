// Mutants measures how well the tests of a package hold its code. It changes an operator, a
// constant or a statement of the package at a time, and runs the package's own tests. A change that
// fails no test is a survivor. The file survivors.txt lists the known survivors, each with a reason.
//
// All mutants are compiled at once, each behind a switch, so that a package is built once. A mutant
// runs against only those tests in which it makes a difference.
//
// Run it in the root of the repository with 'make mutants'; see docs/mutants.md. Start reading at
// the function run, then in plant.go.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// packages are what runs if the command names no package.
var packages = strings.Fields("./cover ./dlx ./naive ./solvers/... ./bench ./internal/child ./internal/columns " +
	"./results ./results/compare ./results/tree")

// options are the flags.
type options struct {
	root, list string
	processes  int
	sample     int
	seed       uint64
	time       time.Duration
	in         *regexp.Regexp
	listed     bool
	update     bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutants: ")
	var o options
	in := flag.String("in", "", "plant only in declarations that match `REGEXP`")
	flag.StringVar(&o.root, "root", ".", "the `FOLDER` of the repository")
	flag.StringVar(&o.list, "list", "", "the `FILE` of known survivors, if not the one of the repository")
	flag.IntVar(&o.processes, "cpu", runtime.GOMAXPROCS(0), "run `N` tests at a time")
	flag.IntVar(&o.sample, "sample", 0, "plant `N` random mutants in each package")
	flag.DurationVar(&o.time, "time", 0, "plant random mutants in each package until `TIME` is over")
	flag.Uint64Var(&o.seed, "seed", 1, "choose random mutants by the seed `N`")
	flag.BoolVar(&o.listed, "listed", false, "plant only the known survivors")
	flag.BoolVar(&o.update, "update", false, "rewrite the list of survivors")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mutants [flags] [package ...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	var err error
	if o.in, err = regexp.Compile(*in); err != nil {
		log.Print(err)
		os.Exit(2)
	}
	if o.list == "" {
		o.list = filepath.Join(o.root, "tools/mutants/survivors.txt")
	}
	if flag.NArg() > 0 {
		packages = flag.Args()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(ctx, o, packages, os.Stdout)
	if err != nil {
		log.Print(err)
		os.Exit(3)
	}
	if !ok {
		os.Exit(1)
	}
}

// run tries the mutants of all packages. It reports whether the list is true of them.
func run(ctx context.Context, o options, patterns []string, w io.Writer) (ok bool, err error) {
	known, err := readSurvivors(o.list)
	if err != nil {
		return false, err
	}
	sources, err := load(o.root, patterns)
	if err != nil {
		return false, err
	}
	var tallies []tally
	ok = true
	for _, s := range sources {
		r, err := o.try(ctx, s, known)
		if err != nil {
			return false, err
		}
		r.print(w)
		tallies = append(tallies, r.tally())
		if o.update {
			known = r.updated(known)
			if err := writeSurvivors(o.list, known); err != nil {
				return false, err
			}
		} else if !r.ok() {
			ok = false
		}
	}
	printTable(w, tallies)
	return ok, nil
}
