//go:build !purego

package infer

import (
	"testing"

	"golang.org/x/sys/cpu"
)

// Lists and vectors are used exactly if the processor has all instructions of their assembly.
func TestAssemblyNeedsItsInstructions(t *testing.T) {
	before := cpu.X86
	defer func() { cpu.X86 = before }()
	x := &cpu.X86
	lists := []*bool{&x.HasAVX512F, &x.HasAVX512VL, &x.HasAVX512BW, &x.HasAVX512DQ, &x.HasBMI1, &x.HasBMI2, &x.HasPOPCNT}
	vectors := []*bool{&x.HasAVX512F, &x.HasAVX512VL, &x.HasAVX512DQ, &x.HasAVX512VPOPCNTDQ}
	for _, c := range []struct {
		name    string
		needs   []*bool
		present func(s *search) bool
	}{
		{"lists", lists, func(s *search) bool { return s.list != nil }},
		{"vectors", vectors, func(s *search) bool { return s.wide != nil }},
	} {
		for _, lacking := range append(c.needs, nil) {
			for _, f := range append(lists, vectors...) {
				*f = true
			}
			if lacking != nil {
				*lacking = false
			}
			for _, dense := range []bool{true, false} {
				s, err := prepare(pairs(18), func(*tables) plan { return plan{dense} })
				if err != nil {
					t.Fatal(err)
				}
				if got, want := c.present(s), dense && lacking == nil; got != want {
					t.Errorf("%s, dense %v, features %+v: got %v, want %v", c.name, dense, cpu.X86, got, want)
				}
			}
		}
	}
}

// Vectors need an option and pay from 16 items on.
func TestVectorsHaveAsManyWordsAsTheyUse(t *testing.T) {
	if !hasWide() {
		t.Skip("this processor has no AVX-512")
	}
	for _, c := range []struct{ items, options, groups, width int }{
		{15, 100, 0, 2}, {16, 64, 2, 1}, {17, 65, 3, 2}, {24, 1, 3, 1}, {25, 128, 4, 2}, {16, 0, 0, 0},
	} {
		x := newSearch(t, copies(c.items, 0, c.options), true, false)
		if c.groups == 0 {
			if x.wide != nil {
				t.Errorf("%d items, %d options: got vectors, want none", c.items, c.options)
			}
			continue
		}
		if x.wide == nil || x.wide.groups != c.groups || len(x.wide.columns) != 8*c.groups*c.width ||
			len(x.wide.sizes) != 8*c.groups {
			t.Errorf("%d items, %d options: got %+v, want %d groups of 8 items with %d words each",
				c.items, c.options, x.wide, c.groups, c.width)
		}
	}
}
