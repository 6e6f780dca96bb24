package sat

import (
	"reflect"
	"unsafe"

	"github.com/go-air/gini"
)

// work returns the number of decisions and propagations so far. Gini counts them and has a method
// that reads the counters, but its exported type does not offer the method. So work looks into its
// field xo. The version of Gini is fixed, and a test fails if there is no such field.
func work(g *gini.Gini) (decisions, propagations int64) {
	field := reflect.ValueOf(g).Elem().FieldByName("xo")
	solver := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	read := solver.MethodByName("ReadStats")
	stats := reflect.New(read.Type().In(0).Elem())
	read.Call([]reflect.Value{stats})
	return stats.Elem().FieldByName("Guesses").Int(), stats.Elem().FieldByName("Props").Int()
}
