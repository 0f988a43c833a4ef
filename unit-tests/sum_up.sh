#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a command that tests, shows its output, and adds up its counts in one last line:
# "all tests: N passed, N failed (NAMES), N skipped".  Fails if the command does, or nothing
# passed.  usage: sum_up.sh COMMAND...
set -o pipefail
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=$?
awk -v status=$status '
    match($0, /[0-9]+ passed, [0-9]+ failed/) {
        n = split(substr($0, RSTART, RLENGTH), words, " ")
        passed += words[1]
        failed += words[3]
        if (words[3] > 0)
            names = names (names == "" ? "" : ", ") substr($0, 1, index($0, ":") - 1)
        if (match($0, /[0-9]+ skipped/))
            skipped += substr($0, RSTART)
    }
    END {
        if (status != 0 && failed == 0) { # the compiler, for example
            failed = 1
            names = "see above"
        }
        printf "all tests: %d passed, %d failed%s, %d skipped\n", passed, failed,
            names == "" ? "" : " (" names ")", skipped
        exit failed > 0 || passed == 0
    }' "$log"
