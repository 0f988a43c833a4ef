#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs unit test programs and adds up their counts: `unit: N passed, N failed`.
# Environment: RUN (a command to run them with, an emulator), JOBS (how many at a time, 1).
printf '%s\n' "$@" | xargs -P "${JOBS:-1}" -I PROGRAM sh -c '
    line=$($RUN "$0" | tail -n 1)
    case $line in
    *" passed, "*" failed") echo "$line" ;;
    *)
        echo "FAILED: $0 ended without a count (crashed?)" >&2
        echo "0 passed, 1 failed"
        ;;
    esac' PROGRAM | awk '
    { passed += $1; failed += $3 }
    END {
        printf "unit: %d passed, %d failed\n", passed, failed
        exit failed > 0 || passed == 0
    }'
