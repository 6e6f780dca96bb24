package sat

import (
	"reflect"
	"unsafe"

	"github.com/go-air/gini"
)

// inside returns the solver in the field xo of g. Its methods and fields offer more than the type
// of g. The version of Gini is fixed, and a test fails if there is no such field.
func inside(g *gini.Gini) reflect.Value {
	return exported(reflect.ValueOf(g).Elem().FieldByName("xo"))
}

// exported returns a field as if its name were exported.
func exported(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

// work returns the number of decisions and propagations so far.
func work(g *gini.Gini) (decisions, propagations int64) {
	read := inside(g).MethodByName("ReadStats")
	stats := reflect.New(read.Type().In(0).Elem())
	read.Call([]reflect.Value{stats})
	return stats.Elem().FieldByName("Guesses").Int(), stats.Elem().FieldByName("Props").Int()
}

// stopChannel returns the channel that each search of g looks at from time to time. A search that
// receives true returns 0.
func stopChannel(g *gini.Gini) chan<- bool {
	control := inside(g).Elem().FieldByName("control").Elem()
	return exported(control.FieldByName("cStopOrPause")).Interface().(chan bool)
}
