// This file has the AVX2 forms of the loops of list_amd64.h. The files that include it define the
// names of the functions and these macros. What is in parentheses is for masks of two words.
//
//	SECOND(p, q)      sets q to the second words that belong to the first words at p; overwrites R10
//	CHOSEN(lo, hi)    loads a mask into all words of Y15 (and Y14)
//	LOAD(at, m, m2)   loads the 4 masks at index AX and offset at of SI (and R9)
//	DISJOINT(m, m2, t) sets the words of t to -1 where the masks have no bit of CHOSEN, else to 0
//	PACK(m, m2, bits) appends the masks that bits selects to the list of length R8 at DI (and R11);
//	                  overwrites bits, R10 and Y12
//	COPY              copies the mask at index R10 of SI (and R9) to index R8 of DI (and R11);
//	                  overwrites R10 and R15
//	COUNT             counts the list of length R8 at DI (and R11) and writes the sizes to DX
//	END               appends a group of masks of zeros to that list
//	OPTION, SOME, LACKING are for look
//
// Y13 is 0, and R13 points to packings.

// Masks are counted in a second loop over the list. In the first one there are too few registers.

// ADD is a full adder: it adds the bits m1 and m2 to c and sets carry. It overwrites m1 and Y12.
#define ADD(c, m1, m2, carry) \
	VPAND c, m1, Y12 \
	VPXOR c, m1, m1 \
	VPAND m1, m2, carry \
	VPXOR m1, m2, c \
	VPOR Y12, carry, carry

// CARRY is a half adder: it adds the bits m to c and sets carry.
#define CARRY(c, m, carry) \
	VPAND c, m, carry \
	VPXOR c, m, c

// FOLD adds the counters X5 to X9 to those of X0 to X4.
#define FOLD \
	CARRY(X0, X5, X10) \
	ADDX(X1, X6, X10, X11) \
	ADDX(X2, X7, X11, X10) \
	ADDX(X3, X8, X10, X11) \
	VPOR X9, X4, X4 \
	VPOR X11, X4, X4

#define ADDX(c, m1, m2, carry) \
	VPAND c, m1, X12 \
	VPXOR c, m1, m1 \
	VPAND m1, m2, carry \
	VPXOR m1, m2, c \
	VPOR X12, carry, carry

// COUNTWORD counts the list of length R8 at P and writes the planes to DX, at the offset at.
#define COUNTWORD(P, at, loop) \
	VPXOR Y0, Y0, Y0 \
	VPXOR Y1, Y1, Y1 \
	VPXOR Y2, Y2, Y2 \
	VPXOR Y3, Y3, Y3 \
	VPXOR Y4, Y4, Y4 \
	XORL AX, AX \
loop: \
	VMOVDQU (P)(AX*8), Y5 \
	VMOVDQU 32(P)(AX*8), Y6 \
	VMOVDQU 64(P)(AX*8), Y7 \
	VMOVDQU 96(P)(AX*8), Y8 \
	ADD(Y0, Y5, Y6, Y9) \
	ADD(Y0, Y7, Y8, Y10) \
	ADD(Y1, Y9, Y10, Y11) \
	CARRY(Y2, Y11, Y5) \
	CARRY(Y3, Y5, Y6) \
	VPOR Y6, Y4, Y4 \
	ADDQ $16, AX \
	CMPQ AX, R8 \
	JLT loop \
	VEXTRACTI128 $1, Y0, X5 \
	VEXTRACTI128 $1, Y1, X6 \
	VEXTRACTI128 $1, Y2, X7 \
	VEXTRACTI128 $1, Y3, X8 \
	VEXTRACTI128 $1, Y4, X9 \
	FOLD \
	VPSHUFD $0x4e, X0, X5 \
	VPSHUFD $0x4e, X1, X6 \
	VPSHUFD $0x4e, X2, X7 \
	VPSHUFD $0x4e, X3, X8 \
	VPSHUFD $0x4e, X4, X9 \
	FOLD \
	VMOVQ X0, at(DX) \
	VMOVQ X1, (at+8)(DX) \
	VMOVQ X2, (at+16)(DX) \
	VMOVQ X3, (at+24)(DX) \
	VMOVQ X4, (at+32)(DX)

// ZEROS writes 32 words of zeros behind the list of length R8 at P.
#define ZEROS(P) \
	VMOVDQU Y13, (P)(R8*8) \
	VMOVDQU Y13, 32(P)(R8*8) \
	VMOVDQU Y13, 64(P)(R8*8) \
	VMOVDQU Y13, 96(P)(R8*8) \
	VMOVDQU Y13, 128(P)(R8*8) \
	VMOVDQU Y13, 160(P)(R8*8) \
	VMOVDQU Y13, 192(P)(R8*8) \
	VMOVDQU Y13, 224(P)(R8*8)

// func sift(l *list, v *listLevel, from int, chosen mask)
TEXT SIFT(SB), NOSPLIT, $0-40
	MOVQ  v+8(FP), BX
	MOVQ  listLevel_n(BX), CX
	TESTQ CX, CX
	JZ    done
	MOVQ  l+0(FP), R10
	LEAQ  list_sizes(R10), DX
	MOVQ  list_masks(R10), SI
	MOVQ  listLevel_begin(BX), AX
	LEAQ  (SI)(AX*8), DI
	MOVQ  from+16(FP), AX
	LEAQ  (SI)(AX*8), SI
	SECOND(DI, R11)
	SECOND(SI, R9)
	CHOSEN(chosen_lo+24(FP), chosen_hi+32(FP))
	VPXOR Y13, Y13, Y13
	LEAQ  ·packings(SB), R13
	XORL  AX, AX
	XORL  R8, R8

sift:
	LOAD(0, Y0, Y1)
	LOAD(32, Y2, Y3)
	DISJOINT(Y0, Y1, Y4)
	DISJOINT(Y2, Y3, Y5)
	VMOVMSKPD Y4, R12
	VMOVMSKPD Y5, R15
	PACK(Y0, Y1, R12)
	PACK(Y2, Y3, R15)
	ADDQ $8, AX
	CMPQ AX, CX
	JLT  sift

	// The masks of zeros that complete the last block were kept too. They are the last ones.
	SUBQ  CX, AX
	SUBQ  AX, R8
	MOVQ  R8, listLevel_n(BX)
	TESTQ R8, R8
	JZ    done
	END
	COUNT

done:
	VZEROUPPER
	RET

// func pick(l *list, v *listLevel, item mask) int
//
// Few masks are picked, so they are copied one by one.
TEXT PICK(SB), NOSPLIT, $0-40
	MOVQ l+0(FP), R10
	MOVQ v+8(FP), BX
	MOVQ list_masks(R10), DI
	MOVQ listLevel_begin(BX), AX
	LEAQ (DI)(AX*8), SI
	MOVQ listLevel_n(BX), CX
	MOVQ listLevel_own(BX), BX
	SECOND(DI, R11)
	SECOND(SI, R9)
	CHOSEN(item_lo+16(FP), item_hi+24(FP))
	VPXOR Y13, Y13, Y13
	LEAQ -1(CX), DX
	SHRQ $6, DX
	MOVQ $0, (BX)(DX*8) // the loop may not write all bytes of the last word
	MOVQ BX, R12
	XORL AX, AX

test:
	LOAD(0, Y0, Y1)
	LOAD(32, Y2, Y3)
	DISJOINT(Y0, Y1, Y4)
	DISJOINT(Y2, Y3, Y5)
	VMOVMSKPD Y4, R10
	VMOVMSKPD Y5, R15
	SHLL $4, R15
	ORL  R10, R15
	NOTL R15
	MOVB R15, (R12)
	INCQ R12
	ADDQ $8, AX
	CMPQ AX, CX
	JLT  test

	XORL R8, R8
	XORL CX, CX // masks before the word of own

word:
	MOVQ  (BX), R12
	TESTQ R12, R12
	JZ    nextWord

bit:
	TZCNTQ R12, R10
	BLSRQ R12, R12
	ADDQ  CX, R10
	COPY
	INCQ  R8
	TESTQ R12, R12
	JNZ   bit

nextWord:
	ADDQ $8, BX
	ADDQ $64, CX
	SUBQ $1, DX
	JGE  word
	MOVQ R8, ret+32(FP)
	VZEROUPPER
	RET

// COMPATIBLE sets DX to the 8 masks at offset at that share no item with the option, and adds them to
// the union.
#define COMPATIBLE(at) \
	LOAD(at, Y0, Y1) \
	LOAD((at+32), Y6, Y7) \
	DISJOINT(Y0, Y1, Y8) \
	DISJOINT(Y6, Y7, Y9) \
	SOME(Y0, Y1, Y8, Y2, Y4) \
	SOME(Y6, Y7, Y9, Y3, Y5) \
	VMOVMSKPD Y8, R10 \
	VMOVMSKPD Y9, DX \
	SHLL $4, DX \
	ORL R10, DX

// func look(l *list, v *listLevel, k int, active mask) uint64
//
// Y2 and Y3 (Y4 and Y5) are the union of the option and of the masks that share no item with it.
TEXT LOOK(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), BX
	MOVQ v+8(FP), R15
	MOVQ listLevel_n(R15), CX
	MOVQ listLevel_begin(R15), R15
	MOVQ list_masks(BX), R12
	SECOND(R12, R13)
	LEAQ (R12)(R15*8), SI
	SECOND(SI, R9)
	MOVQ list_compatible(BX), DI
	VPXOR Y13, Y13, Y13
	XORL R8, R8
	XORL R11, R11

option:
	OPTION
	MOVQ DI, R15
	XORL AX, AX

block:
	COMPATIBLE(0)
	MOVB DX, (R15)
	COMPATIBLE(64)
	MOVB DX, 1(R15)
	ADDQ $2, R15
	ADDQ $16, AX
	CMPQ AX, CX
	JLT  block

	XORL  DX, DX
	LACKING
	SETEQ DL
	SHLXQ R8, DX, DX
	ORQ   DX, R11
	MOVQ  list_stride(BX), AX
	LEAQ  (DI)(AX*8), DI
	INCQ  R8
	CMPQ  R8, k+16(FP)
	JLT   option
	MOVQ  R11, ret+40(FP)
	VZEROUPPER
	RET

// func shrink(l *list, v *listLevel, alive uint64) bool
//
// Which masks are kept is computed first and written behind the rows of compatible.
TEXT SHRINK(SB), NOSPLIT, $0-25
	MOVQ l+0(FP), DX
	MOVQ v+8(FP), SI
	MOVQ listLevel_n(SI), CX
	MOVQ listLevel_own(SI), SI
	MOVQ list_stride(DX), R9
	SHLQ $3, R9
	MOVQ list_compatible(DX), R13
	MOVQ R9, BX
	SHLQ $const_maxLookLog, BX
	ADDQ R13, BX
	LEAQ 63(CX), DX
	SHRQ $6, DX
	SHLQ $3, DX // bytes of a row that are in use
	XORL AX, AX

chunk:
	VMOVDQU (SI)(AX*1), Y0
	MOVQ    alive+16(FP), R11
	LEAQ    (R13)(AX*1), DI

row:
	TZCNTQ R11, R10
	BLSRQ  R11, R11
	IMULQ  R9, R10
	VPOR   (DI)(R10*1), Y0, Y0
	TESTQ  R11, R11
	JNZ    row
	VMOVDQU Y0, (BX)(AX*1)
	ADDQ   $32, AX
	CMPQ   AX, DX
	JLT    chunk

	MOVQ $-1, R10 // the last word has bits behind the list
	MOVQ CX, R11
	NEGQ R11
	SHRXQ R11, R10, R10
	ANDQ R10, -8(BX)(DX*1)
	XORL R8, R8

kept:
	POPCNTQ -8(BX)(DX*1), R10
	ADDQ R10, R8
	SUBQ $8, DX
	JNZ  kept
	CMPQ R8, CX
	SETNE ret+24(FP)
	JEQ  same

	MOVQ l+0(FP), R10
	MOVQ v+8(FP), DX
	MOVQ R8, listLevel_n(DX)
	MOVQ list_masks(R10), SI
	MOVQ listLevel_begin(DX), AX
	LEAQ list_sizes(R10), DX
	LEAQ (SI)(AX*8), SI
	MOVQ SI, DI
	SECOND(DI, R11)
	SECOND(SI, R9)
	VPXOR Y13, Y13, Y13
	LEAQ ·packings(SB), R13
	XORL AX, AX
	XORL R8, R8

keep:
	LOAD(0, Y0, Y1)
	LOAD(32, Y2, Y3)
	MOVBLZX (BX), R12
	MOVL R12, R15
	ANDL $15, R12
	SHRL $4, R15
	PACK(Y0, Y1, R12)
	PACK(Y2, Y3, R15)
	INCQ BX
	ADDQ $8, AX
	CMPQ AX, CX
	JLT  keep
	END
	COUNT

same:
	VZEROUPPER
	RET
