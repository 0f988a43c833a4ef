#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the built extension on hosts other than the system's SQLite.
#
#     hosts/run.sh [PART...]       default: all but differential
#
#   sqlite   the SQL tests on other versions of SQLite, from the oldest promised to the
#            newest: the amalgamations inside the npm package better-sqlite3; and whether
#            the extension compiles with their headers
#   strict   the SQL tests on the newest of these, with every option that makes SQLite check
#            more or offer less, and with small limits
#   static   the SQL tests with the extension linked in, not loaded
#   amalgamation   the same with all sources as one file (dist/amalgamate.py), compiled with
#            SQLite's in one command, and with the flags of other hosts
#   python   hosts/test_python.py on Python's own sqlite3 module
#   node     hosts/test_node.mjs on better-sqlite3
#   random   hosts/differential.py on the system's SQLite and those of "sqlite": random
#            queries of a Parquet or ORC table with and without pushdown, and of an ordinary table
#   scans    hosts/random_scans.py: statements that return to the same pages, on Python's
#            sqlite3 module
#   joins    hosts/differential_joins.py on the same hosts: random joins and correlated
#            subqueries of Parquet and ORC tables and of ordinary tables
#   poison   hosts/poison.py: the same with files whose optional metadata is wrong
#   check    hosts/check_poisons.py: parquet_check() finds what is wrong with such files
#   write    hosts/write_faults.py: parquet_write() when something goes wrong, and
#            hosts/random_writes.py: what it writes can be read back unchanged; hosts/test_import.py:
#            what is written from imported tables has the types of the imported files
#   trust    hosts/schema_attacks.c on the system's SQLite and those of "sqlite": databases
#            whose schema calls functions that access files; and hosts/test_trust.py: connections
#            that may not write, entry points, the environment variable
#   cache    hosts/test_cache.py: what a process keeps of files for all its connections
#   vfs      hosts/test_vfs.py: files in BLOBs and VFSes, also over HTTP, with apsw; and random
#            queries of such files on the system's SQLite
#   datasette   hosts/test_datasette.py: the recipe of docs/security.md, and attacks by visitors
#   command  hosts/test_command.py: the command parquet-sql, installed from the wheel of `make wheel`
#   documents   the examples of the documents, with all modules that they import
#   bombs    hosts/interrupts.py: queries of files that take long to read, and calls with large
#            arguments (hosts/bombs.py), end soon when they are interrupted, and stay within their
#            memory limit; a few
#            statements for each file.  All statements on the largest files take an hour:
#            hosts/interrupts.py --full --patience 20 ./parquet_vtab.so
#   differential   "random" with more queries, and systematic ones; about a minute each
#
# Each part prints "hosts: NAME: N passed, N failed", or "skipped: NAME: why" if this
# machine lacks something and cannot fetch it.  Everything fetched or built stays under
# build/hosts.
#
# Environment: EXTENSION (./parquet_vtab.so), SQLITE_FROM (versions of better-sqlite3),
# SEED (of random, scans, joins, poison, check, write, vfs and bombs), ROUNDS (of poison and check,
# 2), PYTHON, NODE, CC.
set -u

cd "$(dirname "$0")/.." || exit 2
extension=${EXTENSION:-./parquet_vtab.so}
[ "$(uname -s)" = Darwin ] && extension=${EXTENSION:-./parquet_vtab.dylib}
work=build/hosts
seed=${SEED:-$RANDOM}
rounds=${ROUNDS:-2}
failures=0
mkdir -p "$work"

# SQLite 3.31.1, 3.34.0 and 3.37.2 (before sqlite3_vtab_in), 3.38.2 (the first with it),
# 3.46.0, and whatever is newest.
versions=${SQLITE_FROM:-6.0.0 7.1.2 7.5.0 7.5.1 11.1.2 latest}

skip() {
    echo "skipped: $1: $2"
}

# Runs all SQL tests with the command given and reports under the name $1.
run_sql_tests() {
    local name=$1 log=$work/log.$$
    shift

    sql-tests/run.sh "$@" >"$log" 2>&1 || failures=$((failures + 1))
    if grep -q '^sql: [0-9]' "$log"; then
        sed "s/^sql: \([0-9].* failed\), .*/hosts: $name: \1/" "$log"
    else
        cat "$log"
        echo "hosts: $name: 0 passed, 1 failed"
    fi
    rm -f "$log"
}

# Puts the amalgamation of better-sqlite3 $1 into the folder $2.
fetch_amalgamation() {
    local version=$1 folder=$2 unpacked=$2.unpacked

    [ -e "$folder/sqlite3.c" ] && return
    command -v npm >/dev/null || return
    rm -rf "$unpacked"
    mkdir -p "$unpacked" "$folder"
    (cd "$unpacked" && npm pack --silent "better-sqlite3@$version" >/dev/null 2>&1 &&
        tar xzf ./*.tgz) || return
    if [ -e "$unpacked/package/deps/sqlite3.tar.gz" ]; then
        tar xzf "$unpacked/package/deps/sqlite3.tar.gz" -C "$unpacked/package/deps"
    fi
    find "$unpacked/package/deps" -name 'sqlite3*.[ch]' -exec cp {} "$folder" \;
    rm -rf "$unpacked"
    [ -e "$folder/sqlite3.c" ]
}

# The version of the amalgamation in the folder $1.
sqlite_version() {
    sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' "$1/sqlite3.h"
}

# Builds sqlrun with the amalgamation in the folder $1, and the options that follow.
build_sqlrun() {
    local folder=$1
    shift

    if [ ! -e "$folder/sqlite3.o" ]; then
        ${CC:-cc} -O1 -w -c -o "$folder/sqlite3.o" -DSQLITE_ENABLE_LOAD_EXTENSION \
            "${@:--DSQLITE_ENABLE_COLUMN_METADATA}" -DSQLITE_ENABLE_JSON1 \
            "$folder/sqlite3.c" || return
    fi
    if [ ! "$folder/sqlrun" -nt sql-tests/sqlrun.c ]; then
        ${CC:-cc} -std=c11 -O1 -I"$folder" -o "$folder/sqlrun" sql-tests/sqlrun.c \
            "$folder/sqlite3.o" -lpthread -ldl -lm || return
    fi
}

# Compiles the files that include SQLite's headers with the headers in the folder $1.
check_headers() {
    if ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -I"$1" -Wall -Wextra -Werror -fsyntax-only \
        src/sql/*/*.c parquet_vtab.c; then
        echo "hosts: headers of SQLite $(sqlite_version "$1"): 1 passed, 0 failed"
    else
        failures=$((failures + 1))
        echo "hosts: headers of SQLite $(sqlite_version "$1"): 0 passed, 1 failed"
    fi
}

# Sets version to that of the newest better-sqlite3 there is, or was.
find_newest() {
    local newest
    newest=$(npm view better-sqlite3 version 2>/dev/null)
    version=${newest:-$(cat "$work/newest" 2>/dev/null)}
    if [ -z "$version" ]; then
        skip "newest SQLite" "better-sqlite3 cannot be fetched"
        return 1
    fi
    echo "$version" >"$work/newest"
}

test_sqlite() {
    local version folder sqlite

    for version in $versions; do
        if [ "$version" = latest ]; then
            find_newest || continue
        fi
        folder=$work/better-sqlite3-$version
        if ! fetch_amalgamation "$version" "$folder"; then
            rm -rf "$folder"
            skip "SQLite of better-sqlite3 $version" "it cannot be fetched"
            continue
        fi
        sqlite=$(sqlite_version "$folder")
        if ! build_sqlrun "$folder"; then
            failures=$((failures + 1))
            echo "hosts: SQLite $sqlite: 0 passed, 1 failed"
            continue
        fi
        check_headers "$folder"
        run_sql_tests "SQLite $sqlite" "$folder/sqlrun" -e "$extension"
    done
}

# Assertions; misuse is an error; less is offered, or other defaults hold, where the tests expect
# the same; limits as small as the tests can do with.
strict_options=(
    -DSQLITE_DEBUG -DSQLITE_MEMDEBUG -DSQLITE_ENABLE_EXPENSIVE_ASSERT
    -DSQLITE_ENABLE_MULTITHREADED_CHECKS -DSQLITE_STRICT_SUBTYPE=1 -DSQLITE_ENABLE_API_ARMOR
    -DSQLITE_DQS=0 -DSQLITE_OMIT_DEPRECATED -DSQLITE_OMIT_SHARED_CACHE
    -DSQLITE_LIKE_DOESNT_MATCH_BLOBS -DSQLITE_SECURE_DELETE -DSQLITE_DEFAULT_FOREIGN_KEYS=1
    -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_STAT4 -DSQLITE_ENABLE_CURSOR_HINTS
    -DSQLITE_MAX_EXPR_DEPTH=100 -DSQLITE_MAX_COMPOUND_SELECT=200 -DSQLITE_MAX_FUNCTION_ARG=20
    -DSQLITE_MAX_ATTACHED=2 -DSQLITE_MAX_VARIABLE_NUMBER=100
    -DSQLITE_MAX_WORKER_THREADS=0 -DSQLITE_MAX_MMAP_SIZE=0
)

# Builds sqlrun in the folder $1 with the amalgamation in the folder $2 and options.
build_variant() {
    rm -rf "$1"
    mkdir -p "$1"
    cp "$2"/sqlite3*.[ch] "$1"
    build_sqlrun "$1" "${@:3}" && return
    failures=$((failures + 1))
    echo "hosts: $(basename "$1"): 0 passed, 1 failed"
    return 1
}

test_strict() {
    local version newest

    find_newest || return
    newest=$work/better-sqlite3-$version
    if ! fetch_amalgamation "$version" "$newest"; then
        skip strict "SQLite of better-sqlite3 $version cannot be fetched"
        return
    fi
    build_variant "$work/strict" "$newest" "${strict_options[@]}" &&
        TEST_TIMEOUT=600 run_sql_tests "strict SQLite $(sqlite_version "$newest")" "$work/strict/sqlrun" -e "$extension"
    # As SQLite's documentation recommends.  Written types differ then, but nothing crashes.
    build_variant "$work/omit-decltype" "$newest" -O0 -DSQLITE_OMIT_DECLTYPE &&
        STATUS_ONLY=1 run_sql_tests "SQLite without declared types" \
            "$work/omit-decltype/sqlrun" -e "$extension" -- write/
}

test_static() {
    if ! make -s build/static/sqlrun_linked; then
        failures=$((failures + 1))
        echo "hosts: static: 0 passed, 1 failed"
        return
    fi
    run_sql_tests static build/static/sqlrun_linked
}

# Compiles the amalgamation in the folder $1 with the flags of three hosts.
check_amalgamation() {
    local folder=$1 flags passed=0 failed=0

    # Python's, those that better-sqlite3 gives SQLite, and rusqlite's.
    for flags in '-std=c11 -O1 -fwrapv -fno-strict-overflow -Wall -Wextra -Werror -fvisibility=hidden -fPIC' \
        '-std=gnu17 -O1 -w -fPIC' \
        '-O0 -ffunction-sections -fdata-sections -fno-omit-frame-pointer -Wall -DPARQUET_VTAB_OMIT_THREADS'; do
        # shellcheck disable=SC2086
        if ${CC:-cc} $flags -DSQLITE_CORE -I"$folder" -fsyntax-only build/amalgamation/parquet_vtab.c; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
        fi
    done
    # The header is for C++, too.
    if echo '#include "parquet_vtab.h"' |
        ${CC:-cc} -x c++ -std=c++17 -Wall -Werror -I"$folder" -Ibuild/amalgamation -fsyntax-only -; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    echo "hosts: flags for the amalgamation: $passed passed, $failed failed"
    failures=$((failures + failed))
}

test_amalgamation() {
    local folder=$work/better-sqlite3-7.5.1 program=$work/sqlrun_amalgamation

    if ! fetch_amalgamation 7.5.1 "$folder"; then
        skip amalgamation "the amalgamation of SQLite cannot be fetched"
        return
    fi
    if ! make -s amalgamation ||
        ! ${CC:-cc} -std=c11 -O1 -w -DSQLITE_CORE -DSQLRUN_STATIC -DSQLITE_ENABLE_COLUMN_METADATA \
            -DSQLITE_ENABLE_JSON1 -I"$folder" -o "$program" sql-tests/sqlrun.c "$folder/sqlite3.c" \
            build/amalgamation/parquet_vtab.c $(make -s print-libraries) -lpthread -ldl -lm; then
        failures=$((failures + 1))
        echo "hosts: amalgamation: 0 passed, 1 failed"
        return
    fi
    run_sql_tests amalgamation "$program"
    check_amalgamation "$folder"
}

test_python() {
    local python

    for python in ${PYTHON:-/usr/bin/python3 python3}; do
        if "$python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' \
            2>/dev/null; then
            "$python" hosts/test_python.py "$extension" || failures=$((failures + 1))
            return
        fi
    done
    skip python "no Python whose sqlite3 module loads extensions"
}

# Installs the newest better-sqlite3 that this Node can run.  If no prebuilt binary can be
# fetched, npm compiles it with the headers installed with Node.
install_better_sqlite3() {
    local headers

    [ -e "$work/node/node_modules/better-sqlite3/package.json" ] && return
    mkdir -p "$work/node"
    echo '{"private": true}' >"$work/node/package.json"
    headers=$(dirname "$(dirname "$(readlink -f "$(command -v "${NODE:-node}")")")")
    if [ -z "${npm_config_nodedir:-}" ] && [ -e "$headers/include/node/node.h" ]; then
        export npm_config_nodedir=$headers
    fi
    for version in latest 12 11; do
        (cd "$work/node" && npm install --silent --engine-strict --no-audit --no-fund \
            "better-sqlite3@$version") >"$work/node/log" 2>&1 && return
    done
    return 1
}

test_node() {
    if ! command -v "${NODE:-node}" >/dev/null || ! command -v npm >/dev/null; then
        skip node "Node or npm is not installed"
    elif ! install_better_sqlite3; then
        skip node "better-sqlite3 cannot be installed: see $work/node/log"
    else
        "${NODE:-node}" hosts/test_node.mjs "$extension" || failures=$((failures + 1))
    fi
}

# Runs the script $1, without .py, under the name $2 with the arguments that follow.
run_differential() {
    local script=$1 name=$2
    shift 2

    "${PYTHON:-/usr/bin/python3}" "hosts/$script.py" --seed "$seed" "$@" |
        sed "s/^differential/hosts: $name, &/"
    [ "${PIPESTATUS[0]}" -eq 0 ] || failures=$((failures + 1))
}

# Runs the script $1 with the options that follow on each available host.
on_each_host() {
    local script=$1 folder
    shift

    make -s build/plain/sqlrun && run_differential "$script" "system's SQLite" "$@" \
        build/plain/sqlrun -e "$extension"
    for folder in "$work"/better-sqlite3-*; do
        [ -x "$folder/sqlrun" ] &&
            run_differential "$script" "SQLite $(sqlite_version "$folder")" "$@" \
                "$folder/sqlrun" -e "$extension"
    done
}

test_differential() {
    on_each_host differential
}

# Whether the sqlite3 module of $PYTHON loads extensions.
python_loads() {
    "${PYTHON:-/usr/bin/python3}" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' \
        2>/dev/null
}

# The same; if it does not, the tests $1 are skipped.
needs_python() {
    python_loads || { skip "$1" "no Python whose sqlite3 module loads extensions"; return 1; }
}

run_script() {
    "${PYTHON:-/usr/bin/python3}" "$@" || failures=$((failures + 1))
}

test_random() {
    echo "hosts: random questions: seed $seed"
    on_each_host differential --quick --questions 80
    if python_loads; then
        run_differential differential python --quick --questions 200 --python "$extension"
        run_differential differential python --quick --questions 60 --self-test \
            --python "$extension"
    fi
}

test_joins() {
    echo "hosts: random joins: seed $seed"
    on_each_host differential_joins --groups 8 --questions 200
    if python_loads; then
        run_differential differential_joins python --groups 20 --questions 320 \
            --python "$extension"
        run_differential differential_joins python --groups 2 --questions 100 --self-test \
            --python "$extension"
    fi
}

test_poison() {
    needs_python poison && run_script hosts/poison.py --seed "$seed" --rounds "$rounds" "$extension"
}

test_check() {
    needs_python check && run_script hosts/check_poisons.py --seed "$seed" --rounds "$rounds" "$extension"
}

test_scans() {
    needs_python scans || return
    echo "hosts: random scans: seed $seed"
    run_script hosts/random_scans.py --seed "$seed" "$extension"
}

test_write() {
    needs_python write || return
    run_script hosts/write_faults.py "$extension"
    run_script hosts/random_writes.py --seed "$seed" "$extension"
    run_script hosts/test_import.py "$extension"
}

# Runs the attacks with the SQLite that the arguments compile and link.
run_attacks() {
    local program=$1 folder
    shift

    if [ ! "$program" -nt hosts/schema_attacks.c ]; then
        if ! ${CC:-cc} -std=c11 -O1 -o "$program" hosts/schema_attacks.c "$@"; then
            failures=$((failures + 1))
            echo "hosts: schema attacks ($program): 0 passed, 1 failed"
            return
        fi
    fi
    folder=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/attacks.XXXXXX")
    "$program" "$extension" "$folder" || failures=$((failures + 1))
    rm -rf "$folder"
}

test_trust() {
    local folder

    run_attacks "$work/schema_attacks" -lsqlite3
    for folder in "$work"/better-sqlite3-*; do
        [ -e "$folder/sqlite3.o" ] && run_attacks "$folder/schema_attacks" "-I$folder" \
            "$folder/sqlite3.o" -lpthread -ldl -lm
    done
    needs_python trust && run_script hosts/test_trust.py "$extension"
}

test_cache() {
    needs_python cache && run_script hosts/test_cache.py "$extension"
}

# Makes a new virtual environment in the folder $1 with the packages that follow; no folder if
# that fails.
make_venv() {
    local folder=$1
    shift

    rm -rf "$folder"
    { "${PYTHON:-/usr/bin/python3}" -m venv "$folder" &&
        { [ $# -eq 0 ] || "$folder/bin/pip" install --quiet "$@"; }; } >"$folder.log" 2>&1 && return
    rm -rf "$folder"
    return 1
}

test_vfs() {
    local folder=$work/vfs

    make -s build/plain/sqlrun && run_differential differential "files elsewhere" --elsewhere \
        --quick --questions 40 build/plain/sqlrun -e "$extension"
    if ! "$folder/bin/python" -c 'import apsw' 2>/dev/null; then
        make_venv "$folder" apsw || { skip vfs "apsw cannot be installed: see $folder.log"; return; }
    fi
    "$folder/bin/python" hosts/test_vfs.py "$extension" || failures=$((failures + 1))
}

test_datasette() {
    local folder=$work/datasette

    needs_python datasette || return
    if [ ! -x "$folder/bin/datasette" ]; then
        make_venv "$folder" datasette ||
            { skip datasette "it cannot be installed: see $folder.log"; return; }
    fi
    run_script hosts/test_datasette.py "$extension" "$folder/bin"
}

test_command() {
    local folder=$work/command

    needs_python command || return
    if ! PYTHON=${PYTHON:-/usr/bin/python3} make -s wheel >"$work/command.log"; then
        failures=$((failures + 1))
        echo "hosts: command: 0 passed, 1 failed"
        return
    fi
    if [ ! -x "$folder/bin/python" ]; then
        make_venv "$folder" pyarrow || { # without it, the command reads its own files back
            make_venv "$folder" || { skip command "no virtual environment: see $folder.log"; return; }
        }
    fi
    "$folder/bin/pip" install --quiet --no-index --force-reinstall build/wheel/parquet_vtab-*.whl
    "$folder/bin/python" hosts/test_command.py "$folder/bin" || failures=$((failures + 1))
}

# npm and pip choose the versions: the examples should work with current ones.
test_documents() {
    local folder=$PWD/$work/documents

    needs_python documents || return
    if [ ! -e "$folder/ready-with-polars" ]; then
        rm -rf "$folder"
        if ! { "${PYTHON:-/usr/bin/python3}" -m venv "$folder" &&
            "$folder/bin/pip" install --quiet adbc-driver-sqlite apsw datasette pandas polars pyarrow sqlalchemy sqlite-utils &&
            touch "$folder/ready-with-polars"; } >"$work/documents.log" 2>&1; then
            skip documents "what they import cannot be installed: see $work/documents.log"
            return
        fi
        npm install --silent --prefix "$folder" better-sqlite3 >>"$work/documents.log" 2>&1
    fi
    PATH=$folder/bin:$PATH PYTHON=$folder/bin/python NODE_PATH=$folder/node_modules \
        sql-tests/documents.sh "$extension" | sed 's/^documents:/hosts: documents:/'
    [ "${PIPESTATUS[0]}" -eq 0 ] || failures=$((failures + 1))
}

test_bombs() {
    needs_python bombs || return
    "${PYTHON:-/usr/bin/python3}" hosts/interrupts.py --seed "$seed" --some 3 --moments 1 \
        --patience 0.5 "$extension" | sed 's/^interrupts: /hosts: bombs: /'
    [ "${PIPESTATUS[0]}" -eq 0 ] || failures=$((failures + 1))
}

if [ ! -e "$extension" ]; then
    echo "$extension is missing: run make first" >&2
    exit 2
fi

# run_parts PART...: one after the other, with the seconds of each.
run_parts() {
    local part started
    for part; do
        started=$SECONDS
        "test_$part"
        echo "hosts: $part: $((SECONDS - started)) s"
    done
    [ $failures -eq 0 ]
}

# All parts, some at the same time; those that measure time or need what others build last.
run_all() {
    make -s build/plain/sqlrun build/static/sqlrun_linked amalgamation wheel >/dev/null
    run_parts sqlite strict static amalgamation trust >"$work/first.log" 2>&1 &
    run_parts python node poison check write cache datasette command documents
    wait $! || failures=$((failures + 1))
    cat "$work/first.log"
    run_parts random scans joins vfs bombs
}

for part in "${@:-all}"; do
    case $part in
    all) run_all ;;
    sqlite | strict | static | amalgamation | python | node | random | scans | joins | poison | check | write | trust | cache | vfs | datasette | command | documents | bombs | differential)
        run_parts "$part"
        ;;
    *)
        echo "usage: hosts/run.sh [sqlite|strict|static|amalgamation|python|node|random|scans|joins|poison|check|write|trust|cache|vfs|datasette|command|documents|bombs|differential]..." >&2
        exit 2
        ;;
    esac
done
[ $failures -eq 0 ]
