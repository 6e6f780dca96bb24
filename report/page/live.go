package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"xcbench/report/chart"
	"xcbench/results"
)

// live is the state of a run, for a page that a server shows.
type live struct {
	Version string `json:"version"` // of the rows recorded so far; it changes when there are more
	State   string `json:"state"`   // the progress of the run, as "running, 12 of 40 steps"
}

// Source is a run directory to show. A run may still be writing to it.
type Source struct {
	Run      string // a directory, or LABEL=DIRECTORY
	Filter   results.Filter
	Title    string // "" for the default title
	Command  string // the command that shows the page; the page shows it
	Pictures bool   // draw a solution of each instance of the corpus
}

// pauseFactor is how many times longer the pause between two pages is than making one takes. The
// run measures times on the same machine, so pages may take only a few percent of the processor
// time.
const pauseFactor = 20

// Board shows the page of a source. It keeps the last page, and makes another one when there is
// more to show.
type Board struct {
	source Source
	dir    string
	rows   rowCount
	clock  func() time.Time

	making sync.Mutex // held while a page is made, so that only one is made at a time
	mu     sync.Mutex // protects the fields below

	page    []byte
	version string    // of the page
	offered string    // the newest version that browsers may ask for
	next    time.Time // when a newer version may be offered
}

// NewBoard returns the board of a directory, which may be empty.
func NewBoard(source Source) (*Board, error) {
	dir := source.Run
	if _, after, ok := strings.Cut(dir, "="); ok {
		if _, err := os.Stat(dir); err != nil {
			dir = after
		}
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist): // the run may begin later
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: a file, expected a run directory", dir)
	}
	return &Board{
		source: source,
		dir:    dir,
		rows:   rowCount{path: filepath.Join(dir, results.RowsFile)},
		clock:  time.Now,
	}, nil
}

// Dir returns the directory, without a label.
func (b *Board) Dir() string { return b.dir }

// live returns the state of the run. It does not offer a new version before the pause after the
// last page is over.
func (b *Board) live() (live, error) {
	rows, err := b.rows.count()
	if err != nil {
		return live{}, err
	}
	version := b.stamp()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.offered == "" || !b.clock().Before(b.next) {
		b.offered = version
	}
	return live{b.offered, b.state(rows)}, nil
}

// stamp returns the version of what the directory has recorded.
func (b *Board) stamp() string {
	var all []string
	for _, name := range []string{results.RowsFile, results.RunFile} {
		if info, err := os.Stat(results.Found(filepath.Join(b.dir, name))); err == nil {
			all = append(all, fmt.Sprintf("%d.%x", info.Size(), info.ModTime().UnixNano()))
		}
	}
	return strings.Join(all, "-")
}

// state describes the progress of the run.
func (b *Board) state(rows int) string {
	record, err := results.ReadRecord(b.dir)
	if err != nil || len(record.Sessions) == 0 {
		return "not started"
	}
	of := fmt.Sprintf("%d of %d steps", rows, record.Steps)
	switch last := record.Sessions[len(record.Sessions)-1]; {
	case last.End.IsZero():
		return "running, " + of
	case last.Error != "":
		return last.Error + " after " + of
	case rows < record.Steps:
		return "finished, " + of + "; the other steps were not needed"
	}
	return "finished, " + of
}

// current returns the page of the rows recorded so far.
func (b *Board) current(ctx context.Context) ([]byte, error) {
	b.making.Lock()
	defer b.making.Unlock()
	version := b.stamp() // taken before the rows are read, so that later rows make a newer version
	b.mu.Lock()
	page, isCurrent := b.page, version == b.version
	b.mu.Unlock()
	if page != nil && isCurrent {
		return page, nil
	}
	began := b.clock()
	page, err := b.render(ctx, version)
	if err == nil {
		err = ctx.Err() // pictures may be missing
	}
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock()
	b.page, b.version, b.offered, b.next = page, version, version, now.Add(pauseFactor*now.Sub(began))
	return page, nil
}

// render makes a page of the given version.
func (b *Board) render(ctx context.Context, version string) ([]byte, error) {
	rows, err := b.rows.count()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	in := Input{Title: b.source.Title, Pictures: b.source.Pictures, live: &live{version, b.state(rows)}}
	if rows > 0 {
		in.Runs, err = results.ReadRuns([]string{b.source.Run}, nil, b.source.Filter)
		if _, none := errors.AsType[*results.FilterError](err); err != nil && !none { // there may be such rows later
			return nil, err
		}
	}
	in.Made = chart.MadeBy(b.source.Command, in.Runs)
	err = Write(ctx, &text, in)
	return text.Bytes(), err
}
