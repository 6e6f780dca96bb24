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

// live is what a page knows of the run that it is served of.
type live struct {
	Version string `json:"version"` // of what is recorded; another one says that there is more
	State   string `json:"state"`   // how far the run is, as "running, 12 of 40 steps"
}

// Source is a run directory to be shown while a run fills it.
type Source struct {
	Run      string // a directory, or LABEL=DIRECTORY
	Filter   string // in benchproc's language; "" for all rows
	Title    string
	Command  string // kept in the page
	Pictures bool
}

// share of the time may go into making pages anew: the run that is looked at measures times
// on the same machine.
const share = 20

// Board has the last page of a source, and makes another when there is more to show.
type Board struct {
	source Source
	dir    string
	rows   rowCount
	clock  func() time.Time

	one     sync.Mutex // is held while a page is made: one at a time
	mu      sync.Mutex // of all below
	page    []byte
	version string    // of the page
	offered string    // the newest that pages were told of
	next    time.Time // when a newer one may be offered
}

// NewBoard returns the board of a directory, which need not have anything in it yet.
func NewBoard(source Source) (*Board, error) {
	dir := source.Run
	if _, after, ok := strings.Cut(dir, "="); ok {
		if _, err := os.Stat(dir); err != nil {
			dir = after
		}
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such run directory", dir)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: not a run directory", dir)
	}
	return &Board{source: source, dir: dir, rows: rowCount{path: filepath.Join(dir, results.RowsFile)}, clock: time.Now}, nil
}

// look returns what to tell a page that asks whether there is more. A version is held back until
// the time that the last page took to make is a small part of what has passed since.
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

// stamp tells one state of the directory from another.
func (b *Board) stamp() string {
	var all []string
	for _, name := range []string{results.RowsFile, results.RunFile} {
		if info, err := os.Stat(filepath.Join(b.dir, name)); err == nil {
			all = append(all, fmt.Sprintf("%d.%x", info.Size(), info.ModTime().UnixNano()))
		}
	}
	return strings.Join(all, "-")
}

// state says how far the run is.
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
		return "finished, " + of + "; the others were not needed"
	}
	return "finished, " + of
}

// show returns the page of what is recorded by now.
func (b *Board) show(ctx context.Context) ([]byte, error) {
	b.one.Lock()
	defer b.one.Unlock()
	version := b.stamp() // before the rows are read: more of them is a newer version
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
		err = ctx.Err() // pictures may be missing
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

// rowCount counts the rows of a file that grows; each is read once.
type rowCount struct {
	path string
	mu   sync.Mutex
	rows int
	size int64 // that is counted, up to the end of a line
}

// count returns the number of whole rows; 0 as long as there is no file.
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
	} else if info.Size() < c.size { // a torn row was cut off, or it is another file
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
