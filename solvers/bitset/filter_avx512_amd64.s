//go:build !purego

#include "textflag.h"

// The loops of filter with AVX-512. They work on blocks of 8 masks. keep has a byte for each block.

// UNION sets R10 to the union of the 8 words of z.
#define UNION(z, y, x) \
	VEXTRACTI64X4 $1, z, Y16 \
	VPORQ         Y16, y, y \
	VEXTRACTI32X4 $1, y, X16 \
	VPORQ         X16, x, x \
	VPSHUFD       $0x4e, x, X16 \
	VPORQ         X16, x, x \
	VMOVQ         x, R10

// KEPT sets R8 to the number of kept masks. The AX-CX masks of zeros that complete the last block
// were kept too, and are subtracted.
#define KEPT \
	SUBQ CX, AX \
	SUBQ AX, R8

// LACKING jumps to dead if the word at need has a bit that the union of z does not have.
#define LACKING(need, z, y, x) \
	UNION(z, y, x) \
	NOTQ  R10 \
	TESTQ need, R10 \
	JNZ   dead

// Z0 to Z4 are the planes of 8 counters side by side, one for each mask of a block.

// ADD is a full adder: it adds the bits m1 and m2 to c and sets carry. The sum of three bits is
// their exclusive or (0x96), and the carry is their majority (0xe8). ADD overwrites m1.
#define ADD(c, m1, m2, carry) \
	VMOVDQA64 c, carry \
	VPTERNLOGQ $0xe8, m2, m1, carry \
	VPTERNLOGQ $0x96, m2, m1, c

// CARRY is a half adder: it adds the bits m to c and sets carry.
#define CARRY(c, m, carry) \
	VPANDQ c, m, carry \
	VPXORQ c, m, c

// FOLD adds the counters of Z10 to Z14 to those of Z0 to Z4.
#define FOLD \
	VPANDQ Z0, Z10, Z15 \
	VPXORQ Z0, Z10, Z0 \
	ADD(Z1, Z11, Z15, Z16) \
	ADD(Z2, Z12, Z16, Z17) \
	ADD(Z3, Z13, Z17, Z18) \
	VPTERNLOGQ $0xfe, Z18, Z14, Z4

// SHUFFLE sets Z10 to Z14 to the counters of Z0 to Z4, with their quarters in the order imm.
#define SHUFFLE(imm) \
	VSHUFI64X2 imm, Z0, Z0, Z10 \
	VSHUFI64X2 imm, Z1, Z1, Z11 \
	VSHUFI64X2 imm, Z2, Z2, Z12 \
	VSHUFI64X2 imm, Z3, Z3, Z13 \
	VSHUFI64X2 imm, Z4, Z4, Z14

// SWAP sets Z10 to Z14 to the counters of Z0 to Z4, with the two words of each quarter swapped.
#define SWAP \
	VPSHUFD $0x4e, Z0, Z10 \
	VPSHUFD $0x4e, Z1, Z11 \
	VPSHUFD $0x4e, Z2, Z12 \
	VPSHUFD $0x4e, Z3, Z13 \
	VPSHUFD $0x4e, Z4, Z14

// COUNT counts the items of the R8 masks at DI and writes the planes of the word to DX. It
// completes the last group of masks with zeros. Z31 must be 0.
#define COUNT \
	VMOVDQU64 Z31, (DI)(R8*8) \
	VMOVDQU64 Z31, 64(DI)(R8*8) \
	VMOVDQU64 Z31, 128(DI)(R8*8) \
	VMOVDQU64 Z31, 192(DI)(R8*8) \
	VPXORQ    Z0, Z0, Z0 \
	VPXORQ    Z1, Z1, Z1 \
	VPXORQ    Z2, Z2, Z2 \
	VPXORQ    Z3, Z3, Z3 \
	VPXORQ    Z4, Z4, Z4 \
	XORL      AX, AX \
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
	VPORQ     Z24, Z4, Z4 \
	ADDQ      $32, AX \
	CMPQ      AX, R8 \
	JLT       count \
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

// func sift1AVX512(to, from *uint64, n int, chosen, need *mask, c *planes) (kept int, alive bool)
TEXT ·sift1AVX512(SB), NOSPLIT, $0-57
	MOVQ         to+0(FP), DI
	MOVQ         from+8(FP), SI
	MOVQ         n+16(FP), CX
	MOVQ         chosen+24(FP), R10
	MOVQ         need+32(FP), R11
	MOVQ         c+40(FP), DX
	VPBROADCASTQ (R10), Z28
	VPXORQ       Z31, Z31, Z31
	VPXORQ       Z0, Z0, Z0
	XORL         AX, AX
	XORL         R8, R8
	MOVB         $0, alive+56(FP)

sift:
	VMOVDQU64     (SI)(AX*8), Z2
	VPTESTNMQ     Z28, Z2, K1
	VPORQ         Z2, Z0, K1, Z0
	VPCOMPRESSQ.Z Z2, K1, Z2
	VMOVDQU64     Z2, (DI)(R8*8)
	KMOVB         K1, R10
	POPCNTL       R10, R10
	ADDQ          R10, R8
	ADDQ          $8, AX
	CMPQ          AX, CX
	JLT           sift

	KEPT
	MOVQ R8, kept+48(FP)
	LACKING((R11), Z0, Y0, X0)
	MOVB $1, alive+56(FP)
	COUNT

dead:
	VZEROUPPER
	RET

// func sift2AVX512(to, from *uint64, room, n int, chosen, need *mask, c *planes) (kept int, alive
// bool)
TEXT ·sift2AVX512(SB), NOSPLIT, $0-65
	MOVQ         to+0(FP), DI
	MOVQ         from+8(FP), SI
	MOVQ         room+16(FP), R12
	MOVQ         n+24(FP), CX
	MOVQ         chosen+32(FP), R10
	MOVQ         need+40(FP), R11
	MOVQ         c+48(FP), DX
	VPBROADCASTQ (R10), Z28
	VPBROADCASTQ 8(R10), Z29
	VPXORQ       Z31, Z31, Z31
	VPXORQ       Z0, Z0, Z0
	VPXORQ       Z1, Z1, Z1
	LEAQ         (DI)(R12*8), R9
	LEAQ         (SI)(R12*8), BX
	XORL         AX, AX
	XORL         R8, R8
	MOVB         $0, alive+64(FP)

sift:
	VMOVDQU64     (SI)(AX*8), Z2
	VMOVDQU64     (BX)(AX*8), Z3
	VPANDQ        Z28, Z2, Z4
	VPTERNLOGQ    $0xf8, Z29, Z3, Z4 // Z4 OR Z3 AND Z29
	VPTESTNMQ     Z4, Z4, K1
	VPORQ         Z2, Z0, K1, Z0
	VPORQ         Z3, Z1, K1, Z1
	VPCOMPRESSQ.Z Z2, K1, Z2
	VPCOMPRESSQ.Z Z3, K1, Z3
	VMOVDQU64     Z2, (DI)(R8*8)
	VMOVDQU64     Z3, (R9)(R8*8)
	KMOVB         K1, R10
	POPCNTL       R10, R10
	ADDQ          R10, R8
	ADDQ          $8, AX
	CMPQ          AX, CX
	JLT           sift

	KEPT
	MOVQ R8, kept+56(FP)
	LACKING((R11), Z0, Y0, X0)
	LACKING(8(R11), Z1, Y1, X1)
	MOVB $1, alive+64(FP)
	MOVL $2, R13

word:
	COUNT
	ADDQ $40, DX
	MOVQ R9, DI
	DECQ R13
	JNZ  word

dead:
	VZEROUPPER
	RET

// func probeAVX512(from *uint64, room, words, n int, chosen *mask, keep *uint64, union *mask) (kept
// int)
TEXT ·probeAVX512(SB), NOSPLIT, $0-64
	MOVQ from+0(FP), SI
	MOVQ room+8(FP), R12
	MOVQ words+16(FP), R13
	MOVQ n+24(FP), CX
	MOVQ chosen+32(FP), R9
	MOVQ keep+40(FP), BX
	MOVQ union+48(FP), DX
	SHLQ $3, R12
	LEAQ 7(CX), R11
	SHRQ $3, R11 // blocks
	XORL R10, R10

	// All masks are kept until a word of chosen says otherwise.
fill:
	MOVB $0xff, (BX)(R10*1)
	INCQ R10
	CMPQ R10, R11
	JLT  fill

test:
	VPBROADCASTQ (R9), Z31
	MOVQ         (R9), R10
	TESTQ        R10, R10
	JZ           tested
	MOVQ         SI, R10
	XORL         AX, AX

testBlock:
	KMOVB     (BX)(AX*1), K2
	VPTESTNMQ (R10), Z31, K2, K1
	KMOVB     K1, (BX)(AX*1)
	ADDQ      $64, R10
	INCQ      AX
	CMPQ      AX, R11
	JLT       testBlock

tested:
	ADDQ R12, SI
	ADDQ $8, R9
	DECQ R13
	JNZ  test

	MOVQ from+0(FP), SI
	MOVQ words+16(FP), R13

union:
	VPXORQ Z0, Z0, Z0
	MOVQ   SI, R10
	XORL   AX, AX

unionBlock:
	KMOVB (BX)(AX*1), K1
	VPORQ (R10), Z0, K1, Z0
	ADDQ  $64, R10
	INCQ  AX
	CMPQ  AX, R11
	JLT   unionBlock

	UNION(Z0, Y0, X0)
	MOVQ R10, (DX)
	ADDQ $8, DX
	ADDQ R12, SI
	DECQ R13
	JNZ  union

	XORL R8, R8
	XORL AX, AX

sum:
	MOVBLZX (BX)(AX*1), R10
	POPCNTL R10, R10
	ADDQ    R10, R8
	INCQ    AX
	CMPQ    AX, R11
	JLT     sum

	SHLQ $3, AX
	KEPT
	MOVQ R8, kept+56(FP)
	VZEROUPPER
	RET

// func compactAVX512(to, from *uint64, room, words, n int, keep *uint64, c *planes)
TEXT ·compactAVX512(SB), NOSPLIT, $0-56
	MOVQ   to+0(FP), DI
	MOVQ   from+8(FP), SI
	MOVQ   room+16(FP), R12
	MOVQ   words+24(FP), R13
	MOVQ   n+32(FP), CX
	MOVQ   keep+40(FP), BX
	MOVQ   c+48(FP), DX
	SHLQ   $3, R12
	VPXORQ Z31, Z31, Z31

word:
	MOVQ BX, R9
	XORL AX, AX
	XORL R8, R8

compress:
	VMOVDQU64     (SI)(AX*8), Z5
	MOVBLZX       (R9), R10
	KMOVB         R10, K1
	VPCOMPRESSQ.Z Z5, K1, Z5
	VMOVDQU64     Z5, (DI)(R8*8)
	POPCNTL       R10, R10
	ADDQ          R10, R8
	INCQ          R9
	ADDQ          $8, AX
	CMPQ          AX, CX
	JLT           compress

	KEPT
	COUNT
	ADDQ  $40, DX
	ADDQ  R12, SI
	ADDQ  R12, DI
	DECQ  R13
	JNZ   word
	VZEROUPPER
	RET

// func pickAVX512(picked, list *uint64, n, item int)
TEXT ·pickAVX512(SB), NOSPLIT, $0-32
	MOVQ         picked+0(FP), DI
	MOVQ         list+8(FP), SI
	MOVQ         n+16(FP), AX
	MOVQ         item+24(FP), CX
	MOVL         $1, R8
	SHLQ         CX, R8
	VPBROADCASTQ R8, Z31
	MOVQ         AX, CX
	DECQ         AX
	SHRQ         $6, AX
	MOVQ         $0, (DI)(AX*8) // the loop may not write all bytes of the last word
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
