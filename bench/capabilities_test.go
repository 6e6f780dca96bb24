package bench

import "xcbench/cover"

// The solvers of the tests take every problem.
var everything = cover.Capabilities{Secondary: true}

func (faulty) Capabilities() cover.Capabilities     { return everything }
func (*known) Capabilities() cover.Capabilities     { return everything }
func (lateCrash) Capabilities() cover.Capabilities  { return everything }
func (misbehaved) Capabilities() cover.Capabilities { return everything }
func (odd) Capabilities() cover.Capabilities        { return everything }
func (refusing) Capabilities() cover.Capabilities   { return everything }
func (double) Capabilities() cover.Capabilities     { return everything }
func (stumbling) Capabilities() cover.Capabilities  { return everything }
func (scripted) Capabilities() cover.Capabilities   { return everything }
func (lastTie) Capabilities() cover.Capabilities    { return everything }
