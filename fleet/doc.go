// Package fleet does the searches of a plan with many workers, on one machine or on many. It adds up
// the parts of divided searches to the last digit.
//
// The queue is a stream of NATS JetStream. A plan has a name, and a stream xcbench_NAME with these
// subjects:
//
//	xcbench.NAME.search.HASH       a search, with its problems; its name is the hash of its text
//	xcbench.NAME.task.HASH.K       task K of the search; task 0 of a divided search is its trunk
//	xcbench.NAME.plan              the build, the lease and the searches in order; written last
//	xcbench.NAME.answer.HASH.K.ID  what a worker found
//	xcbench.NAME.aside.HASH.K      why the task is set aside
//
// Nothing is deleted. A value that is larger than a message is split, so each subject ends
// with the number of a chunk. The first chunk is stored last, so a value that has one is whole.
//
// # Nothing is lost, nothing counts twice
//
// All workers share one durable consumer of the tasks. A worker acknowledges a task after the server
// has stored its answer. Until then it gives signs of life, and the server hands out the task of a
// worker that is silent for the time of the lease again. Leases, redelivery and acknowledgement are
// the server's, and so is the count of deliveries: a task at which three workers died is set aside. A
// worker that is stopped hands its task out anew.
//
// A worker that was thought dead may answer too. An answer that comes twice counts once. If the two
// differ, an [ErrConflict] names both machines. An answer whose totals are not the sums of its levels
// counts as nothing.
//
// A server that does not answer is asked again for a while, so that it may restart. See [Server].
//
// # The way of a search
//
// search.go has the searches and their tasks, submit.go puts them on a server, work.go does them in
// the worker process of package bench, and join.go adds up the answers. server.go and store.go move
// values, and embedded.go is a server in this process. Start reading at [Search].
package fleet
