package atomicfile

import "os"

// replace does not replace as a whole: a file that is open cannot be renamed over.
func replace(path string, content []byte, perm os.FileMode) error {
	return os.WriteFile(path, content, perm)
}
