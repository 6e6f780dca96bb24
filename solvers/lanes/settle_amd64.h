// This file has the bodies of settle and take, the twins of settlePlain and takePlain. A file that
// includes it defines these macros for its vectors:
//
//	ONES                          prepares the constants that the others need
//	COPY64(A, B, AT)              copies 64 bytes at offset AT from A to B
//	AND64(A, ROW, B, AT)          sets 64 bytes at offset AT: B = A AND ROW
//	BOTH64(ROW, OTHER, B, AT)     sets 64 bytes at offset AT: B = B AND ROW AND OTHER
//	LOAD(A)                       loads the 64 lanes at A
//	FEWER                         clears the lowest bit of each lane
//	EMPTY(BITS, TMP)              sets a bit of BITS for each lane that is 0
//	FEW(BITS, TMP)                sets a bit of BITS for each lane with at most one bit
//	DISJOINT(A, AT, B, BITS, TMP) sets a bit of BITS for each of the 64 lanes at offset AT of A that
//	                              has no bit in common with the same lane of B
//	BLAME(KEYS, STEPS)            lowers the 64 keys by the steps, where the loaded lanes are 0
//	NOKEY                         sets the lowest key to -1
//	KEY(KEYS, TO)                 copies the 64 keys where the loaded lanes have one bit, or else -1;
//	                              the lowest key becomes the least of them
//	LOWEST(BITS)                  sets BITS to the lowest key, and every lane of a vector
//	IS(KEYS, BITS, TMP)           sets a bit of BITS for each of the 64 keys that is the lowest
//
// Registers:
//
//	DI  to, the state         R8  rows        R12 path
//	R10 its size in bytes     R9  options     R13 taken
//	R11 its open set          SI  due         AX, CX, R14, R15 scratch
//
// DX is the offset of a word of the open set, and BX points to its 64 lanes, 128 bytes a word.

// WORKSPACE loads the registers that depend on the workspace D.
#define WORKSPACE(D) \
	MOVQ workspace_rowsAt(D), R8 \
	MOVQ workspace_optionsAt(D), R9 \
	MOVQ workspace_dueAt(D), SI \
	MOVQ workspace_rowBytes(D), R10 \
	MOVQ workspace_openOffset(D), R11 \
	ADDQ DI, R11

// KEYS loads the address of the keys of the workspace AX, of the scratch behind them, and their bytes.
#define KEYS \
	MOVQ workspace_keysAt(AX), R9 \
	MOVQ end-8(SP), R15 \
	SHLQ $4, R15 \
	LEAQ (R9)(R15*1), R8

// FORCED writes each forced option to path, once. If no open item waits for a later round, it jumps
// to last. BX, CX, DX and R14 are scratch, and waits-24(SP) is 0 if no item waits.
#define FORCED \
	XORL DX, DX \
	MOVQ DI, BX \
	MOVQ R13, start-16(SP) \
	MOVQ ws+0(FP), AX \
	MOVQ workspace_seenAt(AX), R15 \
word: \
	MOVQ (SI)(DX*1), AX \
	TESTQ AX, AX \
	JZ nextWord \
forced: \
	TZCNTQ AX, CX \
	BLSRQ AX, AX \
	MOVWLZX (BX)(CX*2), R14 \
	TZCNTL R14, R14 \
	LEAQ (CX)(DX*8), CX \
	SHLQ $4, CX \
	ADDQ R14, CX \
	MOVL (R9)(CX*4), CX \
	MOVQ CX, (R12)(R13*8) \
	MOVBLZX (R15)(CX*1), R14 \
	MOVB $1, (R15)(CX*1) \
	XORL $1, R14 \
	ADDQ R14, R13 \
	IMULQ R10, CX /* the rows are in the second cache */ \
	PREFETCHT0 0(R8)(CX*1) \
	PREFETCHT0 64(R8)(CX*1) \
	PREFETCHT0 128(R8)(CX*1) \
	TESTQ AX, AX \
	JNZ forced \
nextWord: \
	ADDQ $128, BX \
	ADDQ $8, DX \
	CMPQ DX, end-8(SP) \
	JNE word \
	CMPQ waits-24(SP), $0 \
	JEQ last

// UNFORCED applies the claims, chooses an item, and returns. If a claim removed an option, from the
// state in memory only, it jumps to again.
#define UNFORCED \
unforced: /* find the claims that hold now and were not applied before */ \
	MOVQ ws+0(FP), AX \
	MOVQ workspace_hitBytes(AX), DX \
	TESTQ DX, DX \
	JZ choose \
	MOVQ workspace_claimsAt(AX), SI \
	MOVQ workspace_blockAt(AX), R14 \
	MOVQ workspace_hitsAt(AX), R15 \
	LEAQ (DI)(R10*1), BX /* fresh */ \
	IMUL3Q $(claims__size/8), DX, CX \
	ADDQ CX, SI /* the end of claims */ \
	XORL R9, R9 \
ahead: \
	SUBQ $claims__size, SI \
	SUBQ $8, DX \
	MOVQ (R14)(DX*1), CX \
	MOVQ (R11)(CX*1), AX \
	ANDQ (BX)(DX*1), AX \
	SHLQ $4, CX \
	DISJOINT(DI, CX, SI, R8, R10) \
	ANDQ R8, AX \
	MOVQ AX, (R15)(DX*1) \
	ORQ AX, R9 \
	TESTQ DX, DX \
	JNZ ahead \
	MOVQ $0, some-24(SP) \
	TESTQ R9, R9 \
	JZ claimed \
	\
	MOVQ ws+0(FP), CX /* apply the claims that hold, from the last to the first */ \
	MOVQ workspace_hitBytes(CX), DX \
	MOVQ workspace_cutAtAt(CX), R9 \
	IMUL3Q $(claims__size/8), DX, CX \
	ADDQ CX, SI \
hitWord: \
	SUBQ $claims__size, SI \
	SUBQ $8, DX \
	MOVQ (R15)(DX*1), AX \
	TESTQ AX, AX \
	JZ noHit \
	XORQ AX, (BX)(DX*1) \
hit: \
	TZCNTQ AX, CX \
	BLSRQ AX, AX \
	MOVL claims_of(SI)(CX*4), R14 \
	MOVWLZX R14, CX /* item b of the claim */ \
	SHRL $16, R14 \
	ANDW (DI)(CX*2), R14 /* the options of b to remove */ \
	JZ nextHit \
	MOVQ $1, some-24(SP) \
	SHLL $4, CX \
rest: \
	TZCNTL R14, R8 \
	BLSRL R14, R14 \
	ADDL CX, R8 \
	MOVL (R9)(R8*4), R8 \
	MOVQ ws+0(FP), R10 \
	MOVQ workspace_cutsAt(R10), R10 \
	LEAQ (R10)(R8*4), R8 \
cut: \
	MOVWLZX 2(R8), R10 \
	CMPL R10, $0xffff \
	JEQ cutAll \
	MOVWLZX (R8), R11 \
	ANDW R10, (DI)(R11*2) \
	ADDQ $4, R8 \
	JMP cut \
cutAll: \
	TESTL R14, R14 \
	JNZ rest \
nextHit: \
	TESTQ AX, AX \
	JNZ hit \
noHit: \
	TESTQ DX, DX \
	JNZ hitWord \
claimed: \
	MOVQ ws+0(FP), AX \
	WORKSPACE(AX) \
	CMPQ some-24(SP), $0 \
	JNE again \
	\
choose: /* the first open item with the fewest options, or solved */ \
	XORL CX, CX \
	XORL DX, DX \
open: \
	ORQ (R11)(DX*1), CX \
	ADDQ $8, DX \
	CMPQ DX, end-8(SP) \
	JNE open \
	MOVQ $const_solved, AX \
	TESTQ CX, CX \
	JZ done \
	MOVQ ws+0(FP), AX \
	MOVL $1, CX \
	CMPQ workspace_blamed(AX), $0 \
	JNE heaviest \
size: \
	XORL DX, DX \
	MOVQ DI, BX \
sizeWord: \
	LOAD(BX) \
	MOVL CX, R14 \
fewer: \
	FEWER \
	DECL R14 \
	JNZ fewer \
	FEW(AX, R15) \
	ANDQ (R11)(DX*1), AX \
	JNZ found \
	ADDQ $128, BX \
	ADDQ $8, DX \
	CMPQ DX, end-8(SP) \
	JNE sizeWord \
	INCL CX \
	JMP size \
found: \
	TZCNTQ AX, AX \
	LEAQ (AX)(DX*8), AX \
	JMP done \
heaviest: /* of the open items with the fewest options; covered items have one option */ \
	KEYS \
	NOKEY \
heavierSize: \
	XORL DX, DX \
	MOVQ DI, BX \
heavierWord: \
	LOAD(BX) \
	MOVL CX, R14 \
heavierFewer: \
	FEWER \
	DECL R14 \
	JNZ heavierFewer \
	KEY((R9)(DX*1), (R8)(DX*1)) \
	SUBQ $-128, BX \
	SUBQ $-128, DX \
	CMPQ DX, R15 \
	JNE heavierWord \
	INCL CX \
	LOWEST(AX) \
	CMPW AX, $0xffff \
	JEQ heavierSize \
	XORL DX, DX \
lowest: \
	IS(R8, AX, R15) \
	TESTQ AX, AX \
	JNZ found \
	SUBQ $-128, R8 \
	ADDQ $8, DX \
	JMP lowest \
last: /* these options complete a solution, so there is no need to take them */ \
	MOVQ start-16(SP), DX \
unsee: \
	MOVQ (R12)(DX*8), BX \
	MOVB $0, (R15)(BX*1) \
	INCQ DX \
	CMPQ DX, R13 \
	JNE unsee \
	MOVQ $const_solved, AX \
	JMP done \
dead: \
	MOVQ ws+0(FP), AX \
	CMPQ workspace_keysAt(AX), $0 \
	JEQ blamed \
	MOVQ $1, workspace_blamed(AX) \
	KEYS \
	LEAQ (R8)(R15*1), R14 /* the steps */ \
	XORL DX, DX \
	MOVQ DI, BX \
blame: \
	LOAD(BX) \
	BLAME((R9)(DX*1), (R14)(DX*1)) \
	SUBQ $-128, BX \
	SUBQ $-128, DX \
	CMPQ DX, R15 \
	JNE blame \
blamed: \
	MOVQ $const_dead, AX \
done: \
	MOVQ AX, item+48(FP) \
	MOVQ R13, after+56(FP) \
	VZEROUPPER \
	RET

// SETTLE is the body of settle. Its frame has 24 bytes.
#define SETTLE \
	ONES \
	MOVQ ws+0(FP), AX \
	MOVQ from+8(FP), CX \
	MOVQ to+16(FP), DI \
	MOVQ option+24(FP), BX \
	MOVQ path+32(FP), R12 \
	MOVQ taken+40(FP), R13 \
	MOVQ workspace_openBytes(AX), DX \
	MOVQ DX, end-8(SP) \
	WORKSPACE(AX) \
	IMULQ R10, BX \
	ADDQ R8, BX \
	MOVQ workspace_stateBytes(AX), DX \
	MOVQ R10, AX \
copy: \
	SUBQ $64, AX \
	AND64(CX, BX, DI, AX) \
	JNZ copy \
	MOVQ R10, AX \
	JMP copyMore \
copyFresh: \
	COPY64(CX, DI, AX) \
	ADDQ $64, AX \
copyMore: \
	CMPQ AX, DX \
	JNE copyFresh \
	MOVQ end-8(SP), DX \
clearDue: \
	SUBQ $8, DX \
	MOVQ $0, (SI)(DX*1) \
	JNZ clearDue \
	\
again: \
look: /* CX: open items without options; R14 and due: open items with at most one */ \
	XORL DX, DX \
	XORL CX, CX \
	XORL R14, R14 \
	MOVQ DI, BX \
lookWord: \
	LOAD(BX) \
	EMPTY(AX, R15) \
	MOVQ (R11)(DX*1), R15 \
	ORQ (SI)(DX*1), R15 /* a due item without options: two due options clash */ \
	ANDQ R15, AX \
	ORQ AX, CX \
	FEW(AX, R15) \
	ANDQ (R11)(DX*1), AX \
	MOVQ AX, (SI)(DX*1) \
	ORQ AX, R14 \
	ADDQ $128, BX \
	ADDQ $8, DX \
	CMPQ DX, end-8(SP) \
	JNE lookWord \
	TESTQ CX, CX \
	JNZ dead \
	TESTQ R14, R14 \
	JZ unforced \
	MOVQ ws+0(FP), AX /* do open items wait for a later round? */ \
	MOVQ workspace_secondary(AX), AX \
	TESTQ AX, AX \
	JNZ waits \
	XORL DX, DX \
waiting: \
	MOVQ (R11)(DX*1), AX \
	XORQ (SI)(DX*1), AX \
	JNZ waits \
	ADDQ $8, DX \
	CMPQ DX, end-8(SP) \
	JNE waiting \
waits: \
	MOVQ AX, waits-24(SP) \
	\
	FORCED \
	\
	MOVQ start-16(SP), DX /* take these options, two at a time */ \
two: \
	MOVQ (R12)(DX*8), BX \
	MOVB $0, (R15)(BX*1) \
	IMULQ R10, BX \
	ADDQ R8, BX \
	MOVQ BX, CX \
	INCQ DX \
	CMPQ DX, R13 \
	JEQ one \
	MOVQ (R12)(DX*8), CX \
	MOVB $0, (R15)(CX*1) \
	IMULQ R10, CX \
	ADDQ R8, CX \
	INCQ DX \
one: \
	MOVQ R10, AX \
take: \
	SUBQ $64, AX \
	BOTH64(BX, CX, DI, AX) \
	JNZ take \
	CMPQ DX, R13 \
	JNE two \
	JMP look \
	\
	UNFORCED

// TAKE is the body of take.
#define TAKE \
	MOVQ ws+0(FP), AX \
	MOVQ from+8(FP), CX \
	MOVQ to+16(FP), DI \
	MOVQ options+24(FP), DX \
	MOVQ n+32(FP), BX \
	WORKSPACE(AX) \
	MOVQ R10, AX \
copy: \
	SUBQ $64, AX \
	COPY64(CX, DI, AX) \
	JNZ copy \
	JMP more \
option: \
	MOVLQSX (DX), CX \
	ADDQ $4, DX \
	IMULQ R10, CX \
	ADDQ R8, CX \
	MOVQ R10, AX \
take: \
	SUBQ $64, AX \
	AND64(DI, CX, DI, AX) \
	JNZ take \
	DECQ BX \
more: \
	TESTQ BX, BX \
	JNZ option \
	VZEROUPPER \
	RET
