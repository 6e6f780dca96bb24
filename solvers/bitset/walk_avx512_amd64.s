//go:build !purego

#include "go_asm.h"
#include "textflag.h"

#define BLOCK 8
#define MOVE VMOVDQU64
#define ANDN VPANDNQ
#define AND VPANDQ
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5

#define CONSTANTS
#define ZEROS(V) VPXORQ V, V, V
#define ONES(V) VPTERNLOGD $0xff, V, V, V
#define COUNT16(V, T) VPOPCNTW V, V
#define COUNT32(V, T) VPOPCNTD V, V
#define COUNT64(V, T) VPOPCNTQ V, V
#define FOLD(OP, Z, Y, Y1) \
	VEXTRACTI64X4 $1, Z, Y1 \
	OP Y1, Y, Y

#include "walk_amd64.h"

// func mrv16AVX512(t *fieldTables, n, steps int) (done int)
TEXT ·mrv16AVX512(SB), NOSPLIT, $8-32
	WALK(COUNT16, VPSLLW, 11, VPADDW, VPMINUW, LEAST16, OPTIONS16, 4)

// func first16AVX512(t *fieldTables, n, steps int) (done int)
TEXT ·first16AVX512(SB), NOSPLIT, $8-32
	WALK(FLAG16, VPSLLW, 11, VPADDW, VPMINUW, LEAST16, OPTIONS16, 4)

// func mrv32AVX512(t *fieldTables, n, steps int) (done int)
TEXT ·mrv32AVX512(SB), NOSPLIT, $8-32
	WALK(COUNT32, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS32, 5)

// func first32AVX512(t *fieldTables, n, steps int) (done int)
TEXT ·first32AVX512(SB), NOSPLIT, $8-32
	WALK(FLAG32, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS32, 5)

// func mrv64AVX512(t *fieldTables, n, steps int) (done int)
TEXT ·mrv64AVX512(SB), NOSPLIT, $8-32
	WALK(COUNT64, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS64, 6)

// func first64AVX512(t *fieldTables, n, steps int) (done int)
TEXT ·first64AVX512(SB), NOSPLIT, $8-32
	WALK(FLAG64, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS64, 6)
