# make bench     measures all solvers on the smoke tier and writes runs/DATE-TIME
# make test      runs the tests: about two minutes on two cores
# make test-authors runs the tests that make test leaves out: the commands and pictures of the documents,
#                and planted faults
# make test-long runs the tests of the largest problems too: some minutes
# make test-installed runs the tests that need programs of others
# make stress    runs the tests that wait for processes on a busy machine, on one core, and in other
#                environments: an hour
# make check     runs the linters, the tests of the tools and of the fleet, and those of the packages that
#                start goroutines under the race detector
# make fleet     runs the linters and the tests of the fleet's module, with the race detector
# make portable  tests the solvers with older instructions and in plain Go
# make cross     runs vet as on 32 bits and on arm64
# make race      runs all tests under the race detector: some minutes
# make pointers  tests the solvers with every unsafe pointer checked
# make gate      compares the counters of the smoke tier with the baseline
# make plots     draws the pictures of docs/plots.md: a minute
# make kills     kills 1,000 runs at random moments and resumes them: some minutes
# make release   builds the programs and the corpus, as archive, wheel and npm package, into DIST: some minutes
# make man       writes the manual pages into man/
# make fuzz      runs each fuzz target for FUZZTIME
#
# Variables: TESTFLAGS are flags for go test, as in make test TESTFLAGS=-short.
# DIR is the run directory of bench and gate. VERSION names a release. KILLS is the number of kills, KILLSEED their seed.

# Programs without the C library start in two thirds of the time. The race detector needs it.
export CGO_ENABLED ?= 0

GO       ?= go
FUZZTIME ?= 20s
KILLS    ?= 1000
KILLSEED ?= 1
DIST     ?= dist
VERSION  ?= $(shell git describe --tags --always --dirty)
DIR      ?= runs/$(shell date +%Y%m%d-%H%M%S)

.PHONY: release bench gate test test-authors test-long test-installed stress check race portable cross pointers plots kills man fuzz fleet

# A program of go run does not know its commit, which belongs in the head of the results.
bench:
	$(GO) build -buildvcs=auto -o xcbench ./cmd/xcbench
	./xcbench run --timeout 100ms --min-time 2ms --dir $(DIR)

# The gate explains a run with wrong answers too. If it finds nothing, the run has the word.
gate:
	@$(GO) build -o xcbench ./cmd/xcbench
	@log=$$(mktemp); ./xcbench run --solver all,learn,lanes_weighted --samples 1 --min-time 0 --timeout 10s --nodes 20000 \
		--dir $(DIR) >/dev/null 2>$$log; run=$$?; ./xcbench gate $(DIR); gate=$$?; \
	test $$run -eq 0 -o $$run$$gate -eq 11 || cat $$log >&2; rm -f $$log; exit $$((run | gate))

# The package whose tests take longest begins first, and those whose tests wait for processes run
# beside it, one package more than there are processors. Without the tables of a debugger the programs
# that tests copy are smaller by a quarter.
FIRST    = ./cmd/xcbench ./bench ./internal/child ./report/page ./results/...
PACKAGES = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# Only a change of the documents, of their pictures or of the blame for a fault makes one of these fail. They
# take a fifth of the time of all tests, so they have a target of their own. CI runs both.
AUTHORS  = DocumentedCommandsDo|PicturesOfTheGallery|SplicedTables|SolverOfThePage|AFaultInDLXIndex|GateNamesOnly
test:
	$(GO) test -p $(PACKAGES) -timeout 30m -ldflags='-s -w' -skip '$(AUTHORS)' $(TESTFLAGS) $(FIRST) ./...

test-authors:
	$(GO) test -timeout 30m -ldflags='-s -w' -run '$(AUTHORS)' $(TESTFLAGS) ./cmd/xcbench

# The packages whose tests read XCBENCH_LONG.
LONG = ./corpus ./solvers ./solvers/count \
	./solvers/external/... ./solvers/bitset ./solvers/lanes ./solvers/learn ./internal/stats ./results \
	./compare/... ./report/page ./cmd/xcbench

test-long:
	XCBENCH_LONG=1 $(GO) test -timeout 60m $(TESTFLAGS) $(LONG)

# The tests that need programs of others. A program that is missing fails them.
test-installed: export XCBENCH_INSTALLED = cadical cc chromium clasp cryptominisat5 go \
	minisat node pdflatex picosat python3 rustc z3
test-installed:
	$(GO) test -count=1 -timeout 30m $(TESTFLAGS) ./cmd/xcbench ./corpus ./report/... \
		./solvers/engines/... ./solvers/external

# Whatever waits for processes or for time, three times each: beside 20 busy loops, on one core, and
# with SIGINT ignored and 200 environment variables more. No load makes an innocent test fail. The commands
# of the documents are those of the scripts.
STRESSED = ./bench ./internal/child ./solvers/engines/... ./solvers/external/... ./cmd/xcbench
STRESS   = $(GO) test -vet=off -count=3 -timeout 60m -skip '$(AUTHORS)' $(TESTFLAGS)
stress:
	loops=; trap 'kill $$loops' EXIT; for k in $$(seq 20); do while :; do :; done & loops="$$loops $$!"; done; \
		$(STRESS) $(STRESSED) && cd fleet && $(STRESS) ./...
	GOMAXPROCS=1 taskset -c 0 $(STRESS) $(STRESSED)
	cd fleet && GOMAXPROCS=1 taskset -c 0 $(STRESS) ./...
	trap '' INT; export $$(seq -f 'STRESS_%g=012345678901234567890123456789012345678901234567890123456789' 200); \
		$(STRESS) $(STRESSED) && cd fleet && $(STRESS) ./...

# The race detector sees the packages that start goroutines, without the commands that put them together.
# Every night "make race" shows it all packages.
CONCURRENT = $(shell grep -rlE '^[[:space:]]*go |[.]Go.func' --include='*.go' --exclude='*_test.go' --exclude-dir=fleet \
	--exclude-dir=cmd . | xargs -n 1 dirname | sort -u)
check:
	test -z "$$(gofmt -l .)"
	$(GO) vet -tags man ./...
	$(GO) test -vet=off -tags man -run ManualPages ./cmd/xcbench
	$(GO) tool -modfile=tools/go.mod staticcheck ./...
	cd tools && $(GO) vet ./... && $(GO) tool staticcheck ./... && $(GO) test -count=1 ./...
	$(MAKE) fleet
	$(MAKE) race RACE="$(CONCURRENT)"

# The fleet is a module of its own: no test of the other rooms compiles a NATS server.
fleet:
	cd fleet && $(GO) vet ./... && $(GO) tool -modfile=../tools/go.mod staticcheck ./...
	cd fleet && CGO_ENABLED=1 GORACE=atexit_sleep_ms=10 $(GO) test -race -vet=off $(TESTFLAGS) ./...

# A process with the race detector sleeps for a second before it exits, unless GORACE
# says otherwise, and the tests start hundreds of processes.
RACE = ./...
race:
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=10 $(GO) test -race -short -vet=off $(RACE)

# The other packages read no processor flags and have no plain twin of their code.
SIMD   = ./solvers ./solvers/bitset ./solvers/lanes
PUREGO = $(SIMD) ./dlx ./solvers/cells

portable:
	GODEBUG=cpu.avx512f=off $(GO) test $(TESTFLAGS) $(SIMD)
	GODEBUG=cpu.avx512f=off,cpu.avx2=off $(GO) test $(TESTFLAGS) $(SIMD)
	$(GO) test $(TESTFLAGS) -tags purego $(PUREGO)

# Vet needs the compiled form of all imports, but not optimised: that takes two thirds of the time.
cross:
	GOARCH=386 $(GO) vet -gcflags='all=-N -l' ./...
	GOARCH=arm64 $(GO) vet -gcflags='all=-N -l' ./...

pointers:
	$(GO) test $(TESTFLAGS) -gcflags=all=-d=checkptr ./cover ./dlx ./internal/bitrow ./solvers/...

plots:
	$(GO) build -o xcbench ./cmd/xcbench
	rm -rf runs/gallery && mkdir -p runs/gallery
	grep '^xcbench .*\(results/standard.txt\|results/counting.txt\|runs/gallery\)' docs/plots.md | PATH=.:$$PATH sh -e >/dev/null

# The same commit has the same bytes in any clone, if the version of Go is the same.
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
release:
	rm -rf $(DIST) && mkdir -p $(DIST)
	for p in $(PLATFORMS); do \
		os=$${p%/*} arch=$${p#*/}; case $$os in windows) exe=.exe;; *) exe=;; esac; \
		GOOS=$$os GOARCH=$$arch $(GO) build -buildvcs=auto -trimpath -ldflags='-s -w' \
			-o $(DIST)/xcbench-$(VERSION)-$$os-$$arch$$exe ./cmd/xcbench && \
		GOOS=$$os GOARCH=$$arch $(GO) build -C fleet -buildvcs=auto -trimpath -ldflags='-s -w' \
			-o $(abspath $(DIST))/xcbench-fleet-$(VERSION)-$$os-$$arch$$exe ./cmd/xcbench-fleet || exit 1; \
	done
	$(GO) run ./cmd/xcbench corpus archive --release $(VERSION) $(DIST)/xcbench-corpus-$(VERSION).zip
	python3 tools/packages.py $(DIST)/xcbench-corpus-$(VERSION).zip
	cd $(DIST) && sha256sum xcbench* > SHA256SUMS

man:
	$(GO) test -tags man -run ManualPages ./cmd/xcbench
	$(GO) run -tags man ./cmd/xcbench man man

kills:
	$(GO) test ./cmd/xcbench -run KilledRuns -count=1 -v -timeout 5h -kills $(KILLS) -killseed $(KILLSEED)

# Without minimising. A worker and its parent exchange the coverage of the whole binary, some
# 100 kB, for each input that is minimised: that took half of the time.
fuzz:
	for p in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			$(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 0x $$p || exit 1; \
		done; \
	done
