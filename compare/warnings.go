package compare

// warnings counts equal warnings.
type warnings struct {
	list []Warning
	at   map[string]int
}

func (w *warnings) add(errs []error, place func() string) {
	for _, err := range errs {
		w.put(Warning{Text: err.Error(), Cells: 1}, place)
	}
}

func (w *warnings) put(one Warning, place func() string) {
	if w.at == nil {
		w.at = map[string]int{}
	}
	k, ok := w.at[one.Text]
	if !ok {
		one.First = place()
		w.at[one.Text] = len(w.list)
		w.list = append(w.list, one)
		return
	}
	w.list[k].Cells += one.Cells
}

func (w *warnings) merge(other warnings) {
	for _, one := range other.list {
		w.put(one, func() string { return one.First })
	}
}
