package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/fleet/cluster"
	"xcbench/internal/cli"
)

// fleetCluster has the flags of fleet slurm and fleet k8s.
type fleetCluster struct {
	cluster.Options
	out  string
	most int // the bound of Slurm on the size of an array
}

func (c *fleetCluster) flags(cmd *cobra.Command, out, what string) {
	f := cmd.Flags()
	f.StringVar(&c.out, "out", out, "write the files into `FOLDER`")
	f.IntVar(&c.Jobs, "jobs", 10, "start `N` "+what)
	f.IntVar(&c.Workers, "workers", 1, "work in `N` processes in each")
}

func fleetSlurmCommand() *cobra.Command {
	var c fleetCluster
	cmd := &cobra.Command{
		Use:   "slurm [flags] DIR",
		Short: "Write a Slurm array job for a folder of tasks",
		Long: `Slurm writes three files: work.sbatch is an array job of workers, join.sbatch
joins their results, and submit.sh submits both. DIR must be the folder of a
plan on a file system that all nodes share, and so must this program.

Workers take tasks from the folder, so the array need not be as large as the
plan. A job that is requeued continues. The join runs after all jobs have ended,
however they ended, and lists tasks that are missing. Then submit again.`,
		Example: "  xcbench fleet slurm jobs --jobs 100 --workers 8 --time 4h",
		Args:    cli.Arguments(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.Jobs >= c.most {
				return cli.Usagef("--jobs %d, expected less than %d: Slurm's MaxArraySize, or --max-array-size; "+
					"--workers starts more processes in a job", c.Jobs, c.most)
			}
			if c.Time < time.Minute {
				return cli.Usagef("--time %v, expected 1m or more", c.Time)
			}
			f, err := c.open(args[0])
			if err != nil {
				return err
			}
			if c.Folder, err = filepath.Abs(f.Path()); err != nil {
				return err
			}
			if _, err := neededEngines(cmd, args[0], f.Engines()); err != nil {
				return err
			}
			if len(f.Engines()) > 0 { // their paths may be relative
				if c.Dir, err = os.Getwd(); err != nil {
					return err
				}
				c.Engines = cli.EngineArgs(cmd)
			}
			if c.Program == "" {
				c.Program, err = os.Executable()
			} else {
				c.Program, err = filepath.Abs(c.Program)
			}
			if err != nil {
				return err
			}
			out, err := filepath.Abs(c.out)
			if err != nil {
				return err
			}
			c.Run, c.Logs = cmp.Or(c.Run, c.Folder+"-joined"), filepath.Join(out, "logs")
			if strings.ContainsAny(out, "%\n\"\\") { // they have a meaning for Slurm
				return cli.Usagef("--out %q, expected a path without percent signs, quotes and backslashes", out)
			}
			files, err := cluster.Slurm(c.Options)
			if err != nil {
				return err
			}
			return c.write(cmd, files, "sh "+cli.Quoted(filepath.Join(c.out, "submit.sh"))+" submits the jobs")
		},
	}
	c.flags(cmd, "slurm", "jobs")
	f := cmd.Flags()
	cli.TimeFlag(cmd, &c.Time, "time", time.Hour, "stop jobs after `TIME`")
	f.StringVar(&c.Program, "program", "", "run the xcbench at `PATH` (default this one)")
	f.StringVar(&c.Partition, "partition", "", "use this `PARTITION`")
	f.StringVar(&c.Run, "dir", "", "join into directory `RUN` (default DIR-joined)")
	f.IntVar(&c.most, "max-array-size", 1001, "respect MaxArraySize `N`")
	cli.EngineFlags(cmd)
	return cmd
}

func fleetK8sCommand() *cobra.Command {
	var c fleetCluster
	cmd := &cobra.Command{
		Use:   "k8s [flags] DIR",
		Short: "Write Kubernetes jobs for a folder of tasks",
		Long: `K8s writes four files: work.yaml is an Indexed Job of workers, join.yaml joins
their results, volume.yaml claims the volume that they share, and Containerfile
makes an image of a static binary. DIR is the folder of a plan as pods see it:
they mount the volume at /shared.

A pod that is killed is started again. Its tasks go back to the folder, where
other pods take them.`,
		Example: "  xcbench fleet k8s /shared/jobs --image registry.example/xcbench --jobs 50",
		Args:    cli.Arguments(1, 1, "the folder of a plan below /shared"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Folder = filepath.ToSlash(filepath.Clean(args[0]))
			c.Run, c.Go = c.Folder+"-joined", goVersion()
			switch {
			case !strings.HasPrefix(c.Folder, "/shared/"):
				return cli.Usagef("%s: expected a folder below /shared, where the pods mount the volume", args[0])
			case c.Jobs < 1 || c.Workers < 1:
				return cli.Usagef("--jobs %d and --workers %d, expected at least 1", c.Jobs, c.Workers)
			case c.Image == "":
				return cli.Usagef("no image is named, expected --image")
			}
			files, err := cluster.Kubernetes(c.Options)
			if err != nil {
				return err
			}
			return c.write(cmd, files, "'kubectl create -f "+filepath.Join(c.out, "work.yaml")+"' starts the workers")
		},
	}
	c.flags(cmd, "k8s", "pods")
	f := cmd.Flags()
	f.StringVar(&c.Image, "image", "", "use the container image `NAME`")
	f.StringVar(&c.Claim, "claim", "xcbench", "mount the volume of the claim `NAME`")
	f.StringVar(&c.Size, "size", "10Gi", "claim a volume of this `SIZE`")
	f.StringVar(&c.Memory, "memory", "1Gi", "give each pod so much `MEMORY`")
	return cmd
}

// goVersion returns the version of Go that built this program, as images are tagged.
func goVersion() string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	return version
}

// open opens the folder and checks the flags that depend on it.
func (c *fleetCluster) open(path string) (*fleet.Folder, error) {
	if c.Jobs < 1 || c.Workers < 1 {
		return nil, cli.Usagef("--jobs %d and --workers %d, expected at least 1", c.Jobs, c.Workers)
	}
	f, err := fleet.Open(path)
	if err == nil {
		err = f.CheckBuild()
	}
	return f, err
}

// write writes new files.
func (c *fleetCluster) write(cmd *cobra.Command, files map[string][]byte, next string) error {
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(c.out, name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s already exists, expected a folder without it; --out names another one", filepath.Join(c.out, name))
		}
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(c.out, name), files[name], 0o666); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "wrote %s into %s; %s\n", strings.Join(names, ", "), c.out, next)
	return nil
}
