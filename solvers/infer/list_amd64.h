// What the assembly of lists has in common, whether masks have one word or two. What differs are these:
//
//	SECOND(p, q)    q is where the second words lie, if the first lie at p; R10 is lost
//	CHOSEN(lo, hi)  loads a mask into all lanes of Z31, and Z30 if it has two words
//	LOAD            a block of 8 masks, at AX, of the list at SI (and R9), to Z16 (and Z20)
//	GROUP           4 such blocks, to Z16 to Z19 (and Z20 to Z23)
//	MEET, APART     which of the masks m (and m2) have, or have not, a bit of the mask chosen
//	PACK            writes those of a block that k says to the list at DI (and R11) at R8
//	START           no masks are counted
//	COUNT           counts those of the group that K1 to K4 say; the group is lost
//	PLANES          what was counted goes to DX
//	END             writes a group of masks of zero to DI (and R11) at R8
//
// and for look
//
//	OPTION   option R8 of those at R12 (and R13), without its number, to all lanes of Z31 (and Z30), and what is gathered begins with it
//	BESIDE   k says which masks of a block have no item in common with it, and these are gathered in all (and all2)
//	FURTHER  goes on by two blocks at SI (and R9)
//	LACKING  sets the flag of zero if all active items are gathered

#include "count_amd64.h"

// UNION leaves the union of the 8 words of z in r; Z20 is lost.
#define UNION(z, y, x, r) \
	VEXTRACTI64X4 $1, z, Y20 \
	VPORQ Y20, y, y \
	VEXTRACTI32X4 $1, y, X20 \
	VPORQ X20, x, x \
	VPSHUFD $0x4e, x, X20 \
	VPORQ X20, x, x \
	VMOVQ x, r

// KEEP packs and counts those of the group that K1 to K4 say.
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
	APART(Z16, Z20, K1)
	APART(Z17, Z21, K2)
	APART(Z18, Z22, K3)
	APART(Z19, Z23, K4)
	KEEP
	ADDQ $32, AX
	CMPQ AX, CX
	JLT  sift

	// The masks of zero that filled up the last group were kept, and are last.
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
	MOVQ $0, (BX)(AX*8) // the last word, of which not all bytes are written
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
// Z2 to Z5 gather the items that the option looked at, and those beside it, have.
TEXT LOOK(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), BX
	MOVQ v+8(FP), AX
	MOVQ listLevel_n(AX), CX
	ADDQ $7, CX
	SHRQ $3, CX
	MOVQ list_masks(BX), R12
	SECOND(R12, R13)
	MOVQ list_beside(BX), DI
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
	BESIDE(0, Z16, Z20, K1, Z2, Z4)
	BESIDE(64, Z17, Z21, K2, Z3, Z5)
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
	BESIDE(0, Z16, Z20, K1, Z2, Z4)
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
// What is kept is worked out 64 blocks at a time and written behind the rows.
TEXT SHRINK(SB), NOSPLIT, $0-25
	MOVQ l+0(FP), DX
	MOVQ v+8(FP), SI
	MOVQ listLevel_n(SI), CX
	ADDQ $7, CX
	SHRQ $3, CX // blocks
	MOVQ listLevel_own(SI), SI
	MOVQ list_stride(DX), R9
	SHLQ $3, R9
	MOVQ list_beside(DX), R13
	MOVQ R9, BX
	SHLQ $const_maxLookLog, BX
	ADDQ R13, BX
	XORL R12, R12 // not 0 if any goes
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
	SHRXQ      R10, R11, R11 // the bytes that are blocks
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

	// The masks of zero that filled up the last block were kept.
	NEGQ CX
	ANDQ $7, CX
	SUBQ CX, R8
	MOVQ R8, listLevel_n(R12)
	END
	PLANES

same:
	VZEROUPPER
	RET
