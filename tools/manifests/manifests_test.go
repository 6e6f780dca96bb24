// Package manifests checks the files that 'xcbench fleet k8s' writes against the types of the API of
// Kubernetes. It is in the module of the tools, so that xcbench does not depend on these types.
package manifests

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// decoded reads a file that must not have a field that the type does not have.
func decoded[T any](t *testing.T, path string) (object T) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, &object); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return object
}

func TestTheWorkersAreAnIndexedJobOnASharedVolume(t *testing.T) {
	dir := t.TempDir()
	write := exec.Command("go", "run", "./cmd/xcbench", "fleet", "k8s", "/shared/jobs", "--image", "registry.example/xcbench:1",
		"--jobs", "50", "--workers", "4", "--out", dir)
	write.Dir = filepath.Join("..", "..")
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	claim := decoded[core.PersistentVolumeClaim](t, filepath.Join(dir, "volume.yaml"))
	job, join := decoded[batch.Job](t, filepath.Join(dir, "work.yaml")), decoded[batch.Job](t, filepath.Join(dir, "join.yaml"))
	if len(claim.Spec.AccessModes) != 1 || claim.Spec.AccessModes[0] != core.ReadWriteMany || claim.Spec.Resources.Requests.Storage().IsZero() {
		t.Errorf("got %+v, want a volume that many nodes write", claim.Spec)
	}
	s := job.Spec
	if s.CompletionMode == nil || *s.CompletionMode != batch.IndexedCompletion || s.Completions == nil || s.Parallelism == nil ||
		*s.Completions != 50 || *s.Parallelism != 50 || s.BackoffLimitPerIndex == nil || s.MaxFailedIndexes == nil {
		t.Errorf("got %+v, want an indexed job of 50 pods with a limit for each", s)
	}
	for _, rule := range s.PodFailurePolicy.Rules {
		known := map[batch.PodFailurePolicyAction]bool{batch.PodFailurePolicyActionIgnore: true, batch.PodFailurePolicyActionFailIndex: true}
		if !known[rule.Action] {
			t.Errorf("got action %q", rule.Action)
		}
	}
	for _, j := range []batch.Job{job, join} {
		pod := j.Spec.Template.Spec
		c := pod.Containers[0]
		if j.APIVersion != "batch/v1" || j.Kind != "Job" || pod.RestartPolicy != core.RestartPolicyNever {
			t.Errorf("%s: got %s %s, restart %s", j.Name, j.APIVersion, j.Kind, pod.RestartPolicy)
		}
		if pod.Volumes[0].PersistentVolumeClaim.ClaimName != claim.Name || c.VolumeMounts[0].Name != pod.Volumes[0].Name {
			t.Errorf("%s: got volumes %+v and %+v, want the claimed one", j.Name, pod.Volumes, c.VolumeMounts)
		}
		if c.Resources.Requests.Cpu().IsZero() || c.Resources.Limits.Memory().IsZero() {
			t.Errorf("%s: got resources %+v, want bounds", j.Name, c.Resources)
		}
	}
}
