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

// NEXTROUND begins a round of due options: it sets R10 to its number, R15 as DUEOPTION needs it, and
// CX to the workspace.
#define NEXTROUND \
	MOVQ ws+0(FP), CX \
	MOVQ workspace_dueRoundsAt(CX), R15 \
	MOVL workspace_round(CX), R10 \
	INCL R10 \
	TESTL $0xffff, R10 \
	JNZ remember \
	INCL R10 /* the number of this round was used before */ \
	MOVQ workspace_dueRoundsBytes(CX), AX \
forget: \
	SUBQ $2, AX \
	MOVW $0, (R15)(AX*1) \
	JNZ forget \
remember: \
	MOVL R10, workspace_round(CX) \
	MOVWLZX R10, R10

// HITS begins a loop over claims that hold: R9 is a word of them, R8 its number, and DX has a bit for each
// of the last 64 words before R15 that is not 0. R10 is the workspace. SI becomes
// fresh.
#define HITS \
	TZCNTQ DX, R8 \
	BLSRQ DX, DX \
	MOVQ -512(R15)(R8*8), R9 \
	MOVQ workspace_claimRowsAt(R10), BX \
	LEAQ 512(DI), SI \
	MOVQ workspace_hitBytes(R10), AX \
	SHLQ $5, AX \
	ADDQ workspace_claimOfAt(R10), AX \
	SUBQ $(64*256), AX

// HITROW sets CX to the row of the next of these claims. If the claim of b on a is not fresh, both have
// the same options. Then it is the first row, which removes nothing and is in the first cache.
#define HITROW \
	TZCNTQ R9, CX \
	MOVL R8, R14 \
	SHLL $6, R14 \
	ADDL R14, CX \
	MOVL (AX)(CX*4), R14 \
	MOVWLZX R14, CX \
	SHRL $16, R14 \
	SHLQ $9, CX \
	ADDQ BX, CX \
	MOVL R14, R11 \
	SHRL $6, R11 \
	MOVQ (SI)(R11*8), R11 \
	BTQ R14, R11 \
	CMOVQCC BX, CX

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
