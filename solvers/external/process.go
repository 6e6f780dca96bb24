package external

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"xcbench/internal/child"
)

// process runs one process to its end and reads its answer.
func (r *run) process() (*reply, error) {
	spec := r.engine.spec
	dir, err := os.MkdirTemp("", "xcbench-engine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "problem"+r.engine.codec.extension), filepath.Join(dir, "answer")
	text := r.said.text(r.excluded)
	if spec.has(In) {
		if err := os.WriteFile(in, text, 0o600); err != nil {
			return nil, err
		}
		text = nil
	}
	if r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}
	p, err := child.Start(spec.Child(r.command(in, out)))
	if err != nil {
		return nil, err
	}
	answer, err := r.talk(p, text)
	if err == nil && spec.has(Out) && !r.over {
		err = answer.readFile(out)
	}
	for line := range bytes.Lines(answer.stderr) {
		if err == nil {
			_, err = answer.scan(bytes.TrimRight(line, "\r\n"))
		}
	}
	if err == nil && !r.over {
		err = r.said.finish(answer)
	}
	if fault, ok := err.(*lineError); ok && !answer.exit.Killed && answer.exit.Err != nil {
		err = answer.faultf("%s: %v", fault, answer.exit.Err)
	}
	return answer, err
}

// talk sends a text to a process, and reads its output to the end.
func (r *run) talk(p *child.Process, text []byte) (answer *reply, err error) {
	defer p.Stdout.Close()
	defer context.AfterFunc(r.ctx, p.Kill)()
	written := make(chan struct{})
	go func() { // a program that has its answer need not read its input to the end
		defer close(written)
		p.Stdin.Write(text)
		p.Stdin.Close()
	}()
	answer = newReply(r)
	err = answer.read(p.Stdout)
	switch {
	case r.over:
		p.Kill()
	case err != nil: // the program may be about to say why
		defer time.AfterFunc(lastWords, p.Kill).Stop()
		go io.Copy(io.Discard, p.Stdout)
	}
	exit := p.Wait()
	answer.exit, answer.stderr = exit, p.Stderr()
	<-written
	batch := time.Duration(max(1, r.engine.spec.Batch))
	r.stats.Costs.Wall += exit.Wall
	r.stats.Search += exit.Wall / batch
	r.stats.Costs.CPU += exit.CPU / batch
	r.stats.Costs.Peak = max(r.stats.Costs.Peak, exit.Peak)
	return answer, err
}

// lastWords is how long a program may go on after a line that is no answer.
const lastWords = 200 * time.Millisecond

// readFile reads the rest of the answer from the file that the engine wrote.
func (a *reply) readFile(name string) error {
	f, err := os.Open(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return a.read(f)
}
