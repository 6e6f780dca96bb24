package external

import "fmt"

// opb is the encoding in which a constraint says that exactly one option of an item is chosen.
const opb = "opb"

func opbText(variables []int, rows []row) string {
	return fmt.Sprintf("* #variable= %d #constraint= %d\n", len(variables), len(rows)) + each(rows, func(r row) string {
		if r.equal {
			return fmt.Sprintf("%s = %d ;\n", join(r.variables, "+1 x", " "), r.bound)
		}
		return fmt.Sprintf("%s >= %d ;\n", join(r.variables, "-1 x", " "), -r.bound)
	})
}
