package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"xcbench/bench"
	"xcbench/report/chart"
	"xcbench/results"
)

// live is the state of a run, for a page that is served.
type live struct {
	Version string `json:"version"` // changes when more is recorded
	State   string `json:"state"`   // the progress of the run, as "running, 12 of 40 steps"
}

// Source is a run directory that is shown while a run fills it.
type Source struct {
	Run      string // a directory, or LABEL=DIRECTORY
	Filter   string // in the language of benchproc; "" for all rows
	Title    string
	Command  string // recorded in the page
	Pictures bool
}

// share limits the time for making pages to one part in share of all time. The run that is shown
// measures times on the same machine.
const share = 20

// Board keeps the latest page of a source, and makes a new one when there is more to show.
type Board struct {
	source Source
	dir    string
	rows   rowCount
	clock  func() time.Time

	one     sync.Mutex // held while a page is made, so that only one is made at a time
	mu      sync.Mutex // guards the fields below
	page    []byte
	version string    // of the page
	offered string    // the newest version offered to pages
	next    time.Time // when a newer version may be offered
}

// NewBoard returns a board for a run directory, which may still be empty.
func NewBoard(source Source) (*Board, error) {
	dir := source.Run
	if _, after, ok := strings.Cut(dir, "="); ok {
		if _, err := os.Stat(dir); err != nil {
			dir = after
		}
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such directory, expected a run directory that 'xcbench run --dir' made", dir)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: a file, expected a run directory", dir)
	}
	return &Board{source: source, dir: dir, rows: rowCount{path: filepath.Join(dir, results.RowsFile)},
		clock: time.Now}, nil
}

// look returns the state for a page that asks whether there is more to show. It offers a new
// version only after [share] times as long as it took to make the last page.
func (b *Board) look() (live, error) {
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

// stamp returns a text that changes with the content of the directory.
func (b *Board) stamp() string {
	var all []string
	for _, name := range []string{results.RowsFile, results.RunFile} {
		if info, err := os.Stat(filepath.Join(b.dir, name)); err == nil {
			all = append(all, fmt.Sprintf("%d.%x", info.Size(), info.ModTime().UnixNano()))
		}
	}
	return strings.Join(all, "-")
}

// state describes the progress of the run.
func (b *Board) state(rows int) string {
	record, err := bench.ReadRecord(b.dir)
	if err != nil || len(record.Sessions) == 0 {
		return "nothing yet"
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

// show returns a page of everything that is recorded so far.
func (b *Board) show(ctx context.Context) ([]byte, error) {
	b.one.Lock()
	defer b.one.Unlock()
	version := b.stamp() // taken before the rows are read, so that later rows are a newer version
	b.mu.Lock()
	page := b.page
	current := version == b.version
	b.mu.Unlock()
	if page != nil && current {
		return page, nil
	}
	began := b.clock()
	page, err := b.render(ctx, version)
	if err == nil {
		err = ctx.Err() // a page that was interrupted may lack pictures
	}
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock()
	b.page, b.version, b.offered, b.next = page, version, version, now.Add(share*now.Sub(began))
	return page, nil
}

func (b *Board) render(ctx context.Context, version string) ([]byte, error) {
	rows, err := b.rows.count()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	in := Input{Title: b.source.Title, Pictures: b.source.Pictures, live: &live{version, b.state(rows)}}
	if rows > 0 {
		in.Runs, err = results.ReadRuns([]string{b.source.Run}, nil, b.source.Filter)
		if err != nil && !errors.Is(err, results.ErrNoRow) {
			return nil, err
		}
	}
	in.Made = chart.MadeBy(b.source.Command, in.Runs)
	err = Write(ctx, &text, in)
	return text.Bytes(), err
}

// rowCount counts the rows of a growing file. It reads each row once.
type rowCount struct {
	path string
	mu   sync.Mutex
	rows int
	size int64 // bytes counted so far, up to the end of a line
}

// count returns the number of whole rows, or 0 while there is no file.
func (c *rowCount) count() (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, err := os.Open(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		c.rows, c.size = 0, 0
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return 0, err
	} else if info.Size() < c.size { // a torn row was cut off, or the file was replaced
		c.rows, c.size = 0, 0
	}
	more, err := io.ReadAll(io.NewSectionReader(f, c.size, 1<<62))
	if err != nil {
		return 0, err
	}
	more = more[:bytes.LastIndexByte(more, '\n')+1]
	c.size += int64(len(more))
	for line := range bytes.Lines(more) {
		if bytes.HasPrefix(line, []byte("Benchmark")) {
			c.rows++
		}
	}
	return c.rows, nil
}
