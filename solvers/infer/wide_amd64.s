//go:build !purego

#include "textflag.h"

// func leastAVX512(live, columns *uint64, width int, active *uint8, groups int, sizes *uint64)
// (item, least int)
//
//	Z0 Z4  the sizes of the eight items of a group, by even and by odd words
//	Z2     the least sizes so far
//	Z3     all ones, the size of an item that is not active
TEXT ·leastAVX512(SB), NOSPLIT, $0-64
	MOVQ live+0(FP), SI
	MOVQ columns+8(FP), DI
	MOVQ width+16(FP), R8
	MOVQ active+24(FP), R9
	MOVQ groups+32(FP), R10
	MOVQ sizes+40(FP), R11
	VPTERNLOGQ $0xff, Z3, Z3, Z3
	VMOVDQA64 Z3, Z2
	XORQ R12, R12

group:
	VPXORQ Z0, Z0, Z0
	VPXORQ Z4, Z4, Z4
	MOVBLZX (R9)(R12*1), AX
	TESTL AX, AX
	JZ   skip
	XORQ CX, CX
	MOVQ R8, DX
	SUBQ $1, DX

pair:
	CMPQ CX, DX
	JGE  odd
	VMOVDQU64 (DI), Z1
	VMOVDQU64 64(DI), Z5
	VPANDQ.BCST (SI)(CX*8), Z1, Z1
	VPANDQ.BCST 8(SI)(CX*8), Z5, Z5
	VPOPCNTQ Z1, Z1
	VPOPCNTQ Z5, Z5
	VPADDQ Z1, Z0, Z0
	VPADDQ Z5, Z4, Z4
	ADDQ $128, DI
	ADDQ $2, CX
	JMP  pair

odd:
	CMPQ CX, R8
	JGE  done
	VMOVDQU64 (DI), Z1
	VPANDQ.BCST (SI)(CX*8), Z1, Z1
	VPOPCNTQ Z1, Z1
	VPADDQ Z1, Z0, Z0
	ADDQ $64, DI

done:
	VPADDQ Z4, Z0, Z0
	KMOVW AX, K1
	VPBLENDMQ Z0, Z3, K1, Z0
	VPMINUQ Z0, Z2, Z2
	JMP store

skip:
	MOVQ R8, DX
	SHLQ $6, DX
	ADDQ DX, DI
	VMOVDQA64 Z3, Z0

store:
	MOVQ R12, DX
	SHLQ $6, DX
	VMOVDQU64 Z0, (R11)(DX*1)
	INCQ R12
	CMPQ R12, R10
	JLT  group

	// the least size of all
	VEXTRACTI64X4 $1, Z2, Y1
	VPMINUQ Y1, Y2, Y2
	VEXTRACTI128 $1, Y2, X1
	VPMINUQ X1, X2, X2
	VPSRLDQ $8, X2, X1
	VPMINUQ X1, X2, X2
	VMOVQ X2, BX
	MOVQ BX, least+56(FP)
	VPBROADCASTQ BX, Z2

	// the first item of that size
	XORQ R12, R12

first:
	VPCMPEQQ (R11), Z2, K1
	KMOVW K1, AX
	ADDQ $64, R11
	TESTL AX, AX
	JNZ  found
	INCQ R12
	CMPQ R12, R10
	JLT  first

found:
	BSFL AX, AX
	SHLQ $3, R12
	ADDQ R12, AX
	MOVQ AX, item+48(FP)
	VZEROUPPER
	RET
