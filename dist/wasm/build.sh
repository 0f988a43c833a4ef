#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds SQLite with the extension and its codecs for WebAssembly, with Emscripten:
#
#     build/dist/wasm/parquet_vtab_sqlite.mjs, .wasm     for Node and browsers
#     build/dist/wasm/demo/                              the demo page, for any static server
#     build/dist/wasm/sqlrun                             the program of the SQL tests (--sqlrun)
#
#     dist/wasm/build.sh [--sqlrun]
#
# The sources of SQLite and the codecs are fetched first (dist/fetch.sh).  Ends with status 3 if
# Emscripten is missing or something cannot be fetched.
#
# Environment: JOBS (compilations at a time, 2), EMCC, EMAR.
set -eu

cd "$(dirname "$0")/../.."
root=$PWD
work=build/dist/wasm
jobs=${JOBS:-2}
emcc=${EMCC:-emcc}
emar=${EMAR:-emar}
name=parquet_vtab_sqlite

# Debian's Emscripten has its libraries in its own cache, and needs Debian's modules for Node.
# Before 3.1.10 its tools take fetch() for a browser's.
setup_emscripten() {
    command -v "$emcc" >/dev/null || { echo 'wasm: Emscripten (emcc) is not installed' >&2; exit 3; }
    [ ! -d /usr/share/emscripten/cache ] || unset EM_CACHE
    export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
    if node --no-experimental-fetch -e 0 2>/dev/null; then
        export NODE_OPTIONS="${NODE_OPTIONS:-} --no-experimental-fetch"
    fi
}

# SQLite as its own WebAssembly build configures it, where that makes sense for this one: no
# threads, no extensions to load.  The extension is linked in.
sqlite_flags="-DSQLITE_THREADSAFE=0 -DSQLITE_TEMP_STORE=3 -DSQLITE_USE_URI=1 -DSQLITE_OMIT_DEPRECATED
    -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_ENABLE_COLUMN_METADATA
    -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_GEOPOLY -DSQLITE_ENABLE_MATH_FUNCTIONS
    -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ENABLE_STMTVTAB -DSQLITE_DEFAULT_UNIX_VFS=\"unix-none\""

# Tables of thousands of columns; and a misspelt name in double quotes is an error, not a text.
module_flags='-DSQLITE_MAX_COLUMN=32767 -DSQLITE_DQS=0'

# compile SOURCE OBJECT FLAGS: if the object is older, or may be of other flags.
compile() {
    local source=$1 object=$2
    shift 2
    [ "$object" -nt "$source" ] && [ "$object" -nt dist/wasm/build.sh ] ||
        "$emcc" -O2 -g0 -w -isystem build/dist/include -c -o "$object" "$@" "$source"
}

build_objects() {
    local source

    ${MAKE:-make} -s -j"$jobs" -f dist/codecs.mk CC="$emcc" AR="$emar" OUT=build/dist/codecs/wasm
    mkdir -p "$work/tree"
    for source in Makefile parquet_vtab.c src sql-tests; do
        ln -sfn "$root/$source" "$work/tree/$source"
    done
    ${MAKE:-make} -s -j"$jobs" -C "$work/tree" CC="$emcc" AR="$emar" OMIT='CRYPTO THREADS' \
        NO_LIBDEFLATE= SNAPPY=own LZO= HOST_TELLS=-DSQLITE_ENABLE_COLUMN_METADATA \
        CFLAGS='-O2 -g0 -Wno-cast-align -isystem ../../include' build/parquet_vtab.a
    # shellcheck disable=SC2086
    compile build/dist/vendor/libsqlite3-sys/sqlite3/sqlite3.c "$work/sqlite3.o" $sqlite_flags \
        $module_flags -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_EXTRA_INIT=parquet_vtab_start
    compile dist/wasm/start.c "$work/start.o"
}

# What JavaScript calls: the functions that api.mjs names.
exports() {
    grep -oE 'wasm\._[a-z0-9_]+' dist/wasm/api.mjs | sort -u | sed 's/^wasm\.//' | paste -sd,
}

archives="$work/tree/build/parquet_vtab.a build/dist/codecs/wasm/codecs.a"
# Text and numbers of 64 bits pass as they are; no JavaScript is made at run time; memory grows.
link_flags="-O2 -g0 --minify 0 -sWASM_BIGINT -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sDYNAMIC_EXECUTION=0
    -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -lnodefs.js
    --js-library dist/wasm/system.js"

build_module() {
    # shellcheck disable=SC2086
    "$emcc" $link_flags -o "$work/emscripten.mjs" "$work/sqlite3.o" "$work/start.o" $archives \
        --no-entry -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createModule -lworkerfs.js \
        -sENVIRONMENT=web,worker,node -sEXPORTED_FUNCTIONS="$(exports)" \
        -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stackSave,stackRestore,stackAlloc
    { cat dist/wasm/require.mjs
        sed -e '/^export default createModule/d' -e 's/emscripten\.wasm/'$name'.wasm/g' "$work/emscripten.mjs"
        sed '/^\/\/ SPDX/d' dist/wasm/api.mjs; } >"$work/$name.mjs"
    mv "$work/emscripten.wasm" "$work/$name.wasm"
    rm "$work/emscripten.mjs"
    mkdir -p "$work/demo"
    cp dist/wasm/demo/* testdata/trips.parquet "$work/$name.mjs" "$work/$name.wasm" build/dist/LICENSES.txt "$work/demo/"
    echo "wasm: $work/$name.wasm: $(wc -c <"$work/$name.wasm") bytes"
}

# The tests make allocations fail through SQLite's own interface, and load nothing.
build_sqlrun() {
    # shellcheck disable=SC2086
    compile build/dist/vendor/libsqlite3-sys/sqlite3/sqlite3.c "$work/sqlite3_sqlrun.o" $sqlite_flags \
        -DSQLITE_ENABLE_LOAD_EXTENSION
    # shellcheck disable=SC2086
    "$emcc" $link_flags -std=c11 -DSQLRUN_STATIC -DSQLITE_CORE -isystem build/dist/include -Isrc \
        -o "$work/sqlrun.js" sql-tests/sqlrun.c "$work/sqlite3_sqlrun.o" $archives \
        -sEXIT_RUNTIME -sENVIRONMENT=node --pre-js dist/wasm/sqlrun_folders.js
    # Emscripten would fetch() the .wasm file.
    printf '#!/bin/sh\nfetch=--no-experimental-fetch\nnode $fetch -e 0 2>/dev/null || fetch=\nexec node $fetch "%s" "$@"\n' \
        "$root/$work/sqlrun.js" >"$work/sqlrun"
    chmod +x "$work/sqlrun"
}

setup_emscripten
dist/fetch.sh --sources
build_objects
case ${1:-} in
'') build_module ;;
--sqlrun) build_sqlrun ;;
*) echo "usage: dist/wasm/build.sh [--sqlrun]" >&2; exit 2 ;;
esac
