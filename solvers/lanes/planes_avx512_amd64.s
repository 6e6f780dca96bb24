//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "planes_amd64.h"

// LOWEST sets BITS to the lowest key of Z20, and every lane of Z20.
#define LOWEST(BITS) \
	VEXTRACTI64X4 $1, Z20, Y21 \
	VPMINUW Y21, Y20, Y20 \
	VEXTRACTI32X4 $1, Y20, X21 \
	VPMINUW X21, X20, X20 \
	VMOVDQA64 X20, X0 \
	VPHMINPOSUW X0, X0 \
	VMOVD X0, BITS \
	VPBROADCASTW X0, Z20

// Z0 to Z7 have a state from round to round: planes of 6 words, one behind the other, so that a row is
// 8 vectors. UNPACK moves the planes to vectors of their own. Their last 2 words are other bits, which
// K7 leaves out, but zeros in the open set. Z31 is all ones.

#define P0 Z0
#define P1 Z24
#define P2 Z25
#define P3 Z26
#define P4 Z3
#define P5 Z27
#define P6 Z28
#define P7 Z29
#define P8 Z6
#define OPEN Z30

#define UNPACK \
	VALIGNQ $6, Z0, Z1, P1 \
	VALIGNQ $4, Z1, Z2, P2 \
	VALIGNQ $2, Z2, Z3, P3 \
	VALIGNQ $6, Z3, Z4, P5 \
	VALIGNQ $4, Z4, Z5, P6 \
	VALIGNQ $2, Z5, Z6, P7 \
	VALIGNQ $6, Z6, Z7, OPEN

#define LOADSTATE(A) \
	VMOVDQU64 (A), Z0 \
	VMOVDQU64 64(A), Z1 \
	VMOVDQU64 128(A), Z2 \
	VMOVDQU64 192(A), Z3 \
	VMOVDQU64 256(A), Z4 \
	VMOVDQU64 320(A), Z5 \
	VMOVDQU64 384(A), Z6 \
	VMOVDQU64 448(A), Z7

#define STORESTATE(A) \
	VMOVDQU64 Z0, (A) \
	VMOVDQU64 Z1, 64(A) \
	VMOVDQU64 Z2, 128(A) \
	VMOVDQU64 Z3, 192(A) \
	VMOVDQU64 Z4, 256(A) \
	VMOVDQU64 Z5, 320(A) \
	VMOVDQU64 Z6, 384(A) \
	VMOVDQU64 Z7, 448(A)

#define ANDROW(ROW) \
	VPANDQ (ROW), Z0, Z0 \
	VPANDQ 64(ROW), Z1, Z1 \
	VPANDQ 128(ROW), Z2, Z2 \
	VPANDQ 192(ROW), Z3, Z3 \
	VPANDQ 256(ROW), Z4, Z4 \
	VPANDQ 320(ROW), Z5, Z5 \
	VPANDQ 384(ROW), Z6, Z6 \
	VPANDQ 448(ROW), Z7, Z7

// ATLEAST adds a plane to Z10, the items with at least one option, and Z11, those with two.
#define ATLEAST(P) \
	VPTERNLOGQ $0xf8, P, Z10, Z11 \
	VPORQ P, Z10, Z10

// OUTSIDE adds to Z13 the items with an option of plane P outside the claim at AX.
#define OUTSIDE(AT, P) VPTERNLOGQ $0xf8, AT(AX), P, Z13

// CHANGED adds to Z13 the bits of Z that are not as in the state in memory.
#define CHANGED(AT, Z) VPTERNLOGQ $0xf6, AT(DI), Z, Z13

// ADD3 sets SUM and CARRY to the sum of three bits of each item.
#define ADD3(A, B, C, SUM, CARRY) \
	VMOVDQA64 A, SUM \
	VMOVDQA64 A, CARRY \
	VPTERNLOGQ $0x96, C, B, SUM \
	VPTERNLOGQ $0xe8, C, B, CARRY

// FEWEST keeps the items of Z12 without the bit BIT of their number of options, if there are any.
#define FEWEST(BIT, NONE) \
	VPANDNQ Z12, BIT, Z13 \
	VPTESTMQ Z13, Z13, K1 \
	KORTESTW K1, K1 \
	JEQ NONE \
	VMOVDQA64 Z13, Z12 \
NONE:

// func settlePlanes512(ws *workspace, from, to *uint64, option int, path *int, taken int) (item,
// after int)
TEXT ·settlePlanes512(SB), NOSPLIT, $24-64
	VPTERNLOGD $0xff, Z31, Z31, Z31
	MOVL $0x3f, AX
	KMOVW AX, K7
	MOVQ ws+0(FP), AX
	MOVQ from+8(FP), CX
	MOVQ to+16(FP), DI
	MOVQ option+24(FP), BX
	MOVQ path+32(FP), R12
	MOVQ taken+40(FP), R13
	MOVQ workspace_rowsAt(AX), R8
	MOVQ workspace_planeOptionsAt(AX), R9
	MOVQ workspace_dueAt(AX), SI
	MOVQ workspace_stateBytes(AX), DX
	SHLQ $9, BX
	ADDQ R8, BX
	LOADSTATE(CX)
	ANDROW(BX)
	MOVL $512, AX
	JMP copyMore
copyFresh:
	VMOVDQU64 (CX)(AX*1), Z16
	VMOVDQU64 Z16, (DI)(AX*1)
	ADDQ $64, AX
copyMore:
	CMPQ AX, DX
	JNE copyFresh
	JMP look
look:
	STORESTATE(DI)
	UNPACK
	VPORQ P1, P0, Z10
	VPANDQ P1, P0, Z11
	ATLEAST(P2)
	ATLEAST(P3)
	ATLEAST(P4)
	ATLEAST(P5)
	ATLEAST(P6)
	ATLEAST(P7)
	ATLEAST(P8)
	VPCMPUQ $4, Z31, Z10, K7, K1 // every item has an option, covered or not, or the node is a dead end
	KORTESTW K1, K1
	JNE dead
	VPANDNQ OPEN, Z11, Z12 // due: open items with one option
	VPTESTMQ Z12, Z12, K1
	KMOVW K1, DX
	TESTL DX, DX
	JZ unforced
	VPORQ P1, P3, Z13 // the number of a plane in bits
	VPTERNLOGQ $0xfe, P5, P7, Z13
	VPORQ P2, P3, Z14
	VPTERNLOGQ $0xfe, P6, P7, Z14
	VPORQ P4, P5, Z15
	VPTERNLOGQ $0xfe, P6, P7, Z15
	VMOVDQU64 Z12, (SI)
	VMOVDQU64 Z13, 64(SI)
	VMOVDQU64 Z14, 128(SI)
	VMOVDQU64 Z15, 192(SI)
	VMOVDQU64 P8, 256(SI)
	NEXTROUND
	VPTESTMQ OPEN, Z11, K1 // open items that wait for a later round
	KMOVW K1, R14
	ORQ workspace_secondary(CX), R14
	TZCNTQ DX, BX
	BLSRQ DX, DX
	MOVQ (SI)(BX*8), AX
	TESTQ R14, R14
	JZ last
take:
	DUEOPTION
	SHLQ $9, CX
	ADDQ R8, CX
	ANDROW(CX)
	TESTQ AX, AX
	JNZ take
	MOVQ to+16(FP), DI
	JMP look
last: // these options complete a solution, so there is no need to take them
	DUEOPTION
	TESTQ AX, AX
	JNZ last
	MOVQ $const_solved, AX
	JMP done
unforced: // find the claims that hold now and were not applied before, and take their rows
	MOVQ ws+0(FP), R10
	MOVQ workspace_hitBytes(R10), CX
	MOVQ workspace_hitsAt(R10), R15
	MOVQ workspace_outsideAt(R10), AX
	LEAQ 512(DI), BX // fresh
	XORL DX, DX
	TESTQ CX, CX
	JZ applied
	ADDQ R15, CX
claims:
	VPANDQ (AX), P0, Z13
	OUTSIDE(64, P1)
	OUTSIDE(128, P2)
	OUTSIDE(192, P3)
	OUTSIDE(256, P4)
	OUTSIDE(320, P5)
	OUTSIDE(384, P6)
	OUTSIDE(448, P7)
	OUTSIDE(512, P8)
	VMOVDQU64 (BX), Z14
	VPANDQ OPEN, Z14, Z15
	VPANDNQ Z15, Z13, Z15 // the claims that hold
	VPTESTMQ Z15, Z15, K1
	VPANDNQ Z14, Z15, Z14
	VMOVDQU64 Z14, (BX)
	VMOVDQU64 Z15, (R15)
	KMOVW K1, R11
	SHLQ $56, R11
	SHRQ $8, DX
	ORQ R11, DX
	ADDQ $576, AX
	ADDQ $64, BX
	ADDQ $64, R15
	CMPQ R15, CX
	JNE claims
	TESTQ DX, DX
	JZ applied
	HITS
hit:
	HITROW
	ANDROW(CX)
	NEXT(R9, R8, DX, -512(R15), R11, R14, CX)
	TESTQ R9, R9
	JNZ hit
	MOVQ workspace_rowsAt(R10), R8
	MOVQ workspace_planeOptionsAt(R10), R9
	MOVQ workspace_dueAt(R10), SI
	VPXORQ Z13, Z13, Z13 // did they remove an option? Z7 has only the open set
	CHANGED(0, Z0)
	CHANGED(64, Z1)
	CHANGED(128, Z2)
	CHANGED(192, Z3)
	CHANGED(256, Z4)
	CHANGED(320, Z5)
	CHANGED(384, Z6)
	VPTESTMQ Z13, Z13, K1
	KORTESTW K1, K1
	JNE look
applied:
	MOVQ $const_solved, AX
	VPTESTMQ OPEN, OPEN, K1
	KORTESTW K1, K1
	JEQ done
	ADD3(P0, P1, P2, Z10, Z11) // the number of options of each item: bits Z20 to Z23
	ADD3(P3, P4, P5, Z12, Z13)
	ADD3(P6, P7, P8, Z14, Z15)
	ADD3(Z10, Z12, Z14, Z20, Z16)
	ADD3(Z11, Z13, Z15, Z17, Z18)
	VPXORQ Z16, Z17, Z21
	VPANDQ Z16, Z17, Z19
	VPXORQ Z18, Z19, Z22
	VPANDQ Z18, Z19, Z23
	VMOVDQA64 OPEN, Z12
	FEWEST(Z23, small3)
	FEWEST(Z22, small2)
	FEWEST(Z21, small1)
	FEWEST(Z20, small0)
	VMOVDQU64 Z12, (SI)
	CMPQ workspace_blamed(R10), $0
	JNE heaviest
	VPTESTMQ Z12, Z12, K1
	KMOVW K1, DX
	TZCNTL DX, DX
	MOVQ (SI)(DX*8), AX
	TZCNTQ AX, AX
	SHLL $6, DX
	ADDQ DX, AX
	JMP done
heaviest:
	MOVQ workspace_keysAt(R10), BX
	MOVQ workspace_keyBytes(R10), DX
	VMOVDQA64 Z31, Z20
	MOVQ DX, CX
lowest:
	SUBQ $4, CX
	KMOVD (SI)(CX*1), K1
	MOVQ CX, AX
	SHLQ $4, AX
	VPMINUW (BX)(AX*1), Z20, K1, Z20
	TESTQ CX, CX
	JNZ lowest
	LOWEST(AX)
	XORL CX, CX
which:
	KMOVD (SI)(CX*1), K1
	MOVQ CX, AX
	SHLQ $4, AX
	VPCMPEQW (BX)(AX*1), Z20, K1, K2
	KMOVD K2, AX
	ADDQ $4, CX
	TESTL AX, AX
	JZ which
	TZCNTL AX, AX
	LEAQ -32(AX)(CX*8), AX
	JMP done
dead:
	MOVQ ws+0(FP), AX
	MOVQ workspace_keysAt(AX), BX
	TESTQ BX, BX
	JEQ blamed
	MOVQ $1, workspace_blamed(AX)
	MOVQ workspace_keyBytes(AX), DX
	VPANDNQ Z31, Z10, Z10
	VMOVDQU64 Z10, (SI)
	VPABSW Z31, Z11 // ones
blame:
	SUBQ $4, DX
	KMOVD (SI)(DX*1), K1
	MOVQ DX, CX
	SHLQ $4, CX
	VMOVDQU16 (BX)(CX*1), Z2
	VPSUBUSW Z11, Z2, K1, Z2
	VMOVDQU16 Z2, (BX)(CX*1)
	TESTQ DX, DX
	JNZ blame
blamed:
	MOVQ $const_dead, AX
	JMP done
done:
	MOVQ AX, item+48(FP)
	MOVQ R13, after+56(FP)
	VZEROUPPER
	RET

// func takePlanes512(ws *workspace, from, to *uint64, options *int32, n int)
TEXT ·takePlanes512(SB), NOSPLIT, $0-40
	MOVQ ws+0(FP), AX
	MOVQ from+8(FP), CX
	MOVQ to+16(FP), DI
	MOVQ options+24(FP), DX
	MOVQ n+32(FP), BX
	MOVQ workspace_rowsAt(AX), R8
	LOADSTATE(CX)
	JMP more
option:
	MOVLQSX (DX), CX
	ADDQ $4, DX
	SHLQ $9, CX
	ADDQ R8, CX
	ANDROW(CX)
	DECQ BX
more:
	TESTQ BX, BX
	JNZ option
	STORESTATE(DI)
	VZEROUPPER
	RET
