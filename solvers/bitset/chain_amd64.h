// This file has the assembly that AVX2 and AVX-512 share to make chains. A word has 64 bits.
//
//	BX             the tables
//	SI DI DX R11   chain a, or the only one: its rows from, to and kill, and its last link
//	R8 R9 R10 R15  chain b: the same
//	R12            ids
//	CX             the index of a word in the rows
//	AX R13         the least keys of a and b, or the chains themselves
//	R14            scratch

#define ROW   (fieldTables_fieldShape+fieldShape_row)(BX)
#define FIELDS (fieldTables_fieldShape+fieldShape_fieldWords)(BX)

// BEGIN loads the registers of chain c.
#define BEGIN(c, from, to, kill, last) \
	MOVQ fieldTables_state(BX), to \
	MOVQ chain_from(c), from \
	LEAQ (to)(from*8), from \
	MOVQ chain_to(c), AX \
	LEAQ (to)(AX*8), to \
	MOVQ chain_link(c), last \
	SHLQ $3, last \
	ADDQ fieldTables_links(BX), last \
	MOVLQSX link_option(last), kill \
	IMULQ ROW, kill \
	MOVQ fieldTables_kill(BX), AX \
	LEAQ (AX)(kill*8), kill

// END writes the key and the number of nodes to chain c.
#define END(c, key, last) \
	MOVQ key, chain_key(c) \
	SUBQ fieldTables_links(BX), last \
	SHRQ $3, last \
	SUBQ chain_link(c), last \
	INCQ last \
	MOVQ last, chain_n(c)

// FIELD16, FIELD32 and FIELD64 load the field of an item to R14.
#define FIELD16(row, item) MOVWLZX (row)(item*2), R14
#define FIELD32(row, item) MOVL (row)(item*4), R14
#define FIELD64(row, item) MOVQ (row)(item*8), R14

// NEXT takes the only option of the item in key, and prepares to make the node that it leads to.
#define NEXT(key, SHIFT, FIELD, LOG, from, to, kill, last) \
	ANDL $((1<<SHIFT)-1), key \
	FIELD(to, key) \
	TZCNTQ R14, R14 \
	SHLL $LOG, key \
	ADDL key, R14 \
	MOVQ fieldTables_bits(BX), key \
	MOVL bitOf_kill(key)(R14*8), kill \
	MOVL bitOf_option(key)(R14*8), R14 \
	ADDQ $8, last \
	MOVL R14, link_option(last) \
	MOVQ to, from \
	ADDQ fieldTables_kill(BX), kill

// FORCED jumps to label unless the key belongs to an item with one option.
#define FORCED(key, SHIFT, label) \
	MOVQ key, CX \
	SHRQ $SHIFT, CX \
	CMPQ CX, fieldTables_forced(BX) \
	JNE label

// LEAST16 and LEAST32 set key to the least key of Y, and SUM sets to to the sum of the words of Y.
#define LEAST16(Y, X, X1, key) \
	VEXTRACTI128 $1, Y, X1 \
	VPMINUW X1, X, X \
	VPHMINPOSUW X, X \
	VMOVD X, key \
	MOVWLZX key, key

#define LEAST32(Y, X, X1, key) \
	VEXTRACTI128 $1, Y, X1 \
	VPMINUD X1, X, X \
	VPSHUFD $0x4e, X, X1 \
	VPMINUD X1, X, X \
	VPSHUFD $0xb1, X, X1 \
	VPMINUD X1, X, X \
	VMOVD X, key

#define SUM(Y, X, X1, to) \
	VEXTRACTI128 $1, Y, X1 \
	VPADDQ X1, X, X \
	VPSHUFD $0x4e, X, X1 \
	VPADDQ X1, X, X \
	VMOVD X, to

// CHILD makes a block of the child's row and leaves it in V.
#define CHILD(from, to, kill, V) \
	MOVE (kill)(CX*8), V \
	ANDN (from)(CX*8), V, V \
	MOVE V, (to)(CX*8)

// MORE jumps to label for the next block, up to end.
#define MORE(end, label) \
	ADDQ $BLOCK, CX \
	CMPQ CX, end \
	JB label

// CHAINS is the body of a function with a frame of 8 bytes, which has the number of nodes that the
// chains may still get. The parameters are the instructions for fields of one width: COUNT counts
// the ones of each field, SLL to LEAST make keys of the counts, and FIELD loads a field. The file
// that includes this one defines what depends on the width of the registers:
//
//	BLOCK           the number of words of a register
//	MOVE ANDN       load or store, and AND NOT
//	V0 to V8        registers: the least keys of a, a block, the live options, scratch; the same
//	                of b; and the ids
//	CONSTANTS       loads what the counts need
//	ZEROS ONES      set all bits of a register
//	COUNT64(V, T)   counts the ones of each word of V; T is scratch
//	FOLD            applies OP to both halves of a register of 512 bits
#define CHAINS(COUNT, SLL, SHIFT, ADD, MIN, LEAST, FIELD, LOG) \
	MOVQ t+0(FP), BX \
	MOVQ a+8(FP), R13 \
	MOVQ b+16(FP), R14 \
	MOVQ $const_chainLength, turns-8(SP) \
	MOVQ fieldTables_ids(BX), R12 \
	BEGIN(R13, SI, DI, DX, R11) \
	CONSTANTS \
	TESTQ R14, R14 \
	JZ one \
	BEGIN(R14, R8, R9, R10, R15) \
both: \
	XORL CX, CX \
	ONES(V0) \
	ONES(V4) \
	ZEROS(V2) \
	ZEROS(V6) \
fields2: \
	MOVE (R12)(CX*8), V8 \
	CHILD(SI, DI, DX, V1) \
	CHILD(R8, R9, R10, V5) \
	COUNT(V1, V3) \
	COUNT(V5, V7) \
	SLL $SHIFT, V1, V1 \
	SLL $SHIFT, V5, V5 \
	ADD V8, V1, V1 \
	ADD V8, V5, V5 \
	MIN V1, V0, V0 \
	MIN V5, V4, V4 \
	MORE(FIELDS, fields2) \
count2: \
	CHILD(SI, DI, DX, V1) \
	CHILD(R8, R9, R10, V5) \
	COUNT64(V1, V3) \
	COUNT64(V5, V7) \
	VPADDQ V1, V2, V2 \
	VPADDQ V5, V6, V6 \
	MORE(ROW, count2) \
	FOLD(MIN, Z0, Y0, Y1) \
	FOLD(MIN, Z4, Y4, Y5) \
	LEAST(Y0, X0, X1, AX) \
	LEAST(Y4, X4, X5, R13) \
	FOLD(VPADDQ, Z2, Y2, Y1) \
	FOLD(VPADDQ, Z6, Y6, Y5) \
	SUM(Y2, X2, X1, link_live(R11)) \
	SUM(Y6, X6, X5, link_live(R15)) \
	FORCED(AX, SHIFT, aEnds) \
	FORCED(R13, SHIFT, bEnds) \
	DECQ turns-8(SP) \
	JZ aEnds \
	NEXT(AX, SHIFT, FIELD, LOG, SI, DI, DX, R11) \
	NEXT(R13, SHIFT, FIELD, LOG, R8, R9, R10, R15) \
	JMP both \
aEnds: \
	MOVQ a+8(FP), CX \
	END(CX, AX, R11) \
	MOVQ R13, AX \
	MOVQ b+16(FP), R13 \
	MOVQ R9, DI \
	MOVQ R15, R11 \
	JMP goOn \
bEnds: \
	MOVQ b+16(FP), CX \
	END(CX, R13, R15) \
	MOVQ a+8(FP), R13 \
	JMP goOn \
one: \
	XORL CX, CX \
	ONES(V0) \
	ZEROS(V2) \
fields1: \
	CHILD(SI, DI, DX, V1) \
	COUNT(V1, V3) \
	SLL $SHIFT, V1, V1 \
	ADD (R12)(CX*8), V1, V1 \
	MIN V1, V0, V0 \
	MORE(FIELDS, fields1) \
count1: \
	CHILD(SI, DI, DX, V1) \
	COUNT64(V1, V3) \
	VPADDQ V1, V2, V2 \
	MORE(ROW, count1) \
	FOLD(MIN, Z0, Y0, Y1) \
	LEAST(Y0, X0, X1, AX) \
	FOLD(VPADDQ, Z2, Y2, Y1) \
	SUM(Y2, X2, X1, link_live(R11)) \
goOn: \
	FORCED(AX, SHIFT, ends) \
	DECQ turns-8(SP) \
	JLE ends \
	NEXT(AX, SHIFT, FIELD, LOG, SI, DI, DX, R11) \
	JMP one \
ends: \
	END(R13, AX, R11) \
	VZEROUPPER \
	RET
