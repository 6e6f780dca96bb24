//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "settle_amd64.h"
#include "planes_amd64.h"

// LOAD loads 64 lanes to Z0 and Z1.

// ONES sets every lane of Z31 to -1.
#define ONES VPTERNLOGD $0xff, Z31, Z31, Z31

#define COPY64(A, B, AT) \
	VMOVDQU64 (A)(AT*1), Z16 \
	VMOVDQU64 Z16, (B)(AT*1)

#define AND64(A, ROW, B, AT) \
	VMOVDQU64 (A)(AT*1), Z0 \
	VPANDQ (ROW)(AT*1), Z0, Z0 \
	VMOVDQU64 Z0, (B)(AT*1)

#define BOTH64(ROW, OTHER, B, AT) \
	VMOVDQU64 (B)(AT*1), Z0 \
	VPANDQ (ROW)(AT*1), Z0, Z0 \
	VPANDQ (OTHER)(AT*1), Z0, Z0 \
	VMOVDQU64 Z0, (B)(AT*1)

#define LOAD(A) \
	VMOVDQU64 (A), Z0 \
	VMOVDQU64 64(A), Z1

#define FEWER \
	VPADDW Z31, Z0, Z2 \
	VPADDW Z31, Z1, Z3 \
	VPANDQ Z2, Z0, Z0 \
	VPANDQ Z3, Z1, Z1

#define EMPTY(BITS, TMP) \
	VPTESTNMW Z0, Z0, K1 \
	VPTESTNMW Z1, Z1, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

#define FEW(BITS, TMP) \
	VPADDW Z31, Z0, Z2 \
	VPADDW Z31, Z1, Z3 \
	VPTESTNMW Z0, Z2, K1 \
	VPTESTNMW Z1, Z3, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

#define DISJOINT(A, AT, B, BITS, TMP) \
	VMOVDQU64 (A)(AT*1), Z0 \
	VMOVDQU64 64(A)(AT*1), Z1 \
	VPTESTNMW (B), Z0, K1 \
	VPTESTNMW 64(B), Z1, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

// The keys are read and written 32 at a time, at offset 0 and 64 of an address like (R9)(DX*1).
#define BLAME(KEYS, STEPS) \
	VPTESTNMW Z0, Z0, K1 \
	VPTESTNMW Z1, Z1, K2 \
	VMOVDQU64 KEYS, Z2 \
	VMOVDQU64 64 KEYS, Z3 \
	VPSUBUSW STEPS, Z2, K1, Z2 \
	VPSUBUSW 64 STEPS, Z3, K2, Z3 \
	VMOVDQU64 Z2, KEYS \
	VMOVDQU64 Z3, 64 KEYS

// NOKEY, KEY and LOWEST have the lowest key in Z20.
#define NOKEY VMOVDQA64 Z31, Z20

#define KEY(KEYS, TO) \
	VPADDW Z31, Z0, Z2 \
	VPADDW Z31, Z1, Z3 \
	VPTESTNMW Z0, Z2, K1 \
	VPTESTNMW Z1, Z3, K2 \
	VPTESTMW Z0, Z0, K1, K1 \
	VPTESTMW Z1, Z1, K2, K2 \
	VMOVDQA64 Z31, Z2 \
	VMOVDQA64 Z31, Z3 \
	VMOVDQU16 KEYS, K1, Z2 \
	VMOVDQU16 64 KEYS, K2, Z3 \
	VMOVDQU64 Z2, TO \
	VMOVDQU64 Z3, 64 TO \
	VPMINUW Z2, Z20, Z20 \
	VPMINUW Z3, Z20, Z20

#define LOWEST(BITS) LOWEST512(BITS)

#define IS(KEYS, BITS, TMP) \
	VPCMPEQW (KEYS), Z20, K1 \
	VPCMPEQW 64(KEYS), Z20, K2 \
	KUNPCKDQ K1, K2, K1 \
	KMOVQ K1, BITS

// func settle512(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after
// int)
TEXT ·settle512(SB), NOSPLIT, $24-64
	SETTLE

// func take512(ws *workspace, from, to *uint64, options *int32, n int)
TEXT ·take512(SB), NOSPLIT, $0-40
	TAKE
