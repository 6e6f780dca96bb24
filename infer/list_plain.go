package infer

import "math/bits"

// listsPlain is the kernel of lists in plain Go. Behind a list that it makes it leaves what the assembly leaves
// and wants: masks of zero to fill up the last group of 32.
var listsPlain = listKernel{siftPlain, pickPlain, lookPlain, shrinkPlain}

const group = 32

func siftPlain(to, from []uint64, n int, chosen uint64, sizes *planes) int {
	kept := 0
	for _, m := range from[:n] {
		to[kept] = m
		if m&chosen == 0 {
			kept++
		}
	}
	countPlain(to, kept, sizes)
	return kept
}

// countPlain counts the first n masks of a list, and ends it.
func countPlain(list []uint64, n int, sizes *planes) {
	var c planes
	for _, m := range list[:n] {
		for j := range 4 {
			c[j], m = c[j]^m, c[j]&m
		}
		c[4] |= m
	}
	clear(list[n : n+group])
	*sizes = c
}

func pickPlain(list []uint64, n int, item uint64, own, options []uint64) int {
	k := 0
	clear(own[:words(n)])
	for at, m := range list[:n] {
		if m&item != 0 {
			own[at/64] |= 1 << (at % 64)
			options[k] = m
			k++
		}
	}
	return k
}

func lookPlain(list []uint64, n int, options []uint64, items, active uint64, beside []uint64, stride int) (alive uint64) {
	for k, o := range options {
		o &= items
		some, row := o, beside[k*stride:][:words(n)]
		clear(row)
		for at, m := range list[:n] {
			if m&o == 0 {
				some |= m
				row[at/64] |= 1 << (at % 64)
			}
		}
		if active&^some == 0 {
			alive |= 1 << k
		}
	}
	return alive
}

func shrinkPlain(list []uint64, n int, beside []uint64, stride int, alive uint64, own []uint64, sizes *planes) int {
	kept := 0
	for w := range words(n) {
		keep := own[w]
		for left := alive; left != 0; left &= left - 1 {
			keep |= beside[bits.TrailingZeros64(left)*stride+w]
		}
		for at := w * 64; at < min(n, w*64+64); at++ {
			list[kept] = list[at]
			kept += int(keep >> (at % 64) & 1)
		}
	}
	if kept < n {
		countPlain(list, kept, sizes)
	}
	return kept
}
