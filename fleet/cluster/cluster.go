// Package cluster writes the files with which Slurm and Kubernetes start the workers of a plan, and
// join their results. The workers share the folder of the plan and take their tasks from it, so their
// number has nothing to do with the number of tasks.
//
// Each template has what its engine reads.
package cluster

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"text/template"
	"time"
)

//go:embed templates
var templates embed.FS

// Options say how many workers are started, and where.
type Options struct {
	Folder  string   // of the plan
	Run     string   // the run directory that the join writes
	Program string   // the path of xcbench on all nodes
	Jobs    int      // how many jobs or pods
	Workers int      // processes of each
	Dir     string   // Slurm: where the workers start; "" for anywhere
	Engines []string // Slurm: the flags that name engines

	Time      time.Duration // Slurm: the limit of a job
	Partition string        // Slurm: "" for the standard one
	Logs      string        // Slurm: the folder of the output

	Image  string // Kubernetes: the image of the container
	Claim  string // Kubernetes: the claim of the shared volume
	Size   string // Kubernetes: the size of the volume
	Memory string // Kubernetes: the memory of a pod
	Go     string // Kubernetes: the version of Go that builds the image
}

// Slurm returns the files for Slurm by name.
func Slurm(o Options) (map[string][]byte, error) {
	return fill(o, "work.sbatch", "join.sbatch", "submit.sh")
}

// Kubernetes returns the files for Kubernetes by name.
func Kubernetes(o Options) (map[string][]byte, error) {
	return fill(o, "volume.yaml", "work.yaml", "join.yaml", "Containerfile")
}

func fill(o Options, names ...string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, name := range names {
		t, err := template.New(name).Funcs(template.FuncMap{"shell": shell, "limit": limit, "json": quoted}).
			ParseFS(templates, "templates/"+name)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := t.Execute(&text, o); err != nil {
			return nil, err
		}
		all[name] = text.Bytes()
	}
	return all, nil
}

// shell quotes a text for a shell.
func shell(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// quoted quotes a text for YAML, which reads strings of JSON.
func quoted(text string) string { return fmt.Sprintf("%q", text) }

// limit writes a time as Slurm reads it, days-hours:minutes:seconds.
func limit(d time.Duration) string {
	s := int64(max(d, time.Second).Round(time.Second) / time.Second)
	return fmt.Sprintf("%d-%02d:%02d:%02d", s/86400, s/3600%24, s/60%60, s%60)
}
