# edgrep - approximate grep. `make demo`, `make check` and `make check-long` install what is missing
# themselves; for all other goals `make deps` does: `make deps fuzz`, say.
#
#   make                build/edgrep and build/edcmp; where there is MPI, build/edgrep-mpi and
#                       build/edcmp-mpi too, which run as several ranks; `make V=1` shows the commands
#   make demo           shows edgrep at work on text that every Debian system has
#   make install uninstall   in PREFIX, with manual pages and completions; DESTDIR comes before it
#   make dist clean     build/edgrep-VERSION.tar.gz of what is committed; no build folder
#
#   make check          all tests, each kind by tests/all
#   make check-long     the same with a million differential cases and the whole case matrix
#   make asan ubsan tsan   unit tests, case matrix and differential cases under a sanitizer
#   make msan           differential cases under MemorySanitizer
#   make check-ranks    all that `make check` has a part of with several ranks, with two MPIs
#   make mpich          build/mpich: what runs as several ranks, with MPICH
#   make check-arm64    as asan, but emulated on arm64, with that processor's engine
#   make fuzz           every tests/fuzz_*.c for FUZZ_TIME seconds
#   make lint           format, warnings of gcc and clang, clang-tidy, cppcheck, shellcheck, mandoc
#   make check-gpu      what only a machine with a GPU can tell, in 8 minutes
#
#   make bench          tables of edgrep beside other tools, in 25 minutes; bench-full: all of them
#   make bench-gpu      tables of the engine cuda, with one GPU and with several
#   make bench-ranks    tables of several ranks beside one process, and on a slow network
#   make bench-plots    the picture of README.md, from the figures in tests/bench/figures
#   make completions    the files of completions/, from the tables of options
#
# Files are found by their names. ROOM is any folder of src/ or gpu/ (src/README.md lists them).
#
#   src/ROOM/*.c        build/librooms.a
#   src/NAME/NAME_main.c   the main() of the program NAME
#   src/library/edgrep.map the functions of src/library/edgrep.h: build/libedgrep.a and .so, which have
#                       of librooms.a what these need, and show nothing else
#   gpu/ROOM/*.c *.cu   build/librooms.a too, where there is nvcc
#
#   src/ROOM/NAME_mpi.c   NAME-mpi only, and compiled with mpicc, as are
#   tests/mpi_NAME.c    programs of several ranks: build/tests/mpi_NAME
#
#   engine_NAME.c       in src/scan and gpu/scan: one more line in build/gen/engines.inc;
#                       likewise the other tables of plug-ins:
#   out_NAME.c          in src/output: outputs.inc
#   unpacker_NAME.c     in src/text, where the library is there that it wants: unpackers.inc
#   strips_kernel_NAME.c   in src/strips: strips_kernels.inc
#   lanes_kernel_NAME.c    in src/lanes: lanes_kernels.inc
#   strips_device_NAME.c   in gpu/strips: strips_devices.inc
#   *_avx2.c *_avx512.c *_neon.c   are left out on other processors
#
#   tests/*_library.c   of these, those that are linked with the public libedgrep.a instead
#   tests/unit_*.c      cmocka programs
#   tests/diff_*.c      differential programs; those of RANKS_TESTS also as NAME-mpi, for
#                       several ranks, as is tests/serve.c, by which tests/run has ranks
#   tests/fuzz_*.c      libFuzzer targets
#   tests/check_*       executable tests of any kind
#   tests/cases/*.t     the case matrix, which tests/run runs
#   tests/gen_*.c, tests/bench/NAME.c, tests/ref/NAME_main.c, tests/gpu/NAME.cu
#                       tools: build/tests/NAME
#   tests/*.c tests/ref/*.c   all others: build/libtest.a, linked into every test program

VERSION = 0.1.0
# Of the library's interface: another one when a program must be compiled anew.
SOVERSION = 0
BUILD = build
PREFIX = /usr/local
FUZZ_TIME = 60
LONG_CASES = 1000000
CFLAGS = -O2 -g
ARM64_CC = aarch64-linux-gnu-gcc

MAKEFLAGS += --no-builtin-rules
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS)),)
MAKEFLAGS += --jobs=$(shell nproc 2>/dev/null || echo 1)
endif
.DELETE_ON_ERROR:
.DEFAULT_GOAL = all
ifndef V
.SILENT:
endif

# The CUDA engine is made where nvcc is; `make NVCC=` leaves it out.
NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
ifeq ($(NVCC),)
$(info no nvcc: edgrep is made without the engine cuda)
else
CUDA := $(patsubst %/bin/,%,$(dir $(NVCC)))
GPU_SOURCES := $(wildcard gpu/*/*.c)
GPU_TOOLS = ceilings check_strips check_panels bench_strips bench_panels
GPU_PROGRAMS := $(patsubst tests/gpu/%.cu,%,$(wildcard tests/gpu/*.cu))
KERNELS := $(patsubst %.cu,$(BUILD)/obj/%.o,$(wildcard gpu/*/*.cu))
# Code for the compute capabilities 8.x and 9.0, and what a driver can make code from for newer.
GPU_CODE = -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
	-gencode arch=compute_90,code=compute_90
NVCC_FLAGS = -O3 -std=c++17 --threads 2 $(GPU_CODE) -Isrc -I. \
	-Xcompiler -Wall,-fPIC,-fvisibility=hidden,-fno-exceptions,-fno-rtti,-fno-threadsafe-statics
# That of the processor is linked statically, so that edgrep runs where there is nothing of NVIDIA.
GPU_LIBRARIES = -L$(CUDA)/lib64 -lcudart_static -ldl -lrt -lpthread
endif

# What there is, for each processor. Where no compiler is yet, it will be one for this machine.
ARCHITECTURE := $(or $(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1),$(shell uname -m))
FOREIGN_x86_64 = $(wildcard src/*/*_neon.c)
FOREIGN_aarch64 = $(wildcard src/*/*_avx2.c src/*/*_avx512*.c)
has_header = $(shell $(CC) -E -include $(1) -x c /dev/null >/dev/null 2>&1 && echo yes)
# Libraries that unpack compressed inputs are taken where they are; `make UNPACKERS=` leaves them out,
# and `make UNPACKERS=zstd` all others. Goals that install what is missing will have them.
UNPACKER_NEEDS = libisal-dev:isa-l/igzip_lib.h libzstd-dev:zstd.h libarchive-dev:archive.h
HEADER_gzip = isa-l/igzip_lib.h
HEADER_zstd = zstd.h
HEADER_archive = archive.h
INSTALLS := $(if $(filter check check-long deps,$(MAKECMDGOALS)),$(shell command -v apt-get))
# A library that others need not have: its archive is linked, where there is one.
linked = $(shell $(CC) -print-file-name=lib$(1).a | grep -q / && echo -l:lib$(1).a || echo -l$(1))
UNPACKERS := $(foreach u,gzip zstd archive,$(if $(INSTALLS)$(call has_header,$(HEADER_$(u))),$(u)))
LIBRARIES_gzip = -ldl
LIBRARIES_zstd = $(call linked,zstd)
LIBRARIES_archive = -ldl
# Not for other processors, nor where all code must be compiled by us (msan).
WITHOUT_UNPACKERS = arm64 msan
unpackers_of = $(if $(filter $(WITHOUT_UNPACKERS),$(1)),,$(UNPACKERS))
unpacker_libraries = $(foreach u,$(call unpackers_of,$(1)),$(LIBRARIES_$(u)))
# $(call library_sources,ARCHITECTURE,VARIANT)
library_sources = $(filter-out %_main.c %_mpi.c \
	$(filter-out $(patsubst %,src/text/unpacker_%.c,$(call unpackers_of,$(2))),\
	$(wildcard src/text/unpacker_*.c)) \
	$(or $(FOREIGN_$(1)),$(FOREIGN_x86_64) $(FOREIGN_aarch64)),$(wildcard src/*/*.c)) \
	$(if $(filter $(ARCHITECTURE),$(1)),$(GPU_SOURCES))
LIBRARY_SOURCES := $(call library_sources,$(ARCHITECTURE),plain)
MAINS := $(wildcard src/*/*_main.c)
PROGRAMS := $(patsubst %_main.c,%,$(notdir $(MAINS)))
# NAME-mpi, which runs as several ranks, is made where mpicc is; `make MPICC=` leaves it out. Goals
# that install what is missing will have it.
MPICC := $(or $(shell command -v mpicc),$(if $(filter check check-long check-ranks demo,\
	$(MAKECMDGOALS)),$(if $(shell command -v apt-get),mpicc)))
ifeq ($(MPICC),)
$(info no mpicc: the programs are made without ranks)
else
MPI_LIBRARY_SOURCES := $(wildcard src/*/*_mpi.c)
MPI_TESTS := $(patsubst tests/%.c,%,$(wildcard tests/mpi_*.c))
MPI_SOURCES := $(MPI_LIBRARY_SOURCES) $(MPI_TESTS:%=tests/%.c)
MPI_INCLUDES = $(patsubst -I%,-isystem %,$(filter -I%,$(shell $(MPICC) -show)))
endif
# The same by another implementation of MPI, for tests.
MPICH_CC = mpicc.mpich
FUZZERS := $(patsubst tests/%.c,%,$(wildcard tests/fuzz_*.c))
TEST_PROGRAMS := $(patsubst tests/%.c,%,$(wildcard tests/unit_*.c tests/diff_*.c tests/gen_*.c))
REFERENCES := $(patsubst tests/ref/%_main.c,%,$(wildcard tests/ref/*_main.c))
# Tools that want a library are made where its header is; so `make deps` comes first, and then
# `make bench` makes them all.
HEADER_edlib = edlib.h
HEADER_edlib_pair = edlib.h
HEADER_calls_edlib = edlib.h
HEADER_calls_tre = tre/tre.h
HEADER_hyperscan = hs/hs.h
BENCH_TOOLS := $(foreach t,$(patsubst tests/bench/%.c,%,$(wildcard tests/bench/*.c)),\
	$(if $(if $(HEADER_$(t)),$(call has_header,$(HEADER_$(t))),yes),$(t)))
# tests/feed.c takes the place of src/base/io.c in those that include its header.
FED := $(filter $(TEST_PROGRAMS) $(FUZZERS),\
	$(patsubst tests/%.c,%,$(shell grep -lsE '"(feed|chunked|small)[.]h"' tests/*.c)))
TEST_LIBRARY_SOURCES := $(filter-out tests/inject.c tests/feed.c tests/serve.c tests/unit_% \
	tests/diff_% tests/fuzz_% tests/gen_% tests/mpi_% %_main.c,$(wildcard tests/*.c tests/ref/*.c))
# Test programs that run as several ranks.
RANKS_TESTS = serve diff_edgrep diff_language diff_edcmp
PROGRAM_SOURCES := $(MAINS) $(filter-out tests/mpi_%,$(wildcard tests/*.c tests/ref/*.c)) \
	$(BENCH_TOOLS:%=tests/bench/%.c) $(if $(KERNELS),$(wildcard tests/gpu/*.c))
SOURCES := $(LIBRARY_SOURCES) $(PROGRAM_SOURCES) $(MPI_SOURCES)
HEADERS := $(wildcard src/*/*.h gpu/*/*.h gpu/*/*.cuh tests/*.h tests/ref/*.h tests/bench/*.h \
	tests/gpu/*.h)
SCRIPTS := $(shell grep -lsE '^.!/.*[/ ](ba)?sh$$' .ci/* tests/* tests/bench/* completions/*)

# Flags every object needs. CFLAGS_NAME adds some for the one file NAME.c.
WARNINGS = -Wall -Wextra -Wpedantic
BASE_FLAGS = -std=c11 -D_GNU_SOURCE -DEDGREP_VERSION='"$(VERSION)"' -Isrc -I. -Itests \
	-fPIC -fvisibility=hidden \
	$(CUDA:%=-isystem %/include) -pthread -MMD -MP -ffile-prefix-map=$(CURDIR)=. $(WARNINGS)
CFLAGS_engine_word = -O3
CFLAGS_strips_kernel_word = -O3
CFLAGS_engine_neon = -O3
CFLAGS_engine_avx2 = -O3 -mavx2
CFLAGS_engine_avx512bw = -O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl
CFLAGS_engine_avx512 = $(CFLAGS_engine_avx512bw) -mavx512vbmi -mgfni
CFLAGS_lanes = -O3
CFLAGS_lanes_kernel_word = -O3
CFLAGS_lanes_kernel_avx2 = -O3 -mavx2
CFLAGS_lanes_kernel_avx512 = -O3 -mavx512f -mavx512bw -mavx512vl
CFLAGS_decode_neon = -O3
CFLAGS_decode_avx2 = -O3 -mavx2
CFLAGS_decode_avx512 = -O3 -mbmi -mbmi2 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi \
	-mavx512vbmi2
CFLAGS_strips_kernel_avx2 = -O3 -mavx2
CFLAGS_strips_kernel_avx512 = -O3 -mavx512f
HARDENING = -D_FORTIFY_SOURCE=2 -fstack-protector-strong
BASE_LDFLAGS = -pthread -pie -Wl,-z,relro,-z,now
# What is left out where its library is not there (normal_form.c says so when it is asked for).
UTF8PROC := $(if $(INSTALLS)$(call has_header,utf8proc.h),yes)
LIBRARIES = -lpcre2-8 -lbsd -lpthread $(if $(UTF8PROC),$(call linked,utf8proc))
LIBRARIES_edlib = -ledlib
LIBRARIES_edlib_pair = -ledlib
LIBRARIES_calls = $(LIBRARIES)
LIBRARIES_calls_edlib = -ledlib
LIBRARIES_calls_tre = -ltre
LIBRARIES_hyperscan = -lhs
LIBRARIES_resident = $(LIBRARIES)
LIBRARIES_distances = $(LIBRARIES)

# The engine with a fake CUDA runtime, and with the real one, whose calls can be made to fail.
CUDA_CALLS := $(if $(KERNELS),$(shell \
	sed -n 's/^CALL.\([A-Za-z]*\),.*/cuda\1/p' tests/gpu/cuda_calls.h))
WRAPPED = $(CUDA_CALLS:%=-Wl,--wrap=%)
FAKED_STRIPS = edcmp_fake diff_edcmp_fake check_strips_fake check_panels_fake
CUDA_TESTS = $(if $(KERNELS),edgrep_fake edgrep_inject edcmp_inject diff_fake unit_fake \
	unit_many_fake $(FAKED_STRIPS))
LIBRARY_FAKED = $(if $(KERNELS),libedgrep_fake.so diff_library_fake)
FAKED_RANKS = $(if $(KERNELS),diff_edcmp_fake-mpi)

# Reads of standard input go through tests/pauses.c.
PAUSED = $(foreach p,diff_edgrep diff_language diff_metamorphic,$(p) $(p)-mpi) diff_fake
WRAP_READS = -Wl,--wrap=io_read_now -Wl,--wrap=io_ready
# tests/follow_wraps.c
FOLLOW_WRAPS = $(foreach f,ranks_receive work_ring_claim lead_rank_slots lead_rank_start,\
	-Wl,--wrap=$(f))

# The public library. All memory that it takes goes by src/library/heap.c.
PUBLIC := $(shell sed -n 's/^ *\(edgrep_[a-z_]*\);$$/\1/p' src/library/edgrep.map)
ALLOCATORS = malloc calloc realloc reallocarray aligned_alloc free
PUBLIC_LIBRARY = $(addprefix $(1)/,libedgrep.so libedgrep.so.$(SOVERSION) libedgrep.a edgrep.pc)
LIBRARY_TESTS := $(filter %_library,$(TEST_PROGRAMS) $(FUZZERS))
# The allocators of unit_library can be made to fail.
WRAP_ALLOCATORS = $(ALLOCATORS:%=-Wl,--wrap=%)

# Tables of plug-ins.
TABLES = engines.inc lanes_kernels.inc outputs.inc strips_devices.inc strips_kernels.inc \
	unpackers.inc

# The variants: each is built by the same rules into a directory of its own.
VARIANTS = plain asan ubsan tsan msan fuzz gcc clang arm64
# Where EDGREP_CHECK_HITS is defined, the hits of every scan are checked (src/scan/hit_check.h): in
# the sanitizers' variants, and in every test program.
CHECKED = -DEDGREP_CHECK_HITS
SANITIZER = $(CHECKED) -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
FLAGS_plain = $(HARDENING) $(CFLAGS)
FLAGS_asan = $(SANITIZER) -fsanitize=address
FLAGS_ubsan = $(SANITIZER) -fsanitize=undefined
FLAGS_tsan = $(SANITIZER) -fsanitize=thread
FLAGS_msan = $(SANITIZER) -fsanitize=memory -fsanitize-ignorelist=tests/msan.ignore
FLAGS_fuzz = $(SANITIZER) -fsanitize=fuzzer-no-link,address,undefined
FLAGS_gcc = -O2 -Werror
FLAGS_clang = -O2 -Werror
FLAGS_arm64 = $(FLAGS_plain) -Werror
LDFLAGS_asan = -fsanitize=address
LDFLAGS_ubsan = -fsanitize=undefined
LDFLAGS_tsan = -fsanitize=thread
LDFLAGS_msan = -fsanitize=memory
LDFLAGS_fuzz = -fsanitize=fuzzer,address,undefined
CC_msan = clang
CC_fuzz = clang
CC_gcc = gcc
CC_clang = clang
# The variants for another processor: `make check-arm64` gets libraries for them.
ARCHITECTURE_arm64 = aarch64
SYSROOT_arm64 = $(abspath $(BUILD)/arm64/sysroot)
EMULATOR_arm64 = qemu-aarch64 -L $(SYSROOT_arm64)
OBJCOPY_arm64 = $(ARM64_CC:%gcc=%objcopy)
CC_arm64 = $(ARM64_CC) --sysroot=$(SYSROOT_arm64)

# What a goal needs, as PACKAGE:PROBE: a header, a file or a command.
BUILD_NEEDS = gcc:$(CC) libc6-dev:stdio.h libpcre2-dev:pcre2.h libbsd-dev:bsd/vis.h
MPI_NEEDS = libopenmpi-dev:mpicc openmpi-bin:mpirun
MPICH_NEEDS = libmpich-dev:mpicc.mpich mpich:mpirun.mpich
BENCH_NEEDS = python3:python3
# What edgrep is measured beside: `make deps` installs it; without it a column is missing.
BENCH_PEERS = tre-agrep:tre-agrep libtre-dev:$(HEADER_calls_tre) ugrep:ugrep ripgrep:rg wdiff:wdiff \
	libedlib-dev:$(HEADER_edlib) \
	$(if $(filter x86_64,$(ARCHITECTURE)),libhyperscan-dev:$(HEADER_hyperscan))
PLOT_NEEDS = gnuplot-nox:gnuplot
CHECK_NEEDS = $(UNPACKER_NEEDS) libcmocka-dev:cmocka.h libutf8proc-dev:utf8proc.h \
	python3:python3 mandoc:mandoc groff-base:groff \
	bsdextrautils:col spin:spin bash:bash zsh:zsh fish:fish \
	bash-completion:/usr/share/bash-completion/bash_completion
FUZZ_NEEDS = clang:clang libclang-rt-dev:sanitizer/asan_interface.h
LINT_NEEDS = clang:clang clang-format:clang-format clang-tidy:clang-tidy cppcheck:cppcheck \
	shellcheck:shellcheck
# Libraries for arm64 that the sysroot has, with all that they need.
ARM64_LIBRARIES = libc6-dev libpcre2-dev libbsd-dev libcmocka-dev libutf8proc-dev
ARM64_NEEDS = gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc qemu-user:qemu-aarch64
CHECK_GOALS = check check-long asan ubsan tsan msan check-arm64
NEEDS = $(sort $(BUILD_NEEDS) \
	$(if $(filter undefined file,$(origin MPICC)),$(if $(filter check check-long check-ranks \
	demo deps,$(MAKECMDGOALS)),$(MPI_NEEDS))) \
	$(if $(filter mpich check-ranks,$(MAKECMDGOALS)),$(MPICH_NEEDS)) \
	$(if $(filter bench bench-full deps,$(MAKECMDGOALS)),$(BENCH_NEEDS)) \
	$(if $(filter deps,$(MAKECMDGOALS)),$(BENCH_PEERS)) \
	$(if $(filter bench-plots deps,$(MAKECMDGOALS)),$(PLOT_NEEDS)) \
	$(if $(filter $(CHECK_GOALS) deps lint,$(MAKECMDGOALS)),$(CHECK_NEEDS)) \
	$(if $(filter check-arm64,$(MAKECMDGOALS)),$(ARM64_NEEDS)) \
	$(if $(filter fuzz msan,$(MAKECMDGOALS)),$(FUZZ_NEEDS)) \
	$(if $(filter lint,$(MAKECMDGOALS)),$(LINT_NEEDS)))

.PHONY: all check check-long check-ranks demo deps needs install uninstall fuzz bench bench-full \
	bench-ranks bench-plots dist clean force
all: $(PROGRAMS:%=$(BUILD)/%) $(call PUBLIC_LIBRARY,$(BUILD)) $(if $(MPICC),$(PROGRAMS:%=$(BUILD)/%-mpi))

# --- dependencies -----------------------------------------------------------------------------
# `needs` comes before every compilation. It is silent when all is there; otherwise the goals that
# set up a machine install what is missing, and all others say so.
needs:
	missing=; headers=; \
	for need in $(NEEDS); do \
		package=$${need%%:*} probe=$${need#*:}; \
		case $$probe in \
		/*) test -e $$probe || missing="$$missing $$package" ;; \
		*.h) headers="$$headers $$need" ;; \
		*) command -v $$probe >/dev/null || missing="$$missing $$package" ;; \
		esac; \
	done; \
	for need in $$headers; do \
		printf '#if !__has_include(<%s>)\n#error\n#endif\n' $${need#*:} | \
			$(CC) -E -x c -o /dev/null - 2>/dev/null || missing="$$missing $${need%%:*}"; \
	done; \
	test -n "$$missing" || exit 0; \
	$(if $(filter deps demo check check-long,$(MAKECMDGOALS)),$(INSTALL_MISSING),$(TELL_MISSING))

TELL_MISSING = echo "missing (Debian's names):$$missing;" \
	"'make deps $(MAKECMDGOALS)' installs it" >&2; exit 1
INSTALL_MISSING = \
	apt="env DEBIAN_FRONTEND=noninteractive apt-get -q -y"; \
	if ! command -v apt-get >/dev/null; then $(ASK_MISSING); \
	elif test "$$(id -u)" != 0; then \
		if command -v sudo >/dev/null; then apt="sudo $$apt"; else $(ASK_MISSING); fi; \
	fi; \
	$$apt update && $$apt install --no-install-recommends $$missing
ASK_MISSING = echo "please install these (Debian's names):$$missing" >&2; exit 1

deps: needs

# apt chooses and downloads as on an empty arm64 machine, without changing this one; root is not
# needed.
$(SYSROOT_arm64): | needs
	$(call say,APT,$@)
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

# --- compiling and linking, for each variant ---------------------------------------------------
say = printf '%-4s %s\n' $(1) $(2)
# The program is $@.elf, and $@ a script that runs it.
define put_emulated
printf '#!/bin/sh\nexec $(1) "$$0.elf" "$$@"\n' >$@ && chmod +x $@
endef

# $(call variant_rules,VARIANT,DIRECTORY,LIBRARY_SOURCES)
define variant_rules
# Written only when the list has changed.
$(2)/gen/engines.inc: LINES = $(patsubst engine_%.c,ENGINE(%),$(filter engine_%,$(notdir $(3))))
$(2)/gen/outputs.inc: LINES = $(patsubst out_%.c,OUTPUT(%),$(filter out_%,$(notdir $(3))))
$(2)/gen/unpackers.inc: LINES = $(patsubst unpacker_%.c,UNPACKER(%),$(filter unpacker_%,$(notdir \
	$(3))))
$(2)/gen/strips_devices.inc: LINES = $(patsubst strips_device_%.c,DEVICE(%),$(filter \
	strips_device_%,$(notdir $(3))))
$(2)/gen/lanes_kernels.inc: LINES = $(patsubst lanes_kernel_%.c,KERNEL(%),$(filter \
	lanes_kernel_%,$(notdir $(3))))
$(2)/gen/strips_kernels.inc: LINES = $(patsubst strips_kernel_%.c,KERNEL(%),$(filter \
	strips_kernel_%,$(notdir $(3))))
$(TABLES:%=$(2)/gen/%): force
	mkdir -p $$(@D)
	printf '%s\n' $$(foreach line,$$(sort $$(LINES)),'$$(line)') >$$@.new
	if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi

$(2)/obj/%.o: %.c Makefile | needs $(TABLES:%=$(2)/gen/%) $(SYSROOT_$(1))
	mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(or $$(CC_$(1)),$$(CC)) $$(BASE_FLAGS) -I$(2)/gen $$(FLAGS_$(1)) $$(CFLAGS_$$(*F)) \
		-c -o $$@ $$<

$(2)/checked/scanner.o: src/scan/scanner.c Makefile | needs $(SYSROOT_$(1))
	mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(or $$(CC_$(1)),$$(CC)) $$(BASE_FLAGS) $$(FLAGS_$(1)) $$(CHECKED) -c -o $$@ $$<

$(2)/librooms.a: $(3:%.c=$(2)/obj/%.o) $(if $(ARCHITECTURE_$(1)),,$(KERNELS))
$(2)/libtest.a: $(TEST_LIBRARY_SOURCES:%.c=$(2)/obj/%.o)
$(2)/librooms.a $(2)/libtest.a:
	$$(call say,AR,$$@)
	rm -f $$@
	$$(AR) rcsD $$@ $$(filter %.o,$$^)

# One object of what the public functions need, in which only these are to be seen.
$(2)/obj/edgrep.o: $(2)/librooms.a src/library/edgrep.map
	$$(call say,LD,$$@)
	$$(or $$(CC_$(1)),$$(CC)) -nostdlib -r -o $$@.all $(PUBLIC:%=-Wl,-u,%) $$(WRAP_ALLOCATORS) $$<
	$$(or $$(OBJCOPY_$(1)),objcopy) $(PUBLIC:%=--keep-global-symbol=%) $$@.all $$@
	rm $$@.all

$(2)/libedgrep.a: $(2)/obj/edgrep.o
	$$(call say,AR,$$@)
	rm -f $$@
	$$(AR) rcsD $$@ $$<

LINK_SHARED_$(1) = $$(call say,LD,$$@) && \
	$$(or $$(CC_$(1)),$$(CC)) -shared -pthread -Wl,-z,relro,-z,now $$(LDFLAGS) $$(LDFLAGS_$(1)) \
	-Wl,-soname,$$(@F) -Wl,--version-script=src/library/edgrep.map -o $$@ $$< \
	$(if $(ARCHITECTURE_$(1)),,$$(GPU_LIBRARIES)) $$(LIBRARIES)

$(2)/libedgrep.so.$(SOVERSION): $(2)/obj/edgrep.o src/library/edgrep.map
	$$(LINK_SHARED_$(1))

$(2)/libedgrep.so: $(2)/libedgrep.so.$(SOVERSION)
	ln -sf $$(<F) $$@

LINK_$(1) = $$(call say,LD,$$@) && mkdir -p $$(@D) && \
	$(if $(EMULATOR_$(1)),$$(call put_emulated,$(EMULATOR_$(1))) &&) \
	$$(or $$(CC_$(1)),$$(CC)) $$(BASE_LDFLAGS) $$(LDFLAGS) $$(LDFLAGS_$(1)) \
	-o $$@$(if $(EMULATOR_$(1)),.elf) \
	$$(filter %.o,$$^) -Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group \
	$(call unpacker_libraries,$(1)) $(if $(ARCHITECTURE_$(1)),,$$(GPU_LIBRARIES))

$(foreach p,$(PROGRAMS),$(2)/$(p): $(2)/obj/src/$(p)/$(p)_main.o
)$(PROGRAMS:%=$(2)/%): $(2)/%: $(2)/librooms.a
	$$(LINK_$(1)) $$(LIBRARIES)

$(addprefix $(2)/tests/,$(filter-out $(LIBRARY_TESTS),$(TEST_PROGRAMS) $(FUZZERS))): $(2)/tests/%: \
		$(2)/obj/tests/%.o $(2)/librooms.a $(2)/libtest.a
	$$(LINK_$(1)) $$(LIBRARIES) $$(if $$(filter unit_%,$$(@F)),-lcmocka) \
		$$(if $$(filter $(PAUSED),$$(@F)),$$(WRAP_READS))
$(addprefix $(2)/tests/,$(filter-out $(LIBRARY_TESTS),$(TEST_PROGRAMS) $(FUZZERS))): \
		$(2)/checked/scanner.o
$(LIBRARY_TESTS:%=$(2)/tests/%): $(2)/tests/%: $(2)/obj/tests/%.o $(2)/libedgrep.a $(2)/libtest.a
	$$(LINK_$(1)) $$(LIBRARIES) $$(if $$(filter unit_%,$$(@F)),-lcmocka $$(WRAP_ALLOCATORS))
$(REFERENCES:%=$(2)/tests/%): $(2)/tests/%: $(2)/obj/tests/ref/%_main.o \
		$(2)/librooms.a $(2)/libtest.a
	$$(LINK_$(1)) $$(LIBRARIES)
$(FED:%=$(2)/tests/%): $(2)/obj/tests/feed.o
$(2)/tests/edgrep_fake $(2)/tests/edgrep_inject: $(2)/obj/src/edgrep/edgrep_main.o
$(2)/tests/diff_fake: $(2)/obj/tests/diff_edgrep.o $(2)/checked/scanner.o $(2)/libtest.a
$(2)/tests/unit_fake: $(2)/obj/tests/unit_engine.o $(2)/libtest.a
$(2)/tests/unit_many_fake: $(2)/obj/tests/unit_many.o $(2)/libtest.a
$(2)/tests/edcmp_fake $(2)/tests/edcmp_inject: $(2)/obj/src/edcmp/edcmp_main.o
$(2)/tests/diff_edcmp_fake: $(2)/obj/tests/diff_edcmp.o $(2)/libtest.a
$(2)/tests/check_strips_fake: $(2)/obj/tests/gpu/check_strips.o $(2)/libtest.a
$(2)/tests/check_panels_fake: $(2)/obj/tests/gpu/check_panels.o $(2)/libtest.a
$(FAKED_STRIPS:%=$(2)/tests/%): $(2)/obj/tests/gpu/fake_strips.o
$(patsubst %,$(2)/tests/%,edgrep_fake diff_fake unit_fake unit_many_fake $(FAKED_STRIPS)): \
		$(2)/obj/tests/gpu/fake_cuda.o
$(patsubst %,$(2)/tests/%,edgrep_fake diff_fake unit_fake unit_many_fake): \
		$(2)/obj/tests/gpu/fake_automata.o $(2)/obj/tests/gpu/fake_cover.o
$(CUDA_TESTS:%=$(2)/tests/%): $(2)/obj/tests/gpu/inject_cuda.o $(2)/librooms.a
	$$(LINK_$(1)) $$(LIBRARIES) $$(WRAPPED) $$(if $$(filter unit_%,$$(@F)),-lcmocka) \
		$$(if $$(filter $(PAUSED),$$(@F)),$$(WRAP_READS))
# The public library with the fake runtime, whose own memory is no heap's.
$(2)/obj/fake.o: $(patsubst %,$(2)/obj/tests/gpu/%.o,inject_cuda fake_cuda fake_automata fake_cover)
	$$(call say,LD,$$@)
	$$(or $$(CC_$(1)),$$(CC)) -nostdlib -r -o $$@ $$^
	objcopy $(foreach a,$(ALLOCATORS),--redefine-sym $(a)=__real_$(a)) $$@
$(2)/obj/edgrep_fake.o: $(2)/obj/fake.o $(2)/librooms.a src/library/edgrep.map
	$$(call say,LD,$$@)
	$$(or $$(CC_$(1)),$$(CC)) -nostdlib -r -o $$@ $(PUBLIC:%=-Wl,-u,%) $$(WRAP_ALLOCATORS) \
		$$(WRAPPED) $$(filter %.o %.a,$$^)
	objcopy $(PUBLIC:%=--keep-global-symbol=%) $$@
$(2)/tests/libedgrep_fake.so: $(2)/obj/edgrep_fake.o src/library/edgrep.map
	mkdir -p $$(@D)
	$$(LINK_SHARED_$(1))
$(2)/tests/diff_library_fake: $(2)/obj/tests/diff_library.o $(2)/tests/libedgrep_fake.so $(2)/libtest.a
	$$(LINK_$(1)) $$(filter %.so,$$^) -Wl,-rpath,'$$$$ORIGIN' $$(LIBRARIES)
$(GPU_TOOLS:%=$(2)/tests/%): $(2)/tests/%: $(2)/obj/tests/gpu/%.o $(2)/librooms.a \
		$(2)/libtest.a
	$$(LINK_$(1)) $$(LIBRARIES)
$(BENCH_TOOLS:%=$(2)/tests/%): $(2)/tests/%: $(2)/obj/tests/bench/%.o
	$$(LINK_$(1)) $$(LIBRARIES_$$(@F))
$(2)/tests/resident $(2)/tests/strips $(2)/tests/distances: $(2)/librooms.a
$(2)/tests/calls: $(2)/libedgrep.a

$(1)_PROGRAMS = $(PROGRAMS:%=$(2)/%) $(TEST_PROGRAMS:%=$(2)/tests/%) $(REFERENCES:%=$(2)/tests/%) \
	$(if $(ARCHITECTURE_$(1)),,$(patsubst %,$(2)/tests/%,$(CUDA_TESTS) $(LIBRARY_FAKED)) \
	$(if $(MPICC),$(call with_mpi,$(2))))
$(1)_OBJECTS = $(patsubst %.c,$(2)/obj/%.o,$(3) $(PROGRAM_SOURCES) $(MPI_SOURCES))
-include $$(wildcard $(patsubst %.c,$(2)/obj/%.d,$(3) $(PROGRAM_SOURCES)) $(2)/checked/scanner.d)
endef

# What runs as several ranks, in a directory.
with_mpi = $(PROGRAMS:%=$(1)/%-mpi) $(RANKS_TESTS:%=$(1)/tests/%-mpi) \
	$(MPI_TESTS:%=$(1)/tests/%) $(FAKED_RANKS:%=$(1)/tests/%)

# $(call mpi_rules,VARIANT,DIRECTORY,COMPILER,OUTPUT): that of a variant, whose objects are in
# DIRECTORY, made in OUTPUT by an MPI's compiler.
define mpi_rules
WITH_MPI_$(4) = OMPI_CC='$$(or $$(CC_$(1)),$$(CC))' MPICH_CC='$$(or $$(CC_$(1)),$$(CC))' $(3)
$(MPI_SOURCES:%.c=$(4)/obj/%.o): $(4)/obj/%.o: %.c Makefile | needs
	mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(WITH_MPI_$(4)) $$(BASE_FLAGS) $$(FLAGS_$(1)) -c -o $$@ $$<

LINK_MPI_$(4) = $$(call say,LD,$$@) && mkdir -p $$(@D) && \
	$$(WITH_MPI_$(4)) $$(BASE_LDFLAGS) $$(LDFLAGS) $$(LDFLAGS_$(1)) -o $$@ $$(filter %.o,$$^) \
	-Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group $$(GPU_LIBRARIES) \
	$(call unpacker_libraries,$(1)) $$(LIBRARIES)
$(foreach p,$(PROGRAMS),$(4)/$(p)-mpi: $(2)/obj/src/$(p)/$(p)_main.o
)$(PROGRAMS:%=$(4)/%-mpi): $(MPI_LIBRARY_SOURCES:%.c=$(4)/obj/%.o) $(2)/librooms.a
	$$(LINK_MPI_$(4))
$(RANKS_TESTS:%=$(4)/tests/%-mpi): $(4)/tests/%-mpi: $(2)/obj/tests/%.o \
		$(MPI_LIBRARY_SOURCES:%.c=$(4)/obj/%.o) $(2)/checked/scanner.o $(2)/librooms.a $(2)/libtest.a
	$$(LINK_MPI_$(4)) $$(FOLLOW_WRAPS) $$(if $$(filter $(PAUSED),$$(@F)),$$(WRAP_READS))
$(FAKED_RANKS:%=$(4)/tests/%): $(4)/tests/%_fake-mpi: $(2)/obj/tests/%.o \
		$(MPI_LIBRARY_SOURCES:%.c=$(4)/obj/%.o) $(2)/checked/scanner.o $(2)/librooms.a $(2)/libtest.a \
		$(patsubst %,$(2)/obj/tests/gpu/%.o,inject_cuda fake_cuda fake_automata fake_cover fake_strips)
	$$(LINK_MPI_$(4)) $$(FOLLOW_WRAPS) $$(WRAPPED)
$(MPI_TESTS:%=$(4)/tests/%): $(4)/tests/%: $(4)/obj/tests/%.o \
		$(MPI_LIBRARY_SOURCES:%.c=$(4)/obj/%.o) $(2)/librooms.a
	$$(LINK_MPI_$(4))
-include $$(wildcard $(MPI_SOURCES:%.c=$(4)/obj/%.d))
endef
directory_of = $(if $(filter plain,$(1)),$(BUILD),$(BUILD)/$(1))
$(foreach v,$(VARIANTS),$(eval \
	$(call variant_rules,$(v),$(call directory_of,$(v)),$(call \
	library_sources,$(or $(ARCHITECTURE_$(v)),$(ARCHITECTURE)),$(v)))))
$(if $(MPICC),$(foreach v,$(filter-out arm64 fuzz,$(VARIANTS)),$(eval $(call \
	mpi_rules,$(v),$(call directory_of,$(v)),$(MPICC),$(call directory_of,$(v))))))

# With MPICH the programs lie beside those that they belong to.
$(eval $(call mpi_rules,plain,$(BUILD),$(MPICH_CC),$(BUILD)/mpich))
$(PROGRAMS:%=$(BUILD)/mpich/%): $(BUILD)/mpich/%: $(BUILD)/%
	mkdir -p $(@D)
	cp $< $@
.PHONY: mpich
mpich: $(PROGRAMS:%=$(BUILD)/mpich/%) $(call with_mpi,$(BUILD)/mpich)

$(BUILD)/tests/inject.so: tests/inject.c Makefile | needs
	mkdir -p $(@D)
	$(call say,CC,$@)
	$(CC) $(BASE_FLAGS) $(CFLAGS) -fvisibility=default -shared -o $@ $<

# What `pkg-config --libs edgrep` tells, and with --static.
$(BUILD)/edgrep.pc: force
	mkdir -p $(@D)
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$${prefix}/lib' '' \
		'Name: edgrep' 'Description: Approximate search in text, and edit distances' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -ledgrep' \
		'Libs.private: $(LIBRARIES) $(GPU_LIBRARIES)' >$@

# Kernels are the same in all variants.
$(BUILD)/obj/%.o: %.cu Makefile $(wildcard gpu/*/*.cuh gpu/*/*.h src/cells/*.h) | needs
	mkdir -p $(@D)
	$(call say,NVCC,$@)
	$(NVCC) $(NVCC_FLAGS) -c -o $@ $<
$(GPU_PROGRAMS:%=$(BUILD)/tests/%): $(BUILD)/tests/%: $(BUILD)/obj/tests/gpu/%.o \
		$(BUILD)/librooms.a
	$(LINK_plain) $(LIBRARIES) -lstdc++

# --- tests -----------------------------------------------------------------------------------
check: all $(plain_PROGRAMS) $(BUILD)/tests/inject.so
	BUILD=$(BUILD) tests/all

check-long: all $(plain_PROGRAMS) $(BUILD)/tests/inject.so
	BUILD=$(BUILD) BREADTH=all EDGREP_CASES=$(LONG_CASES) tests/all

# Over ranks, all of what `make check` runs a part of, with two implementations of MPI.
check-ranks: all $(call with_mpi,$(BUILD)) mpich $(BUILD)/tests/inject.so
	for mpi in openmpi mpich; do for check in check_launch check_ranks check_ranks_faults; do \
		echo "$$check, $$mpi:"; \
		BUILD=$(BUILD) MPI=$$mpi BREADTH=all tests/$$check || failed=yes; \
	done; done; test -z "$$failed"

# Where all is slow, the tests that run much of the program in little time.
SLOW_CHECKS = asan ubsan tsan msan check-arm64
KINDS = unit matrix diff
msan: KINDS = diff
.PHONY: $(SLOW_CHECKS)
$(foreach g,$(SLOW_CHECKS),$(eval $(g): $$($(g:check-%=%)_PROGRAMS)))
$(SLOW_CHECKS): export ASAN_OPTIONS = exitcode=99
$(SLOW_CHECKS): export MSAN_OPTIONS = exitcode=99
$(SLOW_CHECKS): export UBSAN_OPTIONS = print_stacktrace=1
$(SLOW_CHECKS):
	BUILD=$(BUILD)/$(@:check-%=%) BREADTH=small EDGREP_CASES=$${EDGREP_CASES:-3000} tests/all $(KINDS)

# New inputs of interest are kept in $(BUILD)/fuzz/corpus; tests/fuzz_corpus holds the seeds.
FUZZ_RUNS = $(FUZZERS:%=run-%)
.PHONY: $(FUZZ_RUNS)
fuzz: $(FUZZ_RUNS)
$(FUZZ_RUNS): run-fuzz_%: $(BUILD)/fuzz/tests/fuzz_%
	mkdir -p $(BUILD)/fuzz/corpus/$*
	$< -max_total_time=$(FUZZ_TIME) -artifact_prefix=$(BUILD)/fuzz/$*- $(BUILD)/fuzz/corpus/$* \
		$(wildcard tests/fuzz_corpus/$*)

# What is committed in completions/ is made from the tables of options.
COMPLETIONS = $(PROGRAMS:%=completions-%)
.PHONY: completions $(COMPLETIONS)
completions: $(COMPLETIONS)
$(COMPLETIONS): completions-%: $(BUILD)/tests/gen_completions
	$< $* bash >completions/$*.bash
	$< $* zsh >completions/_$*
	$< $* fish >completions/$*.fish

# On a machine with a GPU; PREBUILT=yes takes the programs as they are.
GPU_TESTS = $(PROGRAMS:%=$(BUILD)/%) $(patsubst %,$(BUILD)/tests/%,\
	edgrep_inject edcmp_inject diff_edgrep diff_language diff_edcmp unit_many $(GPU_TOOLS) \
	$(GPU_PROGRAMS))
.PHONY: check-gpu bench-gpu
check-gpu bench-gpu: $(if $(PREBUILT),,$(GPU_TESTS))
bench-gpu: $(if $(PREBUILT),,$(BUILD)/tests/gen $(BUILD)/tests/readloop)
check-gpu:
	BUILD=$(BUILD) tests/gpu/check
bench-gpu:
	$(BUILD)/tests/bench_kernels short long huge patterns
	$(BUILD)/tests/bench_strips
	$(BUILD)/tests/bench_panels
	BUILD=$(BUILD) tests/gpu/bench
	BUILD=$(BUILD) BENCH_PARTS="devices foreign" tests/bench/run

# PREBUILT=yes takes the programs as they are.
bench-ranks: $(if $(PREBUILT),,all $(BUILD)/tests/gen)
	BUILD=$(BUILD) BENCH_PARTS=ranks tests/bench/run

demo: all $(BUILD)/tests/gen
	BUILD=$(BUILD) tests/demo

bench-full: export BENCH_CELLS = all
bench bench-full: all $(BENCH_TOOLS:%=$(BUILD)/tests/%) $(BUILD)/tests/naive
	BUILD=$(BUILD) tests/bench/run

# tests/bench/figures/README.md says how its files are made.
bench-plots: | needs
	cd tests/bench && gnuplot rates.gp

# --- lint ------------------------------------------------------------------------------------
LINTS = lint-format lint-tidy lint-cppcheck lint-warnings lint-man lint-shell
.PHONY: lint $(LINTS)
lint: $(LINTS)
$(LINTS): needs

lint-format:
	clang-format --dry-run -Werror $(sort $(SOURCES) $(wildcard src/*/*.c)) $(HEADERS)
TIDY = $(SOURCES:%=lint-tidy/%)
.PHONY: $(TIDY)
lint-tidy: $(TIDY)
$(TIDY): lint-tidy/%: % $(TABLES:%=$(BUILD)/gen/%) | needs
	clang-tidy --quiet $< -- $(filter-out -M%,$(BASE_FLAGS)) $(MPI_INCLUDES) -I$(BUILD)/gen \
		2>/dev/null
lint-cppcheck: $(TABLES:%=$(BUILD)/gen/%)
	cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 \
		--enable=warning,performance,portability -D_GNU_SOURCE -D__linux__ \
		--suppress=missingIncludeSystem -Isrc -I. -I$(BUILD)/gen -Itests $(SOURCES)
lint-warnings: $(gcc_OBJECTS) $(clang_OBJECTS)
lint-man:
	mandoc -T lint -W warning $(wildcard man/*.[13])
lint-shell:
	shellcheck $(SCRIPTS)

# --- installing ------------------------------------------------------------------------------
# Lines FILE:WHERE:MODE.
INSTALLED_MPI = $(foreach p,$(PROGRAMS:%=%-mpi),$(BUILD)/$(p):bin/$(p):755)
INSTALLED = $(foreach p,$(PROGRAMS),$(BUILD)/$(p):bin/$(p):755) \
	$(foreach m,$(wildcard man/*.[13]),$(m):share/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m)):644) \
	src/library/edgrep.h:include/edgrep.h:644 $(BUILD)/libedgrep.a:lib/libedgrep.a:644 \
	$(BUILD)/libedgrep.so.$(SOVERSION):lib/libedgrep.so.$(SOVERSION):755 \
	$(BUILD)/edgrep.pc:lib/pkgconfig/edgrep.pc:644 \
	$(foreach p,$(PROGRAMS),completions/$(p).bash:share/bash-completion/completions/$(p):644 \
	completions/_$(p):share/zsh/site-functions/_$(p):644 \
	completions/$(p).fish:share/fish/vendor_completions.d/$(p).fish:644)
# The name by which a program is linked.
INSTALLED_LINK = '$(DESTDIR)$(PREFIX)/lib/libedgrep.so'
destination = $(DESTDIR)$(PREFIX)/$(word 2,$(subst :, ,$(1)))
install: all
	$(foreach f,$(INSTALLED) $(if $(MPICC),$(INSTALLED_MPI)),install -D \
		-m $(lastword $(subst :, ,$(f))) $(firstword $(subst :, ,$(f))) '$(call destination,$(f))' &&) \
	ln -sf libedgrep.so.$(SOVERSION) $(INSTALLED_LINK)
uninstall:
	rm -f $(foreach f,$(INSTALLED) $(INSTALLED_MPI),'$(call destination,$(f))') $(INSTALLED_LINK)

dist:
	mkdir -p $(BUILD)
	git archive --format=tar --prefix=edgrep-$(VERSION)/ HEAD | \
		gzip -9n >$(BUILD)/edgrep-$(VERSION).tar.gz

clean:
	rm -rf $(BUILD)
