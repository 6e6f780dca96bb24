//go:build !purego

#include "textflag.h"

// The registers of all steps.
//
//	DI SI DX BX   child, parent, kill, ids
//	CX R8         blocks of lanes, of counts; at least 1 and 0
//	AX            the offset of a block
//	Z0            the least keys so far

#define ARGUMENTS \
	MOVQ child+0(FP), DI \
	MOVQ parent+8(FP), SI \
	MOVQ kill+16(FP), DX \
	MOVQ ids+24(FP), BX \
	MOVQ blocks+32(FP), CX \
	MOVQ counts+40(FP), R8 \
	XORL AX, AX \
	VPTERNLOGD $0xff, Z0, Z0, Z0

// BLOCK leaves the child's block in Z1.
#define BLOCK \
	VMOVDQU64 (DX)(AX*1), Z1 \
	VPANDNQ (SI)(AX*1), Z1, Z1 \
	VMOVDQU64 Z1, (DI)(AX*1)

// COUNT leaves the number of live options in AX.
#define COUNT \
	VPXORQ Z3, Z3, Z3 \
	TESTQ R8, R8 \
	JZ sum \
count: \
	BLOCK \
	VPOPCNTQ Z1, Z2 \
	VPADDQ Z2, Z3, Z3 \
	ADDQ $64, AX \
	DECQ R8 \
	JNZ count \
sum: \
	VEXTRACTI64X4 $1, Z3, Y2 \
	VPADDQ Y2, Y3, Y3 \
	VEXTRACTI128 $1, Y3, X2 \
	VPADDQ X2, X3, X3 \
	VPSHUFD $0x4e, X3, X2 \
	VPADDQ X2, X3, X3 \
	VMOVQ X3, AX

// func step16(child, parent, kill, ids *uint64, blocks, counts int) (key uint64, live int)
TEXT ·step16(SB), NOSPLIT, $0-64
	ARGUMENTS

lanes:
	BLOCK
	VPOPCNTW  Z1, Z2
	VPSLLW    $11, Z2, Z2
	VPADDW    (BX)(AX*1), Z2, Z2
	VPMINUW   Z2, Z0, Z0
	ADDQ      $64, AX
	DECQ      CX
	JNZ       lanes

	VEXTRACTI64X4 $1, Z0, Y1
	VPMINUW       Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPMINUW       X1, X0, X0
	VPHMINPOSUW   X0, X0
	VMOVD         X0, CX
	MOVWLZX       CX, CX
	MOVQ          CX, key+48(FP)

	COUNT
	MOVQ AX, live+56(FP)
	VZEROUPPER
	RET

// func step32(child, parent, kill, ids *uint64, blocks, counts int) (key uint64, live int)
TEXT ·step32(SB), NOSPLIT, $0-64
	ARGUMENTS

lanes:
	BLOCK
	VPOPCNTD Z1, Z2
	VPSLLD   $16, Z2, Z2
	VPADDD   (BX)(AX*1), Z2, Z2
	VPMINUD  Z2, Z0, Z0
	ADDQ     $64, AX
	DECQ     CX
	JNZ      lanes

	VEXTRACTI64X4 $1, Z0, Y1
	VPMINUD       Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPMINUD       X1, X0, X0
	VPSHUFD       $0x4e, X0, X1
	VPMINUD       X1, X0, X0
	VPSHUFD       $0xb1, X0, X1
	VPMINUD       X1, X0, X0
	VMOVD         X0, CX
	MOVQ          CX, key+48(FP)

	COUNT
	MOVQ AX, live+56(FP)
	VZEROUPPER
	RET

// func step64(child, parent, kill, ids *uint64, blocks, counts int) (key uint64, live int)
TEXT ·step64(SB), NOSPLIT, $0-64
	ARGUMENTS

lanes:
	BLOCK
	VPOPCNTQ Z1, Z2
	VPSLLQ   $32, Z2, Z2
	VPADDQ   (BX)(AX*1), Z2, Z2
	VPMINUQ  Z2, Z0, Z0
	ADDQ     $64, AX
	DECQ     CX
	JNZ      lanes

	VEXTRACTI64X4 $1, Z0, Y1
	VPMINUQ       Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPMINUQ       X1, X0, X0
	VPSHUFD       $0x4e, X0, X1
	VPMINUQ       X1, X0, X0
	VMOVQ         X0, CX
	MOVQ          CX, key+48(FP)

	COUNT
	MOVQ AX, live+56(FP)
	VZEROUPPER
	RET
