// Plants measures how well 'xcbench ab' finds slowdowns. It builds xcbench twice, plants a slowdown
// in one build, compares the builds, and counts how often ab finds the slowdown, and what else it
// finds. It repeats this with different plants:
//
//	none    nothing: both sides are the same program
//	moved   nothing, but the code lies elsewhere in memory
//	solver  a solver takes 5% longer on all instances
//	search  a solver takes 20% longer on one instance
//
// The table of all runs is in docs/methodology.md. Run it in the root of the repository with
// 'make plants'.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	root     = flag.String("root", ".", "the `FOLDER` of the repository")
	runs     = flag.Int("runs", 100, "compare `N` times with each plant")
	parallel = flag.Int("parallel", 1, "make `N` comparisons at a time")
	kinds    = flag.String("plants", "none,solver,search", "use `PLANTS`, separated by commas")
	dir      = flag.String("dir", "", "keep the report of each comparison in `FOLDER`")
	seed     = flag.Uint64("seed", 1, "choose solvers and instances by the seed `N`")
	abFlags  = flag.String("flags", "", "give these `FLAGS` to ab")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("plants: ")
	flag.Parse()
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	work, err := os.MkdirTemp("", "plants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if *dir == "" {
		*dir = filepath.Join(work, "reports")
	}
	if err := os.MkdirAll(*dir, 0o777); err != nil {
		return err
	}
	p, err := newPlanter(work)
	if err != nil {
		return err
	}
	fmt.Println("| plant | runs | found | false alarms | undecided | median s | longest s |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|")
	for _, kind := range strings.Split(*kinds, ",") {
		if err := p.measure(kind); err != nil {
			return err
		}
	}
	return nil
}

// measure makes all comparisons with one kind of plant, and prints their row of the table.
func (p *planter) measure(kind string) error {
	dice := rand.New(rand.NewPCG(*seed, uint64(len(kind))))
	var tallies []tally
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	free := make(chan struct{}, *parallel)
	for k := range *runs {
		free <- struct{}{}
		one, err := p.plant(kind, dice)
		if err != nil {
			return err
		}
		wg.Go(func() {
			defer func() { <-free }()
			t, err := p.compare(one, filepath.Join(*dir, fmt.Sprintf("%s-%03d.json", kind, k)))
			mu.Lock()
			defer mu.Unlock()
			tallies = append(tallies, t)
			if err != nil {
				failed = fmt.Errorf("%v: %w", one, err)
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return failed
	}
	var all tally
	var seconds []float64
	for _, t := range tallies {
		all.found, all.alarms, all.undecided = all.found+t.found, all.alarms+t.alarms, all.undecided+t.undecided
		seconds = append(seconds, t.seconds)
	}
	slices.Sort(seconds)
	found := fmt.Sprint(all.found)
	if kind == "none" || kind == "moved" {
		found = ""
	}
	fmt.Printf("| %s | %d | %s | %d | %d | %.0f | %.0f |\n", kind, len(tallies), found, all.alarms, all.undecided,
		seconds[len(seconds)/2], seconds[len(seconds)-1])
	return nil
}

// tally is what a comparison found. In a sum it counts comparisons.
type tally struct {
	found, alarms, undecided int
	seconds                  float64
}

// report is what the tally reads of ab's JSON.
type report struct {
	Title string
	Rows  []struct{ What, Name, Verdict string }
}

// compare runs ab and keeps its report.
func (p *planter) compare(one plant, path string) (t tally, err error) {
	args := append([]string{"ab", "--format", "json"}, strings.Fields(*abFlags)...)
	cmd := exec.Command(p.old, append(args, p.old, one.program)...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), "XCBENCH_PLANT="+one.variable())
	began := time.Now()
	text, err := cmd.Output()
	t.seconds = time.Since(began).Seconds()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() != 2 && len(text) > 0 {
		err = nil // the verdict is in the report
	}
	if err != nil {
		return t, err
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return t, err
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		return t, err
	}
	if strings.Contains(r.Title, "failed: ") {
		t.alarms = 1
		log.Printf("%s: false alarm: %s", filepath.Base(path), r.Title)
	}
	for _, row := range r.Rows {
		switch {
		case row.Verdict == "slower" && one.is(row.What, row.Name):
			t.found = 1
		case row.Verdict == "undecided":
			t.undecided = 1
		case row.Verdict == "slower" || row.Verdict == "faster":
			if !one.touches(row.What, row.Name) {
				t.alarms = 1
				log.Printf("%s: false alarm: %s %s is %s", filepath.Base(path), row.What, row.Name, row.Verdict)
			}
		}
	}
	if one.solver != "" && t.found == 0 {
		log.Printf("%s: not found: %s", filepath.Base(path), one.variable())
	}
	return t, nil
}
