package external

var lines, dimacs, asp, flatzinc, lp, named func(Spec) (codec, error)
