#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the extension with its codecs inside, for any platform of dist/targets.txt.
#
#     dist/build.sh [NAME...]             default: all
#     dist/build.sh --sqlrun NAME...      the program of the SQL tests, with SQLite inside
#
# The library of linux-x64 becomes build/dist/linux-x64/parquet_vtab.so.  The compiler and
# the sources of the codecs are fetched first (dist/fetch.sh).  The same sources give the
# same bytes, wherever they are.  The program becomes build/dist/sqlrun/linux-x64/sqlrun.
#
# Environment: JOBS (compilations at a time, 2), ZIG (the compiler, instead of the fetched).
set -eu

cd "$(dirname "$0")/.."
work=build/dist
root=$PWD
jobs=${JOBS:-2}

# Makes a tree in $1 that shares this one's sources, so that `make` there builds separately
# and sees only relative paths.
link_tree() {
    mkdir -p "$1"
    for source in Makefile parquet_vtab.c src sql-tests; do
        ln -sfn "$root/$source" "$1/$source"
    done
}

# Sets what depends on the system of zig's target $1: how a library is linked, and with what.
describe() {
    pic=-fPIC
    case $1 in
    *-linux-*)
        link="-shared -s -Wl,-z,relro,-z,now,-z,nodelete,-z,defs,--gc-sections"
        link+=" -Wl,--version-script=$root/dist/exports.map"
        libraries='-lpthread -ldl -lm'
        ;;
    *-macos*)
        link='-dynamiclib -s -Wl,-dead_strip -Wl,-install_name,@rpath/parquet_vtab.dylib'
        libraries=''
        ;;
    *-windows-*)
        link='-shared -s -Wl,--gc-sections'
        libraries=''
        pic=
        ;;
    esac
}

# Builds the library $3 of the platform $1 with zig's target $2.
build() {
    local name=$1 target=$2 file=$3 tree=$work/tree/$1
    local compiler="$zig cc -target $target" link libraries pic
    local flags="-O2 -g0 -fno-sanitize=undefined -ffunction-sections -fdata-sections"
    # Newer compilers than those of the tests warn of sizes that are constants of an enumeration.
    flags+=" -Wno-enum-enum-conversion -Wno-enum-float-conversion"

    describe "$target"
    ${MAKE:-make} -s -j"$jobs" -f dist/codecs.mk CC="$compiler" AR="$zig ar" PIC="$pic" \
        OUT="$work/codecs/$name"
    link_tree "$tree"
    rm -f "$tree/$file"
    ${MAKE:-make} -s -j"$jobs" -C "$tree" CC="$compiler" OMIT= NO_LIBDEFLATE= SNAPPY=own LZO= \
        CFLAGS="$flags -isystem ../../include" LIBRARY="$file" SHARED="$link" LDFLAGS= \
        LIBRARIES="../../codecs/$name/codecs.a $libraries" "$file"
    mkdir -p "$work/$name"
    cp "$tree/$file" "$work/$name/$file"
    echo "dist: $work/$name/$file: $(wc -c <"$work/$name/$file") bytes"
}

# Builds the program that runs SQL tests for the platform $1 with zig's target $2.
build_sqlrun() {
    local folder=$work/sqlrun/$1 program=sqlrun libraries='-lpthread -ldl -lm'
    local compiler="$zig cc -target $2 -O1 -fno-sanitize=undefined"

    case $2 in
    *-windows-*) program=sqlrun.exe libraries= ;;
    *-musl) compiler+=' -dynamic' ;; # to load libraries
    esac
    mkdir -p "$folder"
    if [ ! -e "$folder/sqlite3.o" ]; then
        $compiler -g0 -w -c -o "$folder/sqlite3.o" -DSQLITE_ENABLE_LOAD_EXTENSION \
            -DSQLITE_ENABLE_COLUMN_METADATA "$work/vendor/libsqlite3-sys/sqlite3/sqlite3.c"
    fi
    # shellcheck disable=SC2086
    $compiler -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -isystem "$work/include" \
        -o "$folder/$program" sql-tests/sqlrun.c "$folder/sqlite3.o" $libraries
}

what=build
if [ "${1:-}" = --sqlrun ]; then
    what=build_sqlrun
    shift
fi
dist/fetch.sh
zig=${ZIG:-$root/$work/zig}
export ZIG_LOCAL_CACHE_DIR=$root/$work/zig-cache ZIG_GLOBAL_CACHE_DIR=$root/$work/zig-cache
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(awk '!/^#/ { print $1 }' dist/targets.txt)
failed=0
for name; do
    line=$(awk -v name="$name" '$1 == name' dist/targets.txt)
    [ -n "$line" ] || { echo "dist/targets.txt has no $name" >&2; exit 2; }
    # shellcheck disable=SC2086
    set +e
    (set -e; $what $line)
    [ $? -eq 0 ] || { echo "dist: $name FAILED"; failed=1; }
    set -e
done
exit $failed
