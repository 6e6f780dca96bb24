//go:build !purego

package bitset

import (
	"golang.org/x/sys/cpu"
)

// What the processor has of that which the assembly needs; tests switch it off. AVX-512 is here what
// Intel's have since Ice Lake (2019), AMD's since Zen 4 (2022); AVX2 what nearly all have
// since Haswell (2013).
var (
	hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
		cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
)
