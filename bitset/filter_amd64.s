//go:build !purego

#include "textflag.h"

// The planes of 8 counters side by side, one for each of the masks of a block, lie in
// Z0 to Z4; of the high words of masks of two words in Z5 to Z9.

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

// GROUP adds 4 blocks of masks, at (base)(at*8), to the planes c0 to c4.
#define GROUP(base, at, c0, c1, c2, c3, c4) \
	VMOVDQU64 (base)(at*8), Z16 \
	VMOVDQU64 64(base)(at*8), Z17 \
	VMOVDQU64 128(base)(at*8), Z18 \
	VMOVDQU64 192(base)(at*8), Z19 \
	ADD(c0, Z16, Z17, Z20) \
	ADD(c0, Z18, Z19, Z21) \
	ADD(c1, Z20, Z21, Z22) \
	CARRY(c2, Z22, Z23) \
	CARRY(c3, Z23, Z24) \
	VPORQ Z24, c4, c4

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

// func sift1AVX512(to, from *uint64, n int, chosen uint64, c *planes) int
TEXT ·sift1AVX512(SB), NOSPLIT, $0-48
	MOVQ         to+0(FP), DI
	MOVQ         from+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ chosen+24(FP), Z31
	MOVQ         c+32(FP), DX
	XORL         AX, AX
	XORL         R8, R8
	VPXORQ       Z10, Z10, Z10
	CMPQ         AX, CX
	JGE          sifted

sift:
	VMOVDQU64    (SI)(AX*8), Z11
	VPTESTNMQ    Z31, Z11, K1
	VPCOMPRESSQ.Z Z11, K1, Z12
	VMOVDQU64    Z12, (DI)(R8*8)
	KMOVB        K1, R10
	POPCNTL      R10, R10
	ADDQ         R10, R8
	ADDQ         $8, AX
	CMPQ         AX, CX
	JLT          sift

sifted:
	// The masks of zero that filled up the last block were kept, and are last.
	SUBQ      CX, AX
	SUBQ      AX, R8
	MOVQ      R8, ret+40(FP)
	TESTQ     R8, R8
	JZ        done
	VMOVDQU64 Z10, (DI)(R8*8)
	VMOVDQU64 Z10, 64(DI)(R8*8)
	VMOVDQU64 Z10, 128(DI)(R8*8)
	VMOVDQU64 Z10, 192(DI)(R8*8)
	VPXORQ    Z0, Z0, Z0
	VPXORQ    Z1, Z1, Z1
	VPXORQ    Z2, Z2, Z2
	VPXORQ    Z3, Z3, Z3
	VPXORQ    Z4, Z4, Z4
	XORL      AX, AX

count:
	GROUP(DI, AX, Z0, Z1, Z2, Z3, Z4)
	ADDQ $32, AX
	CMPQ AX, R8
	JLT  count

	SHUFFLE($0x4e)
	FOLD
	SHUFFLE($0xb1)
	FOLD
	SWAP
	FOLD
	VMOVQ X0, 8(DX)
	VMOVQ X1, 24(DX)
	VMOVQ X2, 40(DX)
	VMOVQ X3, 56(DX)
	VMOVQ X4, 72(DX)

done:
	VZEROUPPER
	RET

// JOIN(c, d, e) puts the lower halves of c and d into c, and the higher ones into e.
#define JOIN(c, d, e) \
	VSHUFI64X2 $0xee, d, c, e \
	VSHUFI64X2 $0x44, d, c, c

// STORE writes the word of low masks, in element 0, and that of high ones, in element 4.
#define STORE(x, z, at) \
	VMOVQ x, at(DX) \
	VEXTRACTI64X2 $2, z, X16 \
	VMOVQ X16, (at+8)(DX)

// func sift2AVX512(toLow, toHigh, fromLow, fromHigh *uint64, n int, chosenLow, chosenHigh uint64, c *planes) int
TEXT ·sift2AVX512(SB), NOSPLIT, $0-72
	MOVQ         toLow+0(FP), DI
	MOVQ         toHigh+8(FP), R9
	MOVQ         fromLow+16(FP), SI
	MOVQ         fromHigh+24(FP), BX
	MOVQ         n+32(FP), CX
	VPBROADCASTQ chosenLow+40(FP), Z30
	VPBROADCASTQ chosenHigh+48(FP), Z31
	MOVQ         c+56(FP), DX
	XORL         AX, AX
	XORL         R8, R8
	VPXORQ       Z10, Z10, Z10
	CMPQ         AX, CX
	JGE          sifted

sift:
	VMOVDQU64     (SI)(AX*8), Z11
	VMOVDQU64     (BX)(AX*8), Z12
	VPANDQ        Z30, Z11, Z13
	VPTERNLOGQ    $0xf8, Z31, Z12, Z13    // Z13 OR Z12 AND Z31
	VPTESTNMQ     Z13, Z13, K1
	VPCOMPRESSQ.Z Z11, K1, Z14
	VPCOMPRESSQ.Z Z12, K1, Z15
	VMOVDQU64     Z14, (DI)(R8*8)
	VMOVDQU64     Z15, (R9)(R8*8)
	KMOVB         K1, R10
	POPCNTL       R10, R10
	ADDQ          R10, R8
	ADDQ          $8, AX
	CMPQ          AX, CX
	JLT           sift

sifted:
	SUBQ      CX, AX
	SUBQ      AX, R8
	MOVQ      R8, ret+64(FP)
	TESTQ     R8, R8
	JZ        done
	VMOVDQU64 Z10, (DI)(R8*8)
	VMOVDQU64 Z10, 64(DI)(R8*8)
	VMOVDQU64 Z10, 128(DI)(R8*8)
	VMOVDQU64 Z10, 192(DI)(R8*8)
	VMOVDQU64 Z10, (R9)(R8*8)
	VMOVDQU64 Z10, 64(R9)(R8*8)
	VMOVDQU64 Z10, 128(R9)(R8*8)
	VMOVDQU64 Z10, 192(R9)(R8*8)
	VPXORQ    Z0, Z0, Z0
	VPXORQ    Z1, Z1, Z1
	VPXORQ    Z2, Z2, Z2
	VPXORQ    Z3, Z3, Z3
	VPXORQ    Z4, Z4, Z4
	VPXORQ    Z5, Z5, Z5
	VPXORQ    Z6, Z6, Z6
	VPXORQ    Z7, Z7, Z7
	VPXORQ    Z8, Z8, Z8
	VPXORQ    Z9, Z9, Z9
	XORL      AX, AX

count:
	GROUP(DI, AX, Z0, Z1, Z2, Z3, Z4)
	GROUP(R9, AX, Z5, Z6, Z7, Z8, Z9)
	ADDQ $32, AX
	CMPQ AX, R8
	JLT  count

	JOIN(Z0, Z5, Z10)
	JOIN(Z1, Z6, Z11)
	JOIN(Z2, Z7, Z12)
	JOIN(Z3, Z8, Z13)
	JOIN(Z4, Z9, Z14)
	FOLD
	SHUFFLE($0xb1)
	FOLD
	SWAP
	FOLD
	STORE(X0, Z0, 0)
	STORE(X1, Z1, 16)
	STORE(X2, Z2, 32)
	STORE(X3, Z3, 48)
	STORE(X4, Z4, 64)

done:
	VZEROUPPER
	RET

// func pickAVX512(picked, list *uint64, n int, item uint64)
TEXT ·pickAVX512(SB), NOSPLIT, $0-32
	MOVQ         picked+0(FP), DI
	MOVQ         list+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ item+24(FP), Z31
	LEAQ         -1(CX), AX
	SHRQ         $6, AX
	MOVQ         $0, (DI)(AX*8) // the last word, of which not all bytes are written
	XORL         AX, AX

test:
	VPTESTMQ (SI), Z31, K1
	KMOVB    K1, (DI)(AX*1)
	ADDQ     $64, SI
	INCQ     AX
	SUBQ     $8, CX
	JGT      test
	VZEROUPPER
	RET
