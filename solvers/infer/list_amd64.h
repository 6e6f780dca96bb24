// This file has the assembly of lists that masks of one word and of two share. The files that
// include it define the names of the functions and these macros. What is in parentheses is for
// masks of two words.
//
//	SECOND(p, q)     sets q to the second words that belong to the first words at p; overwrites R10
//	CHOSEN(lo, hi)   loads a mask into all words of Z31 (and Z30)
//	LOAD             loads the block of 8 masks with index AX, at SI (and R9), to Z16 (and Z20)
//	GROUP            loads 4 blocks to Z16 to Z19 (and Z20 to Z23)
//	MEET, DISJOINT   set k to the masks of m (and m2) that have, or do not have, a bit of CHOSEN
//	PACK             appends the masks of a block that k selects to the list of length R8 at DI
//	                 (and R11)
//	START            sets all counters to 0
//	COUNT            counts the masks of a group that K1 to K4 select; overwrites the group
//	PLANES           writes the sizes to DX
//	END              appends a group of masks of zeros to the list of length R8 at DI (and R11)
//
// These are for look:
//
//	OPTION           loads picked option R8 of R12 (and R13), without its number, into Z31 (and Z30),
//	                 and begins the union in Z2 to Z5 with it
//	COMPATIBLE       sets K to the masks of a block that share no item with the option, and adds them
//	                 to the union all (and all2)
//	FURTHER          moves SI (and R9) on by two blocks
//	LACKING          sets the zero flag if the union has all active items

#include "count_amd64.h"

// UNION sets r to the union of the 8 words of z. It overwrites Z20.
#define UNION(z, y, x, r) \
	VEXTRACTI64X4 $1, z, Y20 \
	VPORQ Y20, y, y \
	VEXTRACTI32X4 $1, y, X20 \
	VPORQ X20, x, x \
	VPSHUFD $0x4e, x, X20 \
	VPORQ X20, x, x \
	VMOVQ x, r

// KEEP packs and counts the masks of a group that K1 to K4 select.
#define KEEP \
	PACK(Z16, Z20, K1) \
	PACK(Z17, Z21, K2) \
	PACK(Z18, Z22, K3) \
	PACK(Z19, Z23, K4) \
	COUNT

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
	XORL  AX, AX
	XORL  R8, R8
	START

sift:
	GROUP
	DISJOINT(Z16, Z20, K1)
	DISJOINT(Z17, Z21, K2)
	DISJOINT(Z18, Z22, K3)
	DISJOINT(Z19, Z23, K4)
	KEEP
	ADDQ $32, AX
	CMPQ AX, CX
	JLT  sift

	// The masks of zeros that complete the last group were kept too. They are the last ones.
	SUBQ  CX, AX
	SUBQ  AX, R8
	MOVQ  R8, listLevel_n(BX)
	TESTQ R8, R8
	JZ    done
	END
	PLANES

done:
	VZEROUPPER
	RET

// func pick(l *list, v *listLevel, item mask) int
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
	LEAQ -1(CX), AX
	SHRQ $6, AX
	MOVQ $0, (BX)(AX*8) // the loop may not write all bytes of the last word
	XORL AX, AX
	XORL R8, R8

test:
	LOAD
	MEET(Z16, Z20, K1)
	KMOVB K1, (BX)
	INCQ  BX
	PACK(Z16, Z20, K1)
	ADDQ  $8, AX
	CMPQ  AX, CX
	JLT   test
	MOVQ  R8, ret+32(FP)
	VZEROUPPER
	RET

// func look(l *list, v *listLevel, k int, active mask) uint64
//
// Z2 to Z5 are the union of the option and of the masks that share no item with it.
TEXT LOOK(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), BX
	MOVQ v+8(FP), AX
	MOVQ listLevel_n(AX), CX
	ADDQ $7, CX
	SHRQ $3, CX
	MOVQ list_masks(BX), R12
	SECOND(R12, R13)
	MOVQ list_compatible(BX), DI
	XORL R8, R8
	XORL R11, R11

option:
	MOVQ l+0(FP), BX
	MOVQ v+8(FP), AX
	MOVQ listLevel_begin(AX), AX
	LEAQ (R12)(AX*8), SI
	SECOND(SI, R9)
	OPTION
	XORL AX, AX
	SUBQ $1, CX
	JMP  pairs

pair:
	COMPATIBLE(0, Z16, Z20, K1, Z2, Z4)
	COMPATIBLE(64, Z17, Z21, K2, Z3, Z5)
	KMOVB K1, (DI)(AX*1)
	KMOVB K2, 1(DI)(AX*1)
	FURTHER
	ADDQ  $2, AX

pairs:
	CMPQ AX, CX
	JLT  pair
	ADDQ $1, CX
	CMPQ AX, CX
	JGE  gathered
	COMPATIBLE(0, Z16, Z20, K1, Z2, Z4)
	KMOVB K1, (DI)(AX*1)

gathered:
	XORL  BX, BX
	LACKING
	SETEQ BL
	SHLXQ R8, BX, BX
	ORQ   BX, R11
	MOVQ  l+0(FP), BX
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
// Which masks are kept is computed for 64 blocks at a time and written behind the rows of
// compatible.
TEXT SHRINK(SB), NOSPLIT, $0-25
	MOVQ l+0(FP), DX
	MOVQ v+8(FP), SI
	MOVQ listLevel_n(SI), CX
	ADDQ $7, CX
	SHRQ $3, CX // blocks
	MOVQ listLevel_own(SI), SI
	MOVQ list_stride(DX), R9
	SHLQ $3, R9
	MOVQ list_compatible(DX), R13
	MOVQ R9, BX
	SHLQ $const_maxLookLog, BX
	ADDQ R13, BX
	XORL R12, R12 // not 0 if some mask is removed
	XORL AX, AX

chunk:
	VMOVDQU64 (SI)(AX*1), Z0
	MOVQ      alive+16(FP), R11
	LEAQ      (R13)(AX*1), DI

row:
	TZCNTQ R11, R10
	BLSRQ  R11, R11
	IMULQ  R9, R10
	VPORQ  (DI)(R10*1), Z0, Z0
	TESTQ  R11, R11
	JNZ    row

	MOVQ       CX, DX
	SUBQ       AX, DX
	MOVQ       $64, R10
	CMPQ       DX, R10
	CMOVQGT    R10, DX
	SUBQ       DX, R10
	MOVQ       $-1, R11
	SHRXQ      R10, R11, R11 // the bytes that stand for blocks
	KMOVQ      R11, K2
	VMOVDQU8.Z Z0, K2, Z1
	VMOVDQU64  Z1, (BX)(AX*1)
	VPTERNLOGQ $0x55, Z0, Z0, Z0
	VPTESTMB   Z0, Z0, K2, K1
	KMOVQ      K1, R11
	ORQ        R11, R12
	ADDQ       $64, AX
	CMPQ       AX, CX
	JLT        chunk

	TESTQ R12, R12
	SETNE ret+24(FP)
	JZ    same

	MOVQ l+0(FP), R10
	MOVQ v+8(FP), R12
	LEAQ list_sizes(R10), DX
	MOVQ list_masks(R10), SI
	MOVQ listLevel_begin(R12), AX
	LEAQ (SI)(AX*8), SI
	MOVQ SI, DI
	SECOND(DI, R11)
	SECOND(SI, R9)
	MOVQ listLevel_n(R12), CX
	XORL AX, AX
	XORL R8, R8
	START

keep:
	GROUP
	KMOVB (BX), K1
	KMOVB 1(BX), K2
	KMOVB 2(BX), K3
	KMOVB 3(BX), K4
	KEEP
	ADDQ $4, BX
	ADDQ $32, AX
	CMPQ AX, CX
	JLT  keep

	// The masks of zeros that complete the last block were kept too.
	NEGQ CX
	ANDQ $7, CX
	SUBQ CX, R8
	MOVQ R8, listLevel_n(R12)
	END
	PLANES

same:
	VZEROUPPER
	RET
