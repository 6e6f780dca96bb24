//go:build !purego

#include "textflag.h"

// The loops of filter with AVX2. They work on blocks of 4 masks. keep has a byte for each block and
// uses 4 bits of it.

// permute has the order of double words that moves the kept masks of a block to the front, for each
// value of keep. The comments list the masks that are kept.
DATA permute<>+0(SB)/8, $0x0706050403020100
DATA permute<>+8(SB)/8, $0x0706050403020100   // 0
DATA permute<>+16(SB)/8, $0x0706050401000302  // 1
DATA permute<>+24(SB)/8, $0x0706050403020100  // 0 1
DATA permute<>+32(SB)/8, $0x0706030201000504  // 2
DATA permute<>+40(SB)/8, $0x0706030205040100  // 0 2
DATA permute<>+48(SB)/8, $0x0706010005040302  // 1 2
DATA permute<>+56(SB)/8, $0x0706050403020100  // 0 1 2
DATA permute<>+64(SB)/8, $0x0504030201000706  // 3
DATA permute<>+72(SB)/8, $0x0504030207060100  // 0 3
DATA permute<>+80(SB)/8, $0x0504010007060302  // 1 3
DATA permute<>+88(SB)/8, $0x0504070603020100  // 0 1 3
DATA permute<>+96(SB)/8, $0x0302010007060504  // 2 3
DATA permute<>+104(SB)/8, $0x0302070605040100 // 0 2 3
DATA permute<>+112(SB)/8, $0x0100070605040302 // 1 2 3
DATA permute<>+120(SB)/8, $0x0706050403020100 // 0 1 2 3
GLOBL permute<>(SB), RODATA|NOPTR, $128

// NOTE writes to keep (DI) which masks of the block have ones in Y6, and adds their number to R8,
// the number of kept masks.
#define NOTE \
	VMOVMSKPD Y6, R10 \
	MOVB      R10, (DI) \
	POPCNTL   R10, R10 \
	ADDQ      R10, R8 \
	INCQ      DI

// UNION writes the union of the 4 words of y to DX.
#define UNION(y, x) \
	VEXTRACTI128 $1, y, X6 \
	VPOR         X6, x, x \
	VPSHUFD      $0x4e, x, X6 \
	VPOR         X6, x, x \
	VMOVQ        x, (DX) \
	ADDQ         $8, DX

// KEPT sets R8 to the number of kept masks. The AX-CX masks of zeros that complete the last block
// were kept too, and are subtracted.
#define KEPT \
	SUBQ CX, AX \
	SUBQ AX, R8

// func probe1AVX2(from *uint64, n int, chosen *mask, keep *uint64, union *mask) (kept int)
TEXT ·probe1AVX2(SB), NOSPLIT, $0-48
	MOVQ         from+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         chosen+16(FP), R10
	MOVQ         keep+24(FP), DI
	MOVQ         union+32(FP), DX
	VPBROADCASTQ (R10), Y13
	VPXOR        Y15, Y15, Y15
	VPXOR        Y0, Y0, Y0
	XORL         AX, AX
	XORL         R8, R8

probe:
	VMOVDQU  (SI)(AX*8), Y2
	VPAND    Y13, Y2, Y6
	VPCMPEQQ Y15, Y6, Y6
	VPAND    Y6, Y2, Y2
	VPOR     Y2, Y0, Y0
	NOTE
	ADDQ     $4, AX
	CMPQ     AX, CX
	JLT      probe

	UNION(Y0, X0)
	KEPT
	MOVQ R8, kept+40(FP)
	VZEROUPPER
	RET

// func probe2AVX2(from *uint64, room, n int, chosen *mask, keep *uint64, union *mask) (kept int)
TEXT ·probe2AVX2(SB), NOSPLIT, $0-56
	MOVQ         from+0(FP), SI
	MOVQ         room+8(FP), BX
	MOVQ         n+16(FP), CX
	MOVQ         chosen+24(FP), R10
	MOVQ         keep+32(FP), DI
	MOVQ         union+40(FP), DX
	LEAQ         (SI)(BX*8), BX
	VPBROADCASTQ (R10), Y13
	VPBROADCASTQ 8(R10), Y14
	VPXOR        Y15, Y15, Y15
	VPXOR        Y0, Y0, Y0
	VPXOR        Y1, Y1, Y1
	XORL         AX, AX
	XORL         R8, R8

probe:
	VMOVDQU  (SI)(AX*8), Y2
	VMOVDQU  (BX)(AX*8), Y3
	VPAND    Y13, Y2, Y6
	VPAND    Y14, Y3, Y7
	VPOR     Y7, Y6, Y6
	VPCMPEQQ Y15, Y6, Y6
	VPAND    Y6, Y2, Y2
	VPAND    Y6, Y3, Y3
	VPOR     Y2, Y0, Y0
	VPOR     Y3, Y1, Y1
	NOTE
	ADDQ     $4, AX
	CMPQ     AX, CX
	JLT      probe

	UNION(Y0, X0)
	UNION(Y1, X1)
	KEPT
	MOVQ R8, kept+48(FP)
	VZEROUPPER
	RET

// func probeAVX2(from *uint64, room, words, n int, chosen *mask, keep *uint64, union *mask) (kept
// int)
TEXT ·probeAVX2(SB), NOSPLIT, $0-64
	MOVQ  from+0(FP), BX
	MOVQ  room+8(FP), R12
	MOVQ  n+24(FP), CX
	MOVQ  keep+40(FP), DI
	MOVQ  union+48(FP), DX
	SHLQ  $3, R12
	VPXOR Y15, Y15, Y15
	XORL  AX, AX
	XORL  R8, R8

	// Note which masks of each block are kept, word by word.
test:
	MOVQ  BX, SI
	MOVQ  chosen+32(FP), R9
	MOVQ  words+16(FP), R13
	VPXOR Y6, Y6, Y6

testWord:
	VPBROADCASTQ (R9), Y13
	VPAND        (SI), Y13, Y13
	VPOR         Y13, Y6, Y6
	ADDQ         $8, R9
	ADDQ         R12, SI
	DECQ         R13
	JNZ          testWord

	VPCMPEQQ Y15, Y6, Y6
	NOTE
	ADDQ     $32, BX
	ADDQ     $4, AX
	CMPQ     AX, CX
	JLT      test

	KEPT
	MOVQ R8, kept+56(FP)
	MOVQ from+0(FP), SI
	MOVQ words+16(FP), R13
	LEAQ bit4<>(SB), R14

union:
	MOVQ  keep+40(FP), DI
	VPXOR Y0, Y0, Y0
	XORL  AX, AX

unionBlock:
	MOVBLZX     (DI), R10
	VPMOVSXBQ   (R14)(R10*4), Y6
	VPAND       (SI)(AX*8), Y6, Y6
	VPOR        Y6, Y0, Y0
	INCQ        DI
	ADDQ        $4, AX
	CMPQ        AX, CX
	JLT         unionBlock

	UNION(Y0, X0)
	ADDQ R12, SI
	DECQ R13
	JNZ  union
	VZEROUPPER
	RET

// bit4 has a byte of ones for each bit of keep that is 1, for each value of keep.
DATA bit4<>+0(SB)/8, $0x000000ff00000000
DATA bit4<>+8(SB)/8, $0x0000ffff0000ff00
DATA bit4<>+16(SB)/8, $0x00ff00ff00ff0000
DATA bit4<>+24(SB)/8, $0x00ffffff00ffff00
DATA bit4<>+32(SB)/8, $0xff0000ffff000000
DATA bit4<>+40(SB)/8, $0xff00ffffff00ff00
DATA bit4<>+48(SB)/8, $0xffff00ffffff0000
DATA bit4<>+56(SB)/8, $0xffffffffffffff00
GLOBL bit4<>(SB), RODATA|NOPTR, $64

// Y0 to Y4 are the planes of 4 counters side by side, one for each mask of a block.

// ADD is a full adder: it adds the bits m1 and m2 to c and sets carry. It overwrites m1.
#define ADD(c, m1, m2, carry) \
	VPAND c, m1, carry \
	VPXOR c, m1, m1 \
	VPXOR m1, m2, c \
	VPAND m1, m2, m1 \
	VPOR  m1, carry, carry

// CARRY is a half adder: it adds the bits m to c and sets carry.
#define CARRY(c, m, carry) \
	VPAND c, m, carry \
	VPXOR c, m, c

// FOLD adds the counters of X5 to X9 to those of X0 to X4.
#define FOLD \
	CARRY(X0, X5, X10) \
	ADD(X1, X6, X10, X11) \
	ADD(X2, X7, X11, X12) \
	ADD(X3, X8, X12, X13) \
	VPOR X9, X4, X4 \
	VPOR X13, X4, X4

// func compactAVX2(to, from *uint64, room, words, n int, keep *uint64, c *planes)
TEXT ·compactAVX2(SB), NOSPLIT, $0-56
	MOVQ  to+0(FP), DI
	MOVQ  from+8(FP), SI
	MOVQ  room+16(FP), R12
	MOVQ  words+24(FP), R13
	MOVQ  n+32(FP), CX
	MOVQ  keep+40(FP), BX
	MOVQ  c+48(FP), DX
	SHLQ  $3, R12
	LEAQ  permute<>(SB), R14
	VPXOR Y15, Y15, Y15

word:
	MOVQ BX, R9
	XORL AX, AX
	XORL R8, R8

compress:
	MOVBLZX   (R9), R10
	VPMOVZXBD (R14)(R10*8), Y5
	VPERMD    (SI)(AX*8), Y5, Y5
	VMOVDQU   Y5, (DI)(R8*8)
	POPCNTL   R10, R10
	ADDQ      R10, R8
	INCQ      R9
	ADDQ      $4, AX
	CMPQ      AX, CX
	JLT       compress

	KEPT
	VMOVDQU Y15, (DI)(R8*8)
	VMOVDQU Y15, 32(DI)(R8*8)
	VMOVDQU Y15, 64(DI)(R8*8)
	VMOVDQU Y15, 96(DI)(R8*8)
	VMOVDQU Y15, 128(DI)(R8*8)
	VMOVDQU Y15, 160(DI)(R8*8)
	VMOVDQU Y15, 192(DI)(R8*8)
	VMOVDQU Y15, 224(DI)(R8*8)
	VPXOR   Y0, Y0, Y0
	VPXOR   Y1, Y1, Y1
	VPXOR   Y2, Y2, Y2
	VPXOR   Y3, Y3, Y3
	VPXOR   Y4, Y4, Y4
	XORL    AX, AX

	// Count 4 blocks at a time.
count:
	VMOVDQU (DI)(AX*8), Y5
	VMOVDQU 32(DI)(AX*8), Y6
	VMOVDQU 64(DI)(AX*8), Y7
	VMOVDQU 96(DI)(AX*8), Y8
	ADD(Y0, Y5, Y6, Y9)
	ADD(Y0, Y7, Y8, Y10)
	ADD(Y1, Y9, Y10, Y11)
	CARRY(Y2, Y11, Y12)
	CARRY(Y3, Y12, Y13)
	VPOR    Y13, Y4, Y4
	ADDQ    $16, AX
	CMPQ    AX, R8
	JLT     count

	VEXTRACTI128 $1, Y0, X5
	VEXTRACTI128 $1, Y1, X6
	VEXTRACTI128 $1, Y2, X7
	VEXTRACTI128 $1, Y3, X8
	VEXTRACTI128 $1, Y4, X9
	FOLD
	VPSHUFD      $0x4e, X0, X5
	VPSHUFD      $0x4e, X1, X6
	VPSHUFD      $0x4e, X2, X7
	VPSHUFD      $0x4e, X3, X8
	VPSHUFD      $0x4e, X4, X9
	FOLD
	VMOVQ        X0, (DX)
	VMOVQ        X1, 8(DX)
	VMOVQ        X2, 16(DX)
	VMOVQ        X3, 24(DX)
	VMOVQ        X4, 32(DX)
	ADDQ         $40, DX
	ADDQ         R12, SI
	ADDQ         R12, DI
	DECQ         R13
	JNZ          word
	VZEROUPPER
	RET

// func pickAVX2(picked, list *uint64, n, item int)
TEXT ·pickAVX2(SB), NOSPLIT, $0-32
	MOVQ  picked+0(FP), DI
	MOVQ  list+8(FP), SI
	MOVQ  n+16(FP), CX
	MOVQ  item+24(FP), R8
	NOTL  R8
	ANDL  $63, R8
	VMOVQ R8, X5 // how far to shift the bit of the item to make it the highest
	LEAQ  -1(CX), AX
	SHRQ  $6, AX
	MOVQ  $0, (DI)(AX*8) // the loop may not write all bytes of the last word
	XORL  AX, AX

test:
	VMOVDQU   (SI), Y0
	VMOVDQU   32(SI), Y1
	VPSLLQ    X5, Y0, Y0
	VPSLLQ    X5, Y1, Y1
	VMOVMSKPD Y0, R8
	VMOVMSKPD Y1, R9
	SHLL      $4, R9
	ORL       R9, R8
	MOVB      R8, (DI)(AX*1)
	ADDQ      $64, SI
	INCQ      AX
	SUBQ      $8, CX
	JGT       test
	VZEROUPPER
	RET
