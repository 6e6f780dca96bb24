//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The loops of lists for masks of one word. list_amd64.h says what the macros do.

#define SIFT ·sift1AVX512
#define PICK ·pick1AVX512
#define LOOK ·look1AVX512
#define SHRINK ·shrink1AVX512

#define SECOND(p, q)
#define CHOSEN(lo, hi) VPBROADCASTQ lo, Z31
#define LOAD VMOVDQU64 (SI)(AX*8), Z16
#define MEET(m, m2, k) VPTESTMQ Z31, m, k
#define DISJOINT(m, m2, k) VPTESTNMQ Z31, m, k

#define GROUP \
	LOAD \
	VMOVDQU64 64(SI)(AX*8), Z17 \
	VMOVDQU64 128(SI)(AX*8), Z18 \
	VMOVDQU64 192(SI)(AX*8), Z19

#define PACK(m, m2, k) \
	VPCOMPRESSQ.Z m, k, Z29 \
	VMOVDQU64 Z29, (DI)(R8*8) \
	KMOVB k, R10 \
	POPCNTL R10, R10 \
	ADDQ R10, R8

#define START ZERO(Z0, Z1, Z2, Z3, Z4)
#define COUNT TALLY(Z0, Z1, Z2, Z3, Z4, Z16, Z17, Z18, Z19)

#define PLANES \
	HALVE(Z0, Z1, Z2, Z3, Z4, Y0, Y1, Y2, Y3, Y4, X0, X1, X2, X3, X4) \
	PLANESWORD(X0, X1, X2, X3, X4, 0)

#define END \
	VPXORQ Z29, Z29, Z29 \
	VMOVDQU64 Z29, (DI)(R8*8) \
	VMOVDQU64 Z29, 64(DI)(R8*8) \
	VMOVDQU64 Z29, 128(DI)(R8*8) \
	VMOVDQU64 Z29, 192(DI)(R8*8)

#define OPTION \
	MOVQ (R12)(R8*8), AX \
	ANDQ (list_items+mask_lo)(BX), AX \
	VPBROADCASTQ AX, Z31 \
	VMOVDQA64 Z31, Z2 \
	VPXORQ Z3, Z3, Z3

#define COMPATIBLE(at, m, m2, K, all, all2) \
	VMOVDQU64 at(SI), m \
	VPTESTNMQ Z31, m, K \
	VPORQ m, all, K, all

#define FURTHER ADDQ $128, SI

#define LACKING \
	VPORQ Z3, Z2, Z2 \
	UNION(Z2, Y2, X2, DX) \
	NOTQ DX \
	TESTQ active_lo+24(FP), DX

#include "list_amd64.h"
