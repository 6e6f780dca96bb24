//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "planes_amd64.h"

// The AVX2 form of settlePlanes512. The state is in memory. A plane is 6 words at offset 48 k, and it is
// read as two vectors: 4 words, and 2 words with others behind them. The open set has zeros behind it.
// Y15 is all ones and Y14 is 0.

// EACH applies an operation to all 32 bytes of a state.
#define EACH(OP) \
	OP(0) \
	OP(32) \
	OP(64) \
	OP(96) \
	OP(128) \
	OP(160) \
	OP(192) \
	OP(224) \
	OP(256) \
	OP(288) \
	OP(320) \
	OP(352) \
	OP(384) \
	OP(416) \
	OP(448) \
	OP(480)

// BEGIN sets 32 bytes of DI to those of CX AND those of the row at BX.
#define BEGIN(AT) \
	VMOVDQU AT(CX), Y0 \
	VPAND AT(BX), Y0, Y0 \
	VMOVDQU Y0, AT(DI)

// TWOROWS takes the rows at BX and CX.
#define TWOROWS(AT) \
	VMOVDQU AT(DI), Y0 \
	VPAND AT(BX), Y0, Y0 \
	VPAND AT(CX), Y0, Y0 \
	VMOVDQU Y0, AT(DI)

// CLAIM takes the row at CX and adds what it removes to Y13.
#define CLAIM(AT) \
	VMOVDQU AT(CX), Y1 \
	VMOVDQU AT(DI), Y0 \
	VPANDN Y0, Y1, Y2 \
	VPAND Y1, Y0, Y0 \
	VPOR Y2, Y13, Y13 \
	VMOVDQU Y0, AT(DI)

#define COPY(AT) \
	VMOVDQU AT(CX), Y0 \
	VMOVDQU Y0, AT(DI)

// ATLEAST adds the vector at AT of a plane to ONE, the items with at least one option, and TWO.
#define ATLEAST(AT, ONE, TWO) \
	VMOVDQU AT(DI), Y0 \
	VPAND Y0, ONE, Y1 \
	VPOR Y0, ONE, ONE \
	VPOR Y1, TWO, TWO

// SINGLE sets ONE and TWO for the vector at AT of all planes.
#define SINGLE(AT, ONE, TWO) \
	VMOVDQU AT(DI), ONE \
	VPXOR TWO, TWO, TWO \
	ATLEAST((AT+48), ONE, TWO) \
	ATLEAST((AT+96), ONE, TWO) \
	ATLEAST((AT+144), ONE, TWO) \
	ATLEAST((AT+192), ONE, TWO) \
	ATLEAST((AT+240), ONE, TWO) \
	ATLEAST((AT+288), ONE, TWO) \
	ATLEAST((AT+336), ONE, TWO) \
	ATLEAST((AT+384), ONE, TWO)

// NUMBERBIT writes the union of the vectors at A to D of the state to TO.
#define NUMBERBIT(A, B, C, D, TO) \
	VMOVDQU A(DI), Y0 \
	VPOR B(DI), Y0, Y0 \
	VPOR C(DI), Y0, Y0 \
	VPOR D(DI), Y0, Y0 \
	VMOVDQU Y0, TO(SI)

// NUMBER writes the numbers of the planes in bits, for the vector at AT.
#define NUMBER(AT) \
	NUMBERBIT((AT+48), (AT+144), (AT+240), (AT+336), (64+AT)) \
	NUMBERBIT((AT+96), (AT+144), (AT+288), (AT+336), (128+AT)) \
	NUMBERBIT((AT+192), (AT+240), (AT+288), (AT+336), (192+AT)) \
	VMOVDQU (384+AT)(DI), Y0 \
	VMOVDQU Y0, (256+AT)(SI)

// WORDS sets BITS to the words of A and B that are 0, as 8 bits.
#define WORDS(A, B, BITS, TMP) \
	VPCMPEQQ A, Y14, Y0 \
	VPCMPEQQ B, Y14, Y1 \
	VMOVMSKPD Y0, BITS \
	VMOVMSKPD Y1, TMP \
	SHLL $4, TMP \
	ORL TMP, BITS

// OUTSIDE adds to ALL the items with an option of a plane outside the claim at AX.
#define OUTSIDE(OUT, PLANE, ALL) \
	VMOVDQU OUT(AX), Y0 \
	VPAND PLANE(DI), Y0, Y0 \
	VPOR Y0, ALL, ALL

// HOLD sets HITS to the claims that hold among those at offset AT, and takes them out of fresh.
#define HOLD(AT, HITS) \
	VPXOR Y2, Y2, Y2 \
	OUTSIDE(AT, AT, Y2) \
	OUTSIDE((64+AT), (48+AT), Y2) \
	OUTSIDE((128+AT), (96+AT), Y2) \
	OUTSIDE((192+AT), (144+AT), Y2) \
	OUTSIDE((256+AT), (192+AT), Y2) \
	OUTSIDE((320+AT), (240+AT), Y2) \
	OUTSIDE((384+AT), (288+AT), Y2) \
	OUTSIDE((448+AT), (336+AT), Y2) \
	OUTSIDE((512+AT), (384+AT), Y2) \
	VMOVDQU AT(BX), Y3 \
	VPAND (432+AT)(DI), Y3, HITS \
	VPANDN HITS, Y2, HITS \
	VPANDN Y3, HITS, Y3 \
	VMOVDQU Y3, AT(BX) \
	VMOVDQU HITS, AT(R15)

// ADD3 sets SUM and CARRY to the sum of three bits of each item. It overwrites Y11.
#define ADD3(A, B, C, SUM, CARRY) \
	VPAND A, B, CARRY \
	VPXOR A, B, Y11 \
	VPAND Y11, C, Y12 \
	VPXOR Y11, C, SUM \
	VPOR Y12, CARRY, CARRY

// SIZES writes the number of options of each item as 4 bits to SI, at offset 64 and each 64 behind, for
// the vector at AT of all planes.
#define SIZES(AT) \
	VMOVDQU AT(DI), Y0 \
	VMOVDQU (48+AT)(DI), Y1 \
	VMOVDQU (96+AT)(DI), Y2 \
	ADD3(Y0, Y1, Y2, Y3, Y4) \
	VMOVDQU (144+AT)(DI), Y0 \
	VMOVDQU (192+AT)(DI), Y1 \
	VMOVDQU (240+AT)(DI), Y2 \
	ADD3(Y0, Y1, Y2, Y5, Y6) \
	VMOVDQU (288+AT)(DI), Y0 \
	VMOVDQU (336+AT)(DI), Y1 \
	VMOVDQU (384+AT)(DI), Y2 \
	ADD3(Y0, Y1, Y2, Y7, Y8) \
	ADD3(Y3, Y5, Y7, Y0, Y1) \
	ADD3(Y4, Y6, Y8, Y2, Y3) \
	VPXOR Y1, Y2, Y4 \
	VPAND Y1, Y2, Y5 \
	VPXOR Y3, Y5, Y6 \
	VPAND Y3, Y5, Y7 \
	VMOVDQU Y0, (64+AT)(SI) \
	VMOVDQU Y4, (128+AT)(SI) \
	VMOVDQU Y6, (192+AT)(SI) \
	VMOVDQU Y7, (256+AT)(SI)

// FEWEST keeps the items of Y9 and Y10 without the bit at AT of their number of options, if there are any.
#define FEWEST(AT, NONE) \
	VMOVDQU AT(SI), Y0 \
	VMOVDQU (32+AT)(SI), Y1 \
	VPANDN Y9, Y0, Y0 \
	VPANDN Y10, Y1, Y1 \
	VPOR Y0, Y1, Y2 \
	VPTEST Y2, Y2 \
	JEQ NONE \
	VMOVDQA Y0, Y9 \
	VMOVDQA Y1, Y10 \
NONE:

// KEYS sets Y0 to 16 keys at BX, or to -1 where the item is not in the set at SI. AX is the offset in bytes
// in the set. Y13 has a bit in each lane.
#define KEYS \
	VPBROADCASTW (SI)(AX*1), Y0 \
	VPAND Y13, Y0, Y0 \
	VPCMPEQW Y14, Y0, Y0 \
	MOVQ AX, R14 \
	SHLQ $4, R14 \
	VPOR (BX)(R14*1), Y0, Y0

DATA bits16<>+0(SB)/8, $0x0008000400020001
DATA bits16<>+8(SB)/8, $0x0080004000200010
DATA bits16<>+16(SB)/8, $0x0800040002000100
DATA bits16<>+24(SB)/8, $0x8000400020001000
GLOBL bits16<>(SB), RODATA|NOPTR, $32

// func settlePlanes2(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after
// int)
TEXT ·settlePlanes2(SB), NOSPLIT, $24-64
	VPCMPEQD Y15, Y15, Y15
	VPXOR Y14, Y14, Y14
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
	EACH(BEGIN)
	MOVL $512, AX
	JMP copyMore
copyFresh:
	VMOVDQU (CX)(AX*1), Y0
	VMOVDQU Y0, (DI)(AX*1)
	ADDQ $32, AX
copyMore:
	CMPQ AX, DX
	JNE copyFresh
look:
	SINGLE(0, Y2, Y3)
	SINGLE(32, Y4, Y5)
	VPTEST Y15, Y2 // every item has an option, covered or not, or the node is a dead end
	JCC dead
	VPTEST X15, X4
	JCC dead
	VMOVDQU 432(DI), Y6
	VMOVDQU 464(DI), Y7
	VPAND Y3, Y6, Y8 // open items that wait for a later round
	VPAND Y5, Y7, Y9
	VPOR Y9, Y8, Y8
	VPANDN Y6, Y3, Y6 // due: open items with one option
	VPANDN Y7, Y5, Y7
	WORDS(Y6, Y7, DX, CX)
	XORL $0xff, DX
	JZ unforced
	VMOVDQU Y6, (SI)
	VMOVDQU Y7, 32(SI)
	NUMBER(0)
	NUMBER(32)
	NEXTROUND
	VPXOR Y9, Y9, Y9
	VPCMPEQQ Y9, Y8, Y8
	VMOVMSKPD Y8, AX
	XORL $15, AX
	ORQ workspace_secondary(CX), AX
	MOVQ AX, waits-24(SP)
	MOVQ R13, start-16(SP)
	TZCNTQ DX, BX
	BLSRQ DX, DX
	MOVQ (SI)(BX*8), AX
due:
	DUEOPTION
	SHLQ $9, CX
	PREFETCHT0 (R8)(CX*1) // the rows are in the second cache
	PREFETCHT0 64(R8)(CX*1)
	PREFETCHT0 128(R8)(CX*1)
	TESTQ AX, AX
	JNZ due
	MOVQ to+16(FP), DI
	MOVQ $const_solved, AX // these options may complete a solution, so there is no need to take them
	CMPQ waits-24(SP), $0
	JEQ done
	MOVQ start-16(SP), DX
two:
	MOVQ (R12)(DX*8), BX
	SHLQ $9, BX
	ADDQ R8, BX
	MOVQ BX, CX
	INCQ DX
	CMPQ DX, R13
	JEQ one
	MOVQ (R12)(DX*8), CX
	SHLQ $9, CX
	ADDQ R8, CX
	INCQ DX
one:
	EACH(TWOROWS)
	CMPQ DX, R13
	JNE two
	JMP look

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
	HOLD(0, Y4)
	HOLD(32, Y5)
	WORDS(Y4, Y5, R11, R14)
	XORL $0xff, R11
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
	VPXOR Y13, Y13, Y13 // what they remove
	HITS
hit:
	HITROW
	EACH(CLAIM)
	NEXT(R9, R8, DX, -512(R15), R11, R14, CX)
	TESTQ R9, R9
	JNZ hit
	MOVQ workspace_rowsAt(R10), R8
	MOVQ workspace_planeOptionsAt(R10), R9
	MOVQ workspace_dueAt(R10), SI
	VPTEST Y13, Y13
	JNE look
applied:
	MOVQ $const_solved, AX
	VMOVDQU 432(DI), Y9
	VMOVDQU 464(DI), Y10
	VPOR Y9, Y10, Y0
	VPTEST Y0, Y0
	JEQ done
	SIZES(0)
	SIZES(32)
	FEWEST(256, small3)
	FEWEST(192, small2)
	FEWEST(128, small1)
	FEWEST(64, small0)
	VMOVDQU Y9, (SI)
	VMOVDQU Y10, 32(SI)
	WORDS(Y9, Y10, DX, CX)
	NOTL DX
	TZCNTL DX, R8
	CMPQ workspace_blamed(R10), $0
	JNE heaviest
	MOVQ (SI)(R8*8), AX
	TZCNTQ AX, AX
	SHLL $6, R8
	ADDQ R8, AX
	JMP done
heaviest:
	MOVQ workspace_keysAt(R10), BX
	MOVQ workspace_keyBytes(R10), CX
	VMOVDQU bits16<>(SB), Y13
	VMOVDQA Y15, Y1
	XORL AX, AX
lowest:
	KEYS
	VPMINUW Y0, Y1, Y1
	ADDQ $2, AX
	CMPQ AX, CX
	JNE lowest
	VEXTRACTI128 $1, Y1, X2
	VPMINUW X2, X1, X1
	VPHMINPOSUW X1, X1
	VPBROADCASTW X1, Y1
	MOVQ $-2, AX
which:
	ADDQ $2, AX
	KEYS
	VPCMPEQW Y1, Y0, Y0
	VPMOVMSKB Y0, R11
	TESTL R11, R11
	JZ which
	TZCNTL R11, R11
	SHRL $1, R11
	LEAQ (R11)(AX*8), AX
	JMP done
dead:
	MOVQ ws+0(FP), AX
	MOVQ workspace_keysAt(AX), BX
	TESTQ BX, BX
	JEQ blamed
	MOVQ $1, workspace_blamed(AX)
	VPANDN Y15, Y2, Y2
	VPANDN X15, X4, X4
	VMOVDQU Y2, (SI)
	VMOVDQU Y4, 32(SI)
	WORDS(Y2, Y4, DX, CX)
	XORL $0xff, DX
	TZCNTQ DX, R8
	BLSRQ DX, DX
	MOVQ (SI)(R8*8), R9
blame:
	TZCNTQ R9, CX
	MOVL R8, R14
	SHLL $6, R14
	ADDL R14, CX
	MOVWLZX (BX)(CX*2), R14
	SUBL $1, R14
	ADCL $0, R14
	MOVW R14, (BX)(CX*2)
	NEXT(R9, R8, DX, (SI), R11, R14, CX)
	TESTQ R9, R9
	JNZ blame
blamed:
	MOVQ $const_dead, AX
done:
	MOVQ AX, item+48(FP)
	MOVQ R13, after+56(FP)
	VZEROUPPER
	RET

// func takePlanes2(ws *workspace, from, to *uint64, options *int32, n int)
TEXT ·takePlanes2(SB), NOSPLIT, $0-40
	MOVQ ws+0(FP), AX
	MOVQ from+8(FP), CX
	MOVQ to+16(FP), DI
	MOVQ options+24(FP), DX
	MOVQ n+32(FP), R9
	MOVQ workspace_rowsAt(AX), R8
	EACH(COPY)
	JMP more
option:
	MOVLQSX (DX), BX
	ADDQ $4, DX
	SHLQ $9, BX
	ADDQ R8, BX
	MOVQ BX, CX
	EACH(TWOROWS)
	DECQ R9
more:
	TESTQ R9, R9
	JNZ option
	VZEROUPPER
	RET
