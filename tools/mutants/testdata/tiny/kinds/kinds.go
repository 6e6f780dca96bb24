// Package kinds has every kind of mutant. Its tests kill all of them.
package kinds

import "time"

type size uint16

const three = 3

func sums(a, b int) []int        { return []int{a + b, a - b, a * b, a / b, a % b, -a} }
func bits(a, b size) []size      { return []size{a & b, a | b, a ^ b, a &^ b, ^a} }
func shifts(a uint8, n int) bool { return a<<n == 4 && a>>n == 1 }
func orders(a, b float64) []bool { return []bool{a < b, a <= b, a > b, a >= b, a == b, a != b} }
func twice(a int) int            { return a*2 + a*2 }
func text(a, b string) bool      { return a < b }
func ends(a, b int) []int        { return []int{min(a, b), max(a, b)} }
func more(a uint) bool           { return a > three }
func half() float64              { return 0.5 }
func zero() float64              { return 0 }
func patience() time.Duration    { return 2 * time.Second }
func yes() bool                  { return true }
func not(a bool) bool            { return !a }
func both(a, b, c bool) bool     { return a && b && c }
func either(a, b bool) bool      { return a || b }

// climb has mutants that never return.
func climb(n float64) float64 {
	for n < 10 {
		n += 3
	}
	return n
}

func condition(a bool) string {
	if a {
		return "a"
	}
	return ""
}

func statements(a int) int {
	n := 2
	n += a
	n -= 1
	n *= 6
	n |= 9
	n++
	return n
}

func loops(all []string) (short int, found bool) {
	for k := 0; k < len(all); k++ {
		switch len(all[k]) {
		case 0:
			continue
		case 4:
			found = true
		}
		if found {
			break
		}
		short += count(&calls)
	}
	return short, found
}

var calls, told int

func count(n *int) int {
	tell()
	*n = *n + 1
	return *n
}

func tell() { told++ }

func sends(c chan size) {
	defer close(c)
	c <- three
}
