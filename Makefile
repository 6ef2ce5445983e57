# edgrep - approximate grep. `make demo`, `make check` and `make check-long` install the packages that
# they need themselves; for all other goals `make deps` does: `make deps fuzz`, say.
#
#   make                build/edgrep and build/edcmp; where there is MPI, build/edgrep-mpi and
#                       build/edcmp-mpi too, which run as several ranks; `make V=1` shows the commands
#   make demo           shows edgrep at work on text that every Debian system has
#   make install uninstall   in PREFIX, with manual pages and completions; DESTDIR comes before it.
#                       `make install` by itself installs what was built last
#   make dist deb clean build/edgrep-VERSION.tar.gz of what is committed; Debian packages of it in build/deb;
#                       no build folder
#   make wheel          build/edgrep-VERSION-*.whl: the module of packaging/python with the library inside
#   make completions    the files of completions/, from the tables of options
#
#   make check          all tests, each kind by tests/all; tests/tests.mk has the other goals of tests,
#                       benchmarks and lint
#
# Variables, on the command line or in the environment: CC, CFLAGS, CPPFLAGS, LDFLAGS, NVCC, MPICC,
# UNPACKERS, UTF8PROC, SHARED (packaging/configure describes them). On the command line: BUILD, PREFIX,
# LIBDIR, DESTDIR, V; OPTIMIZE, for the inner loops.
#
# Files are found by their names. ROOM is any folder of src/ or gpu/ (src/README.md lists them).
#
#   src/ROOM/*.c        build/librooms.a
#   src/NAME/NAME_main.c   the main() of the program NAME
#   src/library/edgrep.map the functions of src/library/edgrep.h: build/libedgrep.a and .so, which have
#                       of librooms.a what these need, and show nothing else
#   src/ROOM/NAME_mpi.c    NAME-mpi only, and compiled with mpicc
#   gpu/ROOM/*.c *.cu   build/libedgrep-cuda.so.1, the plug-in with the CUDA engines, where there is nvcc
#   *_avx2.c *_avx512.c *_neon.c   are left out on other processors
#
#   engine_NAME.c       in src/scan: one more entry of build/gen/engines.inc. Likewise out_NAME.c in src/output,
#                       strips_kernel_NAME.c in src/strips, lanes_kernel_NAME.c in src/lanes, and
#                       unpacker_NAME.c in src/input, where its library is there

VERSION = 0.2.0
# Of the library's interface: another one when a program must be compiled anew.
SOVERSION = 1
BUILD = build
PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib

# `make -n` installs nothing. Letters of options come first, without a dash.
DRY := $(findstring n,$(filter-out -%,$(firstword $(MAKEFLAGS))))
MAKEFLAGS += --no-builtin-rules
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS)),)
MAKEFLAGS += --jobs=$(shell nproc 2>/dev/null || echo 1)
endif
.DELETE_ON_ERROR:
.DEFAULT_GOAL = all
ifndef V
.SILENT:
endif
GOALS = $(or $(MAKECMDGOALS),all)

# --- packages and configuration ----------------------------------------------------------------
# Goals that set up a machine install packages; goals of tests only say what is missing.
INSTALLING = $(filter demo check check-long deps,$(GOALS))
TELLING = $(filter asan ubsan tsan msan fuzz mpich lint check-arm64 check-ranks bench bench-full bench-plots,$(GOALS))
ifneq ($(if $(CONFIGURED)$(DRY),,$(INSTALLING)$(TELLING)),)
ifneq ($(shell CC='$(CC)' tests/deps $(if $(INSTALLING),,-n) $(GOALS) >&2; echo $$?),0)
$(error packages are missing)
endif
endif

# packaging/configure gets those variables that the user has set. With CONFIGURED=yes, BUILD/config.mk is
# used as it is. So it is by `make install` alone, which installs what was built before, and with
# PREBUILT=yes, on a machine that runs tests but cannot build.
SETTINGS = CC CFLAGS CPPFLAGS LDFLAGS NVCC MPICC UNPACKERS UTF8PROC SHARED
GIVEN = $(foreach v,$(SETTINGS),$(if $(filter environment command,$(origin $v)),$v='$(subst ','\'',$($v))'))
ifeq ($(if $(PREBUILT),install,$(GOALS)),install)
CONFIGURED := $(wildcard $(BUILD)/config.mk)
endif
ifneq ($(filter-out clean dist deb deps uninstall,$(GOALS)),)
ifndef CONFIGURED
MESSAGE := $(shell $(GIVEN) packaging/configure $(BUILD))
ifneq ($(.SHELLSTATUS),0)
$(error $(MESSAGE))
endif
$(if $(MESSAGE),$(info $(MESSAGE)))
endif
include $(BUILD)/config.mk
endif

# $(call keep,FILE,TEXT) writes TEXT to FILE unless that is what it contains. Whatever is made depends on
# such files, and so is made anew when a compiler, a flag, a library or a list of files has changed.
# White space does not count: make 4.3 sometimes reads the end of the last line, too.
equal = $(and $(findstring x$1x,x$2x),$(findstring x$2x,x$1x))
keep = $(if $(call equal,$(strip $(file <$1)),$(strip $2)),,$(file >$1,$2))

# --- sources ------------------------------------------------------------------------------------
OBJ = $(BUILD)/obj
FOREIGN_x86_64 = $(wildcard src/*/*_neon.c)
FOREIGN_aarch64 = $(wildcard src/*/*_avx2.c src/*/*_avx512*.c)
FOREIGN = $(or $(FOREIGN_$(ARCHITECTURE)),$(FOREIGN_x86_64) $(FOREIGN_aarch64)) \
	$(filter-out $(UNPACKERS:%=src/input/unpacker_%.c),$(wildcard src/input/unpacker_*.c))
MAINS := $(wildcard src/*/*_main.c)
PROGRAMS := $(patsubst %_main.c,%,$(notdir $(MAINS)))
# MPI_BUILD: where the programs lie that run as several ranks, and their objects: of another MPI elsewhere.
MPI_BUILD = $(BUILD)
MPI_SOURCES := $(if $(MPICC),$(wildcard src/*/*_mpi.c))
MPI_OBJECTS = $(MPI_SOURCES:%.c=$(MPI_BUILD)/obj/%.o)
GPU_SOURCES := $(if $(NVCC),$(wildcard gpu/*/*.c))
LIBRARY_SOURCES := $(filter-out %_main.c %_mpi.c $(FOREIGN),$(wildcard src/*/*.c))
# GPU_BUILD: where kernels lie. They are the same in all variants.
GPU_BUILD = $(BUILD)
KERNELS := $(if $(NVCC),$(patsubst %.cu,$(GPU_BUILD)/obj/%.o,$(wildcard gpu/*/*.cu)))
PUBLIC := $(patsubst %;,%,$(filter edgrep_%;,$(file <src/library/edgrep.map)))

# --- flags --------------------------------------------------------------------------------------
WARNINGS = -Wall -Wextra -Wpedantic
INCLUDES = -I$(BUILD)/gen -Isrc -I. -Itests
LANGUAGE = -std=c11 -D_GNU_SOURCE -DEDGREP_VERSION='"$(VERSION)"'
# Without optimization there is nothing to fortify.
HARDENING = $(if $(or $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),$(findstring -O0,$(CFLAGS))),,-D_FORTIFY_SOURCE=2) -fstack-protector-strong
FLAGS = $(LANGUAGE) $(INCLUDES) -fPIC -fvisibility=hidden -pthread -MMD -MP -ffile-prefix-map=$(CURDIR)=. \
	$(WARNINGS) $(HARDENING) $(CPPFLAGS) $(CFLAGS)
# CFLAGS_NAME adds some for the one file NAME.c. OPTIMIZE: those of inner loops.
OPTIMIZE = -O3
CFLAGS_engine_word = $(OPTIMIZE)
CFLAGS_strips_kernel_word = $(OPTIMIZE)
CFLAGS_engine_neon = $(OPTIMIZE)
CFLAGS_engine_avx2 = $(OPTIMIZE) -mavx2
CFLAGS_engine_avx512bw = $(OPTIMIZE) -mavx512f -mavx512bw -mavx512dq -mavx512vl
CFLAGS_engine_avx512 = $(CFLAGS_engine_avx512bw) -mavx512vbmi -mgfni
CFLAGS_lanes = $(OPTIMIZE)
CFLAGS_lanes_kernel_word = $(OPTIMIZE)
CFLAGS_lanes_kernel_avx2 = $(OPTIMIZE) -mavx2
CFLAGS_lanes_kernel_avx512 = $(OPTIMIZE) -mavx512f -mavx512bw -mavx512vl
CFLAGS_folding_kernel_avx2 = $(OPTIMIZE) -mavx2
CFLAGS_folding_kernel_avx512 = $(CFLAGS_engine_avx512bw) -mpopcnt -mavx512vbmi -mavx512vbmi2
CFLAGS_decode_neon = $(OPTIMIZE)
CFLAGS_decode_avx2 = $(OPTIMIZE) -mavx2
CFLAGS_decode_avx512 = $(OPTIMIZE) -mbmi -mbmi2 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi \
	-mavx512vbmi2
CFLAGS_strips_kernel_avx2 = $(OPTIMIZE) -mavx2
CFLAGS_strips_kernel_avx512 = $(OPTIMIZE) -mavx512f
# An MPI's compiler runs CC.
MPI_CC = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC)
# Code for the compute capabilities 8.x and 9.0, and what a driver can make code from for newer ones: all of one
# intermediate code, which takes half of the time to compile.
NVCC_FLAGS = -O3 -std=c++17 --threads 2 -gencode arch=compute_80,code=[sm_80,sm_90,compute_80] -Isrc -I. -MD -MP \
	-Xcompiler -Wall,-fPIC,-fvisibility=hidden,-fno-exceptions,-fno-rtti,-fno-threadsafe-statics
# The runtime is part of the plug-in.
GPU_LIBRARIES = $(if $(NVCC),-L$(CUDA)/lib64 -lcudart_static -ldl -lrt -lpthread)
PROGRAM_FLAGS = -pthread -fPIE -pie -Wl,-z,relro,-z,now $(LDFLAGS)
ALL_LIBRARIES = $(PROGRAM_LIBRARIES) $(LIBRARIES)
say = printf '%-4s %s\n' $1 $@
# With EMULATOR, the program is $@.elf, and $@ a script that runs it.
ELF = $(if $(EMULATOR),.elf)
define LINK
$(call say,LD)
mkdir -p $(@D)
$(if $(EMULATOR),printf '#!/bin/sh\nexec $(EMULATOR) "$$0.elf" "$$@"\n' >$@ && chmod +x $@)
$(or $(LINKER),$(CC)) $(PROGRAM_FLAGS) -o $@$(ELF) $(filter %.o,$^) \
	-Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(filter %.so,$^) $(WRAPS) $(ALL_LIBRARIES) $(EXTRA)
endef
define LINK_SHARED
$(call say,LD)
mkdir -p $(@D)
$(CC) -shared -pthread -Wl,-z,relro,-z,now $(LDFLAGS) -Wl,-soname,$(@F) \
	-Wl,--version-script=$(filter %.map,$^) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(WRAPS) $(or $(EXTRA),$(LIBRARIES) -lbsd)
endef

# --- the configuration of this run, in files ----------------------------------------------------
# $(call table,PREFIX,MACRO): the entries MACRO(NAME) of all sources PREFIXNAME.c.
table = /* made by the Makefile */ $(sort $(patsubst $1%.c,$2(%),$(filter $1%.c,$(notdir $(LIBRARY_SOURCES)))))
ifdef ARCHITECTURE
GEN = $(BUILD)/gen
$(call keep,$(GEN)/engines.inc,$(call table,engine_,ENGINE))
$(call keep,$(GEN)/unpackers.inc,$(call table,unpacker_,UNPACKER))
$(call keep,$(GEN)/strips_kernels.inc,$(call table,strips_kernel_,KERNEL))
$(call keep,$(GEN)/lanes_kernels.inc,$(call table,lanes_kernel_,KERNEL))
$(call keep,$(GEN)/compile,$(CC_VERSION) $(CC) $(FLAGS) $(foreach v,$(sort $(filter CFLAGS_%,$(.VARIABLES))),$v=$($v)))
$(call keep,$(MPI_BUILD)/gen/compile-mpi,$(MPICC) $(MPI_FLAGS))
$(call keep,$(GEN)/compile-gpu,$(CUDA) $(NVCC_FLAGS))
$(call keep,$(GEN)/libdir.inc,"$(LIBDIR)")
$(call keep,$(GEN)/link,$(CC) $(PROGRAM_FLAGS) $(ALL_LIBRARIES) $(LIBRARY_SOURCES) $(GPU_SOURCES))
endif

# --- compiling and linking ----------------------------------------------------------------------
LIBEDGREP = $(BUILD)/libedgrep.so.$(SOVERSION)
PLUGIN = $(BUILD)/libedgrep-cuda.so.1
.PHONY: all
all: $(PROGRAMS:%=$(BUILD)/%) $(BUILD)/libedgrep.so $(BUILD)/libedgrep.a $(if $(NVCC),$(PLUGIN)) $(if $(MPICC),$(PROGRAMS:%=$(MPI_BUILD)/%-mpi))

$(OBJ)/gpu/% $(OBJ)/tests/gpu/%: private INCLUDES += -isystem $(CUDA)/include
$(OBJ)/%.o: %.c $(BUILD)/gen/compile
	mkdir -p $(@D)
	$(call say,CC)
	$(CC) $(FLAGS) $(CFLAGS_$(*F)) -c -o $@ $<

$(MPI_BUILD)/obj/%_mpi.o: %_mpi.c $(BUILD)/gen/compile $(MPI_BUILD)/gen/compile-mpi
	mkdir -p $(@D)
	$(call say,CC)
	$(MPI_CC) $(FLAGS) -c -o $@ $<

$(GPU_BUILD)/obj/%.o: %.cu $(GPU_BUILD)/gen/compile-gpu
	mkdir -p $(@D)
	$(call say,NVCC)
	$(NVCC) $(NVCC_FLAGS) -c -o $@ $<

$(BUILD)/librooms.a: $(LIBRARY_SOURCES:%.c=$(OBJ)/%.o) $(BUILD)/gen/link
$(BUILD)/libgpu.a: $(GPU_SOURCES:%.c=$(OBJ)/%.o) $(KERNELS) $(BUILD)/gen/link
%.a:
	$(call say,AR)
	rm -f $@
	$(AR) rcsD $@ $(filter %.o,$^)

# In what follows, "$$" is expanded when a rule is used.
.SECONDEXPANSION:
$(PROGRAMS:%=$(BUILD)/%): $(BUILD)/%: $$(OBJ)/src/$$*/$$*_main.o $(BUILD)/librooms.a $(BUILD)/gen/link
	$(LINK)
$(PROGRAMS:%=$(MPI_BUILD)/%-mpi): private LINKER = $(MPI_CC)
$(PROGRAMS:%=$(MPI_BUILD)/%-mpi): $(MPI_BUILD)/%-mpi: $$(OBJ)/src/$$*/$$*_main.o $(MPI_OBJECTS) $(BUILD)/librooms.a \
		$(BUILD)/gen/link
	$(LINK)

# The public library: one object of what the public functions need, in which only these are to be seen.
# All memory that it takes goes by src/library/heap.c.
ALLOCATORS = malloc calloc realloc reallocarray aligned_alloc free
WRAP_ALLOCATORS = $(ALLOCATORS:%=-Wl,--wrap=%)
$(OBJ)/edgrep.o: $(BUILD)/librooms.a src/library/edgrep.map
	$(call say,LD)
	$(LD) -r -o $@.all $(PUBLIC:%=-u %) $(WRAP_ALLOCATORS:-Wl,%=%) $<
	$(OBJCOPY) $(PUBLIC:%=--keep-global-symbol=%) $@.all $@
	rm $@.all
$(BUILD)/libedgrep.a: $(OBJ)/edgrep.o
$(LIBEDGREP): $(OBJ)/edgrep.o src/library/edgrep.map $(BUILD)/gen/link
	$(LINK_SHARED)
$(BUILD)/libedgrep.so: $(LIBEDGREP)
	ln -sf $(<F) $@

# The plug-in. The memory of gpu/ROOM/*.c comes from the program or library that loads it (gpu/base/host.c).
$(OBJ)/gpu.o: $(GPU_SOURCES:%.c=$(OBJ)/%.o) $(BUILD)/gen/link
	$(call say,LD)
	$(LD) -r -o $@ $(WRAP_ALLOCATORS:-Wl,%=%) $(filter %.o,$^)
$(PLUGIN): private EXTRA = $(GPU_LIBRARIES)
$(PLUGIN): $(OBJ)/gpu.o $(KERNELS) gpu/plugin/plugin.map
	$(LINK_SHARED)

-include $(wildcard $(OBJ)/*/*.d $(OBJ)/*/*/*.d $(BUILD)/mpich/obj/*/*/*.d)

# --- other goals --------------------------------------------------------------------------------
.PHONY: clean deps
clean:
	rm -rf $(BUILD)
deps: ;

include packaging/packaging.mk
include tests/tests.mk
