package corpus

import "testing"

func TestPermanentsAreKnownSequences(t *testing.T) {
	counts(t, []knownCount{
		{&permanent, "full1", 1, false}, {&permanent, "full6", 720, false},
		// A000166
		{&permanent, "derangement1", 0, false}, {&permanent, "derangement2", 1, false},
		{&permanent, "derangement8", 14833, false},
		// A000179
		{&permanent, "menage3", 1, false}, {&permanent, "menage4", 2, false}, {&permanent, "menage5", 13, false},
		{&permanent, "menage8", 4738, false},
		// A000211
		{&permanent, "circulant3x3", 6, false}, {&permanent, "circulant6x3", 20, false},
		{&permanent, "circulant10x3", 125, false},
		{&permanent, "circulant9x2", 2, false}, {&permanent, "circulant5x1", 1, false},
		{&permanent, "band10x1", 89, false}, {&permanent, "band8x2", 400, false}, // A000045, A002524
		{&permanent, "hessenberg10", 512, false},
	})
	for _, name := range []string{"planted20x10_s1", "planted1x1", "planted12x30_s2"} {
		if got := solved(t, &permanent, name).Solutions; got < 1 {
			t.Errorf("permanent/%s: got %d solutions, want the planted one", name, got)
		}
	}
}

func TestInvalidMatricesAreRejected(t *testing.T) {
	for _, name := range []string{"full3x2", "circulant5", "menage4_s1", "random5"} {
		v, err := permanent.parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := permanent.instance(v).Puzzle(); err == nil {
			t.Errorf("permanent/%s: got a problem, want an error", name)
		}
	}
}

func TestPictureOfAMatrixShowsTheChosenOnes(t *testing.T) {
	got, want := draw(t, memberOf(t, &permanent, "menage3"), []int{0, 1, 2}).Text(), ". . #\n# . .\n. # .\n"
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}
