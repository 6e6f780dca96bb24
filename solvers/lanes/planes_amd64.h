// The parts of settlePlanes that need no vectors. R12 is path, and R13 is taken.

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
