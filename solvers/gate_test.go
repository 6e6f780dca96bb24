package solvers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// A solver does not check what its capabilities declare, so all callers have to use cover.Prepare.
// Only a solver that wraps another solver calls the method, from its own Prepare.
func TestSearchesAreMadeByPrepareOfCover(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasPrefix(path, "../cover/") {
			return err
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "Prepare" {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Prepare" {
					if from, ok := s.X.(*ast.Ident); !ok || from.Name != "cover" {
						t.Errorf("%s: Prepare of a solver is called directly; expected cover.Prepare, which checks the capabilities",
							set.Position(s.Pos()))
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("got error %v after %d files", err, files)
	}
}
