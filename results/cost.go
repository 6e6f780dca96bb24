package results

// Cost is a value in a unit.
type Cost struct {
	Unit  string
	Value float64
}

// Costs are values in different units. A row has one or two of them, which take a tenth of the
// memory of a map.
type Costs []Cost

// CostsOf returns the values of a map, in the order of [Units].
func CostsOf(byUnit map[string]float64) (all Costs) {
	for _, u := range Units {
		if v, ok := byUnit[u.Name]; ok {
			all = append(all, Cost{u.Name, v})
		}
	}
	return all
}

// Of returns the value in a unit, and whether there is one.
func (c Costs) Of(unit string) (float64, bool) {
	for _, one := range c {
		if one.Unit == unit {
			return one.Value, true
		}
	}
	return 0, false
}
