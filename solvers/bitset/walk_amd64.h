// This file has the assembly that AVX2 and AVX-512 share to walk. A word has 64 bits.
//
//	BX          the tables
//	CX          how many nodes may still be entered
//	SI          the walker
//	R15         the solutions found
//	DI DX R10   the branching, the kill row and the child
//	R8          the index of the child on the stack
//	R11         the tally of the branching
//	R12         ids
//	R9          the index of a word in the rows
//	AX R13 R14  scratch; AX has what is left of the branching, and then the least key

#define FIELDS    (fieldTables_fieldShape+fieldShape_fields)(BX)
#define BEHIND    (fieldTables_fieldShape+fieldShape_fieldWords)(BX)
#define ROW       (fieldTables_fieldShape+fieldShape_used)(BX)
#define STRIDE    (fieldTables_fieldShape+fieldShape_stride)(BX)
#define COVERED   (fieldTables_fieldShape+fieldShape_covered)(BX)

#define LEFT(branching) (8*const_leftWord)(branching)
#define FIELD(branching) (8*const_fieldWord)(branching)
#define DEPTH(branching) (8*const_depthWord)(branching)
#define HEAD (8*const_headWords)
#define TALLY (8*const_tallyWords)

// OPTIONS16, OPTIONS32 and OPTIONS64 load the options of an item to R14, without the flag.
#define OPTIONS16(row, item) \
	MOVWLZX HEAD(row)(item*2), R14 \
	ANDL $0x7fff, R14
#define OPTIONS32(row, item) \
	MOVL HEAD(row)(item*4), R14 \
	ANDL $0x7fffffff, R14
#define OPTIONS64(row, item) \
	MOVQ HEAD(row)(item*8), R14 \
	BTRQ $63, R14

// LEAST16 and LEAST32 set key to the least key of Y.
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

// FLAG16, FLAG32 and FLAG64 stand in for a count: an active item counts as one option, and so the
// first one has the least key.
#define FLAG16(V, T) VPSRLW $15, V, V
#define FLAG32(V, T) VPSRLD $31, V, V
#define FLAG64(V, T) VPSRLQ $63, V, V

// MORE jumps to label for the next block, up to end.
#define MORE(end, label) \
	ADDQ $BLOCK, R9 \
	CMPQ R9, end \
	JB label

// WALK is the body of a function with a frame of 8 bytes, which has the end of the walkers. The
// parameters are the instructions for fields of one width: COUNT counts the ones of each field, SLL
// to LEAST make keys of the counts, and OPTIONS loads a field. Unless the order counts, no jump depends on
// what a node is, so none is predicted wrongly: the stack grows or shrinks by conditional moves. In order,
// the processor goes on at a predicted node while it makes the one before. The file that includes this
// one defines what depends on the width of the registers:
//
//	BLOCK           the number of words of a register
//	MOVE            load or store
//	ANDN AND        logic
//	V0 to V5        registers: the least keys, a block, the updates of a depth, scratch, another
//	                block, all updates
//	CONSTANTS       loads what the counts need
//	ZEROS ONES      set all bits of a register
//	COUNT64(V, T)   counts the ones of each word of V; T is scratch
//	FOLD            applies OP to both halves of a register of 512 bits
#define WALK(COUNT, SLL, SHIFT, ADD, MIN, LEAST, OPTIONS, LOG) \
	MOVQ t+0(FP), BX \
	MOVQ n+8(FP), R13 \
	MOVQ steps+16(FP), CX \
	MOVQ fieldTables_ids(BX), R12 \
	LEAQ fieldTables_walkers(BX), SI \
	IMULQ $walker__size, R13 \
	ADDQ SI, R13 \
	MOVQ R13, end-8(SP) \
	XORL R15, R15 \
	CONSTANTS \
	ZEROS(V5) \
step: \
	MOVQ walker_top(SI), R8 \
	MOVQ walker_stack(SI), R10 \
	CMPQ R8, walker_room(SI) \
	JGE out \
	LEAQ (R10)(R8*8), DI \
	MOVQ LEFT(DI), AX \
enter: \
	MOVQ FIELD(DI), R9 \
	MOVQ DEPTH(DI), R11 \
	TZCNTQ AX, DX \
	ADDQ DX, R9 \
	MOVQ fieldTables_bits(BX), R13 \
	MOVL bitOf_kill(R13)(R9*8), DX \
	MOVLQSX bitOf_option(R13)(R9*8), R13 \
	ADDQ walker_kill(SI), DX \
	MOVQ fieldTables_chose(BX), R14 \
	MOVQ R13, (R14)(R11*8) \
	SHLQ $7, R11 \
	ADDQ fieldTables_tallies(BX), R11 \
	XORL R9, R9 \
	MOVQ STRIDE, R13 \
	LEAQ -1(AX), R14 \
	ANDQ R14, AX \
	CMOVQEQ R9, R13 \
	MOVQ AX, LEFT(DI) \
	ADDQ R13, R8 \
	LEAQ (R10)(R8*8), R10 \
	ONES(V0) \
fields: \
	MOVE (DX)(R9*8), V1 \
	ANDN HEAD(DI)(R9*8), V1, V1 \
	MOVE V1, HEAD(R10)(R9*8) \
	COUNT(V1, V3) \
	SLL $SHIFT, V1, V1 \
	ADD (R12)(R9*8), V1, V1 \
	MIN V1, V0, V0 \
	MORE(FIELDS, fields) \
	MOVE (R11), V2 \
	MOVQ BEHIND, R9 \
options: \
	MOVE (DX)(R9*8), V1 \
	MOVE HEAD(DI)(R9*8), V4 \
	ANDN V4, V1, V3 \
	MOVE V3, HEAD(R10)(R9*8) \
	AND V4, V1, V1 \
	COUNT64(V1, V3) \
	VPADDQ V1, V2, V2 \
	VPADDQ V1, V5, V5 \
	MORE(ROW, options) \
	MOVE V2, (R11) \
	INCQ (TALLY+8*const_nodesWord)(R11) \
	FOLD(MIN, Z0, Y0, Y1) \
	LEAST(Y0, X0, X1, AX) \
	MOVL AX, R13 \
	ANDL $((1<<SHIFT)-1), R13 \
	OPTIONS(R10, R13) \
	SHLL $LOG, R13 \
	MOVQ R14, LEFT(R10) \
	MOVQ R13, FIELD(R10) \
	MOVQ DEPTH(DI), R13 \
	INCQ R13 \
	MOVQ R13, DEPTH(R10) \
	MOVQ R8, R13 \
	SUBQ STRIDE, R13 \
	DECQ CX \
	CMPB fieldTables_ordered(BX), $0 \
	JNE ordered \
	CMPQ AX, COVERED \
	SBBQ $-1, R15 \
	TESTQ R14, R14 \
	CMOVQNE R8, R13 \
next: \
	MOVQ R13, walker_top(SI) \
	CMPQ R13, walker_bottom(SI) \
	JLT out \
	TESTQ CX, CX \
	JZ out \
	ADDQ $walker__size, SI \
	CMPQ SI, end-8(SP) \
	JB step \
	LEAQ fieldTables_walkers(BX), SI \
	JMP step \
ordered: \
	TESTQ R14, R14 \
	JZ leaf \
	MOVQ R8, walker_top(SI) \
	TESTQ CX, CX \
	JZ out \
	CMPQ R8, walker_room(SI) \
	JGE out \
	MOVQ R10, DI \
	MOVQ R14, AX \
	MOVQ walker_stack(SI), R10 \
	JMP enter \
leaf: \
	CMPQ AX, COVERED \
	JB next \
	MOVQ R13, walker_top(SI) \
	INCQ R15 \
	MOVQ DEPTH(R10), R13 \
	MOVQ R13, fieldTables_depth(BX) \
out: \
	ADDQ R15, fieldTables_solutions(BX) \
	FOLD(VPADDQ, Z5, Y5, Y1) \
	VEXTRACTI128 $1, Y5, X1 \
	VPADDQ X1, X5, X5 \
	VPSHUFD $0x4e, X5, X1 \
	VPADDQ X1, X5, X5 \
	VMOVQ X5, AX \
	ADDQ AX, fieldTables_updates(BX) \
	MOVQ steps+16(FP), AX \
	SUBQ CX, AX \
	MOVQ AX, done+24(FP) \
	VZEROUPPER \
	RET
