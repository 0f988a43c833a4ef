#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the order of the folders of src/: a file includes only files of its own folder or of
# a folder below it, which is further down in this list.  ARCHITECTURE.md has the list with what
# each folder is (check_names.sh compares them), and dist/amalgamate.py reads it here.  Only
# src/base/alloc.c calls malloc() and free().
order='
without
sql/write
sql/functions
sql/query
sql/module
sql/connection
sql/table
sql/files
sql/encryption
sql/options
sql/host
lake
lake/iceberg
lake/delta
lake/paths
lake/deletions
lake/avro
dataset
.
convert
orc/check
orc
orc/column
orc/facts
orc/file
orc/stream
orc/encoding
orc/format
parquet/check
parquet/write
parquet
parquet/geometry
parquet/nested
parquet/variant
parquet/column
parquet/facts
parquet/page
parquet/encryption
parquet/schema
parquet/encoding
parquet/format
summary
vector
feed
rows
scan
remote
remote/s3
remote/http
value
codec
base
os
'
# FOLDER PREFIX: files of the folder may not include what begins with the prefix.  Encodings
# do not use codecs, the writer no scans, the checker not the writer; ORC does not use Parquet;
# in src/sql/, these do not depend on a file format.
forbidden='
sql/query parquet/
sql/query orc/
sql/module parquet/
sql/module orc/
sql/connection parquet/
sql/connection orc/
sql/table parquet/
sql/table orc/
sql/files parquet/
sql/files orc/
sql/files scan/
sql/host parquet/
sql/host orc/
sql/host scan/
orc/check parquet/
orc parquet/
orc/column parquet/
orc/facts parquet/
orc/file parquet/
orc/stream parquet/
orc/encoding parquet/
orc/format parquet/
parquet/check parquet/write/
parquet/write scan/scan
parquet/encoding codec/
remote codec/
remote/s3 codec/
remote/http codec/
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
        if (!(from in rank) || !(to in rank)) print "the folder is not in the order of check_layers.sh: " $0
        else if (rank[to] < rank[from]) print from " may not include " to ": " $0
        for (i = 1; i <= n_forbidden; i++) {
            if (split(pairs[i], pair, " ") == 2 && from == pair[1] && index(included, pair[2]) == 1)
                print from " may not include " pair[2] ": " $0
        }
    }'
    grep -rnE '^#include .*sqlite3' --include='*.[ch]' src | grep -v '^src/sql/host/sqlite_api.h' |
        sed 's/^/only sqlite_api.h includes SQLite: /'
    grep -nE '^#include .*"(parquet|codec)/' src/sql/functions/*.[ch] parquet_vtab.c |
        grep -v '^src/sql/functions/metadata_' |
        sed 's/^/only metadata functions and the writer may depend on Parquet: /'
    grep -rnE 'libversion_number *\(' src parquet_vtab.c --include='*.[ch]' |
        grep -v '^src/sql/host/host_quirks\.c' |
        sed 's/^/only host_quirks.c may depend on the version of SQLite: /'
    grep -n '^#include .*constraint\.h' src/sql/table/domain_cut.[ch] |
        sed 's/^/domain_cut is used by constraint and may not depend on it: /'
    grep -rnE '\b(malloc|calloc|realloc|free|strdup)\(' src parquet_vtab.c \
        --include='*.[ch]' | grep -v '^src/base/alloc\.c' |
        sed 's/^/allocate with base\/alloc.h, or with SQLite what SQLite frees: /'
)

if [ -n "$faults" ]; then
    echo "$faults"
    echo 'layers: 0 passed, 1 failed'
    exit 1
fi
echo 'layers: 1 passed, 0 failed'
