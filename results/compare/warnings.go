package compare

// warnings counts equal warnings.
type warnings struct {
	list []Warning
	at   map[string]int
}

func (w *warnings) add(errs []error, row, col string) {
	for _, err := range errs {
		w.put(err.Error(), row, col)
	}
}

// put adds a warning about one cell.
func (w *warnings) put(text, row, col string) {
	if k, ok := w.at[text]; ok {
		w.list[k].Cells++
		return
	}
	w.take(Warning{Text: text, Cells: 1, First: row + ", " + col})
}

// take adds a warning that is not in the list yet.
func (w *warnings) take(one Warning) {
	if w.at == nil {
		w.at = map[string]int{}
	}
	w.at[one.Text] = len(w.list)
	w.list = append(w.list, one)
}

func (w *warnings) merge(other warnings) {
	for _, one := range other.list {
		if k, ok := w.at[one.Text]; ok {
			w.list[k].Cells += one.Cells
			continue
		}
		w.take(one)
	}
}
