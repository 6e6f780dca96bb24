// Package xcbench has no code, only tests of the whole house. This one holds docs/architecture.md: the map of the
// house (which room may import which) and the walk of one problem through it.
package xcbench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const architecture = "docs/architecture.md"

// room is a folder with a package, and the rooms that it may import.
type room struct {
	path    string
	imports []string
}

// mapRow is a row of the map: a link to the room, what the room is, and its imports.
var mapRow = regexp.MustCompile(`(?m)^\| \[([^\]]+)\]\(\.\./([^)]+)\) \| .* \| ([^|]*) \|$`)

// noImports stands in the last column of a room that imports no other room.
const noImports = "nothing of ours"

// house reads the map, from the top floor down.
func house(t *testing.T) []room {
	var all []room
	for _, row := range mapRow.FindAllStringSubmatch(readPage(t), -1) {
		if row[1] != row[2] {
			t.Errorf("%s: the text %s links to %s, expected the same room", architecture, row[1], row[2])
		}
		r := room{path: row[1]}
		if row[3] != noImports {
			r.imports = strings.Split(row[3], ", ")
		}
		all = append(all, r)
	}
	return all
}

// The map is exact: an import that is not on it fails, and so does a line of the map without an
// import. It holds for the code on all platforms. Tests may import more.
func TestRoomsImportWhatTheMapAllows(t *testing.T) {
	found, rooms := importsOfRooms(t), house(t)
	for k, r := range rooms {
		got, ok := found[r.path]
		if !ok {
			t.Errorf("%s: on the map, but there is no such package; take its line off the map", r.path)
		}
		delete(found, r.path)
		for _, other := range r.imports {
			if !slices.Contains(got, other) {
				t.Errorf("%s: does not import %s, as the map says; take %s off its line", r.path, other, other)
			}
		}
		for _, other := range got {
			if !slices.Contains(r.imports, other) {
				t.Errorf("%s: imports %s, which the map does not allow; do without, or add it to the line", r.path, other)
			}
			if !slices.ContainsFunc(rooms[k+1:], func(below room) bool { return below.path == other }) {
				t.Errorf("%s: imports %s, which is not below it on the map; imports point down only", r.path, other)
			}
		}
	}
	for path, imports := range found {
		t.Errorf("%s: not on the map; add a line with its imports: %s", path, strings.Join(imports, ", "))
	}
}

// importsOfRooms returns the rooms that each room imports.
func importsOfRooms(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		r := filepath.ToSlash(filepath.Dir(path))
		imports := found[r]
		for _, spec := range file.Imports {
			other, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "xcbench/")
			if ours && !slices.Contains(imports, other) {
				imports = append(imports, other)
			}
		}
		found[r] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// walkRow is a row of the walk: its number, what happens, the file, and the functions or types.
var walkRow = regexp.MustCompile(`(?m)^\| [0-9]+ \| .* \| \[([^\]]+)\]\(\.\./([^)]+)\) \| (.*) \|$`)

func TestTheWalkNamesWhatExists(t *testing.T) {
	rows := walkRow.FindAllStringSubmatch(readPage(t), -1)
	if len(rows) < 10 {
		t.Errorf("%s: found %d rows of the walk, expected 10 or more", architecture, len(rows))
	}
	for _, row := range rows {
		if row[1] != row[2] {
			t.Errorf("%s: the text %s links to %s, expected the same file", architecture, row[1], row[2])
		}
		declared := declarations(t, row[2])
		for _, name := range strings.Split(row[3], ", ") {
			if name = strings.Trim(name, "`"); !slices.Contains(declared, name) {
				t.Errorf("%s: %s declares no %s; put the present name into the walk", architecture, row[2], name)
			}
		}
	}
}

// declarations returns the functions and types of a file, methods as "Type.Method".
func declarations(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return nil
	}
	var all []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			all = append(all, receiver(d)+d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if typ, ok := spec.(*ast.TypeSpec); ok {
					all = append(all, typ.Name.Name)
				}
			}
		}
	}
	return all
}

// receiver returns "Type." for a method, and nothing for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if pointer, ok := typ.(*ast.StarExpr); ok {
		typ = pointer.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}

func readPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
