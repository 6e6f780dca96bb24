package main

import "golang.org/x/sys/cpu"

// features returns the processor's features that solvers have code for.
func features() []string {
	names := []string{}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"bmi1", cpu.X86.HasBMI1}, {"bmi2", cpu.X86.HasBMI2}, {"popcnt", cpu.X86.HasPOPCNT}, {"avx2", cpu.X86.HasAVX2},
		{"avx512f", cpu.X86.HasAVX512F}, {"avx512bw", cpu.X86.HasAVX512BW}, {"avx512dq", cpu.X86.HasAVX512DQ},
		{"avx512vl", cpu.X86.HasAVX512VL}, {"avx512bitalg", cpu.X86.HasAVX512BITALG},
		{"avx512vpopcntdq", cpu.X86.HasAVX512VPOPCNTDQ},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}
