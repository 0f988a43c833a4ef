#!/bin/sh
# SPDX-License-Identifier: MIT
# The order of the folders of src/ is law: a file includes only what its own folder has,
# or a folder above it in this list.  And: the heap has one door, src/base/alloc.c.
order='
base
codec
value
scan
parquet/format
parquet/encoding
parquet/schema
parquet/page
parquet/facts
parquet/column
parquet/nested
parquet/geometry
parquet
parquet/write
parquet/check
convert
.
sql/host
sql/table
sql/connection
sql/functions
sql/write
'
# Readers do without the writer, the codecs know nothing of encodings, and of the SQL side
# only metadata functions and the writer may know which format a file has.
forbidden='
parquet/encoding codec
parquet/write scan/scan
parquet/check parquet/write
sql/host parquet
sql/host scan
sql/table parquet
sql/connection parquet
'

faults=$(
    (cd src && grep -rn '^#include "' --include='*.[ch]' .) | sed 's|^\./||' |
    awk -v order="$order" -v forbidden="$forbidden" '
    function folder_of(path) {
        return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "."
    }
    BEGIN {
        n = split(order, names, "\n")
        for (i = 1; i <= n; i++) rank[names[i]] = i
        n_forbidden = split(forbidden, pairs, "\n")
    }
    {
        file = substr($0, 1, index($0, ":") - 1)
        match($0, /"[^"]*"/)
        included = substr($0, RSTART + 1, RLENGTH - 2)
        if (included ~ /^sqlite3/) next
        from = folder_of(file); to = folder_of(included)
        if (!(from in rank) || !(to in rank)) print "a folder without a place in the order: " $0
        else if (rank[to] > rank[from]) print from " may not include " to ": " $0
        for (i = 1; i <= n_forbidden; i++) {
            if (split(pairs[i], pair, " ") == 2 && from == pair[1] && index(included, pair[2]) == 1)
                print from " may not include " pair[2] ": " $0
        }
    }'
    grep -rnE '^#include .*sqlite3' --include='*.[ch]' src | grep -v '^src/sql/host/sqlite_api.h' |
        sed 's/^/only sqlite_api.h includes SQLite: /'
    grep -nE '^#include .*"(parquet|codec)/' src/sql/functions/*.[ch] parquet_vtab.c |
        grep -v '^src/sql/functions/metadata_' |
        sed 's/^/only metadata functions and the writer know Parquet: /'
    grep -rnE 'libversion_number *\(' src parquet_vtab.c --include='*.[ch]' |
        grep -v '^src/sql/host/host_quirks\.c' |
        sed 's/^/only host_quirks.c asks for the version of SQLite: /'
    grep -n '^#include .*constraint\.h' src/sql/table/domain_cut.[ch] |
        sed 's/^/domain_cut is the inside of constraint and does not know it: /'
    grep -rnE '\b(malloc|calloc|realloc|free|strdup)\(' src parquet_vtab.c \
        --include='*.[ch]' | grep -v '^src/base/alloc\.c' |
        sed 's/^/memory is had from base\/alloc.h, or from SQLite for what SQLite frees: /'
)

if [ -n "$faults" ]; then
    echo "$faults"
    echo 'layers: 0 passed, 1 failed'
    exit 1
fi
echo 'layers: 1 passed, 0 failed'
