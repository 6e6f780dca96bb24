//go:build !purego

#include "go_asm.h"
#include "textflag.h"

#define BLOCK 8
#define MOVE VMOVDQU64
#define ANDN VPANDNQ
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8

#define CONSTANTS
#define ZEROS(V) VPXORQ V, V, V
#define ONES(V) VPTERNLOGD $0xff, V, V, V
#define COUNT16(V, T) VPOPCNTW V, V
#define COUNT32(V, T) VPOPCNTD V, V
#define COUNT64(V, T) VPOPCNTQ V, V
#define FOLD(OP, Z, Y, Y1) \
	VEXTRACTI64X4 $1, Z, Y1 \
	OP Y1, Y, Y

#include "chain_amd64.h"

// func chains16AVX512(t *fieldTables, a, b *chain)
TEXT ·chains16AVX512(SB), NOSPLIT, $8-24
	CHAINS(COUNT16, VPSLLW, 11, VPADDW, VPMINUW, LEAST16, FIELD16, 4)

// func chains32AVX512(t *fieldTables, a, b *chain)
TEXT ·chains32AVX512(SB), NOSPLIT, $8-24
	CHAINS(COUNT32, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, FIELD32, 5)

// func chains64AVX512(t *fieldTables, a, b *chain)
TEXT ·chains64AVX512(SB), NOSPLIT, $8-24
	CHAINS(COUNT64, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, FIELD64, 6)
