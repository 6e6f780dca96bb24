package external

var lines, asp, flatzinc, lp, named func(Spec) (codec, error)
