#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the library without each of the features that can be left out, and without all of
# them: whatever is asked of a missing one says so, and the rest works.  Prints the sizes.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
folder=$build/without
library=$folder/parquet_vtab.so
passed=0 failed=0

# ask SQL: what the sqlrun of the tests prints, without the statements.
ask() {
    printf '%s\n' "$1" >"$folder/question.sql"
    "$build/plain/sqlrun" -e "$library" "$folder/question.sql" 2>&1 | grep -v '^>'
}

# expect SQL TEXT: this is the answer, or the first error contains it.
expect() {
    local answer
    answer=$(ask "$1")
    case $answer in
    "$2" | "error "*"$2"*) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "features: without $features: $1: $answer"
        ;;
    esac
}

# check FEATURE: what it does is done, or said to be missing.
check() {
    local missing="built without $1"
    case " $features " in *" $1 "*) ;; *) missing= ;; esac
    case $1 in
    CHECK) expect "SELECT count(*) FROM parquet_check('testdata/trips.parquet')" "${missing:-0}" ;;
    DATASET) expect "SELECT count(*) FROM parquet_schema('testdata/tri*s.parquet')" "${missing:-13}" ;;
    ENCRYPTION) expect "SELECT parquet_add_key('a', x'000102030405060708090a0b0c0d0e0f')" "${missing:-NULL}" ;;
    FILES) expect "SELECT count(*) FROM parquet_schema('testdata/trips.parquet', 'vfs=unix')" "${missing:-13}" ;;
    GEOMETRY) expect "CREATE VIRTUAL TABLE g USING parquet('testdata/geo_boxes.parquet'); SELECT count(\"geom.xmin\") > 1 FROM g" "${missing:-1}" ;;
    LAKE)
        case " $features " in *" DATASET "*) missing="built without DATASET" ;; esac
        expect "CREATE VIRTUAL TABLE l USING parquet('testdata/lakes/orders_delta'); SELECT count(*) FROM l" "${missing:-9}"
        ;;
    ORC) expect "CREATE VIRTUAL TABLE o USING parquet('testdata/orc/pyarrow_strides.orc'); SELECT count(*) FROM o" "${missing:-1500}" ;;
    QUERY) expect "SELECT row FROM parquet_query('SELECT 1 AS a')" "${missing:-'{\"a\":1}'}" ;;
    REMOTE) expect "SELECT * FROM parquet_schema('https://a.invalid/b.parquet')" "${missing:-https://a.invalid/b.parquet}" ;;
    SUMMARY) expect "SELECT count(*) FROM parquet_summarize('testdata/trips.parquet')" "${missing:-9}" ;;
    VARIANT) expect "CREATE VIRTUAL TABLE v USING parquet('testdata/duckdb_variant.parquet'); SELECT min(v) FROM v" "${missing:-'\"plain\"'}" ;;
    WRITE)
        expect "SELECT parquet_write('$folder/written.parquet', 'SELECT 1 AS a')" "${missing:-1}"
        expect "SELECT count(*) > 0 FROM parquet_options WHERE valid_in = 'parquet_write'" "$([ "$missing" ]; echo $?)"
        ;;
    esac
}

all='CHECK DATASET ENCRYPTION FILES GEOMETRY LAKE ORC QUERY REMOTE SUMMARY VARIANT WRITE'
mkdir -p "$folder"
for features in '' $all "$all"; do
    rm -f "$library"
    make -s OMIT="$features" LIBRARY="$library" "$library" >/dev/null || exit 1
    for feature in $all; do
        check "$feature"
    done
    expect "CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet'); SELECT count(*), sum(fare) > 1 FROM t WHERE vendor > 'A'" '2000|1'
    strip -o "$library.stripped" "$library" && echo "without ${features:-nothing}: $(stat -c %s "$library.stripped") bytes"
done
rm -r "$folder"
echo "features: $passed passed, $failed failed"
[ $failed -eq 0 ]
