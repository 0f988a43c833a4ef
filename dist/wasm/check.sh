#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds what dist/wasm/build.sh builds, and tests it:
#
#   node     the module in Node: check_node.mjs
#   files    all files of testdata/ give the rows, errors and copies that the native library gives:
#            check_files.mjs
#   sql      the SQL tests, but those of left_out.txt
#   demo     the demo page in headless Chromium: check_demo.mjs
#
#     dist/wasm/check.sh [PART...]     default: all
#
# Prints "wasm: N passed, N failed" at the end, and "skipped: wasm: why" for what cannot run here.
#
# Environment: EXTENSION (./parquet_vtab.so), CHROMIUM, JOBS (2), and those of build.sh.
set -u

cd "$(dirname "$0")/../.." || exit 2
work=build/dist/wasm
export EXTENSION=${EXTENSION:-./parquet_vtab.so}
passed=0 failed=0

# Prints a log without its last line "...: N passed, N failed", which is added up.
count() {
    local line

    line=$(grep -E '^[a-z]+: [0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
    grep -vxF -- "$line" "$1" | cut -c 1-400 | head -n 200
    if [ -z "$line" ]; then
        failed=$((failed + 1))
        line="$1: 0 passed, 1 failed"
    else
        line=${line#*: }
        passed=$((passed + ${line%% passed*}))
        failed=$((failed + $(echo "$line" | sed 's/.*, \([0-9]*\) failed.*/\1/')))
    fi
    echo "wasm: $2: ${line%, * skipped}"
}

part_node() {
    node dist/wasm/check_node.mjs >"$work/log" 2>&1
    count "$work/log" node
}

part_files() {
    node dist/wasm/check_files.mjs >"$work/log" 2>&1
    count "$work/log" files
}

part_sql() {
    local tests

    tests=$(find sql-tests -name '*.sql' | sort)
    while read -r name why; do
        case $name in '#'* | '') continue ;; esac
        tests=$(echo "$tests" | grep -v "^sql-tests/$name")
        echo "skipped: wasm: $name: $why"
    done <dist/wasm/left_out.txt
    # shellcheck disable=SC2086
    TEST_TIMEOUT=300 sql-tests/run.sh "$work/sqlrun" -- $tests >"$work/log" 2>&1
    count "$work/log" 'SQL tests'
}

part_demo() {
    local chromium

    chromium=${CHROMIUM:-$(command -v chromium-headless-shell chromium google-chrome | head -n 1)}
    if [ -z "$chromium" ]; then
        echo 'skipped: wasm: demo: Chromium is not installed'
        return
    fi
    if ! command -v sqlite3 >/dev/null; then
        echo 'skipped: wasm: demo: the sqlite3 shell is not installed'
        return
    fi
    CHROMIUM=$chromium node dist/wasm/check_demo.mjs >"$work/log" 2>&1
    count "$work/log" demo
}

for tool in "${EMCC:-emcc}" node; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: wasm: $tool is not installed"
        echo 'wasm: 0 passed, 0 failed'
        exit 0
    fi
done
for what in '' --sqlrun; do
    # shellcheck disable=SC2086
    dist/wasm/build.sh $what
    case $? in
    0) ;;
    3)
        echo 'skipped: wasm: its sources cannot be fetched'
        echo 'wasm: 0 passed, 0 failed'
        exit 0
        ;;
    *)
        echo 'wasm: 0 passed, 1 failed'
        exit 1
        ;;
    esac
done
[ $# -gt 0 ] || set -- node files sql demo
for part; do
    "part_$part"
done
echo "wasm: $passed passed, $failed failed"
[ $failed -eq 0 ]
