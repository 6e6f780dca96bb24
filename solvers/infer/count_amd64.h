// Masks are counted in planes of 8 counters side by side, one for each of the masks of a block, in Z0 to Z4 (and
// Z5 to Z9). To count what was written would take longer: loads have to wait until stores that overlap are done.

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

// ZERO makes planes of no masks.
#define ZERO(c0, c1, c2, c3, c4) \
	VPXORQ c0, c0, c0 \
	VPXORQ c1, c1, c1 \
	VPXORQ c2, c2, c2 \
	VPXORQ c3, c3, c3 \
	VPXORQ c4, c4, c4

// TALLY adds those of the masks m1 to m4 that K1 to K4 say to planes.
#define TALLY(c0, c1, c2, c3, c4, m1, m2, m3, m4) \
	VMOVDQA64.Z m1, K1, m1 \
	VMOVDQA64.Z m2, K2, m2 \
	VMOVDQA64.Z m3, K3, m3 \
	VMOVDQA64.Z m4, K4, m4 \
	ADD(c0, m1, m2, Z24) \
	ADD(c0, m3, m4, Z25) \
	ADD(c1, Z24, Z25, Z26) \
	CARRY(c2, Z26, Z27) \
	CARRY(c3, Z27, Z28) \
	VPORQ Z28, c4, c4

// FOLD adds the counters of the planes m0 to m4 to those of c0 to c4; t0 to t3 are lost too.
#define FOLD(c0, c1, c2, c3, c4, m0, m1, m2, m3, m4, t0, t1, t2, t3) \
	VPANDQ c0, m0, t0 \
	VPXORQ c0, m0, c0 \
	ADD(c1, m1, t0, t1) \
	ADD(c2, m2, t1, t2) \
	ADD(c3, m3, t2, t3) \
	VPTERNLOGQ $0xfe, t3, m4, c4

// HALVE adds the upper halves of planes to the lower ones, which go by the names y and then x.
#define HALVE(z0, z1, z2, z3, z4, y0, y1, y2, y3, y4, x0, x1, x2, x3, x4) \
	VEXTRACTI64X4 $1, z0, Y10 \
	VEXTRACTI64X4 $1, z1, Y11 \
	VEXTRACTI64X4 $1, z2, Y12 \
	VEXTRACTI64X4 $1, z3, Y13 \
	VEXTRACTI64X4 $1, z4, Y14 \
	FOLD(y0, y1, y2, y3, y4, Y10, Y11, Y12, Y13, Y14, Y24, Y25, Y26, Y27) \
	VEXTRACTI32X4 $1, y0, X10 \
	VEXTRACTI32X4 $1, y1, X11 \
	VEXTRACTI32X4 $1, y2, X12 \
	VEXTRACTI32X4 $1, y3, X13 \
	VEXTRACTI32X4 $1, y4, X14 \
	FOLD(x0, x1, x2, x3, x4, X10, X11, X12, X13, X14, X24, X25, X26, X27)

// PLANESWORD adds up the two counters that are left of each plane and writes the planes.
#define PLANESWORD(x0, x1, x2, x3, x4, at) \
	VPSHUFD $0x4e, x0, X10 \
	VPSHUFD $0x4e, x1, X11 \
	VPSHUFD $0x4e, x2, X12 \
	VPSHUFD $0x4e, x3, X13 \
	VPSHUFD $0x4e, x4, X14 \
	FOLD(x0, x1, x2, x3, x4, X10, X11, X12, X13, X14, X24, X25, X26, X27) \
	VMOVQ x0, at(DX) \
	VMOVQ x1, (at+8)(DX) \
	VMOVQ x2, (at+16)(DX) \
	VMOVQ x3, (at+24)(DX) \
	VMOVQ x4, (at+32)(DX)

