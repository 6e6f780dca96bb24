//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The loops of lists for masks of one word. list_avx2_amd64.h says what the macros do.

#define SIFT ·sift1AVX2
#define PICK ·pick1AVX2
#define LOOK ·look1AVX2
#define SHRINK ·shrink1AVX2

#define SECOND(p, q)
#define CHOSEN(lo, hi) VPBROADCASTQ lo, Y15
#define LOAD(at, m, m2) VMOVDQU at(SI)(AX*8), m

#define DISJOINT(m, m2, t) \
	VPAND Y15, m, t \
	VPCMPEQQ Y13, t, t

#define PACK(m, m2, bits) \
	MOVL bits, R10 \
	SHLL $5, R10 \
	VMOVDQU (R13)(R10*1), Y12 \
	VPERMD m, Y12, Y12 \
	VMOVDQU Y12, (DI)(R8*8) \
	POPCNTL bits, bits \
	ADDQ bits, R8

#define COPY \
	MOVQ (SI)(R10*8), R15 \
	MOVQ R15, (DI)(R8*8)

#define COUNT COUNTWORD(DI, 0, count)
#define END ZEROS(DI)

#define OPTION \
	MOVQ (R12)(R8*8), AX \
	ANDQ (list_items+mask_lo)(BX), AX \
	VMOVQ AX, X15 \
	VPBROADCASTQ X15, Y15 \
	VMOVDQA Y15, Y2 \
	VPXOR Y3, Y3, Y3

#define SOME(m, m2, t, all, all2) \
	VPAND m, t, m \
	VPOR m, all, all

#define UNION(y, x, r) \
	VEXTRACTI128 $1, y, X12 \
	VPOR X12, x, x \
	VPSHUFD $0x4e, x, X12 \
	VPOR X12, x, x \
	VMOVQ x, r

#define LACKING \
	VPOR Y3, Y2, Y2 \
	UNION(Y2, X2, R10) \
	NOTQ R10 \
	TESTQ active_lo+24(FP), R10

#include "list_avx2_amd64.h"
