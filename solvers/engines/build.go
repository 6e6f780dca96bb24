package engines

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

// A Build identifies what an engine runs. Two machines have the same build if its hash is the same,
// wherever the files are.
type Build struct {
	Hash    string
	Version string // of the engine, or ""
}

// BuildOf reads the files of an engine and asks for its version. The hash covers the description, the
// version, and the content of the program and of each file that the command names. It does not cover
// paths, nor what the program loads on its own: that is for the version to tell. If only the version
// cannot be told, the hash is valid in spite of the error.
func BuildOf(ctx context.Context, v solvers.Variant) (Build, error) {
	var b Build
	s := *v.Engine
	words, err := external.Words(s.Command)
	if err != nil {
		return b, err
	}
	if err := Missing(v); err != nil {
		return b, err
	}
	for k, word := range words {
		path := within(s.Dir, word)
		if k == 0 {
			if path, err = exec.LookPath(program(v.Engine, word)); err != nil {
				return b, err
			}
		}
		sum, err := hashOf(path)
		if err != nil {
			return b, fmt.Errorf("engine %s: %w", v.Name, err)
		}
		words[k] = cmp.Or(sum, word)
	}
	var unknown error
	b.Version, unknown = Version(ctx, v)
	s.Dir, s.Command, s.Version, s.Build = "", "", b.Version, nil
	text, err := json.Marshal(struct {
		Spec  external.Spec
		Words []string
	}{s, words})
	if err != nil {
		return b, err
	}
	sum := sha256.Sum256(text)
	b.Hash = hex.EncodeToString(sum[:10])
	return b, unknown
}

// Table returns the table of an engines file that describes an engine, without its name.
func Table(s external.Spec) (table map[string]any, err error) {
	s.Protocol = Protocol(s)
	text, err := toml.Marshal(s)
	if err == nil {
		err = toml.Unmarshal(text, &table)
	}
	delete(table, "name")
	return table, err
}

// Make builds the program of an engine by the commands of its description, in its directory. What they
// print goes to w.
func Make(ctx context.Context, v solvers.Variant, w io.Writer) error {
	for _, step := range v.Engine.Build {
		fmt.Fprintf(w, "%s: %s\n", v.Name, step)
		words, err := external.Words(step)
		if err != nil {
			return err
		}
		p, err := child.Start(v.Engine.Child(words))
		if err != nil {
			return fmt.Errorf("engine %s: %w", v.Name, err)
		}
		stop := context.AfterFunc(ctx, p.Kill)
		p.Stdin.Close()
		io.Copy(w, p.Stdout)
		exit := p.Wait()
		stop()
		w.Write(p.Stderr())
		if exit.Err != nil {
			return fmt.Errorf("engine %s: %s: %w", v.Name, step, exit.Err)
		}
	}
	return nil
}

// within returns a path that is relative to a directory.
func within(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// hashOf returns the hash of a file, or "" if the path is not that of a regular file.
func hashOf(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", nil // a word such as --fast
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return "file " + hex.EncodeToString(sum.Sum(nil)), err
}

// program returns the first word of a command as [exec.LookPath] takes it.
func program(s *external.Spec, word string) string {
	if !strings.ContainsRune(word, filepath.Separator) {
		return word
	}
	path := within(s.Dir, word)
	if !strings.ContainsRune(path, filepath.Separator) {
		path = "." + string(filepath.Separator) + path
	}
	return path
}
