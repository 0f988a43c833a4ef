#!/bin/sh
# Runs unit test programs and adds up their counts: `unit: N passed, N failed`.
# Environment: RUN (a command that runs them: an emulator).
passed=0 failed=0
for program in "$@"; do
    # shellcheck disable=SC2086
    line=$(${RUN:-} "$program" | tail -n 1)
    case $line in
    *' passed, '*' failed')
        p=${line%% passed*}
        f=${line#*, }
        f=${f%% failed*}
        ;;
    *)
        echo "FAILED: $program ended without a count (crashed?)" >&2
        p=0 f=1
        ;;
    esac
    passed=$((passed + p)) failed=$((failed + f))
done
echo "unit: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
