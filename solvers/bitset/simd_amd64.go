//go:build !purego

package bitset

import (
	"golang.org/x/sys/cpu"
)

// hasAVX512 and hasAVX2 say whether the processor has the instructions that the assembly uses.
// Tests switch them off. hasAVX512 is true on Intel's processors since Ice Lake (2019) and AMD's
// since Zen 4 (2022), hasAVX2 on nearly all since Haswell (2013).
var (
	hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
		cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
)
