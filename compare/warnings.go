package compare

// warnings counts equal warnings.
type warnings struct {
	list []Warning
	at   map[string]int
}

// of adds a warning about a cell.
func (w *warnings) of(text string, cell func() string) {
	if k, ok := w.at[text]; ok {
		w.list[k].Cells++
		return
	}
	if w.at == nil {
		w.at = map[string]int{}
	}
	w.at[text] = len(w.list)
	w.list = append(w.list, Warning{text, 1, cell()})
}
