package compare

// warnings counts equal warnings.
type warnings struct {
	list []Warning
	at   map[string]int
}

// add adds warnings about the cell of a row and column.
func (w *warnings) add(errs []error, row, col string) {
	for _, err := range errs {
		w.put(Warning{err.Error(), 1, row + ", " + col})
	}
}

// put adds a warning, or its cells if there is one with the same text.
func (w *warnings) put(one Warning) {
	k, ok := w.at[one.Text]
	if ok {
		w.list[k].Cells += one.Cells
		return
	}
	if w.at == nil {
		w.at = map[string]int{}
	}
	w.at[one.Text] = len(w.list)
	w.list = append(w.list, one)
}
