// The masks of a list are counted while they are still in registers. Reading them back would take
// longer, since a load waits for the stores that it overlaps.
//
// Z0 to Z4 are the planes of 8 counters side by side, one for each mask of a block. Z5 to Z9 are
// those of the second words.

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

// ZERO sets all counters of the planes to 0.
#define ZERO(c0, c1, c2, c3, c4) \
	VPXORQ c0, c0, c0 \
	VPXORQ c1, c1, c1 \
	VPXORQ c2, c2, c2 \
	VPXORQ c3, c3, c3 \
	VPXORQ c4, c4, c4

// TALLY counts the masks of m1 to m4 that K1 to K4 select.
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

// FOLD adds the counters of m0 to m4 to those of c0 to c4. It overwrites m1 to m3 and t0 to t3.
#define FOLD(c0, c1, c2, c3, c4, m0, m1, m2, m3, m4, t0, t1, t2, t3) \
	VPANDQ c0, m0, t0 \
	VPXORQ c0, m0, c0 \
	ADD(c1, m1, t0, t1) \
	ADD(c2, m2, t1, t2) \
	ADD(c3, m3, t2, t3) \
	VPTERNLOGQ $0xfe, t3, m4, c4

// HALVE adds the upper half of the counters to the lower half, twice. What is left is in x0 to x4:
// y and x are the names of the lower halves and quarters of the registers z.
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

// PLANESWORD adds the last two counters and writes the planes of a word to DX, at the offset at.
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
