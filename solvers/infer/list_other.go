//go:build !amd64 || purego

package infer

// hasLists is false where there is no assembly for lists: rows are faster than lists in plain Go.
const hasLists = false

var lists = [2]listKernel{listsPlain, listsPlain}
