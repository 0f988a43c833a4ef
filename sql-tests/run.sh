#!/usr/bin/env bash
# Runs the SQL tests and compares what they print with what is expected.
#
#     sql-tests/run.sh SQLRUN [args...] [-- TEST...]
#
# SQLRUN is the program built from sqlrun.c; args are passed on to it, for example
# "-e ./parquet_vtab.so".  A TEST is a number ("07"), a name ("07-rename") or a path;
# without any, all of sql-tests/NN-*.sql and sql-tests/NNN-*.sql run.
#
# Each test runs from the project's root, with a fresh folder named by TESTTMP.  A test
# that says "--! reopen" gets a database file there, the others one in memory.  In the
# expected output a line that ends in * is a pattern, each * standing for any text, and
# the parts between "--! host >= 3.38.0" and "--! end" count only on such hosts.
#
# Environment: JOBS (tests at a time, 2), TEST_TIMEOUT (seconds for one test, 120),
# UPDATE=1 (write the output over expected files that differ and have no host parts:
# read them before you commit them), KEEP_FILES (a folder: what the test NN-NAME left in
# TESTTMP is moved to NN-NAME there).
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

# Prints the output $2, each line replaced by the pattern at the same place of the
# expected file $1 that it matches.  A place is a statement and a line below it.
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
        FNR == 1 { statement = line = 0 }
        /^> / { statement++; line = 0 }
        { line++ }
        reading == "patterns" { if (/\*$/) pattern[statement, line] = $0; next }
        (statement, line) in pattern && matches($0, pattern[statement, line]) {
            print pattern[statement, line]
            next
        }
        { print }' reading=patterns "$1" reading=output "$2"
}

# Runs the test $1; prints nothing, or why it failed or was skipped.  0 passed,
# 1 failed, 3 skipped.
run_test() {
    local sql=$1 expected=${1%.sql}.expected needed database=() code work
    shift

    for needed in $(sed -n 's/^--! needs //p' "$sql"); do
        if [ ! -e "$needed" ]; then
            echo "skipped: $sql: needs $needed"
            return 3
        fi
    done
    work=$(mktemp -d "${TMPDIR:-/tmp}/sqltest.XXXXXX") || return 1
    if grep -q '^--! reopen' "$sql"; then
        database=(-d "$work/main.db")
    fi
    TESTTMP=$work/files
    mkdir "$TESTTMP"
    export TESTTMP
    timeout "${TEST_TIMEOUT:-120}" "$@" "${database[@]}" "$sql" >"$work/output" 2>&1
    code=$?
    [ $code -eq 0 ] || echo "sqlrun: exit status $code" >>"$work/output"
    [ -e "$expected" ] || : >"$expected"
    [ -z "${KEEP_FILES:-}" ] || mv "$TESTTMP" "$KEEP_FILES/$(basename "$sql" .sql)"
    expected_for_host "$expected" "$host_version" >"$work/expected"
    apply_patterns "$work/expected" "$work/output" >"$work/compared"
    if diff -u --label "$expected" --label "$sql as run" \
        "$work/expected" "$work/compared"; then
        rm -rf "$work"
        return 0
    fi
    if [ -n "${UPDATE:-}" ] && ! grep -q '^--! ' "$expected"; then
        cp "$work/compared" "$expected"
    fi
    rm -rf "$work"
    return 1
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

tests=()
if [ $# -eq 0 ]; then
    tests=("$tests_folder"/[0-9]*-*.sql)
fi
for name; do
    if [ -e "$name" ]; then
        tests+=("$name")
    else
        found=("$tests_folder/$name"*.sql)
        [ -e "${found[0]}" ] || { echo "no such test: $name" >&2; exit 2; }
        tests+=("${found[@]}")
    fi
done

[ -z "${KEEP_FILES:-}" ] || mkdir -p "$KEEP_FILES" || exit 2
results=$(mktemp -d "${TMPDIR:-/tmp}/sqltests.XXXXXX") || exit 2
trap 'rm -rf "$results"' EXIT
echo 'SELECT sqlite_version();' >"$results/version.sql"
host_version=$("${command[@]}" "$results/version.sql" | sed -n "2s/'//gp")
if [ -z "$host_version" ]; then
    echo "sql: ${command[*]} does not run" >&2
    exit 1
fi

for sql in "${tests[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do
        wait -n
    done
    name=$(basename "$sql" .sql)
    (run_test "$sql" "${command[@]}" >"$results/$name.log"
        echo $? >"$results/$name.code") &
done
wait

passed=0 failed=0 skipped=0
for sql in "${tests[@]}"; do
    name=$(basename "$sql" .sql)
    cat "$results/$name.log"
    case $(cat "$results/$name.code") in
    0) passed=$((passed + 1)) ;;
    3) skipped=$((skipped + 1)) ;;
    *) failed=$((failed + 1)) ;;
    esac
done
echo "sql: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
