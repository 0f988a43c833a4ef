# SPDX-License-Identifier: MIT
# Parts: the SQL tests on other builds of SQLite, and tests of the languages, modules and
# programs that load the extension.

# SQLite 3.31.1, 3.34.0 and 3.37.2 (before sqlite3_vtab_in), 3.38.2 (the first with it),
# 3.46.0, and whatever is newest.  In CI, those between take turns.
between=(7.1.2 7.5.0 7.5.1 11.1.2)
[ "${TURN:-all}" = all ] || between=("${between[TURN / 2 % 4]}")
versions=${SQLITE_FROM:-6.0.0 ${between[*]} latest}

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

# Compiles the files that include SQLite's headers with the headers in the folder $1.
check_headers() {
    local name
    name="headers of SQLite $(sqlite_version "$1")"

    if ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -I"$1" -Wall -Wextra -Werror -fsyntax-only \
        src/sql/*/*.c parquet_vtab.c; then
        echo "hosts: $name: 1 passed, 0 failed"
    else
        fail "$name"
    fi
}

# The SQL tests on other versions of SQLite, from the oldest promised to the newest: the
# amalgamations inside the npm package better-sqlite3; and whether the extension compiles with
# their headers.
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
        build_sqlrun "$folder" || { fail "SQLite $sqlite"; continue; }
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
    fail "$(basename "$1")"
    return 1
}

# The SQL tests on the newest SQLite, with every option that makes it check more or offer less,
# and with small limits.
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

# The SQL tests with the extension linked in, not loaded.
test_static() {
    make -s build/static/sqlrun_linked || { fail static; return; }
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

# The SQL tests with all sources as one file (dist/amalgamate.py), compiled with SQLite's in one
# command, and whether that file compiles with the flags of other hosts.
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
        fail amalgamation
        return
    fi
    run_sql_tests amalgamation "$program"
    check_amalgamation "$folder"
}

# Python's own sqlite3 module.
test_python() {
    local python

    for python in ${PYTHON:-/usr/bin/python3 python3}; do
        if "$python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' \
            2>/dev/null; then
            "$python" hosts/systems/test_python.py "$extension" || failures=$((failures + 1))
            return
        fi
    done
    skip python "no Python whose sqlite3 module loads extensions"
}

# Installs the newest better-sqlite3 that this Node can run.  If no prebuilt binary can be
# fetched, npm compiles it with the headers installed with Node.
install_better_sqlite3() {
    local headers version

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

# Node, with better-sqlite3.
test_node() {
    if ! command -v "${NODE:-node}" >/dev/null || ! command -v npm >/dev/null; then
        skip node "Node or npm is not installed"
    elif ! install_better_sqlite3; then
        skip node "better-sqlite3 cannot be installed: see $work/node/log"
    else
        "${NODE:-node}" hosts/systems/test_node.mjs "$extension" || failures=$((failures + 1))
    fi
}

# Files in BLOBs and VFSes, also over HTTP, with apsw; and random queries of such files on the
# system's SQLite.
test_vfs() {
    local folder=$work/vfs

    make -s build/plain/sqlrun && run_differential differential "files elsewhere" --elsewhere \
        --quick --questions 40 build/plain/sqlrun -e "$extension"
    if ! "$folder/bin/python" -c 'import apsw' 2>/dev/null; then
        make_venv "$folder" apsw || { skip vfs "apsw cannot be installed: see $folder.log"; return; }
    fi
    "$folder/bin/python" hosts/systems/test_vfs.py "$extension" || failures=$((failures + 1))
}

# What a process keeps of files for all its connections.
test_cache() {
    needs_python cache && run_script hosts/systems/test_cache.py "$extension"
}

# The command parquet-sql, installed from the wheel of `make wheel`.
test_command() {
    local folder=$work/command

    needs_python command || return
    PYTHON=$system_python make -s wheel >"$work/command.log" || { fail command; return; }
    if [ ! -x "$folder/bin/python" ]; then
        make_venv "$folder" pyarrow || { # without it, the command reads its own files back
            make_venv "$folder" || { skip command "no virtual environment: see $folder.log"; return; }
        }
    fi
    "$folder/bin/pip" install --quiet --no-index --force-reinstall build/wheel/parquet_vtab-*.whl
    "$folder/bin/python" hosts/systems/test_command.py "$folder/bin" || failures=$((failures + 1))
}

# The examples of the documents, with all modules that they import.  npm and pip choose the
# versions: the examples should work with current ones.
test_documents() {
    local folder=$PWD/$work/documents

    needs_python documents || return
    if [ ! -e "$folder/ready-with-polars" ]; then
        if ! make_venv "$folder" adbc-driver-sqlite apsw datasette pandas polars pyarrow sqlalchemy sqlite-utils; then
            skip documents "what they import cannot be installed: see $work/documents.log"
            return
        fi
        touch "$folder/ready-with-polars"
        npm install --silent --prefix "$folder" better-sqlite3 >>"$work/documents.log" 2>&1
    fi
    PATH=$folder/bin:$PATH PYTHON=$folder/bin/python NODE_PATH=$folder/node_modules \
        sql-tests/documents.sh "$extension" | sed 's/^documents:/hosts: documents:/'
    [ "${PIPESTATUS[0]}" -eq 0 ] || failures=$((failures + 1))
}
