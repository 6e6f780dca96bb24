// The parts of settlePlanes that need no vectors. Registers:
//
//	DI  to, the state     R12 path      SI  scratch: the due items, and three bits of the number
//	R8  rows              R13 taken         of the plane of each
//	R9  options
//
// A row has 512 bytes. AX to DX, R10, R11, R14 and R15 are scratch.

// BIT shifts bit CX of the word at A into NUMBER.
#define BIT(A, NUMBER) \
	MOVQ A, R11 \
	BTQ CX, R11 \
	ADCL NUMBER, NUMBER

// NEXT clears the lowest bit of WORD. If none is left, it goes on to the next word at WORDS that has
// bits: MASK has a bit for each of these words, and AT is the number of WORD. It ends with a word of
// zeros behind the others. There is no branch, because a processor would often take the wrong one.
#define NEXT(WORD, AT, MASK, WORDS, A, B, C) \
	TZCNTQ MASK, A \
	MOVQ WORDS(A*8), B \
	BLSRQ MASK, C \
	BLSRQ WORD, WORD \
	CMOVQEQ B, WORD \
	CMOVQEQ A, AT \
	CMOVQEQ C, MASK

// DUEOPTION writes the option of the next due item to path, once, and sets CX to it. The item is a bit
// of AX, which is word BX of the words at SI. Behind them are the bits of the number of the plane of
// each. R15 has the rounds in which options were due, and R10 is this round.
#define DUEOPTION \
	TZCNTQ AX, CX \
	XORL R14, R14 \
	BIT(256(SI)(BX*8), R14) \
	BIT(192(SI)(BX*8), R14) \
	BIT(128(SI)(BX*8), R14) \
	BIT(64(SI)(BX*8), R14) \
	LEAL (BX)(R14*8), R14 /* words from plane 0 */ \
	SHLL $6, R14 \
	ADDL R14, CX \
	MOVWLZX (R9)(CX*2), CX \
	MOVQ CX, (R12)(R13*8) \
	MOVWLZX (R15)(CX*2), R14 \
	MOVW R10, (R15)(CX*2) \
	SUBL R10, R14 \
	NEGL R14 \
	ADCQ $0, R13 \
	NEXT(AX, BX, DX, (SI), R11, R14, DI)

// APPLY applies claims that hold, to the state in memory. DX has a bit for each of the last 64 words of
// the claims before R15 that is not 0, and R10 points to the workspace. some-24(SP) becomes 1 if an
// option was removed.
#define APPLY \
	TZCNTQ DX, R8 \
	BLSRQ DX, DX \
	MOVQ -512(R15)(R8*8), R9 \
	MOVQ workspace_hitBytes(R10), AX \
	SHLQ $5, AX \
	ADDQ workspace_planeClaimsAt(R10), AX \
	SUBQ $(64*256), AX /* the claims of the first of 64 words */ \
hit: \
	TZCNTQ R9, CX \
	MOVQ R8, R14 \
	SHLQ $6, R14 \
	ADDQ R14, CX \
	MOVL (AX)(CX*4), R14 \
	MOVWLZX R14, CX /* item b of the claim */ \
	SHRL $16, R14 \
	MOVL CX, R13 \
	SHRL $6, R13 \
	LEAQ (DI)(R13*8), R13 \
	XORL R12, R12 \
	BIT(384(R13), R12) \
	BIT(336(R13), R12) \
	BIT(288(R13), R12) \
	BIT(240(R13), R12) \
	BIT(192(R13), R12) \
	BIT(144(R13), R12) \
	BIT(96(R13), R12) \
	BIT(48(R13), R12) \
	BIT((R13), R12) \
	ANDL R12, R14 /* the options of b to remove */ \
	JZ nextHit \
	MOVQ $1, some-24(SP) \
	SHLL $4, CX \
rest: \
	TZCNTL R14, R13 \
	BLSRL R14, R14 \
	ADDL CX, R13 \
	MOVQ workspace_cutAtAt(R10), R12 \
	MOVL (R12)(R13*4), R13 \
	MOVQ workspace_cutsAt(R10), R12 \
	LEAQ (R12)(R13*4), R13 \
cut: \
	MOVWLZX 2(R13), R12 \
	CMPL R12, $0xffff \
	JEQ cutAll \
	MOVWLZX (R13), R11 \
	ANDW R12, (DI)(R11*2) \
	ADDQ $4, R13 \
	JMP cut \
cutAll: \
	TESTL R14, R14 \
	JNZ rest \
nextHit: \
	NEXT(R9, R8, DX, -512(R15), R12, R13, R14) \
	TESTQ R9, R9 \
	JNZ hit \
	MOVQ workspace_rowsAt(R10), R8 \
	MOVQ workspace_planeOptionsAt(R10), R9 \
	MOVQ path+32(FP), R12

// LOWEST512 sets BITS to the lowest key of Z20, and every lane of Z20.
#define LOWEST512(BITS) \
	VEXTRACTI64X4 $1, Z20, Y21 \
	VPMINUW Y21, Y20, Y20 \
	VEXTRACTI32X4 $1, Y20, X21 \
	VPMINUW X21, X20, X20 \
	VMOVDQA64 X20, X0 \
	VPHMINPOSUW X0, X0 \
	VMOVD X0, BITS \
	VPBROADCASTW X0, Z20
