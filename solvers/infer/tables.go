package infer

import (
	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// tables are computed once for a problem and never change.
type tables struct {
	width    int           // how many words a row over the options has
	within   []bitrow.Span // by primary item, the options that contain it
	conflict []uint64      // by option, width words: the other options that do not agree with it
	start    []int32       // the primary items of option o are items[start[o]:start[o+1]]
	items    []uint16
}

// maxBytes bounds the memory of the tables.
const maxBytes = 256 << 20

// maxCount bounds the numbers of items and of options, so that a count stays below covered.
const maxCount = 1<<14 - 1

func (t *tables) build(p *cover.Problem) error {
	if p.Primary() > maxCount || p.Options() > maxCount {
		return cover.Unsupportedf("%d primary items and %d options; the solver takes at most %d of each",
			p.Primary(), p.Options(), maxCount)
	}
	t.width = bitrow.Words(p.Options())
	if bytes := int64(p.Options()+p.Items()+p.Primary()+2*p.MaxDepth()) * int64(t.width) * 8; bytes > maxBytes {
		return cover.Unsupportedf("the bit tables take %d MB, more than the %d MB allowed", bytes>>20, maxBytes>>20)
	}
	t.start = make([]int32, 1, p.Options()+1)
	t.items = make([]uint16, 0, p.Entries())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				t.items = append(t.items, uint16(i))
			}
		}
		t.start = append(t.start, int32(len(t.items)))
	}
	t.conflict = make([]uint64, p.Options()*t.width)
	conflicts := bitrow.NewConflicts(p)
	for o := range p.Options() {
		conflict := t.row(o)
		conflicts.Add(conflict, o)
		conflict[o/64] &^= 1 << (o % 64)
	}
	t.within = make([]bitrow.Span, p.Primary())
	for i := range t.within {
		t.within[i] = bitrow.Trim(conflicts.Within[i])
	}
	return nil
}

// row returns the conflicts of option o.
func (t *tables) row(o int) []uint64 { return t.conflict[o*t.width:][:t.width] }
