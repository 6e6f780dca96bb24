# make bench      measures the solvers on the smoke tier; the results go to runs/
# make test       runs the tests
# make test-long  runs the long tests too: more seeds, workers and kills
# make check      runs the linters, and the tests under the race detector
# make portable   runs the solvers' tests as other processors run them, and checks
#                 builds for 386 and arm64 (quicker with TESTFLAGS=-short)
# make pointers   runs the solvers' tests with every unsafe pointer checked
# make gate       compares the counters of the smoke tier with results/baseline.txt
# make plots      draws the pictures of docs/plots.md from results/standard.txt
# make fuzz       runs each fuzz target for FUZZTIME

GO       ?= go
FUZZTIME ?= 20s
DIR      ?= runs/$(shell date +%Y%m%d-%H%M%S)

.PHONY: bench gate test test-long check portable pointers plots fuzz

bench:
	$(GO) run ./cmd/xcbench run --timeout 100ms --min-time 2ms --dir $(DIR)

gate:
	$(GO) run ./cmd/xcbench run --solver all --samples 1 --min-time 0 --timeout 1m --nodes 20000 --dir $(DIR)
	$(GO) run ./cmd/xcbench gate $(DIR)

test:
	$(GO) test ./...

test-long:
	XCBENCH_LONG=1 $(GO) test -timeout 30m ./cmd/xcbench ./solvers ./solvers/parallel

check:
	test -z "$$(gofmt -l .)"
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...
	$(GO) test -race -short ./...

# The packages with assembly, whose choice of code GODEBUG changes, and the test of all solvers.
VECTOR = ./solvers ./solvers/bitset ./solvers/infer ./solvers/lanes
# The packages that the tag purego changes.
PUREGO = $(VECTOR) ./dlx ./solvers/cells

portable:
	GODEBUG=cpu.avx512f=off $(GO) test $(TESTFLAGS) $(VECTOR)
	GODEBUG=cpu.avx512f=off,cpu.avx2=off $(GO) test $(TESTFLAGS) $(VECTOR)
	$(GO) test $(TESTFLAGS) -tags purego $(PUREGO)
	GOARCH=386 $(GO) vet ./...
	GOARCH=arm64 $(GO) vet ./...

pointers:
	$(GO) test $(TESTFLAGS) -gcflags=all=-d=checkptr $(PUREGO) ./cover ./internal/bitrow

plots:
	$(GO) build -o xcbench ./cmd/xcbench
	grep '^xcbench plot .*results/standard.txt' docs/plots.md | PATH=.:$$PATH sh -e

fuzz:
	for p in ./corpus ./corpus/hunt ./format ./results ./results/tree ./report/splice; do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			$(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$p || exit 1; \
		done; \
	done
