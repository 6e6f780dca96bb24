//go:build !purego

package infer

import (
	"slices"
	"testing"

	"golang.org/x/sys/cpu"

	"xcbench/internal/textbook"
)

// Lists and vectors are used exactly if the processor has all instructions of their assembly.
func TestAssemblyNeedsItsInstructions(t *testing.T) {
	before := cpu.X86
	defer func() { cpu.X86 = before }()
	x := &cpu.X86
	lists2 := []*bool{&x.HasAVX2, &x.HasBMI1, &x.HasBMI2, &x.HasPOPCNT}
	lists512 := []*bool{&x.HasAVX512F, &x.HasAVX512VL, &x.HasAVX512BW, &x.HasAVX512DQ, &x.HasBMI1, &x.HasBMI2, &x.HasPOPCNT}
	vectors := []*bool{&x.HasAVX512F, &x.HasAVX512VL, &x.HasAVX512DQ, &x.HasAVX512VPOPCNTDQ}
	for _, c := range []struct {
		name    string
		needs   []*bool
		present func(s *search) bool
	}{
		{"lists of AVX2", lists2, func(s *search) bool { return s.list != nil && slices.Contains(listKernels(), &listsAVX2) }},
		{"lists of AVX-512", lists512, func(s *search) bool { return s.list != nil && listKernels()[0] == &listsAVX512 }},
		{"vectors", vectors, func(s *search) bool { return s.wide != nil }},
	} {
		for _, lacking := range append(c.needs, nil) {
			for _, f := range slices.Concat(lists2, lists512, vectors) {
				*f = true
			}
			if lacking != nil {
				*lacking = false
			}
			for _, dense := range []bool{true, false} {
				s, err := prepare(textbook.Problem(18, textbook.Singles(18, 40)...), func(*tables) plan { return plan{dense} })
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
