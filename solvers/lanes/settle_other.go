//go:build purego || !amd64

package lanes

var kernels = []kernel{plain}

func aligned(n int) []uint64 { return make([]uint64, n) }
