//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "settle_amd64.h"

// LOAD loads 64 lanes to Y0 to Y3.

// ONES sets every lane of Y15 to -1 and of Y14 to 0.
#define ONES \
	VPCMPEQD Y15, Y15, Y15 \
	VPXOR Y14, Y14, Y14

#define COPY64(A, B, AT) \
	VMOVDQU (A)(AT*1), Y0 \
	VMOVDQU 32(A)(AT*1), Y1 \
	VMOVDQU Y0, (B)(AT*1) \
	VMOVDQU Y1, 32(B)(AT*1)

#define AND64(A, ROW, B, AT) \
	VMOVDQU (A)(AT*1), Y0 \
	VMOVDQU 32(A)(AT*1), Y1 \
	VPAND (ROW)(AT*1), Y0, Y0 \
	VPAND 32(ROW)(AT*1), Y1, Y1 \
	VMOVDQU Y0, (B)(AT*1) \
	VMOVDQU Y1, 32(B)(AT*1)

#define BOTH64(ROW, OTHER, B, AT) \
	VMOVDQU (B)(AT*1), Y0 \
	VMOVDQU 32(B)(AT*1), Y1 \
	VPAND (ROW)(AT*1), Y0, Y0 \
	VPAND 32(ROW)(AT*1), Y1, Y1 \
	VPAND (OTHER)(AT*1), Y0, Y0 \
	VPAND 32(OTHER)(AT*1), Y1, Y1 \
	VMOVDQU Y0, (B)(AT*1) \
	VMOVDQU Y1, 32(B)(AT*1)

#define LOAD(A) \
	VMOVDQU (A), Y0 \
	VMOVDQU 32(A), Y1 \
	VMOVDQU 64(A), Y2 \
	VMOVDQU 96(A), Y3

// LESS sets Y4 to Y7 to the lanes of Y0 to Y3 without their lowest bits.
#define LESS \
	VPADDW Y15, Y0, Y4 \
	VPADDW Y15, Y1, Y5 \
	VPADDW Y15, Y2, Y6 \
	VPADDW Y15, Y3, Y7 \
	VPAND Y0, Y4, Y4 \
	VPAND Y1, Y5, Y5 \
	VPAND Y2, Y6, Y6 \
	VPAND Y3, Y7, Y7

#define FEWER \
	LESS \
	VMOVDQA Y4, Y0 \
	VMOVDQA Y5, Y1 \
	VMOVDQA Y6, Y2 \
	VMOVDQA Y7, Y3

// EQUAL sets a bit of BITS for each lane of A to D that is that of X. The pack instruction interleaves
// halves of its two sources, and the permutation restores their order.
#define EQUAL(X, A, B, C, D, BITS, TMP) \
	VPCMPEQW A, X, Y4 \
	VPCMPEQW B, X, Y5 \
	VPCMPEQW C, X, Y6 \
	VPCMPEQW D, X, Y7 \
	VPACKSSWB Y5, Y4, Y4 \
	VPACKSSWB Y7, Y6, Y6 \
	VPERMQ $0xd8, Y4, Y4 \
	VPERMQ $0xd8, Y6, Y6 \
	VPMOVMSKB Y4, BITS \
	VPMOVMSKB Y6, TMP \
	SHLQ $32, TMP \
	ORQ TMP, BITS

#define EMPTY(BITS, TMP) EQUAL(Y14, Y0, Y1, Y2, Y3, BITS, TMP)

#define FEW(BITS, TMP) \
	LESS \
	EQUAL(Y14, Y4, Y5, Y6, Y7, BITS, TMP)

#define DISJOINT(A, AT, B, BITS, TMP) \
	VMOVDQU (A)(AT*1), Y0 \
	VMOVDQU 32(A)(AT*1), Y1 \
	VMOVDQU 64(A)(AT*1), Y2 \
	VMOVDQU 96(A)(AT*1), Y3 \
	VPAND (B), Y0, Y0 \
	VPAND 32(B), Y1, Y1 \
	VPAND 64(B), Y2, Y2 \
	VPAND 96(B), Y3, Y3 \
	EQUAL(Y14, Y0, Y1, Y2, Y3, BITS, TMP)

// BLAMED lowers the keys at offset AT where the lanes of A are 0.
#define BLAMED(A, AT, KEYS, STEPS) \
	VPCMPEQW Y14, A, A \
	VPAND AT STEPS, A, A \
	VMOVDQU AT KEYS, Y4 \
	VPSUBUSW A, Y4, Y4 \
	VMOVDQU Y4, AT KEYS

#define BLAME(KEYS, STEPS) \
	BLAMED(Y0, 0, KEYS, STEPS) \
	BLAMED(Y1, 32, KEYS, STEPS) \
	BLAMED(Y2, 64, KEYS, STEPS) \
	BLAMED(Y3, 96, KEYS, STEPS)

// NOKEY, KEY and LOWEST have the lowest key in Y8.
#define NOKEY VMOVDQA Y15, Y8

// ONEBIT copies the keys at offset AT. The lanes are A, and LESS has put B next to them.
#define ONEBIT(A, B, AT, KEYS, TO) \
	VPCMPEQW Y14, A, A \
	VPCMPEQW Y14, B, B \
	VPXOR Y15, B, B \
	VPOR A, B, B \
	VPOR AT KEYS, B, B \
	VMOVDQU B, AT TO \
	VPMINUW B, Y8, Y8

#define KEY(KEYS, TO) \
	LESS \
	ONEBIT(Y0, Y4, 0, KEYS, TO) \
	ONEBIT(Y1, Y5, 32, KEYS, TO) \
	ONEBIT(Y2, Y6, 64, KEYS, TO) \
	ONEBIT(Y3, Y7, 96, KEYS, TO)

#define LOWEST(BITS) \
	VEXTRACTI128 $1, Y8, X9 \
	VPMINUW X9, X8, X8 \
	VPHMINPOSUW X8, X8 \
	VMOVD X8, BITS \
	VPBROADCASTW X8, Y8

#define IS(KEYS, BITS, TMP) EQUAL(Y8, (KEYS), 32(KEYS), 64(KEYS), 96(KEYS), BITS, TMP)

// func settle2(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after int)
TEXT ·settle2(SB), NOSPLIT, $24-64
	SETTLE

// func take2(ws *workspace, from, to *uint64, options *int32, n int)
TEXT ·take2(SB), NOSPLIT, $0-40
	TAKE
