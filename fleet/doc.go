// Package fleet does the searches of a plan with many workers, in processes on one machine or on
// several machines that share a folder. It adds up the parts of divided searches to the last digit.
//
// # The way of a search
//
//	problem text → its hash → task → pack → attempt → result → sum
//
// A [Task] is a search, or a part of one. It names the problem by the hash of its text, the solver
// with its build, the limits, and the part. The hash of all that is the task's name. So a task can be
// done again, on any machine, and has the same result. A worker process of package bench searches,
// with the checks of a run.
//
// # The folder
//
//	fleet.json          the head; written last, so a folder without it is no plan
//	problems.jsonl      the problems, one a line
//	packs/00001.jsonl   tasks, one a line; a pack is what a worker takes at a time
//	work/00001.1.jsonl  the first attempt on that pack: results, one a line
//	work/00001.2.jsonl  the second attempt, after the first worker died or gave the pack back
//
// Nothing is renamed, changed or deleted. The plan is read-only once the head exists. An
// attempt is a file that only one worker writes, by appending lines. To take a pack is to create the
// file of its next attempt, which only one worker can do. All else is derived from these files: a
// task is done if any attempt has its result. The order of the tasks in a pack is the order of the
// work, so the first task without a result is the one at which a worker died.
//
// An empty line is a sign of life. An attempt whose file does not grow for the time of the lease is
// dead, by the clock of whoever waits for it. No clocks of two machines are compared. The file is
// locked while its worker lives, so workers on the same machine need not wait.
//
// # Faults
//
//   - A worker that dies leaves at most a torn line at the end of a file, which counts as nothing. The
//     next attempt does what is missing.
//   - A worker that was thought dead and goes on writes to a file of its own. A result that comes
//     twice counts once. If the two differ, a [ConflictError] names both machines.
//   - A task at which three workers died is set aside, and the rest of its pack is done.
//   - A result whose totals are not the sums of its levels counts as nothing.
//   - A worker with another build is refused.
//
// # Other queues
//
// A worker knows the folder as a [Queue] only. [NewQueue] makes one of a [Source], which moves packs
// and lines without a folder, as package jetstream does. The lines are those of the files above, so
// [Folder.Collect] can bring them into the folder, and all else is the same.
//
// # Tasks that are divided while they run
//
// A worker with a long task asks now and then whether others have nothing to do. If so, it gives away
// what comes last in its part of the tree. Its result then says which parts it lacks, and counts
// when the results of these parts are there. So it does not matter whether a worker that gave parts
// away dies: the next one does the whole task, and nobody asks for the results of the parts.
//
// Start reading at task.go. plan.go writes a folder, folder.go reads it, and attempt.go has the files
// of attempts. queue.go hands out tasks, work.go does them, and join.go adds up the results.
// remote.go, collect.go and compose.go are for packs elsewhere than in the folder.
package fleet
