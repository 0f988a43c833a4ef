# SPDX-License-Identifier: MIT
# parquet_vtab: Parquet files as SQLite tables.  `make help` lists what can be made.

CC      ?= gcc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
VERSION := $(shell sed -n 's/^.define PARQUET_VTAB_VERSION "\(.*\)"/\1/p' src/version.h)
# Snappy through libsnappy instead of our own code: make SNAPPY=system.
SNAPPY  ?= own
# LZO is only read with liblzo2, whose licence is the GPL: make LZO=1.
LZO     ?=
# Show the compiler's command lines: make V=1
Q := $(if $(V),,@)
# What can be left out, and what each is linked with: make OMIT="BROTLI LZ4", or OMIT=all.
# LIBDEFLATE is left out by itself where it is not installed: zlib does the same, slower.
OMITTABLE    := BROTLI ZSTD LZ4 LIBDEFLATE THREADS CRYPTO
LINK_BROTLI  := -lbrotlidec -lbrotlienc
LINK_ZSTD    := -lzstd
LINK_LZ4     := -llz4
LINK_LIBDEFLATE := -ldeflate
LINK_THREADS := -lpthread
# libcrypto is loaded when it is needed.
LINK_CRYPTO  := -ldl
OMIT         ?=
NO_LIBDEFLATE := $(shell echo 'int main(void) { return libdeflate_crc32(0, 0, 0) != 0; }' | \
                   $(CC) $(CFLAGS) -x c -include libdeflate.h -o /dev/null - -ldeflate \
                   2>/dev/null || echo LIBDEFLATE)
# Features that can be left out, too, with the files of each.  src/without/NAME.c is built
# instead: it says so where the feature is asked for.
FEATURES   := CHECK DATASET ENCRYPTION FILES GEOMETRY LAKE ORC QUERY REMOTE SUMMARY VARIANT WRITE
CHECK      := check src/parquet/check/% src/orc/check/% src/sql/functions/metadata_check.c
DATASET    := dataset src/dataset/%
ENCRYPTION := encryption src/parquet/encryption/% src/sql/encryption/% src/sql/functions/add_key.c
FILES      := files src/sql/files/blob_file.c src/sql/files/vfs_file.c
GEOMETRY   := geometry src/parquet/geometry/%
LAKE       := lake src/lake/% src/sql/functions/lake_functions.c
ORC        := orc src/orc/% src/sql/functions/metadata_orc_%
QUERY      := query src/vector/% src/sql/query/% src/sql/module/batches.c
REMOTE     := remote src/remote/% src/sql/functions/add_secret.c
SUMMARY    := summary src/summary/% src/sql/functions/summarize.c
VARIANT    := variant src/parquet/variant/% src/convert/write_variant.c src/parquet/write/variant_%
WRITE      := write src/parquet/write/% src/convert/% src/sql/write/%
# A lake table is a dataset.
LEFT_OUT   := $(sort $(filter $(FEATURES),$(OMIT) $(if $(filter DATASET,$(OMIT)),LAKE)))
OMITTED      := $(if $(filter all,$(OMIT)),$(OMITTABLE),$(sort $(filter-out $(FEATURES),$(OMIT)) $(NO_LIBDEFLATE)))

# Where all files go that make writes, the library in this folder excepted; with
# make BUILD=/tmp/x that goes there, too.
BUILD   := build

ifeq ($(shell uname -s),Darwin)
NAME    := parquet_vtab.dylib
SHARED  := -dynamiclib -undefined dynamic_lookup
STRIP   ?= strip -x
else
NAME    := parquet_vtab.so
# The library stays in the process, with its cache, when the last connection closes.
SHARED  := -shared -Wl,-z,relro,-z,now,-z,nodelete
STRIP   ?= strip --strip-unneeded
endif
LIBRARY := $(if $(filter build,$(BUILD)),.,$(BUILD))/$(NAME)

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wvla -Wstrict-prototypes \
            -Wmissing-prototypes -Wundef -Wcast-align -Wpointer-arith
ifdef WERROR
WARNINGS += -Werror
endif
# The x87 of i386 computes doubles with 80 bits and rounds them twice.
METHOD     := $(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null | grep __FLT_EVAL_METHOD__)
BASE_FLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc $(WARNINGS) \
              $(if $(filter 2,$(lastword $(METHOD))),-msse2 -mfpmath=sse) \
              -fvisibility=hidden $(OMITTED:%=-DPARQUET_VTAB_OMIT_%) \
              $(if $(filter system,$(SNAPPY)),-DPARQUET_VTAB_SYSTEM_SNAPPY) \
              $(if $(LZO),-DPARQUET_VTAB_LZO)
LIBRARIES := $(foreach l,$(filter-out $(OMITTED),$(OMITTABLE)),$(LINK_$(l))) -lz -lm \
             $(if $(filter system,$(SNAPPY)),-lsnappy) $(if $(LZO),-llzo2)

ALL_SOURCES  := $(filter-out src/without/% \
                  $(foreach f,$(LEFT_OUT),$(wordlist 2,$(words $($f)),$($f))), \
                  $(wildcard src/*.c src/*/*.c src/*/*/*.c)) \
                $(foreach f,$(LEFT_OUT),src/without/$(firstword $($f)).c) \
                $(if $(LEFT_OUT),src/without/without.c)
CORE_SOURCES := $(filter-out src/sql/%,$(ALL_SOURCES))
SQL_SOURCES  := $(filter src/sql/%,$(ALL_SOURCES)) parquet_vtab.c
# What unit tests and fuzzers are linked with: all that does without SQLite.
TESTED_SOURCES := $(CORE_SOURCES) $(filter src/sql/options/%,$(ALL_SOURCES))
SOURCES      := $(CORE_SOURCES) $(SQL_SOURCES)
UNIT_TESTS   := $(patsubst unit-tests/%.c,%,$(wildcard unit-tests/test_*.c))
LOST_MEMORY_TESTS := $(shell grep -rls --include='*.sql' '^--! lost_memory' sql-tests)
FUZZERS      := $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))

# One tree of objects for each way of compiling: build/<way>/src/...o
objects = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

.PHONY: all help debug compile_commands.json test all-tests unit-programs check-unit \
        check-sql check-documents check-asan check-tsan check-valgrind check-layers check-symbols \
        check-index check-names check-licenses check-c11 check-features \
        check-format format check-corpus hosts cross interop \
        nightly fuzz mutants bench demo pictures install uninstall clean deps dist check-dist wasm check-wasm deb \
        amalgamation print-libraries
.DELETE_ON_ERROR:

all: $(LIBRARY)

help:
	@echo 'make                 build $(LIBRARY)'
	@echo 'make debug           $(BUILD)/debug/$(NAME), unit tests and sqlrun without optimisation'
	@echo 'make compile_commands.json   for clangd and other tools'
	@echo 'make demo            install what is missing, build, query a real file'
	@echo 'make test            all tests that need only the packages of make deps'
	@echo 'make install         to $$(DESTDIR)$$(PREFIX)/lib/sqlite3 (PREFIX=$(PREFIX)); it says what to .load'
	@echo 'make BUILD=/tmp/x    all that make writes goes there (for a checkout that is read-only)'
	@echo 'make deps            install the compiler and the libraries (Debian, Ubuntu)'
	@echo 'make check-asan      all tests with AddressSanitizer and UBSan (clang)'
	@echo 'make check-tsan      tests of threads with ThreadSanitizer (clang)'
	@echo 'make check-valgrind  all SQL tests under valgrind, for hours (VALGRIND_TESTS: some)'
	@echo 'make check-corpus    read the files of PARQUET_VTAB_CORPUS'
	@echo 'make hosts           other SQLite versions, languages and programs; attacks, faults, random questions'
	@echo 'make cross           all tests for s390x, aarch64 and i386, under qemu-user'
	@echo 'make interop         files of other writers, compared with other readers;'
	@echo '                     FULL=1: of many old versions of them, too'
	@echo 'make dist            libraries for all platforms in build/dist (TARGETS="linux-x64 ...": some)'
	@echo 'make check-dist      check and test them'
	@echo 'make wasm            SQLite with the extension for Node and browsers, in build/dist/wasm'
	@echo 'make check-wasm      test it, and the demo page in Chromium'
	@echo 'make deb             a Debian package, in build/dist'
	@echo 'make amalgamation    all sources as build/amalgamation/parquet_vtab.c'
	@echo 'make fuzz            every fuzzer for FUZZ_SECONDS (default 20)'
	@echo 'make mutants         find faults that no test would notice (MUTANTS=--help: options)'
	@echo 'make bench           speed, as ratios to a null table, native tables, DuckDB'
	@echo 'make pictures        docs/pictures/*.svg'
	@echo 'make wheel           a Python package with this library, and the command parquet-sql'
	@echo 'make packages        packages for Python and Node with the libraries of make dist'
	@echo 'make check-packages  install and use them, and the recipes for other languages'
	@echo 'make check-layers check-symbols check-index check-names check-format format   the code itself'
	@echo 'make check-c11       it compiles as C11 without extensions (clang)'
	@echo 'make clean'
	@echo 'Settings: CC, CFLAGS, WERROR=1, V=1, SNAPPY=system, LZO=1, OMIT="$(OMITTABLE)" (any of them, or all),'
	@echo '          OMIT="$(FEATURES)" (any of these features, too)'

# ---- Compiling --------------------------------------------------------------------

# The loops of decoders and encoders gain from -O3; the rest does not.
FAST_LOOPS := $(addprefix src/parquet/encoding/,bit_packing.c byte_stream_split.c \
                delta_binary_packed.c rle_hybrid.c) src/parquet/column/chunk_batch.c \
              src/parquet/page/levels.c src/scan/predicate.c src/scan/value_set.c src/convert/cell_batch.c \
              src/convert/write_vector.c src/vector/aggregate.c \
              $(wildcard src/orc/encoding/*.c)

# Whether the SQLite that is linked tells where columns come from.
HOST_TELLS = $(shell echo 'PRAGMA compile_options;' | sqlite3 | \
               sed -n 's/^ENABLE_COLUMN_METADATA$$/-DSQLITE_ENABLE_COLUMN_METADATA/p')
SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
            -fno-omit-frame-pointer

# The ways of compiling, each with a compiler and flags, and its objects in build/<way>:
# to be loaded; to be linked with SQLite; for debuggers; with clang's sanitizers of memory
# and of threads; for fuzzers.
WAYS         := plain static debug asan tsan fuzz
plain_FLAGS  := $(CFLAGS) -fPIC
static_FLAGS := $(CFLAGS) -DSQLITE_CORE
debug_FLAGS  := -O0 -g3 -fno-omit-frame-pointer -fPIC
asan_FLAGS   := $(SANITIZE) -DSQLITE_CORE
tsan_FLAGS   := -O1 -g -fsanitize=thread -fno-omit-frame-pointer -DSQLITE_CORE
fuzz_FLAGS   := $(SANITIZE) -fsanitize=fuzzer-no-link
$(foreach way,plain static debug,$(eval $(way)_CC := $$(CC)))
$(foreach way,asan tsan fuzz,$(eval $(way)_CC := clang))

# $(call compile,way) compiles for it; flags_of: those that only some files have.
compile  = $($(1)_CC) $(BASE_FLAGS) $($(1)_FLAGS)
flags_of = $(if $(filter $<,$(FAST_LOOPS)),$(if $(findstring -O2,$($(1)_FLAGS)),-O3)) \
           $(if $(filter %/column_origin.c,$<),$(if $(findstring SQLITE_CORE,$($(1)_FLAGS)),$(HOST_TELLS)))

define rules_of_way
$(BUILD)/$(1)/%.o: %.c
	@mkdir -p $$(@D)
	$(if $(filter plain,$(1)),@echo 'CC $$<')
	$$(Q)$$(call compile,$(1)) $$(call flags_of,$(1)) -MMD -MP -c -o $$@ $$<

$(BUILD)/$(1)/unit/%: unit-tests/%.c $(wildcard unit-tests/unit_*.h) $(call objects,$(1),$(TESTED_SOURCES))
	@mkdir -p $$(@D)
	$$(Q)$$(call compile,$(1)) -o $$@ $$< $$(filter %.o,$$^) $$(LIBRARIES) -lpthread $$(ORACLE)

# The program of the SQL tests, which loads the extension, or has it linked in.
$(BUILD)/$(1)/sqlrun: sql-tests/sqlrun.c
	@mkdir -p $$(@D)
	$$(Q)$$(call compile,$(1)) -o $$@ $$^ -lsqlite3

$(BUILD)/$(1)/sqlrun_linked: sql-tests/sqlrun.c $(call objects,$(1),$(SOURCES))
	$$(Q)$$(call compile,$(1)) -DSQLRUN_STATIC -o $$@ $$^ -lsqlite3 $$(LIBRARIES)
endef
$(foreach way,$(WAYS),$(eval $(call rules_of_way,$(way))))

-include $(foreach way,$(WAYS),$(patsubst %.c,$(BUILD)/$(way)/%.d,$(SOURCES)))

$(LIBRARY): $(call objects,plain,$(SOURCES))
	$(Q)$(CC) $(SHARED) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BUILD)/debug/$(NAME): $(call objects,debug,$(SOURCES))
	$(Q)$(CC) $(SHARED) $(debug_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

debug: $(BUILD)/debug/$(NAME) $(BUILD)/debug/sqlrun $(addprefix $(BUILD)/debug/unit/,$(UNIT_TESTS))

# One entry for each file that is compiled.
compile_commands.json:
	@for file in $(SOURCES) $(wildcard unit-tests/*.c fuzz/*.c) sql-tests/sqlrun.c; do \
	    printf '%s{"directory": "%s", "file": "%s", "command": "%s"}' "$${comma-[}" '$(CURDIR)' $$file \
	        "$(call compile,debug) -Iunit-tests -c $$file"; \
	    comma=$$(printf ',\n.'); comma=$${comma%.}; \
	done >$@; echo ']' >>$@

# ---- Tests ------------------------------------------------------------------------

# Runs up to five commands, also after one that fails, and fails if one has.
all_of = failed=0; $(foreach i,1 2 3 4 5,$(if $($(i)),$($(i)) || failed=1;)) exit $$failed

TESTS := check-layers check-symbols check-index check-unit check-sql check-documents

# All of them, whichever fail, and one line that sums up.
test:
	@unit-tests/sum_up.sh $(MAKE) --no-print-directory --keep-going all-tests

all-tests: $(TESTS)

# Where libsnappy is installed, our own snappy is compared with it.
NO_LIBSNAPPY = $(shell echo 'int main(void) { return 0; }' | \
                 $(CC) -x c -include snappy-c.h -o /dev/null - -lsnappy 2>&1 || echo no)
$(BUILD)/plain/unit/test_snappy $(BUILD)/asan/unit/test_snappy $(BUILD)/debug/unit/test_snappy \
    $(BUILD)/fuzz/bin/fuzz_snappy: \
    ORACLE = $(if $(NO_LIBSNAPPY),,-DUNIT_LIBSNAPPY -lsnappy)

unit-programs: $(addprefix $(BUILD)/plain/unit/,$(UNIT_TESTS))

check-unit: unit-programs
	@unit-tests/run.sh $(addprefix $(BUILD)/plain/unit/,$(UNIT_TESTS))

# Programs that link the extension and use it in odd ways.
HOST_PROGRAMS := $(addprefix $(BUILD)/asan/hosts/,systems/close_orders attacks/misused_files faults/interrupted)
$(HOST_PROGRAMS): $(BUILD)/asan/%: %.c $(call objects,asan,$(SOURCES))
	@mkdir -p $(@D)
	$(Q)$(call compile,asan) -o $@ $^ -lsqlite3 $(LIBRARIES)

# For programs that link the extension (dist/wasm/build.sh).
$(BUILD)/parquet_vtab.a: $(call objects,static,$(SOURCES))
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

check-sql: $(LIBRARY) $(BUILD)/plain/sqlrun $(BUILD)/plain/sqlrun_linked
	@$(call all_of,sql-tests/run.sh $(BUILD)/plain/sqlrun -e $(LIBRARY), \
	    sql-tests/run.sh $(BUILD)/plain/sqlrun_linked -- $(LOST_MEMORY_TESTS))

check-documents: $(LIBRARY)
	@sql-tests/documents.sh $(LIBRARY)

check-asan: $(addprefix $(BUILD)/asan/unit/,$(UNIT_TESTS)) $(BUILD)/asan/sqlrun_linked $(HOST_PROGRAMS)
	@$(call all_of,unit-tests/run.sh $(filter $(BUILD)/asan/unit/%,$^), \
	    sql-tests/run.sh $(BUILD)/asan/sqlrun_linked, \
	    for program in $(HOST_PROGRAMS); do $$program || failed=1; done)

# Every scan and every write uses threads from its first rows on.  A forked process cannot join
# the threads of its parent, which are no leaks.
RACE_TESTS := test_background test_cache test_closed_row_groups test_dataset_file test_cached_rows_load \
    test_cached_order test_parallel test_scan_ahead test_vector_copy test_writer_by_leaf
check-tsan: $(addprefix $(BUILD)/tsan/unit/,$(filter $(RACE_TESTS),$(UNIT_TESTS))) $(BUILD)/tsan/sqlrun_linked
	@$(call all_of,TSAN_OPTIONS=die_after_fork=0:report_thread_leaks=0 \
	        unit-tests/run.sh $(filter $(BUILD)/tsan/unit/%,$^), \
	    PARQUET_VTAB_VALUES_ALONE=0 TEST_TIMEOUT=600 sql-tests/run.sh $(BUILD)/tsan/sqlrun_linked -- \
        $(filter-out $(LOST_MEMORY_TESTS),$(wildcard sql-tests/*/*.sql)))

# No leak and no invalid access in the library as it is loaded (not the sanitizers' build).
# Valgrind computes with long doubles of 64 bits: some of SQLite's own results differ.
VALGRIND := valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite
check-valgrind: $(LIBRARY) $(BUILD)/plain/sqlrun
	@STATUS_ONLY=1 TEST_TIMEOUT=7200 sql-tests/run.sh $(VALGRIND) $(BUILD)/plain/sqlrun -e $(LIBRARY) \
	    -- $(VALGRIND_TESTS)

check-corpus: $(LIBRARY)
	@sql-tests/corpus.sh $(LIBRARY)
	@sql-tests/check_lakes.sh $(LIBRARY)

hosts: $(LIBRARY)
	@hosts/run.sh

cross: $(LIBRARY) $(BUILD)/plain/sqlrun
	@hosts/systems/cross.sh $(MACHINES)

# What CI runs, without taking turns.
nightly:
	@TURN=all .ci/run

# FULL=1: old versions of other writers, too, which takes hours.
interop: $(LIBRARY)
	@interop/run.sh
	@if [ -n "$(FULL)" ]; then interop/old_writers/run.sh; fi

check-features: $(BUILD)/plain/sqlrun
	@unit-tests/check_features.sh

# The order of the folders is law: sql above formats, parquet and orc, scan, codec, base, os.
check-layers:
	@sh unit-tests/check_layers.sh

check-c11:
	@sh unit-tests/check_c11.sh

check-names:
	@unit-tests/check_names.sh

check-licenses:
	@sh unit-tests/check_licenses.sh

check-symbols: $(LIBRARY)
	@sh unit-tests/check_symbols.sh $(LIBRARY)

# The lists of tests are complete, what runs tests counts them, and what documents for
# developers name exists.
check-index:
	@$(call all_of,sql-tests/check_index.sh, sql-tests/check_update.sh, unit-tests/index.sh --check, \
	    unit-tests/check_counts.sh, unit-tests/check_names.sh)

FORMATTED = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] *.c unit-tests/*.[ch] \
              fuzz/*.[ch] hosts/*/*.c sql-tests/*.c bench/*.c)
format:
	clang-format -i $(FORMATTED)

check-format: check-licenses
	clang-format --dry-run --Werror $(FORMATTED)

# ---- Other platforms --------------------------------------------------------------

TARGETS ?=
dist:
	@MAKE='$(MAKE)' dist/build.sh $(TARGETS)

check-dist:
	@MAKE='$(MAKE)' dist/check.py $(TARGETS)

# SQLite with the extension for Node and browsers.
wasm:
	@MAKE='$(MAKE)' dist/wasm/build.sh

check-wasm: $(LIBRARY) $(BUILD)/plain/sqlrun
	@MAKE='$(MAKE)' dist/wasm/check.sh

# All sources as one file, for applications that link them.
amalgamation:
	@dist/amalgamate.py build/amalgamation

# For whoever links them.
print-libraries:
	@echo '$(LIBRARIES)'

# A package of the library for this distribution.
deb: $(LIBRARY)
	@MAKE='$(MAKE)' dist/deb.sh $(LIBRARY)

# ---- Fuzzing ----------------------------------------------------------------------

FUZZ_SECONDS ?= 20

$(BUILD)/fuzz/bin/%: fuzz/%.c $(wildcard fuzz/*.h unit-tests/unit_*.h) $(call objects,fuzz,$(TESTED_SOURCES))
	@mkdir -p $(@D)
	$(Q)clang $(BASE_FLAGS) $(SANITIZE) -fsanitize=fuzzer -Iunit-tests -o $@ $< $(filter %.o,$^) $(LIBRARIES) $(ORACLE)

fuzz: $(addprefix $(BUILD)/fuzz/bin/,$(FUZZERS))
	@FUZZ_SECONDS=$(FUZZ_SECONDS) fuzz/run.sh $^

# ---- Tests of the tests -----------------------------------------------------------

# For example MUTANTS='--count 500 --seed 3 --only src/sql'.
mutants:
	@CC='$(CC)' unit-tests/mutants.py $(MUTANTS)

# ---- Everything else --------------------------------------------------------------

bench: $(LIBRARY)
	@bench/run.sh

demo:
	@./demo.sh

deps:
	@./demo.sh --deps-only

# The pictures of the documents, from real output.
pictures: $(LIBRARY)
	docs/pictures/terminal.py
	docs/pictures/ratios.py

# Strips the library; another strip: make install STRIP=...
install: $(LIBRARY)
	install -d $(DESTDIR)$(PREFIX)/lib/sqlite3 $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 755 $(LIBRARY) $(DESTDIR)$(PREFIX)/lib/sqlite3/
	$(STRIP) $(DESTDIR)$(PREFIX)/lib/sqlite3/$(NAME)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' dist/parquet_vtab.pc.in \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/parquet_vtab.pc
	$(if $(DESTDIR),,@echo 'In the sqlite3 shell:  .load $(PREFIX)/lib/sqlite3/$(basename $(NAME))')

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/lib/sqlite3/$(NAME) $(DESTDIR)$(PREFIX)/lib/pkgconfig/parquet_vtab.pc

# Of a folder that the user has named only what is known to come from here.
clean:
	rm -rf $(if $(filter build,$(BUILD)),build,$(addprefix $(BUILD)/,plain static asan tsan debug fuzz)) \
	    $(LIBRARY) compile_commands.json

# ---- Packages ---------------------------------------------------------------------

.PHONY: wheel packages check-packages
# A Python wheel with the library that is built here, for this machine: needs no make dist.
wheel: $(LIBRARY)
	@rm -rf build/wheel && mkdir -p build/wheel
	@cp $(LIBRARY) build/wheel && $(STRIP) build/wheel/$(LIBRARY)
	@$${PYTHON:-python3} dist/python/build.py --library build/wheel/$(LIBRARY) --out build/wheel

# Python wheels and npm packages with the libraries in build/dist, which `make dist` builds.
packages:
	@$${PYTHON:-/usr/bin/python3} dist/python/build.py
	@$${NODE:-node} dist/node/build.mjs

check-packages:
	@$${PYTHON:-/usr/bin/python3} dist/test_packages.py
