#!/bin/sh
# Include order is law: base <- codec <- scan <- parquet <- formats <- sql <- the module.
# A file includes only from its left.  And: the heap has one door, src/base/alloc.c.
faults=0

# layer FORBIDDEN-PATTERN: no #include in src/layer may match the pattern.
forbid() {
    found=$(grep -rnE "^#include .*($2)" "src/$1" --include='*.[ch]')
    if [ -n "$found" ]; then
        echo "src/$1 may not include this:"
        echo "$found"
        faults=1
    fi
}

forbid base '/codec/|/scan/|/parquet/|/sql/|formats\.h|sqlite3'
forbid codec '/scan/|/parquet/|/sql/|formats\.h|sqlite3'
forbid scan '/codec/|/parquet/|/sql/|formats\.h|sqlite3'
forbid parquet '/sql/|formats\.h|sqlite3'
forbid parquet/encoding 'page_reader|column_chunk|file_metadata|schema_tree|codec'

# Of the module's side, only the functions that show Parquet's own metadata and those that
# write files know Parquet.
found=$(grep -nE '^#include .*/(parquet|codec)/' src/sql/*.[ch] parquet_vtab.c |
        grep -vE '^src/sql/(metadata_|write(_|\.))')
if [ -n "$found" ]; then
    echo "only src/sql/metadata_*.c and write*.c may include this:"
    echo "$found"
    faults=1
fi

found=$(grep -rnE '\b(malloc|calloc|realloc|free|strdup)\(' src parquet_vtab.c \
        --include='*.[ch]' | grep -v '^src/base/alloc\.c')
if [ -n "$found" ]; then
    echo "memory is had from src/base/alloc.h, or from SQLite for what SQLite frees:"
    echo "$found"
    faults=1
fi

[ $faults -eq 0 ] && echo 'layers: 1 passed, 0 failed'
exit $faults
