package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/fleet/jetstream"
	"xcbench/internal/cli"
	"xcbench/internal/english"
)

// A workplace is where workers get their tasks.
type workplace interface {
	engines() []fleet.Engine
	// queue returns the queue for one worker and the time of the lease. Notes receives what people
	// should know.
	queue(ctx context.Context, m fleet.Machine, notes func(string)) (fleet.Queue, time.Duration, error)
	// report prints how far the work is, and returns how many tasks nobody will do.
	report(ctx context.Context, stdout, stderr io.Writer) (left int, err error)
}

// folderPlace is a folder of tasks.
type folderPlace struct {
	folder *fleet.Folder
	only   string
}

func (p *folderPlace) engines() []fleet.Engine { return p.folder.Engines() }

func (p *folderPlace) queue(_ context.Context, m fleet.Machine, notes func(string)) (fleet.Queue, time.Duration, error) {
	return p.folder.Queue(m, p.only, notes), p.folder.Lease(), nil
}

func (p *folderPlace) report(_ context.Context, stdout, stderr io.Writer) (int, error) {
	s, err := p.folder.Status()
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(stdout, "%d of %s done", s.Done, english.Count(s.Tasks, "task"))
	if len(s.Aside) > 0 {
		fmt.Fprintf(stdout, ", %d set aside", len(s.Aside))
	}
	fmt.Fprintln(stdout)
	for _, note := range s.Notes {
		fmt.Fprintln(stderr, "warning:", cli.Brief(note))
	}
	for _, a := range s.Aside {
		fmt.Fprintf(stderr, "set aside: task %s: %s\n", a.Task, cli.Brief(a.Reason))
	}
	return len(s.Aside), nil
}

// fleetServer has the flags that name a server.
type fleetServer struct {
	nats        string
	credentials string
	patient     bool // wait for a server that is being restarted
}

func (s *fleetServer) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.nats, "nats", "", "use the NATS server at `URL`, or a cluster: URL,URL")
	cmd.Flags().StringVar(&s.credentials, "creds", "", "log in to the server with the credentials in `FILE`")
}

// check rejects credentials for no server.
func (s *fleetServer) check() error {
	if s.nats == "" && s.credentials != "" {
		return cli.Usagef("--creds without --nats, expected the server to log in to")
	}
	return nil
}

// connect connects to the plan with the name of a folder.
func (s *fleetServer) connect(dir string) (*jetstream.Server, error) {
	if s.nats == "" {
		return nil, cli.Usagef("no server is named, expected --nats URL")
	}
	return jetstream.Connect(jetstream.Options{URL: s.nats, Credentials: s.credentials, Patient: s.patient}, filepath.Base(dir))
}

// collect brings the results on the server into the folder of the plan, if a server is named.
func (s *fleetServer) collect(cmd *cobra.Command, f *fleet.Folder) error {
	if s.nats == "" {
		return s.check()
	}
	server, err := s.connect(f.Path())
	if err != nil {
		return err
	}
	defer server.Close()
	return server.Collect(cmd.Context(), f, func(note string) { fmt.Fprintln(cmd.ErrOrStderr(), "warning:", cli.Brief(note)) })
}

// serverPlace is a plan on a server.
type serverPlace struct {
	flags  fleetServer
	dir    string
	server *jetstream.Server
	info   fleet.Info
}

// newServerPlace connects to the server. The plan must be for this build.
func newServerPlace(ctx context.Context, s fleetServer, dir string) (*serverPlace, error) {
	server, err := s.connect(dir)
	if err != nil {
		return nil, err
	}
	p := &serverPlace{flags: s, dir: dir, server: server}
	if p.info, err = server.Head(ctx); err == nil {
		err = p.info.CheckBuild("plan " + filepath.Base(dir))
	}
	return p, err
}

func (p *serverPlace) engines() []fleet.Engine { return p.info.Engines }

// queue has a connection of its own. It waits for a server that is being restarted.
func (p *serverPlace) queue(ctx context.Context, m fleet.Machine, notes func(string)) (fleet.Queue, time.Duration, error) {
	flags := p.flags
	flags.patient = true
	server, err := flags.connect(p.dir)
	if err != nil {
		return nil, 0, err
	}
	source, err := server.Source(ctx, p.info, notes)
	if err != nil {
		return nil, 0, errors.Join(err, server.Close())
	}
	return fleet.NewQueue(source, m, p.info.Build, p.info.Lease, notes), p.info.Lease, nil
}

func (p *serverPlace) report(ctx context.Context, stdout, _ io.Writer) (int, error) {
	defer p.server.Close()
	done, err := p.server.Done(ctx)
	if err != nil {
		return 0, err
	}
	left := p.info.Tasks - done
	text := fmt.Sprintf("%d of %s done", done, english.Count(p.info.Tasks, "task"))
	if left > 0 {
		text += "; 'xcbench fleet join' names the others"
	}
	fmt.Fprintln(stdout, text)
	return left, nil
}
