package corpus

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"xcbench/format"
	"xcbench/internal/bounded"
	"xcbench/internal/lazy"
)

// FromPuzzle makes an instance of a puzzle that was read from a file. The instance is named after
// the line where the puzzle begins. The family's name must match [a-z0-9_.]+. The instance keeps
// the puzzle, but no problem made from it.
func FromPuzzle(family string, puzzle *format.Puzzle) Instance {
	in := Instance{
		Family: family, Name: "line" + strconv.Itoa(puzzle.Line), Tier: Smoke, Title: puzzle.Note,
		Solutions: Count{N: Unknown}, Nodes: Unknown, Updates: Unknown,
		open: func() (*format.Puzzle, error) { return puzzle.Copy(), nil },
	}
	if !puzzle.Grid { // a grid is not encoded only to count its items
		p := puzzle.Copy().Problem()
		in.Items, in.Options = p.Items(), p.Options()
	}
	return in
}

// FileNames has the names of the files that need another one than their [FileID].
type FileNames map[string]string

// NameFiles names the files in some files and folders. Files with the same FileID get the names of their
// folders in front, and a hash of their own name behind if that is not enough. So a name does not
// depend on the order of the files.
func NameFiles(paths ...string) FileNames {
	names, alike := FileNames{}, map[string][]string{}
	for _, path := range paths {
		eachFile(path, func(name string, _ fs.DirEntry, err error) bool {
			id := FileID(name)
			if err == nil && !slices.Contains(alike[id], filepath.Clean(name)) {
				alike[id] = append(alike[id], filepath.Clean(name))
			}
			return true
		})
	}
	for id, files := range alike {
		if len(files) > 1 {
			names.distinguish(id, files)
		}
	}
	return names
}

// distinguish names files with the same FileID. Folders come in front until no two folders have the
// same, and a hash of the file's own name follows where a folder has several.
func (names FileNames) distinguish(id string, files []string) {
	named := map[string][]string{}
	for depth, clash := 1, true; clash && depth <= mostFolders; depth++ {
		clear(named)
		folders := map[string]bool{}
		for _, file := range files {
			dir := filepath.Dir(file)
			parts := strings.FieldsFunc(filepath.ToSlash(dir), func(r rune) bool { return r == '/' })
			parts = append(parts[max(len(parts)-depth, 0):], id)
			name := strings.TrimLeft(foreign().ReplaceAllString(strings.ToLower(strings.Join(parts, "_")), "_"), "._")
			named[name], folders[dir] = append(named[name], file), true
		}
		clash = len(named) < len(folders)
	}
	for name, sharing := range named {
		for _, file := range sharing {
			names[file] = name
			if len(sharing) > 1 {
				names[file] += fmt.Sprintf("_%08x", crc32.ChecksumIEEE([]byte(filepath.Base(file))))
			}
		}
	}
}

// mostFolders bounds the folders in the name of a file.
const mostFolders = 16

// Open yields the instances of one of the files or folders, one by one as they are read. A file is a
// manifest or has puzzles in any of the formats. In a folder, all files count except hidden ones,
// in order of name. Subfolders count too. Links to files are followed. Other links, pipes, sockets
// and devices get a warning: perhaps nobody ever writes to a pipe. A file or folder of [WriteArchive]
// has the instances of its catalogue; if it has a fault, it yields each fault and no instance.
//
// An error in a row of a manifest, in a puzzle of a file, or in a file of a folder, does not end the
// iteration. Warnings about puzzles go to warn.
func (names FileNames) Open(path string, warn func(string)) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		info, err := os.Stat(path)
		if err != nil {
			yield(Instance{}, err)
			return
		}
		if u, err := openArchive(path, info); err != nil {
			yield(Instance{}, err)
			return
		} else if u != nil {
			u.instances(yield)
			return
		}
		if !info.IsDir() {
			names.openFile(path, warn, yield)
			return
		}
		eachFile(path, func(name string, entry fs.DirEntry, err error) bool {
			switch {
			case err != nil:
				return yield(Instance{}, err)
			case !entry.Type().IsRegular() && !leadsToFile(name, warn):
				return true
			}
			return names.openFile(name, warn, yield)
		})
	}
}

// eachFile calls visit with a file, or with each file in a folder and its subfolders except hidden ones, until it
// returns false. The error is about a folder that cannot be read.
func eachFile(path string, visit func(name string, entry fs.DirEntry, err error) bool) {
	filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		hidden := name != path && strings.HasPrefix(entry.Name(), ".")
		switch {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case err == nil && (hidden || entry.IsDir()):
			return nil
		case !visit(name, entry, err):
			return fs.SkipAll
		case err != nil:
			return fs.SkipDir
		}
		return nil
	})
}

// leadsToFile reports whether a name leads to a file, or nowhere, which is an error when the file is
// opened. A link to a folder could lead to a folder above. Such a link, a loop of links and everything
// else that is not a file are passed over with a warning.
func leadsToFile(name string, warn func(string)) bool {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true
	case err != nil:
		warn(strings.TrimPrefix(err.Error(), "stat ") + "; the link is passed over")
	case info.IsDir():
		warn(name + ": a link to a folder, passed over; name the folder itself to include it")
	case !info.Mode().IsRegular():
		warn(name + ": a pipe, socket or device, passed over; name it itself to read it")
	default:
		return true
	}
	return false
}

// mostPuzzle bounds a puzzle from a pipe, in bytes. An option of two bytes takes 50 bytes of memory.
const mostPuzzle = 4 << 20

// openFile yields the instances of one file. It returns whether the caller wants more.
func (names FileNames) openFile(path string, warn func(string), yield func(Instance, error) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		return yield(Instance{}, err)
	}
	defer f.Close()
	input := bounded.New(path, f, bounded.MaxLine)
	text := bufio.NewReaderSize(input, 64<<10)
	head, err := text.Peek(4 << 10)
	if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
		return yield(Instance{}, err)
	}
	if isManifest(string(head)) {
		for in, err := range readManifest(path, text) {
			if !yield(in, err) {
				return false
			}
		}
		return true
	}
	r, err := format.NewReader(path, text, format.Options{})
	if err != nil {
		return yield(Instance{}, err)
	}
	read := func() (*format.Puzzle, error) {
		input.Part(mostPuzzle)
		return r.Read()
	}
	puzzle, err := read()
	for alone := true; err != io.EOF; alone = false {
		if err != nil {
			if !yield(Instance{}, err) {
				return false
			}
			puzzle, err = read()
			continue
		}
		next, nextErr := read()
		for _, w := range puzzle.Warnings {
			warn(w)
		}
		if !yield(names.FromFile(path, puzzle, alone && nextErr == io.EOF), nil) {
			return false
		}
		puzzle, err = next, nextErr
	}
	return true
}

// FromFile makes an instance of a puzzle in a file. Puzzles of one file are a family, and each is named
// after the line where it begins. A puzzle that is alone in its file has the file's name, in the family
// of all such files.
func (names FileNames) FromFile(path string, puzzle *format.Puzzle, alone bool) Instance {
	in := FromPuzzle(cmp.Or(names[filepath.Clean(path)], FileID(path)), puzzle)
	in.File = path
	if alone {
		in.Family, in.Name = "file", in.Family
	}
	return in
}

var foreign = lazy.Regexp(`[^a-z0-9_.]+`)

// FileID derives a name for result rows from the name of a file.
func FileID(path string) string {
	base := filepath.Base(path)
	if plain := strings.TrimSuffix(base, ".gz"); plain != "" {
		base = plain
	}
	if ext := filepath.Ext(base); ext != base { // the name of a hidden file may be all extension
		base = strings.TrimSuffix(base, ext)
	}
	return foreign().ReplaceAllString(strings.ToLower(base), "_")
}
