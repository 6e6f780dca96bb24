//go:build !windows

package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

func replace(path string, perm os.FileMode, content func(io.Writer) error) error {
	f, err := renameio.NewPendingFile(path, renameio.WithPermissions(perm), renameio.WithExistingPermissions(),
		renameio.WithTempDir(filepath.Dir(path)))
	if err != nil {
		return err
	}
	if err := content(f); err != nil {
		return errors.Join(err, f.Cleanup())
	}
	return errors.Join(f.CloseAtomicallyReplace(), f.Cleanup())
}
