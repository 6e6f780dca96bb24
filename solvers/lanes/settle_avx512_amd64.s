//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "settle_amd64.h"

// LOAD loads 64 lanes to Z0 and Z1.

// ONES sets every lane of Z31 to -1.
#define ONES VPTERNLOGD $0xff, Z31, Z31, Z31

#define COPY64(A, B, AT) \
	VMOVDQU64 (A)(AT*1), Z16 \
	VMOVDQU64 Z16, (B)(AT*1)

#define AND64(A, ROW, B, AT) \
	VMOVDQU64 (A)(AT*1), Z0 \
	VPANDQ (ROW)(AT*1), Z0, Z0 \
	VMOVDQU64 Z0, (B)(AT*1)

#define BOTH64(ROW, OTHER, B, AT) \
	VMOVDQU64 (B)(AT*1), Z0 \
	VPANDQ (ROW)(AT*1), Z0, Z0 \
	VPANDQ (OTHER)(AT*1), Z0, Z0 \
	VMOVDQU64 Z0, (B)(AT*1)

#define LOAD(A) \
	VMOVDQU64 (A), Z0 \
	VMOVDQU64 64(A), Z1

#define FEWER \
	VPADDW Z31, Z0, Z2 \
	VPADDW Z31, Z1, Z3 \
	VPANDQ Z2, Z0, Z0 \
	VPANDQ Z3, Z1, Z1

#define EMPTY(BITS, TMP) \
	VPTESTNMW Z0, Z0, K1 \
	VPTESTNMW Z1, Z1, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

#define FEW(BITS, TMP) \
	VPADDW Z31, Z0, Z2 \
	VPADDW Z31, Z1, Z3 \
	VPTESTNMW Z0, Z2, K1 \
	VPTESTNMW Z1, Z3, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

#define DISJOINT(A, AT, B, BITS, TMP) \
	VMOVDQU64 (A)(AT*1), Z0 \
	VMOVDQU64 64(A)(AT*1), Z1 \
	VPTESTNMW (B), Z0, K1 \
	VPTESTNMW 64(B), Z1, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

// The keys are read and written 32 at a time, at offset 0 and 64 of an address like (R9)(DX*1).
#define BLAME(KEYS, STEPS) \
	VPTESTNMW Z0, Z0, K1 \
	VPTESTNMW Z1, Z1, K2 \
	VMOVDQU64 KEYS, Z2 \
	VMOVDQU64 64 KEYS, Z3 \
	VPSUBUSW STEPS, Z2, K1, Z2 \
	VPSUBUSW 64 STEPS, Z3, K2, Z3 \
	VMOVDQU64 Z2, KEYS \
	VMOVDQU64 Z3, 64 KEYS

// NOKEY, KEY and LOWEST have the lowest key in Z20.
#define NOKEY VMOVDQA64 Z31, Z20

#define KEY(KEYS, TO) \
	VPADDW Z31, Z0, Z2 \
	VPADDW Z31, Z1, Z3 \
	VPTESTNMW Z0, Z2, K1 \
	VPTESTNMW Z1, Z3, K2 \
	VPTESTMW Z0, Z0, K1, K1 \
	VPTESTMW Z1, Z1, K2, K2 \
	VMOVDQA64 Z31, Z2 \
	VMOVDQA64 Z31, Z3 \
	VMOVDQU16 KEYS, K1, Z2 \
	VMOVDQU16 64 KEYS, K2, Z3 \
	VMOVDQU64 Z2, TO \
	VMOVDQU64 Z3, 64 TO \
	VPMINUW Z2, Z20, Z20 \
	VPMINUW Z3, Z20, Z20

#define LOWEST(BITS) \
	VEXTRACTI64X4 $1, Z20, Y21 \
	VPMINUW Y21, Y20, Y20 \
	VEXTRACTI32X4 $1, Y20, X21 \
	VPMINUW X21, X20, X20 \
	VMOVDQA64 X20, X0 \
	VPHMINPOSUW X0, X0 \
	VMOVD X0, BITS \
	VPBROADCASTW X0, Z20

#define IS(KEYS, BITS, TMP) \
	VPCMPEQW (KEYS), Z20, K1 \
	VPCMPEQW 64(KEYS), Z20, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

// func settle512(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after
// int)
TEXT ·settle512(SB), NOSPLIT, $24-64
	SETTLE

// func take512(ws *workspace, from, to *uint64, options *int32, n int)
TEXT ·take512(SB), NOSPLIT, $0-40
	TAKE

// The lanes and the open set of 321 to 328 items, like those of a sudoku of side 9, are 11 vectors.
// settleWide keeps them in Z0 to Z10 from round to round, and K4 has the lanes of Z10. The rest is
// as in SETTLE.

#define LOAD11(A) \
	VMOVDQU64 (A), Z0 \
	VMOVDQU64 64(A), Z1 \
	VMOVDQU64 128(A), Z2 \
	VMOVDQU64 192(A), Z3 \
	VMOVDQU64 256(A), Z4 \
	VMOVDQU64 320(A), Z5 \
	VMOVDQU64 384(A), Z6 \
	VMOVDQU64 448(A), Z7 \
	VMOVDQU64 512(A), Z8 \
	VMOVDQU64 576(A), Z9 \
	VMOVDQU64 640(A), Z10

#define STORE11(A) \
	VMOVDQU64 Z0, (A) \
	VMOVDQU64 Z1, 64(A) \
	VMOVDQU64 Z2, 128(A) \
	VMOVDQU64 Z3, 192(A) \
	VMOVDQU64 Z4, 256(A) \
	VMOVDQU64 Z5, 320(A) \
	VMOVDQU64 Z6, 384(A) \
	VMOVDQU64 Z7, 448(A) \
	VMOVDQU64 Z8, 512(A) \
	VMOVDQU64 Z9, 576(A) \
	VMOVDQU64 Z10, 640(A)

#define AND11(ROW) \
	VPANDQ (ROW), Z0, Z0 \
	VPANDQ 64(ROW), Z1, Z1 \
	VPANDQ 128(ROW), Z2, Z2 \
	VPANDQ 192(ROW), Z3, Z3 \
	VPANDQ 256(ROW), Z4, Z4 \
	VPANDQ 320(ROW), Z5, Z5 \
	VPANDQ 384(ROW), Z6, Z6 \
	VPANDQ 448(ROW), Z7, Z7 \
	VPANDQ 512(ROW), Z8, Z8 \
	VPANDQ 576(ROW), Z9, Z9 \
	VPANDQ 640(ROW), Z10, Z10

// DUE sets the due items of the open word at offset AT, whose lanes are A and B. R14 collects the
// due items, and CX the open items that wait for a later round.
#define DUE(AT, A, B) \
	VPADDW Z31, A, Z11 \
	VPADDW Z31, B, Z12 \
	VPTESTNMW A, Z11, K1 \
	VPTESTNMW B, Z12, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, AX \
	DUEWORD(AT)

#define DUEWORD(AT) \
	MOVQ AT(R11), DX \
	ANDQ DX, AX \
	MOVQ AX, AT(SI) \
	ORQ AX, R14 \
	XORQ DX, AX \
	ORQ AX, CX

// func settleWide(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after
// int)
TEXT ·settleWide(SB), NOSPLIT, $24-64
	ONES
	MOVQ ws+0(FP), AX
	MOVQ from+8(FP), CX
	MOVQ to+16(FP), DI
	MOVQ option+24(FP), BX
	MOVQ path+32(FP), R12
	MOVQ taken+40(FP), R13
	MOVQ workspace_openBytes(AX), DX
	MOVQ DX, end-8(SP)
	MOVQ workspace_lastLanes(AX), DX
	KMOVQ DX, K4
	WORKSPACE(AX)
	IMULQ R10, BX
	ADDQ R8, BX
	MOVQ workspace_stateBytes(AX), DX
	LOAD11(CX)
	AND11(BX)
	MOVQ R10, AX
	JMP copyMore
copyFresh:
	COPY64(CX, DI, AX)
	ADDQ $64, AX
copyMore:
	CMPQ AX, DX
	JNE copyFresh
	JMP look
again:
	LOAD11(DI)
look: // every lane has an option, covered items included, or the node is a dead end
	STORE11(DI)
	VPMINUW Z1, Z0, Z11
	VPMINUW Z3, Z2, Z12
	VPMINUW Z5, Z4, Z13
	VPMINUW Z7, Z6, Z14
	VPMINUW Z9, Z8, Z15
	VPMINUW Z12, Z11, Z11
	VPMINUW Z14, Z13, Z13
	VPMINUW Z15, Z11, Z11
	VPMINUW Z13, Z11, Z11
	VPTESTNMW Z11, Z11, K1
	VPTESTNMW Z10, Z10, K4, K2
	KORTESTD K1, K2
	JNE dead
	MOVQ ws+0(FP), AX
	MOVQ workspace_secondary(AX), CX
	XORL R14, R14
	DUE(0, Z0, Z1)
	DUE(8, Z2, Z3)
	DUE(16, Z4, Z5)
	DUE(24, Z6, Z7)
	DUE(32, Z8, Z9)
	VPADDW Z31, Z10, Z11
	VPTESTNMW Z10, Z11, K4, K1
	KMOVD K1, AX
	DUEWORD(40)
	TESTQ R14, R14
	JZ unforced
	MOVQ CX, waits-24(SP)
	FORCED
	MOVQ start-16(SP), DX
one:
	MOVQ (R12)(DX*8), BX
	MOVB $0, (R15)(BX*1)
	IMULQ R10, BX
	ADDQ R8, BX
	AND11(BX)
	INCQ DX
	CMPQ DX, R13
	JNE one
	JMP look
	UNFORCED

// func takeWide(ws *workspace, from, to *uint64, options *int32, n int)
TEXT ·takeWide(SB), NOSPLIT, $0-40
	MOVQ ws+0(FP), AX
	MOVQ from+8(FP), CX
	MOVQ to+16(FP), DI
	MOVQ options+24(FP), DX
	MOVQ n+32(FP), BX
	WORKSPACE(AX)
	LOAD11(CX)
	JMP more
option:
	MOVLQSX (DX), CX
	ADDQ $4, DX
	IMULQ R10, CX
	ADDQ R8, CX
	AND11(CX)
	DECQ BX
more:
	TESTQ BX, BX
	JNZ option
	STORE11(DI)
	VZEROUPPER
	RET
