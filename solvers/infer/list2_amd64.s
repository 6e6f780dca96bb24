//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The loops of lists for masks of two words. list_amd64.h says what the macros do.

#define SIFT ·sift2AVX512
#define PICK ·pick2AVX512
#define LOOK ·look2AVX512
#define SHRINK ·shrink2AVX512

#define SECOND(p, q) \
	MOVQ l+0(FP), R10 \
	MOVQ list_second(R10), R10 \
	LEAQ (p)(R10*8), q

#define CHOSEN(lo, hi) \
	VPBROADCASTQ lo, Z31 \
	VPBROADCASTQ hi, Z30

#define LOAD \
	VMOVDQU64 (SI)(AX*8), Z16 \
	VMOVDQU64 (R9)(AX*8), Z20

// BOTH sets Z29 to zero for each mask of m, m2 that has no bit of CHOSEN, and to another value for
// others.
#define BOTH(m, m2) \
	VPANDQ Z31, m, Z29 \
	VPTERNLOGQ $0xf8, Z30, m2, Z29

#define MEET(m, m2, k) \
	BOTH(m, m2) \
	VPTESTMQ Z29, Z29, k

#define DISJOINT(m, m2, k) \
	BOTH(m, m2) \
	VPTESTNMQ Z29, Z29, k

#define GROUP \
	LOAD \
	VMOVDQU64 64(SI)(AX*8), Z17 \
	VMOVDQU64 64(R9)(AX*8), Z21 \
	VMOVDQU64 128(SI)(AX*8), Z18 \
	VMOVDQU64 128(R9)(AX*8), Z22 \
	VMOVDQU64 192(SI)(AX*8), Z19 \
	VMOVDQU64 192(R9)(AX*8), Z23

#define PACK(m, m2, k) \
	VPCOMPRESSQ.Z m, k, Z29 \
	VPCOMPRESSQ.Z m2, k, Z28 \
	VMOVDQU64 Z29, (DI)(R8*8) \
	VMOVDQU64 Z28, (R11)(R8*8) \
	KMOVB k, R10 \
	POPCNTL R10, R10 \
	ADDQ R10, R8

#define START \
	ZERO(Z0, Z1, Z2, Z3, Z4) \
	ZERO(Z5, Z6, Z7, Z8, Z9)

#define COUNT \
	TALLY(Z0, Z1, Z2, Z3, Z4, Z16, Z17, Z18, Z19) \
	TALLY(Z5, Z6, Z7, Z8, Z9, Z20, Z21, Z22, Z23)

#define PLANES \
	HALVE(Z0, Z1, Z2, Z3, Z4, Y0, Y1, Y2, Y3, Y4, X0, X1, X2, X3, X4) \
	PLANESWORD(X0, X1, X2, X3, X4, 0) \
	HALVE(Z5, Z6, Z7, Z8, Z9, Y5, Y6, Y7, Y8, Y9, X5, X6, X7, X8, X9) \
	PLANESWORD(X5, X6, X7, X8, X9, 40)

#define END \
	VPXORQ Z29, Z29, Z29 \
	VMOVDQU64 Z29, (DI)(R8*8) \
	VMOVDQU64 Z29, 64(DI)(R8*8) \
	VMOVDQU64 Z29, 128(DI)(R8*8) \
	VMOVDQU64 Z29, 192(DI)(R8*8) \
	VMOVDQU64 Z29, (R11)(R8*8) \
	VMOVDQU64 Z29, 64(R11)(R8*8) \
	VMOVDQU64 Z29, 128(R11)(R8*8) \
	VMOVDQU64 Z29, 192(R11)(R8*8)

#define OPTION \
	MOVQ (R12)(R8*8), AX \
	MOVQ (R13)(R8*8), DX \
	ANDQ (list_items+mask_lo)(BX), AX \
	ANDQ (list_items+mask_hi)(BX), DX \
	VPBROADCASTQ AX, Z31 \
	VPBROADCASTQ DX, Z30 \
	VMOVDQA64 Z31, Z2 \
	VMOVDQA64 Z30, Z4 \
	VPXORQ Z3, Z3, Z3 \
	VPXORQ Z5, Z5, Z5

#define COMPATIBLE(at, m, m2, K, all, all2) \
	VMOVDQU64 at(SI), m \
	VMOVDQU64 at(R9), m2 \
	BOTH(m, m2) \
	VPTESTNMQ Z29, Z29, K \
	VPORQ m, all, K, all \
	VPORQ m2, all2, K, all2

#define FURTHER \
	ADDQ $128, SI \
	ADDQ $128, R9

#define LACKING \
	VPORQ Z3, Z2, Z2 \
	VPORQ Z5, Z4, Z4 \
	UNION(Z2, Y2, X2, DX) \
	UNION(Z4, Y4, X4, R10) \
	NOTQ DX \
	NOTQ R10 \
	ANDQ active_lo+24(FP), DX \
	ANDQ active_hi+32(FP), R10 \
	ORQ R10, DX

#include "list_amd64.h"

// func squeezePEXT(l *list, v *listLevel, two *list, from int, free mask, step uint64)
TEXT ·squeezePEXT(SB), NOSPLIT, $0-56
	MOVQ    l+0(FP), DI
	MOVQ    list_masks(DI), DI
	MOVQ    v+8(FP), BX
	MOVQ    listLevel_begin(BX), AX
	LEAQ    (DI)(AX*8), DI
	MOVQ    listLevel_n(BX), CX
	TESTQ   CX, CX
	JZ      done
	MOVQ    two+16(FP), DX
	MOVQ    list_masks(DX), SI
	MOVQ    from+24(FP), AX
	LEAQ    (SI)(AX*8), SI
	MOVQ    list_second(DX), R9
	LEAQ    (SI)(R9*8), R9
	MOVQ    free_lo+32(FP), R10
	MOVQ    free_hi+40(FP), R11
	MOVQ    step+48(FP), R12
	POPCNTQ R10, R8
	XORL    AX, AX
	XORL    R13, R13 // the number of the mask, times step

mask:
	MOVQ  (SI)(AX*8), BX
	MOVQ  (R9)(AX*8), DX
	PEXTQ R10, BX, BX
	PEXTQ R11, DX, DX
	SHLXQ R8, DX, DX
	ORQ   R13, BX
	ORQ   DX, BX
	MOVQ  BX, (DI)(AX*8)
	ADDQ  R12, R13
	INCQ  AX
	CMPQ  AX, CX
	JLT   mask

done:
	RET
