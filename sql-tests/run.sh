#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the SQL tests and compares what they print with what is expected.
#
#     sql-tests/run.sh SQLRUN [args...] [-- TEST...]
#
# SQLRUN is the program built from sqlrun.c; args are passed on to it, for example
# "-e ./parquet_vtab.so".  A TEST is a folder of sql-tests ("types"), the beginning of a
# name with or without its folder ("types/decimals", "decimals", "dec"), or a path; without
# any, all tests run.
#
# Each test runs from the project's root, with a fresh folder named by TESTTMP.  A test
# that contains "--! reopen" gets a database file there, others use one in memory.  In the
# expected output, a line that ends in * is a pattern in which each * matches any text;
# lines between "--! host >= 3.38.0" and "--! end" apply only to such hosts.
#
# Environment: JOBS (tests at a time, 2), TEST_TIMEOUT (seconds for one test, 120),
# UPDATE=1 (write the output over expected files that differ and have no host parts, but
# keep patterns that still match: read the difference before you commit it), KEEP_FILES (a
# folder: the files that the test write/types left in TESTTMP are moved to write-types
# there), STATUS_ONLY=1 (a test passes when SQLRUN ends with status 0, whatever it prints),
# REMOTE (a URL that ends in a slash: literals that begin with testdata/ name the file below
# it, and the output must be that of the local files.  Tests without such literals do not
# run, nor those that hosts/remote/local_tests.txt lists with the reason).
set -u
export LC_ALL=C

cd "$(dirname "$0")/.." || exit 2
tests_folder=sql-tests

# Prints the expected file $1 as SQLite $2 should see it.
expected_for_host() {
    awk -v host="$2" '
        function number(version,  part) {
            split(version, part, ".")
            return part[1] * 1000000 + part[2] * 1000 + part[3]
        }
        /^--! host / {
            reached = number(host) >= number($4)
            skipping = ($3 == ">=") ? !reached : reached
            next
        }
        /^--! end$/ { skipping = 0; next }
        !skipping { print }' "$1"
}

# Prints the output $2; a line that matches the pattern at the same place of the expected
# file $1 is replaced by it.  A place is a line below the n-th occurrence of a statement.
apply_patterns() {
    awk '
        function matches(text, pattern,  part, n, i, at) {
            n = split(pattern, part, "*")
            if (substr(text, 1, length(part[1])) != part[1])
                return 0
            text = substr(text, length(part[1]) + 1)
            for (i = 2; i <= n; i++) {
                at = index(text, part[i])
                if (part[i] != "" && at == 0)
                    return 0
                if (part[i] != "")
                    text = substr(text, at + length(part[i]))
            }
            return 1
        }
        FNR == 1 { split("", times); line = 0 }
        /^> / { statement = $0 SUBSEP (++times[$0]); line = 0 }
        { line++ }
        reading == "patterns" { if (/\*$/) pattern[statement, line] = $0; next }
        (statement, line) in pattern && matches($0, pattern[statement, line]) {
            print pattern[statement, line]
            next
        }
        { print }' reading=patterns "$1" reading=output "$2"
}

# A literal with a file of testdata, in a statement.
remote_literal="\\(['\"]\\)testdata/"

# Why the test $1 cannot be asked about remote files; nothing if it can.
reason_to_stay_local() {
    local name=${1#"$tests_folder/"}
    sed -n "s|^${name%.sql}\( (${REMOTE%%:*})\)\?: ||p" hosts/remote/local_tests.txt
}

# Changes the output of remote files in $1 to that of local ones, also where a file is missing.
make_local() {
    sed -i -e "s|${REMOTE}testdata/|testdata/|g" \
        -e "s/ reads [0-9a-f]\{1,\}\(['|]\|\$\)/\1/g" \
        -e 's|: GET [^:]*: HTTP status 404 (no such file).*|: no such file; the current folder is |' "$1"
}

# Prints the paths of the tests that $1 names.
find_tests() {
    local name=${1#"$tests_folder/"}

    if [ -f "$1" ]; then
        echo "$1"
    elif [ -d "$tests_folder/$name" ]; then
        find -H "$tests_folder/$name" -name '*.sql' | sort
    else
        find -H "$tests_folder" -path "$tests_folder/$name*.sql" -o -name "$name*.sql" | sort
    fi
}

# Runs the test $1; prints nothing, or why it failed or was skipped.  0 passed,
# 1 failed, 3 skipped, 4 updated.
run_test() {
    local sql=$1 expected=${1%.sql}.expected script=$1 needed database=() name code work
    shift

    for needed in $(sed -n 's/^--! needs //p' "$sql"); do
        if [ ! -e "$needed" ]; then
            echo "skipped: $sql: needs $needed"
            return 3
        fi
    done
    if [ -n "${REMOTE:-}" ]; then
        needed=$(reason_to_stay_local "$sql")
        [ -z "$needed" ] || { echo "skipped: $sql: $needed"; return 3; }
    fi
    work=$(mktemp -d "${TMPDIR:-/tmp}/sqltest.XXXXXX") || return 1
    if grep -q '^--! reopen' "$sql"; then
        database=(-d "$work/main.db")
    fi
    TESTTMP=$work/files
    mkdir "$TESTTMP"
    export TESTTMP
    if [ -n "${REMOTE:-}" ]; then
        script=$work/remote.sql
        sed "/^--! /!s|$remote_literal|\\1${REMOTE}testdata/|g" "$sql" >"$script"
    fi
    timeout "${TEST_TIMEOUT:-120}" "$@" "${database[@]}" "$script" >"$work/output" 2>&1
    code=$?
    [ -z "${REMOTE:-}" ] || make_local "$work/output"
    [ $code -eq 0 ] || echo "sqlrun: exit status $code" >>"$work/output"
    if [ -n "${STATUS_ONLY:-}" ]; then
        [ $code -eq 0 ] || { echo "$sql:"; tail -n 60 "$work/output"; }
        rm -rf "$work"
        return $((code != 0))
    fi
    [ -e "$expected" ] || : >"$expected"
    name=${sql#"$tests_folder/"} name=${name%.sql}
    [ -z "${KEEP_FILES:-}" ] || mv "$TESTTMP" "$KEEP_FILES/${name//\//-}"
    expected_for_host "$expected" "$host_version" >"$work/expected"
    apply_patterns "$work/expected" "$work/output" >"$work/compared"
    if diff -u --label "$expected" --label "$sql as run" \
        "$work/expected" "$work/compared"; then
        rm -rf "$work"
        return 0
    fi
    local result=1
    if [ -n "${UPDATE:-}" ] && grep -q '^--! ' "$expected"; then
        echo "not updated: $expected has parts for some hosts"
    elif [ -n "${UPDATE:-}" ] && [ $code -eq 0 ]; then
        cp "$work/compared" "$expected"
        echo "updated: $expected"
        result=4
    fi
    rm -rf "$work"
    return $result
}

command=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    command+=("$1")
    shift
done
[ "${1:-}" = -- ] && shift
if [ ${#command[@]} -eq 0 ]; then
    echo "usage: $tests_folder/run.sh SQLRUN [args...] [-- TEST...]" >&2
    exit 2
fi

[ $# -gt 0 ] || set -- "$tests_folder/"
tests=()
for name; do
    mapfile -t found < <(find_tests "$name")
    [ ${#found[@]} -gt 0 ] || { echo "no such test: $name" >&2; exit 2; }
    tests+=("${found[@]}")
done
[ -z "${REMOTE:-}" ] || mapfile -t tests < <(grep -l "$remote_literal" "${tests[@]}")

[ -z "${KEEP_FILES:-}" ] || mkdir -p "$KEEP_FILES" || exit 2
results=$(mktemp -d "${TMPDIR:-/tmp}/sqltests.XXXXXX") || exit 2
trap 'rm -rf "$results"' EXIT
echo 'SELECT sqlite_version();' >"$results/version.sql"
host_version=$("${command[@]}" "$results/version.sql" | sed -n "2s/'//gp")
if [ -z "$host_version" ]; then
    echo "sql: ${command[*]} does not run" >&2
    exit 1
fi

for i in "${!tests[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do
        wait -n
    done
    (run_test "${tests[i]}" "${command[@]}" >"$results/$i.log"
        echo $? >"$results/$i.code") &
done
wait

passed=0 failed=0 skipped=0 updated=0
for i in "${!tests[@]}"; do
    cat "$results/$i.log"
    case $(cat "$results/$i.code") in
    0) passed=$((passed + 1)) ;;
    3) skipped=$((skipped + 1)) ;;
    4) updated=$((updated + 1)) ;;
    *) failed=$((failed + 1)) ;;
    esac
done
echo "sql: $passed passed, $failed failed, $skipped skipped${UPDATE:+, $updated updated}"
[ $failed -eq 0 ] && [ $((passed + skipped + updated)) -gt 0 ]
