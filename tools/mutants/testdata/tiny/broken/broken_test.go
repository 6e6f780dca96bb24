package broken

import (
	"os"
	"testing"
)

func TestYes(t *testing.T) {
	if !yes() {
		t.Error("no")
	}
}

func TestBroken(t *testing.T) {
	if os.Getenv("MUTANTS_HITS") != "" {
		t.Error("there are mutants")
	}
}
