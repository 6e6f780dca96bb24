//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The planes of 8 counters side by side, one for each of the masks of a block, lie in Z0 to Z4.

// ADD adds the bits m1 and m2 to c; what is carried goes to carry. 3 bits go in and 2
// come out: their sum is the exclusive or (0x96), their carry the majority (0xe8).
// m1 is lost.
#define ADD(c, m1, m2, carry) \
	VMOVDQA64 c, carry \
	VPTERNLOGQ $0xe8, m2, m1, carry \
	VPTERNLOGQ $0x96, m2, m1, c

// CARRY adds the bits m to c; what is carried goes to carry.
#define CARRY(c, m, carry) \
	VPANDQ c, m, carry \
	VPXORQ c, m, c

// FOLD adds to each counter of Z0 to Z4 the one in Z10 to Z14 beside it.
#define FOLD \
	VPANDQ Z0, Z10, Z15 \
	VPXORQ Z0, Z10, Z0 \
	ADD(Z1, Z11, Z15, Z16) \
	ADD(Z2, Z12, Z16, Z17) \
	ADD(Z3, Z13, Z17, Z18) \
	VPTERNLOGQ $0xfe, Z18, Z14, Z4

// SHUFFLE leaves in Z10 to Z14 the counters with their quarters in the order imm.
#define SHUFFLE(imm) \
	VSHUFI64X2 imm, Z0, Z0, Z10 \
	VSHUFI64X2 imm, Z1, Z1, Z11 \
	VSHUFI64X2 imm, Z2, Z2, Z12 \
	VSHUFI64X2 imm, Z3, Z3, Z13 \
	VSHUFI64X2 imm, Z4, Z4, Z14

#define SWAP \
	VPSHUFD $0x4e, Z0, Z10 \
	VPSHUFD $0x4e, Z1, Z11 \
	VPSHUFD $0x4e, Z2, Z12 \
	VPSHUFD $0x4e, Z3, Z13 \
	VPSHUFD $0x4e, Z4, Z14

// PACK writes those masks of Z11 that K1 says to DI at R8, and goes on by 8 masks of AX.
#define PACK \
	VPCOMPRESSQ.Z Z11, K1, Z12 \
	VMOVDQU64 Z12, (DI)(R8*8) \
	KMOVB K1, R10 \
	POPCNTL R10, R10 \
	ADDQ R10, R8 \
	ADDQ $8, AX

// COUNT makes the planes of R8 masks at DI, at least one, and writes masks of zero behind them; Z10 is zero,
// DX where the planes go.
#define COUNT \
	VMOVDQU64 Z10, (DI)(R8*8) \
	VMOVDQU64 Z10, 64(DI)(R8*8) \
	VMOVDQU64 Z10, 128(DI)(R8*8) \
	VMOVDQU64 Z10, 192(DI)(R8*8) \
	VPXORQ Z0, Z0, Z0 \
	VPXORQ Z1, Z1, Z1 \
	VPXORQ Z2, Z2, Z2 \
	VPXORQ Z3, Z3, Z3 \
	VPXORQ Z4, Z4, Z4 \
	XORL AX, AX \
count: \
	VMOVDQU64 (DI)(AX*8), Z16 \
	VMOVDQU64 64(DI)(AX*8), Z17 \
	VMOVDQU64 128(DI)(AX*8), Z18 \
	VMOVDQU64 192(DI)(AX*8), Z19 \
	ADD(Z0, Z16, Z17, Z20) \
	ADD(Z0, Z18, Z19, Z21) \
	ADD(Z1, Z20, Z21, Z22) \
	CARRY(Z2, Z22, Z23) \
	CARRY(Z3, Z23, Z24) \
	VPORQ Z24, Z4, Z4 \
	ADDQ $32, AX \
	CMPQ AX, R8 \
	JLT count \
	SHUFFLE($0x4e) \
	FOLD \
	SHUFFLE($0xb1) \
	FOLD \
	SWAP \
	FOLD \
	VMOVQ X0, (DX) \
	VMOVQ X1, 8(DX) \
	VMOVQ X2, 16(DX) \
	VMOVQ X3, 24(DX) \
	VMOVQ X4, 32(DX)

// func siftAVX512(to, from *uint64, n int, chosen uint64, sizes *planes) int
TEXT ·siftAVX512(SB), NOSPLIT, $0-48
	MOVQ         to+0(FP), DI
	MOVQ         from+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ chosen+24(FP), Z31
	MOVQ         sizes+32(FP), DX
	XORL         AX, AX
	XORL         R8, R8
	VPXORQ       Z10, Z10, Z10

sift:
	VMOVDQU64 (SI)(AX*8), Z11
	VPTESTNMQ Z31, Z11, K1
	PACK
	CMPQ      AX, CX
	JLT       sift

	// The masks of zero that filled up the last block were kept, and are last.
	SUBQ  CX, AX
	SUBQ  AX, R8
	MOVQ  R8, ret+40(FP)
	TESTQ R8, R8
	JZ    done
	COUNT

done:
	VZEROUPPER
	RET

// func pickAVX512(list *uint64, n int, item uint64, own *uint64, options *uint64) int
TEXT ·pickAVX512(SB), NOSPLIT, $0-48
	MOVQ         list+0(FP), SI
	MOVQ         n+8(FP), CX
	VPBROADCASTQ item+16(FP), Z31
	MOVQ         own+24(FP), BX
	MOVQ         options+32(FP), DI
	LEAQ         -1(CX), AX
	SHRQ         $6, AX
	MOVQ         $0, (BX)(AX*8) // the last word, of which not all bytes are written
	XORL         AX, AX
	XORL         R8, R8

test:
	VMOVDQU64 (SI), Z11
	VPTESTMQ  Z11, Z31, K1
	KMOVB     K1, (BX)
	INCQ      BX
	ADDQ      $64, SI
	PACK
	CMPQ      AX, CX
	JLT       test
	MOVQ      R8, ret+40(FP)
	VZEROUPPER
	RET

// func lookAVX512(list *uint64, n int, options *uint64, k int, items, active uint64, rows *uint64, stride int) uint64
//
// Z2 and Z3 gather the items that the options beside the one looked at have.
TEXT ·lookAVX512(SB), NOSPLIT, $0-72
	MOVQ n+8(FP), CX
	ADDQ $7, CX
	SHRQ $3, CX
	MOVQ options+16(FP), R9
	MOVQ k+24(FP), R10
	MOVQ rows+48(FP), DI
	MOVQ active+40(FP), R12
	MOVQ items+32(FP), R13
	XORL R8, R8
	XORL R11, R11

option:
	MOVQ         (R9)(R8*8), BX
	ANDQ         R13, BX
	VPBROADCASTQ BX, Z31
	VPXORQ       Z2, Z2, Z2
	VPXORQ       Z3, Z3, Z3
	MOVQ         list+0(FP), SI
	XORL         AX, AX
	SUBQ         $1, CX
	JMP          pairs

pair:
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	VPTESTNMQ Z31, Z0, K1
	VPTESTNMQ Z31, Z1, K2
	VPORQ     Z0, Z2, K1, Z2
	VPORQ     Z1, Z3, K2, Z3
	KMOVB     K1, (DI)(AX*1)
	KMOVB     K2, 1(DI)(AX*1)
	ADDQ      $128, SI
	ADDQ      $2, AX

pairs:
	CMPQ AX, CX
	JLT  pair
	ADDQ $1, CX
	CMPQ AX, CX
	JGE  gathered
	VMOVDQU64 (SI), Z0
	VPTESTNMQ Z31, Z0, K1
	VPORQ     Z0, Z2, K1, Z2
	KMOVB     K1, (DI)(AX*1)

gathered:
	VPORQ         Z3, Z2, Z2
	VEXTRACTI64X4 $1, Z2, Y3
	VPORQ         Y3, Y2, Y2
	VEXTRACTI128  $1, Y2, X3
	VPORQ         X3, X2, X2
	VPSHUFD       $0x4e, X2, X3
	VPORQ         X3, X2, X2
	VMOVQ         X2, DX
	ORQ           BX, DX
	NOTQ          DX
	XORL          BX, BX
	TESTQ         R12, DX
	SETEQ         BL
	SHLXQ         R8, BX, BX
	ORQ           BX, R11
	ADDQ          stride+56(FP), DI
	INCQ          R8
	CMPQ          R8, R10
	JLT           option
	MOVQ          R11, ret+64(FP)
	VZEROUPPER
	RET

// func shrinkAVX512(list *uint64, n int, rows *uint64, stride int, alive uint64, own *uint64, sizes *planes) int
//
// What is kept is worked out 64 blocks at a time and written behind the rows.
TEXT ·shrinkAVX512(SB), NOSPLIT, $0-64
	MOVQ n+8(FP), CX
	ADDQ $7, CX
	SHRQ $3, CX // blocks
	MOVQ stride+24(FP), R9
	MOVQ own+40(FP), SI
	MOVQ R9, BX
	SHLQ $const_maxLookLog, BX
	ADDQ rows+16(FP), BX
	XORL R12, R12 // not 0 if any goes
	XORL AX, AX

chunk:
	VMOVDQU64 (SI)(AX*1), Z0
	MOVQ      alive+32(FP), R11
	MOVQ      rows+16(FP), DI
	ADDQ      AX, DI

row:
	TZCNTQ R11, R10
	BLSRQ  R11, R11
	IMULQ  R9, R10
	VPORQ  (DI)(R10*1), Z0, Z0
	TESTQ  R11, R11
	JNZ    row

	VMOVDQU64  Z0, (BX)(AX*1)
	MOVQ       CX, DX
	SUBQ       AX, DX
	MOVQ       $64, R10
	CMPQ       DX, R10
	CMOVQGT    R10, DX
	SUBQ       DX, R10
	MOVQ       $-1, R11
	SHRXQ      R10, R11, R11 // the bytes that are blocks
	KMOVQ      R11, K2
	VPTERNLOGQ $0x55, Z0, Z0, Z0
	VPTESTMB   Z0, Z0, K2, K1
	KMOVQ      K1, R11
	ORQ        R11, R12
	ADDQ       $64, AX
	CMPQ       AX, CX
	JLT        chunk

	MOVQ  n+8(FP), CX
	TESTQ R12, R12
	JZ    same

	MOVQ   list+0(FP), DI
	MOVQ   DI, SI
	MOVQ   sizes+48(FP), DX
	VPXORQ Z10, Z10, Z10
	XORL   AX, AX
	XORL   R8, R8

keep:
	VMOVDQU64 (SI)(AX*8), Z11
	KMOVB     (BX), K1
	INCQ      BX
	PACK
	CMPQ      AX, CX
	JLT       keep

	SUBQ  CX, AX
	SUBQ  AX, R8
	MOVQ  R8, ret+56(FP)
	COUNT
	VZEROUPPER
	RET

same:
	MOVQ CX, ret+56(FP)
	VZEROUPPER
	RET
