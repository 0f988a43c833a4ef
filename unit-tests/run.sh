#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs unit test programs and adds up their counts: `unit: N passed, N failed, N skipped`, after
# one line with all that was skipped.
# Environment: RUN (a command to run them with, an emulator), JOBS (how many at a time, 1).
printf '%s\n' "$@" | xargs -P "${JOBS:-1}" -I PROGRAM sh -c '
    line=$($RUN "$0" | tail -n 1)
    case $line in
    *" passed, "*" failed") echo "$line" ;;
    *)
        echo "FAILED: $0 ended without a count (crashed?)" >&2
        echo "0 passed, 1 failed"
        ;;
    esac' PROGRAM 2>&1 | awk '
    /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; next }
    sub(/^skipped: /, "") {
        skipped += !($0 in seen)
        if (!($0 in seen))
            list = list (list == "" ? "" : "; ") $0
        seen[$0]
        next
    }
    { print }
    END {
        if (skipped > 0)
            printf "skipped: unit: %s\n", list
        printf "unit: %d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0 || passed == 0
    }'
