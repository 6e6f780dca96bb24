// Package jetstream hands out the tasks of a plan through NATS JetStream, to workers that share no
// folder. It moves packs and lines; package fleet decides what they mean.
//
// # What is on the server
//
// A plan has a name, and two streams of its own:
//
//	xcbench_queue_NAME     a work queue: one message for each pack that is not done
//	    xcbench.NAME.queue
//	xcbench_records_NAME   kept until the plan is dropped
//	    xcbench.NAME.head            the build, the lease, and how many tasks there are; written last
//	    xcbench.NAME.work.7          the lines of all attempts on pack 7
//	    xcbench.NAME.shared.TASK     the lines of all attempts on a task that a worker gave away
//	    xcbench.NAME.junk            messages in the queue that are no packs, and why not
//
// Problems and packs that are too large for a message are in the object store xcbench_large_NAME.
//
// # Nothing is lost, nothing counts twice
//
// A worker acknowledges a pack after the server has stored its results. Until then it sends signs
// of life, and a pack whose worker is silent for the time of the lease goes to another. Only the
// server measures this time. Lines carry message ids, so the server drops most repetitions. The
// others do no harm: a result that comes twice counts once. Two results that differ have different
// ids, so both are kept and found when they are joined.
//
// A header of each result names its task. So workers know how many tasks are done without reading
// the results.
//
// A server that does not answer is asked again for a while, so that it may restart. See [Server.try].
//
// Start reading at server.go. submit.go puts a plan on a server, source.go and loan.go hand out
// packs, collect.go brings the results back.
package jetstream
