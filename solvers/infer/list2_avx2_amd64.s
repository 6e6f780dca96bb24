//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The loops of lists for masks of two words. list_avx2_amd64.h says what the macros do.

#define SIFT ·sift2AVX2
#define PICK ·pick2AVX2
#define LOOK ·look2AVX2
#define SHRINK ·shrink2AVX2

#define SECOND(p, q) \
	MOVQ l+0(FP), R10 \
	MOVQ list_second(R10), R10 \
	LEAQ (p)(R10*8), q

#define CHOSEN(lo, hi) \
	VPBROADCASTQ lo, Y15 \
	VPBROADCASTQ hi, Y14

#define LOAD(at, m, m2) \
	VMOVDQU at(SI)(AX*8), m \
	VMOVDQU at(R9)(AX*8), m2

#define DISJOINT(m, m2, t) \
	VPAND Y15, m, t \
	VPAND Y14, m2, Y12 \
	VPOR Y12, t, t \
	VPCMPEQQ Y13, t, t

#define PACK(m, m2, bits) \
	MOVL bits, R10 \
	SHLL $5, R10 \
	VMOVDQU (R13)(R10*1), Y12 \
	VPERMD m, Y12, m \
	VPERMD m2, Y12, m2 \
	VMOVDQU m, (DI)(R8*8) \
	VMOVDQU m2, (R11)(R8*8) \
	POPCNTL bits, bits \
	ADDQ bits, R8

#define COPY \
	MOVQ (SI)(R10*8), R15 \
	MOVQ (R9)(R10*8), R10 \
	MOVQ R15, (DI)(R8*8) \
	MOVQ R10, (R11)(R8*8)

#define COUNT \
	COUNTWORD(DI, 0, count) \
	COUNTWORD(R11, 40, count2)

#define END \
	ZEROS(DI) \
	ZEROS(R11)

#define OPTION \
	MOVQ (R12)(R8*8), AX \
	MOVQ (R13)(R8*8), DX \
	ANDQ (list_items+mask_lo)(BX), AX \
	ANDQ (list_items+mask_hi)(BX), DX \
	VMOVQ AX, X15 \
	VMOVQ DX, X14 \
	VPBROADCASTQ X15, Y15 \
	VPBROADCASTQ X14, Y14 \
	VMOVDQA Y15, Y2 \
	VMOVDQA Y14, Y4 \
	VPXOR Y3, Y3, Y3 \
	VPXOR Y5, Y5, Y5

#define SOME(m, m2, t, all, all2) \
	VPAND m, t, m \
	VPAND m2, t, m2 \
	VPOR m, all, all \
	VPOR m2, all2, all2

#define UNION(y, x, r) \
	VEXTRACTI128 $1, y, X12 \
	VPOR X12, x, x \
	VPSHUFD $0x4e, x, X12 \
	VPOR X12, x, x \
	VMOVQ x, r

#define LACKING \
	VPOR Y3, Y2, Y2 \
	VPOR Y5, Y4, Y4 \
	UNION(Y2, X2, R10) \
	UNION(Y4, X4, AX) \
	NOTQ R10 \
	NOTQ AX \
	ANDQ active_lo+24(FP), R10 \
	ANDQ active_hi+32(FP), AX \
	ORQ AX, R10

#include "list_avx2_amd64.h"
