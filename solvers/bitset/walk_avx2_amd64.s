//go:build !purego

#include "go_asm.h"
#include "textflag.h"

DATA ·nibbles+0(SB)/8, $0x0302020102010100 // how many ones 0 to 15 have
DATA ·nibbles+8(SB)/8, $0x0403030203020201
GLOBL ·nibbles(SB), RODATA|NOPTR, $16
DATA ·lowNibble+0(SB)/1, $0x0f
GLOBL ·lowNibble(SB), RODATA|NOPTR, $1
DATA ·oneOne+0(SB)/2, $0x0101
DATA ·oneOne+2(SB)/2, $0x0001
GLOBL ·oneOne(SB), RODATA|NOPTR, $4

#define BLOCK 4
#define MOVE VMOVDQU
#define ANDN VPANDN
#define AND VPAND
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5

#define CONSTANTS \
	VPBROADCASTB ·lowNibble(SB), Y15 \
	VBROADCASTI128 ·nibbles(SB), Y14 \
	VPBROADCASTW ·oneOne+0(SB), Y13 \
	VPBROADCASTW ·oneOne+2(SB), Y12 \
	VPXOR Y11, Y11, Y11
#define ZEROS(V) VPXOR V, V, V
#define ONES(V) VPCMPEQD V, V, V

// COUNT8 counts the ones of each byte by looking up its halves: AVX2 has no instruction for it.
#define COUNT8(V, T) \
	VPSRLW $4, V, T \
	VPAND Y15, V, V \
	VPAND Y15, T, T \
	VPSHUFB V, Y14, V \
	VPSHUFB T, Y14, T \
	VPADDB T, V, V
#define COUNT16(V, T) \
	COUNT8(V, T) \
	VPMADDUBSW Y13, V, V
#define COUNT32(V, T) \
	COUNT16(V, T) \
	VPMADDWD Y12, V, V
#define COUNT64(V, T) \
	COUNT8(V, T) \
	VPSADBW Y11, V, V
#define FOLD(OP, Z, Y, Y1)

#include "walk_amd64.h"

// func mrv16AVX2(t *fieldTables, n, steps int) (done int)
TEXT ·mrv16AVX2(SB), NOSPLIT, $8-32
	WALK(COUNT16, VPSLLW, 11, VPADDW, VPMINUW, LEAST16, OPTIONS16, 4)

// func first16AVX2(t *fieldTables, n, steps int) (done int)
TEXT ·first16AVX2(SB), NOSPLIT, $8-32
	WALK(FLAG16, VPSLLW, 11, VPADDW, VPMINUW, LEAST16, OPTIONS16, 4)

// func mrv32AVX2(t *fieldTables, n, steps int) (done int)
TEXT ·mrv32AVX2(SB), NOSPLIT, $8-32
	WALK(COUNT32, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS32, 5)

// func first32AVX2(t *fieldTables, n, steps int) (done int)
TEXT ·first32AVX2(SB), NOSPLIT, $8-32
	WALK(FLAG32, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS32, 5)

// func mrv64AVX2(t *fieldTables, n, steps int) (done int)
TEXT ·mrv64AVX2(SB), NOSPLIT, $8-32
	WALK(COUNT64, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS64, 6)

// func first64AVX2(t *fieldTables, n, steps int) (done int)
TEXT ·first64AVX2(SB), NOSPLIT, $8-32
	WALK(FLAG64, VPSLLD, 25, VPADDD, VPMINUD, LEAST32, OPTIONS64, 6)
