#!/bin/bash
# SPDX-License-Identifier: MIT
# Reads the Delta and Iceberg tables of an optional corpus of other projects' tables, in the
# folder lakes of PARQUET_VTAB_CORPUS, whose checker knows the right contents, also of old
# versions.  usage: check_lakes.sh LIBRARY
cd "$(dirname "$0")/.." || exit 1
library=$1
lakes=$(realpath "${PARQUET_VTAB_CORPUS:-../shared/corpus}/lakes" 2>/dev/null)
if [ ! -e "$lakes/check_lakes.py" ]; then
    echo "skipped: no lakes in the corpus (set PARQUET_VTAB_CORPUS)"
    exit 0
fi
python=$(command -p -v python3) # the system's own, whose sqlite3 loads extensions
if ! "$python" -c 'import sqlite3; sqlite3.connect("").enable_load_extension' 2>/dev/null; then
    echo "skipped: lakes of the corpus: no Python whose sqlite3 loads extensions"
    exit 0
fi
passed=0 failed=0

# What the documentation says is refused: data files and delete files in Avro.
refused='^iceberg/(made-spark/avro|made-java/pos_same_commit_and_mixed_formats|impala/.*_avro)(@|$)'
# What the checker does not know: the text of a list that is the key of a map has no blanks;
# names that differ only by case get a number.
otherwise='^delta/delta/golden_table-with-icebegCompatV2Enabled '
otherwise+='|^iceberg/duckdb-iceberg/case_sensitive_names_'

# check NAME OPTION: the tables of a format; OPTION asks for a version.  Some tables name files
# of others, at the place where all of them were made.
check() {
    local create="CREATE VIRTUAL TABLE temp.t USING parquet('{path}'"
    local roots="lake_roots='/warehouse=\"$lakes/tables\"'"
    local result id about

    while IFS=$'\t' read -r result id about; do
        case $result in
        OK | OK-REFUSED) passed=$((passed + 1)) ;;
        "$1 "* | TOTAL*) ;;
        *)
            if [[ $result = REFUSED && $id =~ $refused ||
                $result = DIFF && "$id " =~ $otherwise ]]; then
                passed=$((passed + 1))
            else
                echo "$result $id $about"
                failed=$((failed + 1))
            fi
            ;;
        esac
    done < <("$python" "$lakes/check_lakes.py" --ext "$(realpath "$library")" --only "^$1/" \
        --delta-sql "$create, $roots)" --iceberg-sql "$create, $roots)" \
        --version-sql "$create, $roots, $2={version})" 2>&1 ||
        echo "check_lakes.py: exit status $?")
}

check delta version
check iceberg snapshot_id
echo "lakes of the corpus: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
