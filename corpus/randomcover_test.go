package corpus

import (
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
)

// A name stands for the same problem for ever: these hashes must never change.
func TestSeededMembersStayTheSame(t *testing.T) {
	for _, c := range []struct {
		family     *Family
		name, hash string
	}{
		{&randomCover, "i40_m120_k4_s1", "b80558d6542dd60c"},
		{&randomCover, "i40_m120_k4_s2", "703d9c3fd7df19fa"},
		{&randomCover, "i40_m120_k4_s1_free", "314130fa28e0b4c9"},
		{&density, "i30_m200_p15_s1", "ed3b56308932e2dd"},
		{&qwh, "20_h170_s2", "2d538a47f5b47fc5"},
		{&qwh, "20_h170_s2_balanced", "3673d1dd4549b9c9"},
		{&mates, "r8s1", "100ab398c1006998"},
		{&threedm, "planted12x60_s1", "ffc79fd6ed6dfbc4"},
		{&threepartition, "8_b100_s1", "dbe294fe6bca7583"},
		{&permanent, "random20x20_s1", "191889ba20336f9f"},
		{&matching, "random20x60_s1", "4f805a07208b950d"},
		{&trianglePartition, "planted30x60_s1", "f9db78578ba7ec26"},
		{&matching, "buckyball", "21419265b02d96ab"},
	} {
		if got := Hash(memberOf(t, c.family, c.name).Problem()); got != c.hash {
			t.Errorf("%s/%s: got hash %q, want %q", c.family.Name, c.name, got, c.hash)
		}
	}
}

func TestPlantedCoversHaveASolution(t *testing.T) {
	first := cover.Limits{Solutions: 1}
	for _, c := range []struct {
		family *Family
		name   string
	}{
		{&randomCover, "i1_m1_k1_s1"}, {&randomCover, "i5_m5_k2_s1"}, {&randomCover, "i41_m100_k4_s1"},
		{&randomCover, "i60_m100_k6_s3"}, {&randomCover, "i100_m120_k3_s0"},
		{&density, "i1_m1_p1_s1"}, {&density, "i20_m60_p20_s1"}, {&density, "i50_m100_p10_s2"},
		{&density, "i200_m150_p1_s2"}, {&density, "i30_m100_p90_s2"},
	} {
		p := memberOf(t, c.family, c.name).Problem()
		stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), p, first, nil)
		if err != nil || stats.Solutions != 1 {
			t.Errorf("%s/%s: got %d solutions, %v, want one", c.family.Name, c.name, stats.Solutions, err)
		}
	}
}

func TestRandomOptionsAreDifferent(t *testing.T) {
	p := memberOf(t, &randomCover, "i12_m200_k4_s1").Problem()
	seen := map[[4]int32]bool{}
	for o := range p.Options() {
		option := [4]int32(p.Option(o))
		if seen[option] {
			t.Errorf("got %v twice, want different options", option)
		}
		seen[option] = true
	}
}

func TestInvalidRandomCoversAreRejected(t *testing.T) {
	for _, c := range []struct {
		family *Family
		name   string
	}{
		{&randomCover, "i3_m2_k4_s1"}, {&randomCover, "i10_m1_k2_s1"}, {&randomCover, "i10_m50_k9_s1"},
		{&randomCover, "i20_m50_k19_s1"}, {&density, "i5_m20_p10_s1"}, {&density, "i50_m5_p10_s1"},
	} {
		v, err := c.family.parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.family.instance(v).Puzzle(); err == nil {
			t.Errorf("%s/%s: got a problem, want an error", c.family.Name, c.name)
		}
	}
}
