package fleet

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"xcbench/internal/atomicfile"
	"xcbench/results"
)

// Embedded is a NATS server with JetStream in this process.
type Embedded struct {
	running *server.Server
	unlock  func() error
	url     string // with its token
}

// Embed starts a server that stores its files in a folder, which only one server at a time may use.
// It listens at an address, HOST:PORT, or nowhere if the address is "". Others log in with the token
// in the file "token" of the folder, which the first start makes.
func Embed(folder, address string) (e *Embedded, err error) {
	unlock, err := results.Lock(folder)
	if err != nil {
		return nil, err
	}
	e = &Embedded{unlock: unlock}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close())
		}
	}()
	options := server.Options{DontListen: true, NoLog: true, NoSigs: true, JetStream: true, StoreDir: folder}
	if address != "" {
		l, err := net.Listen("tcp", address) // the server does not tell why it cannot
		if err != nil {
			return e, fmt.Errorf("%s: %w; expected a free address of this machine, HOST:PORT", address, err)
		}
		at := l.Addr().(*net.TCPAddr)
		l.Close()
		if options.Authorization, err = token(filepath.Join(folder, "token")); err != nil {
			return e, err
		}
		options.DontListen = false
		options.Host, options.Port = at.IP.String(), at.Port
		e.url = "nats://" + options.Authorization + "@" + at.String()
	}
	if e.running, err = server.NewServer(&options); err != nil {
		return e, err
	}
	e.running.Start()
	if !e.running.ReadyForConnections(time.Minute) || !e.running.JetStreamEnabled() {
		return e, fmt.Errorf("%s: the server cannot store here, expected a folder that can be written", folder)
	}
	return e, nil
}

// token reads the token in a file, or makes one.
func token(path string) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text = []byte(rand.Text())
		err = atomicfile.WriteFile(path, text, 0o600)
	}
	return strings.TrimSpace(string(text)), err
}

// URL returns where the server listens, with its token, as workers on this machine and on others
// name it. It is "" if the server does not listen.
func (e *Embedded) URL() string { return e.url }

// Close stops the server. Its files stay.
func (e *Embedded) Close() error {
	if e.running != nil {
		e.running.Shutdown()
		e.running.WaitForShutdown()
	}
	return e.unlock()
}
