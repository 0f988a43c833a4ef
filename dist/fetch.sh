#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fetches what dist/build.sh needs, and nothing else, into build/dist:
#
#     vendor/         sources of the codecs and of SQLite: the crates of dist/codecs/Cargo.lock
#     include/        their public headers
#     venv/, zig      the compiler: the package ziglang of dist/zig.txt
#     LICENSES.txt    the licences of all that becomes part of the libraries
#
#     dist/fetch.sh              fetches what is not there, and verifies the sources
#     dist/fetch.sh --sources    without the compiler
#
# Ends with status 3 if something cannot be fetched.
#
# Environment: PYTHON (python3), ZIG (a compiler to use instead).
set -eu

cd "$(dirname "$0")/.."
work=build/dist
python=${PYTHON:-python3}
mkdir -p "$work"

fetch_sources() {
    cmp -s dist/codecs/Cargo.lock "$work/vendor.lock" && return
    rm -rf "$work/vendor" "$work/include"
    cargo vendor --quiet --locked --manifest-path dist/codecs/Cargo.toml "$work/vendor" >/dev/null &&
        cp dist/codecs/Cargo.lock "$work/vendor.lock"
}

# Cargo checks what it downloads; this checks what is there now, file by file.
verify_sources() {
    "$python" - "$work/vendor" dist/codecs/Cargo.lock <<'PYTHON'
import hashlib, json, pathlib, re, sys
vendor, lock = pathlib.Path(sys.argv[1]), open(sys.argv[2]).read()
faults = []
for block in lock.split("[[package]]")[1:]:
    found = dict(re.findall(r'^(\w+) = "(.*)"', block, re.M))
    if "checksum" not in found:
        continue
    folder = vendor / found["name"]
    sums = json.loads((folder / ".cargo-checksum.json").read_text())
    if sums["package"] != found["checksum"]:
        faults.append(f"{folder}: not the package of Cargo.lock")
    for name, checksum in sums["files"].items():
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != checksum:
            faults.append(f"{folder / name}: changed")
    extra = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    extra -= set(sums["files"]) | {".cargo-checksum.json"}
    faults += [f"{folder / name}: not part of the package" for name in sorted(extra)]
for fault in faults[:20]:
    print(fault)
if faults:
    sys.exit(f"dist: remove {vendor}.lock, and fetch the sources again")
PYTHON
}

# The codecs bring copies of each other's headers along: these are the ones to use.
collect_headers() {
    local vendor=$work/vendor

    rm -rf "$work/include"
    mkdir -p "$work/include"
    cp -r "$vendor/compu-brotli-sys/brotli/c/include/brotli" "$work/include/"
    cp "$vendor"/zstd-sys/zstd/lib/zstd{,_errors}.h "$vendor"/lz4-sys/liblz4/lib/lz4{,hc,frame}.h \
        "$vendor"/libz-sys/src/zlib/z{lib,conf}.h "$vendor"/libdeflate-sys/libdeflate/libdeflate.h \
        "$vendor"/xxhash-c-sys/src/c/xxhash.h "$vendor"/libsqlite3-sys/sqlite3/sqlite3{,ext}.h \
        "$work/include/"
}

# The value of a macro $2 of the header $1.
macro() {
    sed -n "s/^[ \t]*#[ \t]*define[ \t]*$2[ \t]*\"\{0,1\}\([0-9.]*\)\"\{0,1\}.*/\1/p" "$work/include/$1" | head -n 1
}

# license NAME VERSION FILE
license() {
    printf '\n%s\n%s %s\n\n' "$(printf '%079d' 0 | tr 0 =)" "$1" "$2"
    cat "$3"
}

collect_licenses() {
    local vendor=$work/vendor include=$work/include

    echo "parquet_vtab contains the libraries below.  Its own licence comes first."
    license parquet_vtab "$(sed -n 's/^#define PARQUET_VTAB_VERSION "\(.*\)"/\1/p' src/version.h)" LICENSE
    license zstd "$(macro zstd.h ZSTD_VERSION_MAJOR).$(macro zstd.h ZSTD_VERSION_MINOR).$(macro zstd.h ZSTD_VERSION_RELEASE)" \
        "$vendor/zstd-sys/zstd/LICENSE"
    license lz4 "$(macro lz4.h LZ4_VERSION_MAJOR).$(macro lz4.h LZ4_VERSION_MINOR).$(macro lz4.h LZ4_VERSION_RELEASE)" \
        "$vendor/lz4-sys/liblz4/lib/LICENSE"
    license brotli 1.2.0 dist/licenses/brotli.txt
    license zlib "$(macro zlib.h ZLIB_VERSION)" "$vendor/libz-sys/src/zlib/LICENSE"
    license libdeflate "$(macro libdeflate.h LIBDEFLATE_VERSION_STRING)" \
        "$vendor/libdeflate-sys/libdeflate/COPYING"
    license xxHash "$(macro xxhash.h XXH_VERSION_MAJOR).$(macro xxhash.h XXH_VERSION_MINOR).$(macro xxhash.h XXH_VERSION_RELEASE)" \
        "$vendor/xxhash-c-sys/src/c/LICENSE"
    compiler=$(dirname "$(readlink -f "${ZIG:-$work/zig}")")
    [ -e "$compiler/LICENSE" ] || return 0
    license "zig: the compiler's runtime" '' "$compiler/LICENSE"
    license 'mingw-w64: start files, on Windows' '' "$compiler/lib/libc/mingw/COPYING"
}

fetch_compiler() {
    [ -x "$work/zig" ] && cmp -s dist/zig.txt "$work/venv/zig.txt" && return
    rm -rf "$work/venv" "$work/zig"
    "$python" -m venv "$work/venv" &&
        "$work/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
            -r dist/zig.txt &&
        ln -sfn "$("$work/venv/bin/python" -c \
            'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig" "$work/zig" &&
        cp dist/zig.txt "$work/venv/zig.txt"
}

fetch_sources || { echo 'dist: the sources of the codecs cannot be fetched' >&2; exit 3; }
verify_sources
collect_headers
[ "${1:-}" = --sources ] || [ -n "${ZIG:-}" ] || fetch_compiler ||
    { echo 'dist: the compiler cannot be fetched' >&2; exit 3; }
collect_licenses >"$work/LICENSES.txt"
