package endless

import "testing"

func TestWait(*testing.T) { Wait(0) }
