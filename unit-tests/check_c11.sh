#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the sources are C11 without extensions: clang compiles them as for a compiler
# that does not define __GNUC__, so that only what any C11 compiler accepts remains.
cd "$(dirname "$0")/.." || exit 1
if ! command -v clang >/dev/null; then
    echo 'skipped: c11: clang is not installed'
    exit 0
fi
passed=0 failed=0
for file in src/*.c src/*/*.c src/*/*/*.c parquet_vtab.c; do
    case $file in
    *codec_lzo.c | *_windows.c | *codec_snappy_system.c) continue ;; # need what may not be here
    esac
    # What xxhash and the C library define for __GNUC__ is not asked about.
    if clang -std=c11 -pedantic-errors -Wno-literal-range -fgnuc-version=0 -U__clang__ \
        -DXXH_VECTOR=0 -D_POSIX_C_SOURCE=200809L -Isrc -fsyntax-only "$file"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "c11: $passed passed, $failed failed"
[ $failed -eq 0 ]
