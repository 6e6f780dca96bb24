package bench_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
)

// roleVariable makes the test binary an engine of the protocol xcb. pidVariable names a folder with a
// file for each role, to which it appends the numbers of its processes.
const (
	roleVariable = "XCBENCH_TEST_ROLE"
	pidVariable  = "XCBENCH_TEST_PIDS"
)

// engineVariants returns engines, which differ in what they do when they are asked to search.
func engineVariants() (all []solvers.Variant) {
	for _, role := range []string{"eats", "orphans", "dies", "lies", "counts"} {
		one, err := engines.Open([]external.Spec{{Name: "engine_" + role, Command: "'" + os.Args[0] + "'",
			Env: map[string]string{roleVariable: role}, Rule: "own", Counter: "own"}})
		if err != nil {
			panic(err)
		}
		all = append(all, one...)
	}
	return all
}

// beEngine is the main function of an engine.
func beEngine(role string) {
	note := func(pid int) {
		if f, err := os.OpenFile(filepath.Join(os.Getenv(pidVariable), role), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
			fmt.Fprintln(f, pid)
			f.Close()
		}
	}
	note(os.Getpid())
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			os.Exit(0)
		}
		switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "xcb":
			if role == "eats" || role == "orphans" {
				// A process in the group of the engine, whose parent has ended.
				out, _ := exec.Command("sh", "-c", "sleep 3600 >/dev/null 2>&1 & echo $!").Output()
				pid, _ := strconv.Atoi(strings.TrimSpace(string(out)))
				note(pid)
			}
			fmt.Print("xcb 1\ntakes secondary\ncounts only\nready\n")
		case "problem":
			size, _ := strconv.Atoi(strings.TrimPrefix(rest, "dlx "))
			io.CopyN(io.Discard, in, int64(size))
			fmt.Println("ready")
		case "run":
			switch role {
			case "eats":
				eat()
			case "orphans":
				time.Sleep(time.Hour)
			case "dies":
				fmt.Fprintln(os.Stderr, "no more beans")
				os.Exit(3)
			case "lies":
				fmt.Println("done solved solutions 4 search 3600000000000")
			case "counts":
				fmt.Println("done solved solutions 4 nodes 7")
			}
		}
	}
}

// goneOf returns how many processes an engine was since the last call, after all of them have ended. Only
// the time limit of go test, which is shorter than their lives, ends the wait for one that does not.
func goneOf(role string) int {
	file := filepath.Join(os.Getenv(pidVariable), role)
	text, _ := os.ReadFile(file)
	os.Remove(file)
	pids := strings.Fields(string(text))
	for _, pid := range pids {
		for runs(pid) {
			time.Sleep(10 * time.Millisecond)
		}
	}
	return len(pids)
}

// runs reports whether a process runs. A process that has ended may wait for somebody to ask how.
func runs(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}
