#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What run.sh and sum_up.sh make of the counts of others: nothing that fails is lost.
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# Fails unless the command after $1 has the result $1 and ends with the line $2.
expect() {
    local result=$1 last=$2 output code
    shift 2
    output=$("$@" 2>&1)
    code=$?
    if [ $code -ne "$result" ] || [ "${output##*$'\n'}" != "$last" ]; then
        printf '%s\nresult %d, but expected: %s\n' "$output" $code "$last"
        failed=$((failed + 1))
    fi
}

# program NAME COMMANDS: a program that stands for one with unit tests.
program() {
    printf '#!/bin/sh\n%s\n' "$2" >"$work/$1"
    chmod +x "$work/$1"
}
program good 'echo "skipped: the moon" >&2; echo "skipped: the moon" >&2; echo "3 passed, 0 failed"'
program bad 'echo "FAILED: x" >&2; echo "1 passed, 2 failed"; exit 1'
program crashed 'kill -9 $$'
expect 0 'unit: 6 passed, 0 failed, 1 skipped' unit-tests/run.sh "$work/good" "$work/good"
expect 1 'unit: 4 passed, 3 failed, 1 skipped' \
    unit-tests/run.sh "$work/crashed" "$work/bad" "$work/good"
expect 1 'unit: 0 passed, 0 failed, 0 skipped' unit-tests/run.sh

cat >"$work/Makefile" <<'END'
all: first second
first:
	@echo 'sql: 0 passed, 2 failed, 1 skipped'; exit 1
second:
	@echo 'unit: 3 passed, 0 failed, 4 skipped'
third:
	@exit 1
END
sum_up() {
    unit-tests/sum_up.sh make -s -k -C "$work" "$@"
}
expect 1 'all tests: 3 passed, 2 failed (sql), 5 skipped' sum_up all
expect 0 'all tests: 3 passed, 0 failed, 4 skipped' sum_up second
expect 1 'all tests: 3 passed, 1 failed (see above), 4 skipped' sum_up second third
expect 1 'all tests: 0 passed, 0 failed, 0 skipped' unit-tests/sum_up.sh true

echo "counts: $((failed == 0)) passed, $failed failed"
[ $failed -eq 0 ]
