#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the built extension on other hosts, under attack, with faults, and with random questions.
# hosts/README.md lists the parts; a part NAME is the function test_NAME of a parts.sh.
#
#     hosts/run.sh [PART...]       default: all but differential and, without TURN=all, remote_writes
#
# Each part prints "hosts: NAME: N passed, N failed", or "skipped: NAME: why" if this
# machine lacks something and cannot fetch it.  Everything fetched or built stays under
# build/hosts.
#
# Environment: EXTENSION (./parquet_vtab.so), SQLITE_FROM (versions of better-sqlite3),
# TURN (of CI; all: leave nothing out), SEED (of random, scans, joins, poison, check, write,
# vfs, bombs and lakes), ROUNDS (of poison and check, 2), PYTHON, NODE, CC.
set -u

cd "$(dirname "$0")/.." || exit 2
for script in hosts/shared.sh hosts/*/parts.sh; do
    # shellcheck source=/dev/null
    . "$script"
done

if [ ! -e "$extension" ]; then
    echo "$extension is missing: run make first" >&2
    exit 2
fi

# run_parts PART...: one after the other, with the seconds of each.
run_parts() {
    local part started
    for part; do
        started=$SECONDS
        "test_$part"
        echo "hosts: $part: $((SECONDS - started)) s"
    done
    [ $failures -eq 0 ]
}

# All parts, some at the same time; those that measure time or need what others build last.
run_all() {
    local builds

    make -s build/plain/sqlrun build/static/sqlrun_linked amalgamation wheel >/dev/null
    # In CI, some take turns.
    case ${TURN:-all} in
    all) builds='strict static' ;;
    *[02468]) builds=strict ;;
    *) builds=static ;;
    esac
    # shellcheck disable=SC2086
    run_parts sqlite $builds amalgamation trust >"$work/first.log" 2>&1 &
    run_parts python node poison check write cache datasette command documents
    wait $! || failures=$((failures + 1))
    cat "$work/first.log"
    run_parts remote remote_faults remote_sql remote_s3 >"$work/remote.log" 2>&1 &
    run_parts random scans joins groups lakes
    wait $! || failures=$((failures + 1))
    cat "$work/remote.log"
    run_parts vfs bombs
    [ "${TURN:-}" != all ] || run_parts remote_writes
}

for part in "${@:-all}"; do
    if [ "$part" = all ]; then
        run_all
    elif declare -F "test_$part" >/dev/null; then
        run_parts "$part"
    else
        echo "usage: hosts/run.sh [$(declare -F | sed -n 's/^declare -f test_//p' | paste -s -d '|')]..." >&2
        exit 2
    fi
done
[ $failures -eq 0 ]
