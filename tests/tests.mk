# tests.mk - the programs of the tests, and the goals that run them. The Makefile includes it.
#
#   make check          all tests, each kind by tests/all
#   make check-long     the same with a million random cases, the whole case matrix, and all other tests
#                       that `make check` runs in part (BREADTH=all)
#   make asan ubsan tsan   unit tests, case matrix and random cases under a sanitizer;
#                       ubsan with gcc's and with clang's
#   make msan           unit tests and random cases under MemorySanitizer
#   make coverage       which lines and branches of src/ the tests run, room by room; lists those not run
#   make check-ranks    the tests of several ranks as in check-long, with two MPIs
#   make torture        fault injection: every case of tests/cases with every call failing, one at a time
#   make mpich          build/mpich: the programs of several ranks, with MPICH
#   make check-arm64    as asan, but on an emulated arm64, with its engine
#   make fuzz           every tests/fuzz_*.c for FUZZ_TIME seconds
#   make lint           format, warnings of gcc and clang, clang-tidy, cppcheck, shellcheck, mandoc, words
#   make check-gpu      the tests that need a machine with a GPU, in 8 minutes
#
#   make bench          tables of edgrep and other tools, in 25 minutes; bench-full: all tables
#   make bench-gpu      tables of the engine cuda, with one GPU and with several
#   make bench-ranks    tables of several ranks and one process, and of a slow network
#   make bench-plots    the plot of README.md, from the figures in tests/bench/figures
#
#   tests/unit_*.c      cmocka programs, with the main() of tests/unit.c
#   tests/diff_*.c      differential programs; those of RANKS_TESTS also as NAME-mpi, for
#                       several ranks; so is tests/serve.c, which tests/run uses for ranks
#   tests/mpi_*.c       programs of several ranks
#   tests/fuzz_*.c      libFuzzer targets; `make check` runs their corpus
#   tests/*_library.c   of these, linked with the public libedgrep.a instead of librooms.a
#   tests/check_*       other executable tests
#   tests/cases/*.t     the case matrix, which tests/run runs
#   tests/gen_*.c, tests/bench/NAME.c, tests/gpu/NAME.cu
#                       tools: build/tests/NAME
#   tests/*.c tests/ref/*.c   all others: build/libtest.a, linked into every test program

T = $(BUILD)/tests
names = $(patsubst $1/%.c,%,$(wildcard $1/$2.c))
TESTS := $(foreach k,unit diff gen,$(call names,tests,$k_*))
FUZZERS := $(call names,tests,fuzz_*)
MPI_TESTS := $(if $(MPICC),$(call names,tests,mpi_*))
PUBLIC_TESTS := $(filter %_library,$(TESTS) $(FUZZERS))
LIBTEST_SOURCES := $(filter-out tests/inject.c tests/msan_libraries.c tests/other_version.c tests/feed.c tests/failing_allocators.c tests/few_threads.c tests/serve.c tests/write_counts.c tests/replay.c tests/unit% tests/diff_% tests/fuzz_% \
	tests/gen_% tests/mpi_%,$(wildcard tests/*.c tests/ref/*.c))
# Test programs that also run as several ranks.
RANKS_TESTS = serve diff_edgrep diff_language diff_edcmp
# Tools of tests/bench that need a library are built where it is installed.
BENCH_LIBRARY_edlib = edlib
BENCH_LIBRARY_edlib_pair = edlib
BENCH_LIBRARY_calls_edlib = edlib
BENCH_LIBRARY_wfa_pair = wfa
CFLAGS_wfa_pair = -isystem /usr/include/wfa2lib
BENCH_LIBRARY_calls_tre = tre
BENCH_LIBRARY_hyperscan = hyperscan
BENCH_TOOLS := $(foreach t,$(call names,tests/bench,*),\
	$(if $(filter-out $(BENCH_LIBRARIES),$(BENCH_LIBRARY_$t)),,$t))

ifdef ARCHITECTURE
$(call keep,$(BUILD)/gen/libtest,$(LIBTEST_SOURCES))
endif
$(BUILD)/libtest.a: $(LIBTEST_SOURCES:%.c=$(OBJ)/%.o) $(BUILD)/gen/libtest

# Test programs check the hits of every scan (src/scan/hit_check.h).
CHECKED = -DEDGREP_CHECK_HITS
$(BUILD)/checked/scanner.o: src/scan/scanner.c $(BUILD)/gen/compile
	mkdir -p $(@D)
	$(call say,CC)
	$(CC) $(FLAGS) $(CHECKED) -c -o $@ $<
-include $(wildcard $(BUILD)/checked/*.d)

# --- test programs ------------------------------------------------------------------------------
# WRAPS and EXTRA are further options of the linker for a program.
$(T)/unit_%: private EXTRA = -lcmocka
$(patsubst %,$(T)/%,$(filter unit_%,$(TESTS))): $(OBJ)/tests/unit.o
ROOM_TESTS = $(filter-out $(PUBLIC_TESTS),$(TESTS) $(FUZZERS))
$(ROOM_TESTS:%=$(T)/%): $(T)/%: $(OBJ)/tests/%.o $(BUILD)/checked/scanner.o $(BUILD)/librooms.a $(BUILD)/libtest.a \
		$(BUILD)/gen/link
	$(LINK)
# Fault injection for allocators: tests/failing_allocators.c.
FAILING_ALLOCATORS = unit_library unit_engine_memory unit_compare unit_rank_leader unit_qgram_pieces unit_qgram_choice
$(FAILING_ALLOCATORS:%=$(T)/%): private WRAPS = $(WRAP_ALLOCATORS)
$(FAILING_ALLOCATORS:%=$(T)/%): $(OBJ)/tests/failing_allocators.o
# Fault injection for pthread_create(): tests/few_threads.c.
FEW_THREADS = unit_rank_worker unit_scheduler
$(FEW_THREADS:%=$(T)/%): private WRAPS = -Wl,--wrap=pthread_create
$(FEW_THREADS:%=$(T)/%): $(OBJ)/tests/few_threads.o
$(PUBLIC_TESTS:%=$(T)/%): $(T)/%: $(OBJ)/tests/%.o $(BUILD)/libedgrep.a $(BUILD)/libtest.a $(BUILD)/gen/link
	$(LINK)
# Without libFuzzer a fuzz target runs its corpus.
$(FUZZERS:%=$(T)/%): $(if $(findstring =fuzzer,$(LDFLAGS)),,$(OBJ)/tests/replay.o)
# Programs that include its header are linked with tests/feed.c instead of src/base/io.c.
FED := $(foreach t,$(TESTS) $(FUZZERS),$(if $(strip $(foreach h,feed chunked small,\
	$(findstring "$h.h",$(file <tests/$t.c)))),$t))
$(FED:%=$(T)/%): $(OBJ)/tests/feed.o
# Reads of standard input go through tests/pauses.c.
PAUSED = diff_edcmp_options diff_edgrep diff_language diff_metamorphic diff_modes diff_options fuzz_engine
WRAP_READS = -Wl,--wrap=io_read_now -Wl,--wrap=io_ready
$(PAUSED:%=$(T)/%): private WRAPS = $(WRAP_READS)

$(T)/inject.so: tests/inject.c $(BUILD)/gen/compile
	mkdir -p $(@D)
	$(call say,CC)
	$(CC) $(FLAGS) -fvisibility=default -shared -o $@ $<

$(T)/edlib $(T)/edlib_pair $(T)/calls_edlib: private EXTRA = -ledlib
$(T)/wfa_pair: private EXTRA = -lwfa2 -lm
$(T)/calls_tre: private EXTRA = -ltre
$(T)/hyperscan: private EXTRA = -lhs
$(BENCH_TOOLS:%=$(T)/%): $(T)/%: $(OBJ)/tests/bench/%.o $(BUILD)/gen/link
	$(LINK)
$(T)/resident $(T)/distances: $(BUILD)/librooms.a
$(T)/calls: $(BUILD)/libedgrep.a

# --- programs of several ranks ------------------------------------------------------------------
MT = $(MPI_BUILD)/tests
RANKS_PROGRAMS = $(RANKS_TESTS:%=$(MT)/%-mpi) $(MPI_TESTS:%=$(MT)/%)
$(RANKS_PROGRAMS): private LINKER = $(MPI_CC)
# tests/follow_wraps.c
FOLLOW_WRAPS = $(foreach f,ranks_receive work_ring_claim lead_rank_slots lead_rank_start,-Wl,--wrap=$f)
$(RANKS_TESTS:%=$(MT)/%-mpi): private WRAPS = $(FOLLOW_WRAPS) $(if $(filter $(PAUSED:%=%-mpi),$(@F)),$(WRAP_READS))
$(RANKS_TESTS:%=$(MT)/%-mpi): $(MT)/%-mpi: $(OBJ)/tests/%.o $(MPI_OBJECTS) $(BUILD)/checked/scanner.o \
		$(BUILD)/librooms.a $(BUILD)/libtest.a $(BUILD)/gen/link
	$(LINK)
$(MPI_TESTS:%=$(MT)/%): $(MT)/%: $(MPI_BUILD)/obj/tests/%.o $(MPI_OBJECTS) $(BUILD)/librooms.a $(BUILD)/gen/link
	$(LINK)
$(MPI_TESTS:%=$(MPI_BUILD)/obj/tests/%.o): $(MPI_BUILD)/obj/%.o: %.c $(BUILD)/gen/compile $(MPI_BUILD)/gen/compile-mpi
	mkdir -p $(@D)
	$(call say,CC)
	$(MPI_CC) $(FLAGS) -c -o $@ $<

# --- the plug-in --------------------------------------------------------------------------------
# A plug-in with another version number.
$(T)/other_version.so: tests/other_version.c $(BUILD)/gen/compile
	mkdir -p $(@D)
	$(call say,CC)
	$(CC) $(FLAGS) -fvisibility=default -shared -o $@ $<

ifneq ($(NVCC),)
# Plug-ins with a fake CUDA runtime (fake) and with the real one (inject); both support fault
# injection. EDGREP_CUDA names the plug-in.
GPU_TESTS = $(patsubst %,$(T)/%,cuda_fake.so check_strips_fake check_panels_fake)
WRAPPED = $(shell sed -n 's/^CALL[A-Z_]*.\([A-Za-z]*\),.*/-Wl,--wrap=cuda\1/p' tests/gpu/cuda_calls.h)
fake_objects = $(patsubst %,$(OBJ)/tests/gpu/%.o,inject_cuda fake_cuda $1)
$(GPU_TESTS) $(T)/cuda_inject.so: private WRAPS = $(WRAPPED)
$(T)/cuda_fake.so: private EXTRA = -lpthread
$(T)/cuda_fake.so: $(OBJ)/gpu.o $(call fake_objects,fake_kernels fake_automata fake_qgrams fake_strips) \
		$(BUILD)/librooms.a gpu/plugin/plugin.map $(BUILD)/gen/link
	mkdir -p $(@D)
	$(LINK_SHARED)
$(T)/cuda_inject.so: private EXTRA = $(GPU_LIBRARIES)
$(T)/cuda_inject.so: $(OBJ)/gpu.o $(KERNELS) $(OBJ)/tests/gpu/inject_cuda.o gpu/plugin/plugin.map $(BUILD)/gen/link
	mkdir -p $(@D)
	$(LINK_SHARED)

# Programs that are linked with objects of the plug-in.
GPU_LINKED = $(OBJ)/tests/gpu/plugin_host.o $(BUILD)/libgpu.a $(BUILD)/librooms.a $(BUILD)/libtest.a $(BUILD)/gen/link
$(T)/check_strips_fake $(T)/check_panels_fake: $(T)/%_fake: $(OBJ)/tests/gpu/%.o $(call fake_objects,fake_strips) $(GPU_LINKED)
	$(LINK)
GPU_TOOLS = ceilings check_strips check_panels bench_strips bench_panels
$(GPU_TOOLS:%=$(T)/%): private EXTRA = $(GPU_LIBRARIES)
$(GPU_TOOLS:%=$(T)/%): $(T)/%: $(OBJ)/tests/gpu/%.o $(GPU_LINKED)
	$(LINK)
GPU_PROGRAMS := $(patsubst tests/gpu/%.cu,%,$(wildcard tests/gpu/*.cu))
$(GPU_PROGRAMS:%=$(T)/%): private EXTRA = $(GPU_LIBRARIES) -lstdc++
$(GPU_PROGRAMS:%=$(T)/%): $(T)/%: $(GPU_BUILD)/obj/tests/gpu/%.o $(GPU_LINKED)
	$(LINK)
endif

# --- running the tests --------------------------------------------------------------------------
TEST_PROGRAMS = $(patsubst %,$(T)/%,$(TESTS) $(FUZZERS)) $(GPU_TESTS) $(if $(MPICC),$(RANKS_PROGRAMS))
.PHONY: check check-long check-slow demo tests
tests: all $(TEST_PROGRAMS) $(T)/inject.so $(T)/other_version.so $(WHEEL_LIBRARY)
check check-long: tests
check:
	BUILD=$(BUILD) tests/all
LONG_CASES = 1000000
check-long:
	BUILD=$(BUILD) BREADTH=all EDGREP_CASES=$(LONG_CASES) TEST_LIMIT=86400 tests/all
demo: all $(T)/gen
	BUILD=$(BUILD) tests/demo

.PHONY: torture
torture: all $(T)/inject.so
	BUILD=$(BUILD) BREADTH=all tests/check_torture

# $(call variant,NAME,VARIABLES AND GOALS): runs the same Makefile in its own build directory.
variant = +$(MAKE) --no-print-directory BUILD=$(BUILD)/$1 GPU_BUILD=$(BUILD) HARDENING= $2
SANITIZER = $(CHECKED) -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
sanitized = $(call variant,$1,CFLAGS='$(SANITIZER) $2' LDFLAGS='$2' $3)
# For slow environments: the tests that run much of the program in little time.
check-slow: $(PROGRAMS:%=$(BUILD)/%) $(TEST_PROGRAMS)
	$(if $(PRELOAD),LD_PRELOAD=$(PRELOAD)) ASAN_OPTIONS=exitcode=99:intercept_strstr=0 \
	MSAN_OPTIONS=exitcode=99:intercept_memcmp=0 UBSAN_OPTIONS=print_stacktrace=1 \
	BUILD=$(BUILD) BREADTH=small EDGREP_CASES=$${EDGREP_CASES:-3000} TEST_LIMIT=7200 tests/all $(or $(KINDS),unit matrix diff fuzz)
.PHONY: asan ubsan tsan msan fuzz check-arm64
asan: $(KERNELS)
	$(call sanitized,$@,-fsanitize=address,check-slow)
# Optimizing vector kernels with its checks takes clang up to an hour.
ubsan: $(KERNELS)
	$(call sanitized,$@,-fsanitize=undefined,CC=gcc check-slow)
	$(call sanitized,$@-clang,-fsanitize=undefined,CC=clang OPTIMIZE=-O0 check-slow)
tsan: $(KERNELS)
	$(call sanitized,$@,-fsanitize=thread,check-slow)
# Libraries are not instrumented. Those that decompress are left out; the others have wrappers,
# which need shared libraries.
msan: $(KERNELS) $(T)/msan_libraries.so
	$(call sanitized,$@,-fsanitize=memory,CC=clang UNPACKERS= SHARED=yes KINDS='unit diff' PRELOAD=$(abspath $(T))/msan_libraries.so check-slow)
$(T)/msan_libraries.so: tests/msan_libraries.c $(BUILD)/gen/compile
	mkdir -p $(@D)
	$(call say,CC)
	$(CC) $(FLAGS) -fvisibility=default -shared -o $@ $<

# Which parts of src/ the tests run, room by room. Inlined functions would have no lines to count.
.PHONY: coverage
coverage: $(KERNELS)
	mkdir -p $(BUILD)/$@ && find $(BUILD)/$@ -name '*.gcda' -delete
	$(call variant,$@,CFLAGS='$(CHECKED) -O0 -g -fno-inline --coverage' LDFLAGS=--coverage COUNTS=yes KINDS='unit matrix diff check' check-slow)
	BUILD=$(BUILD)/$@ tests/coverage
ifdef COUNTS
COUNTED = $(PROGRAMS:%=$(BUILD)/%) $(if $(MPICC),$(PROGRAMS:%=$(MPI_BUILD)/%-mpi) $(RANKS_TESTS:%=$(MT)/%-mpi))
DYING = $(T)/unit_read_pair $(T)/unit_rank_leader
$(COUNTED) $(DYING): $(OBJ)/tests/write_counts.o
$(COUNTED): private EXTRA = -Wl,--wrap=_exit,--wrap=syscall
$(DYING): private WRAPS += -Wl,--wrap=_exit,--wrap=syscall
endif

# FUZZ_TIME: seconds for each target. New useful inputs go to build/fuzz/corpus; tests/fuzz_corpus
# has the seeds.
FUZZ_TIME = 60
FUZZ_CFLAGS = $(SANITIZER) -fsanitize=fuzzer-no-link,address,undefined
# As for ubsan: gcc's part of ubsan does these checks.
FUZZ_OPTIMIZE = -O1 -fno-sanitize=undefined
FUZZ_LDFLAGS = -fsanitize=fuzzer,address,undefined
fuzz: $(KERNELS)
	$(call variant,$@,CC=clang MPICC= OPTIMIZE='$(FUZZ_OPTIMIZE)' CFLAGS='$(FUZZ_CFLAGS)' LDFLAGS='$(FUZZ_LDFLAGS)' \
		$(FUZZERS:%=run-%))
run-fuzz_%: $(T)/fuzz_%
	mkdir -p $(BUILD)/corpus/$*
	$< -max_total_time=$(FUZZ_TIME) -artifact_prefix=$(BUILD)/$*- $(BUILD)/corpus/$* $(wildcard tests/fuzz_corpus/$*)

# Emulated, with libraries for arm64 in a directory: apt selects and downloads them as on an empty
# machine, without changing this one and without root.
ARM64_CC = aarch64-linux-gnu-gcc
ARM64_LIBRARIES = libc6-dev libpcre2-dev libbsd-dev libcmocka-dev libutf8proc-dev
SYSROOT = $(abspath $(BUILD)/arm64/sysroot)
check-arm64: $(SYSROOT)
	+$(MAKE) --no-print-directory BUILD=$(BUILD)/arm64 CC='$(ARM64_CC) --sysroot=$(SYSROOT)' \
		CFLAGS='-O2 -g -Werror' EMULATOR='qemu-aarch64 -L $(SYSROOT)' UNPACKERS= NVCC= MPICC= check-slow
$(SYSROOT):
	$(call say,APT)
	rm -rf $@.new $@.apt
	mkdir -p $@.new $@.apt/lists/partial $@.apt/archives/partial
	: >$@.apt/status
	apt="apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State=$@.apt \
		-o Dir::State::status=$@.apt/status -o Dir::Cache=$@.apt -o APT::Sandbox::User="; \
	$$apt update && $$apt install --download-only --no-install-recommends $(ARM64_LIBRARIES)
	for package in $@.apt/archives/*.deb; do dpkg-deb -x $$package $@.new || exit; done
	test -e $@.new/lib || ln -s usr/lib $@.new/lib
	rm -r $@.apt
	mv $@.new $@

# --- several ranks ------------------------------------------------------------------------------
# Programs for MPICH are in a subdirectory; all other objects are shared.
.PHONY: mpich mpich-programs check-ranks
mpich: all $(BUILD)/libtest.a $(BUILD)/checked/scanner.o $(RANKS_TESTS:%=$(OBJ)/tests/%.o) $(GPU_TESTS)
	mkdir -p $(BUILD)/mpich/gen
	cp $(PROGRAMS:%=$(BUILD)/%) $(BUILD)/mpich
	+$(MAKE) --no-print-directory CONFIGURED=yes MPI_BUILD=$(BUILD)/mpich MPICC=mpicc.mpich mpich-programs
mpich-programs: $(PROGRAMS:%=$(MPI_BUILD)/%-mpi) $(RANKS_PROGRAMS)
# Runs over ranks all that `make check` runs in part, with two implementations of MPI.
check-ranks: all $(RANKS_PROGRAMS) mpich $(T)/inject.so
	for mpi in openmpi mpich; do for check in check_launch check_ranks check_ranks_faults; do \
		echo "$$check, $$mpi:"; \
		BUILD=$(BUILD) MPI=$$mpi BREADTH=all tests/$$check || failed=yes; \
	done; done; test -z "$$failed"

# --- GPUs, and benchmarks. PREBUILT=yes uses existing programs ----------------------------------
.PHONY: check-gpu bench-gpu bench-ranks bench bench-full bench-plots
check-gpu bench-gpu: $(if $(PREBUILT),,$(PROGRAMS:%=$(BUILD)/%) $(PLUGIN) $(patsubst %,$(T)/%,\
	cuda_inject.so diff_edgrep diff_language diff_edcmp unit_multi $(GPU_TOOLS) $(GPU_PROGRAMS)))
bench-gpu: $(if $(PREBUILT),,$(T)/gen $(T)/readloop)
check-gpu:
	BUILD=$(BUILD) tests/gpu/check
bench-gpu:
	$(T)/bench_kernels short long huge patterns
	$(T)/bench_strips
	$(T)/bench_panels
	BUILD=$(BUILD) tests/gpu/bench
	BUILD=$(BUILD) BENCH_PARTS="devices foreign" tests/bench/run
bench-ranks: $(if $(PREBUILT),,all $(T)/gen)
	BUILD=$(BUILD) BENCH_PARTS=ranks tests/bench/run
bench-full: export BENCH_CELLS = all
bench bench-full: all $(BENCH_TOOLS:%=$(T)/%)
	BUILD=$(BUILD) tests/bench/run
# tests/bench/figures/README.md describes how its files are made.
bench-plots:
	cd tests/bench && gnuplot rates.gp

# --- lint, and files generated from the option tables -------------------------------------------
ALL_SOURCES = $(LIBRARY_SOURCES) $(GPU_SOURCES) $(MAINS) $(MPI_SOURCES) $(MPI_TESTS:%=tests/%.c) \
	$(filter-out tests/mpi_%,$(wildcard tests/*.c tests/ref/*.c)) \
	$(BENCH_TOOLS:%=tests/bench/%.c) $(if $(NVCC),$(wildcard tests/gpu/*.c))
LINTS = lint-format lint-tidy lint-cppcheck lint-warnings lint-man lint-shell lint-words lint-lists
.PHONY: lint $(LINTS) objects
lint: $(LINTS)
lint-format:
	clang-format --dry-run -Werror $(wildcard src/*/*.[ch] gpu/*/*.c gpu/*/*.h gpu/*/*.cuh tests/*.[ch] \
		tests/ref/*.[ch] tests/bench/*.[ch] tests/gpu/*.[ch])
TIDY = $(ALL_SOURCES:%=lint-tidy/%)
.PHONY: $(TIDY)
lint-tidy: $(TIDY)
$(TIDY): lint-tidy/%: %
	clang-tidy --quiet $< -- $(filter-out -M%,$(FLAGS)) $(CUDA:%=-isystem %/include) \
		$(patsubst -I%,-isystem %,$(filter -I%,$(MPI_FLAGS))) $(filter-out -O% -m%,$(CFLAGS_$(basename $(<F)))) 2>/dev/null
lint-cppcheck:
	cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 \
		--enable=warning,performance,portability -D_GNU_SOURCE -D__linux__ \
		--suppress=missingIncludeSystem -Isrc -I. -I$(BUILD)/gen -Itests $(ALL_SOURCES)
lint-warnings:
	$(call variant,gcc,CC=gcc CFLAGS='-O2 -Werror' objects)
	$(call variant,clang,CC=clang CFLAGS='-O2 -Werror' objects)
objects: $(patsubst %.c,$(OBJ)/%.o,$(ALL_SOURCES))
lint-man:
	mandoc -T lint -W warning $(wildcard man/*.[1357])
lint-shell:
	shellcheck $$(grep -lsE '^.!/.*[/ ](ba)?sh$$' .ci/* packaging/* tests/* tests/bench/* completions/*)
lint-words:
	tests/check_words
# Each entry of a list must still fit a line of src/.
lint-lists:
	tests/mutants
	tests/coverage -e

# Updates completions/.
COMPLETIONS = $(PROGRAMS:%=completions-%)
.PHONY: completions $(COMPLETIONS)
completions: $(COMPLETIONS)
$(COMPLETIONS): completions-%: $(T)/gen_completions
	$< $* bash >completions/$*.bash
	$< $* zsh >completions/_$*
	$< $* fish >completions/$*.fish
