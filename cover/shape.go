package cover

// A Shape describes a problem without solving it.
type Shape struct {
	Density    float64 // entries / (items × options): the fraction of the matrix that is 1
	Length     Spread  // items of an option
	Degree     Spread  // options of an item, primary or secondary
	Components int     // parts that share no item; an item without options is a part
}

// A Spread is the range and the mean of some numbers, or zero if there are none.
type Spread struct {
	Min, Max int
	Mean     float64
}

// ShapeOf returns the shape of p. It takes time linear in the entries.
func ShapeOf(p *Problem) Shape {
	var s Shape
	length, degree, parent := make([]int, p.Options()), make([]int, p.Items()), make([]int, p.Items())
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int { // the root of a tree, with path halving (Tarjan and van Leeuwen 1984)
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for o := range p.Options() {
		items := p.Option(o)
		length[o] = len(items)
		for _, i := range items {
			degree[i]++
			a, b := find(int(items[0])), find(int(i))
			parent[max(a, b)] = min(a, b)
		}
	}
	for i, up := range parent {
		if i == up {
			s.Components++
		}
	}
	s.Length, s.Degree = spread(length), spread(degree)
	if cells := float64(p.Items()) * float64(p.Options()); cells > 0 {
		s.Density = float64(p.Entries()) / cells
	}
	return s
}

func spread(of []int) Spread {
	if len(of) == 0 {
		return Spread{}
	}
	s, sum := Spread{Min: of[0]}, 0
	for _, n := range of {
		s.Min, s.Max, sum = min(s.Min, n), max(s.Max, n), sum+n
	}
	s.Mean = float64(sum) / float64(len(of))
	return s
}
