package atomicfile

import "os"

// replace is not atomic on Windows, where an open file cannot be replaced by renaming.
func replace(path string, content []byte, perm os.FileMode) error {
	return os.WriteFile(path, content, perm)
}
