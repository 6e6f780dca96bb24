// Package manifests checks the job of docs/fleet.md against the types of the API of Kubernetes. It is in
// the module of the tools, so that xcbench does not depend on these types.
package manifests

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func TestTheJobOfThePageIsIndexedAndItsShardsAreAll(t *testing.T) {
	page, err := os.ReadFile("../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	var job batch.Job
	if err := yaml.UnmarshalStrict([]byte(text), &job); err != nil {
		t.Fatal(err)
	}
	s, pod := job.Spec, job.Spec.Template.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || pod.RestartPolicy != core.RestartPolicyNever || s.Completions == nil ||
		s.CompletionMode == nil || *s.CompletionMode != batch.IndexedCompletion || len(pod.Containers) != 1 {
		t.Fatalf("got %+v, want an indexed job of one container", job)
	}
	c := pod.Containers[0]
	shard := slices.Index(c.Command, "--shard") + 1
	if want := fmt.Sprintf("$(JOB_COMPLETION_INDEX)/%d", *s.Completions); c.Command[shard] != want {
		t.Errorf("got the shard %s, want %s", c.Command[shard], want)
	}
	if pod.Volumes[0].Name != c.VolumeMounts[0].Name || !strings.HasPrefix(c.Command[len(c.Command)-1], c.VolumeMounts[0].MountPath) {
		t.Errorf("got volumes %+v, mounts %+v and %q, want the run on the shared volume", pod.Volumes, c.VolumeMounts, c.Command)
	}
}
