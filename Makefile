# make bench   measures all solvers on the smoke tier; results go to runs/
# make test    runs the tests
# make check   runs the linters, and the tests again under the race detector
# make portable runs the tests of the solvers as other machines do, with older instructions and in plain Go, and
#              looks at builds for 32 bits and arm64 (TESTFLAGS=-short is quicker)
# make pointers runs them with every use of an unsafe pointer checked; the race detector does that too
# make gate    compares the counters of the smoke tier with results/baseline.txt
# make plots   draws the pictures of docs/plots.md that are of results/standard.txt
# make fuzz    runs each fuzz target for FUZZTIME

GO       ?= go
FUZZTIME ?= 20s
DIR      ?= runs/$(shell date +%Y%m%d-%H%M%S)

.PHONY: bench gate test check portable pointers plots fuzz

bench:
	$(GO) run ./cmd/xcbench run --timeout 100ms --min-time 2ms --dir $(DIR)

gate:
	$(GO) run ./cmd/xcbench run --solver all --samples 1 --min-time 0 --timeout 1m --nodes 20000 --dir $(DIR)
	$(GO) run ./cmd/xcbench gate $(DIR)

test:
	$(GO) test ./...

check:
	test -z "$$(gofmt -l .)"
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...
	$(GO) test -race -short ./...

SOLVERS = ./cover ./dlx ./naive ./format/sudoku ./solvers/...

portable:
	GODEBUG=cpu.avx512f=off $(GO) test $(TESTFLAGS) $(SOLVERS)
	GODEBUG=cpu.avx512f=off,cpu.avx2=off $(GO) test $(TESTFLAGS) $(SOLVERS)
	$(GO) test $(TESTFLAGS) -tags purego $(SOLVERS)
	GOARCH=386 $(GO) vet ./...
	GOARCH=arm64 $(GO) vet ./...

pointers:
	$(GO) test $(TESTFLAGS) -gcflags=all=-d=checkptr $(SOLVERS)

plots:
	$(GO) build -o xcbench ./cmd/xcbench
	grep '^xcbench plot .*results/standard.txt' docs/plots.md | PATH=.:$$PATH sh -e

fuzz:
	for p in ./corpus ./corpus/hunt ./format ./results ./results/tree ./report/splice; do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			$(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$p || exit 1; \
		done; \
	done
