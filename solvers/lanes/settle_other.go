//go:build purego || !amd64

package lanes

var kernels = []kernel{plain}
