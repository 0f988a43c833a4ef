#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests what UPDATE=1 of run.sh writes, with a program that prints a prepared output.
set -u
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d "${TMPDIR:-/tmp}/sqlupdate.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# Fails unless the command after $1 has the result $1 and the last line of its output is $2.
expect() {
    local result=$1 last=$2 output code
    shift 2
    output=$("$@")
    code=$?
    if [ $code -ne "$result" ] || [ "${output##*$'\n'}" != "$last" ]; then
        printf '%s\nresult %d, but expected: %s\n' "$output" $code "$last"
        failed=$((failed + 1))
    fi
}

cat >"$work/program" <<'END'
if [ -e "${1%.sql}.output" ]; then cat "${1%.sql}.output"; else printf "> \n'3.40.0'\n"; fi
END
touch "$work/t.sql" "$work/hosts.sql"
cat >"$work/t.expected" <<'END'
> SELECT a;
error ERROR: at * of *
> SELECT b;
1
> SELECT a;
error ERROR: in *
END
cat >"$work/t.output" <<'END'
> SELECT new;
5
> SELECT a;
error ERROR: at line 3 of it
> SELECT b;
2
> SELECT a;
error ERROR: elsewhere
END
cat >"$work/wanted" <<'END'
> SELECT new;
5
> SELECT a;
error ERROR: at * of *
> SELECT b;
2
> SELECT a;
error ERROR: elsewhere
END
printf -- '> SELECT a;\n--! host >= 3.38.0\n1\n--! end\n' >"$work/hosts.expected"
printf '> SELECT a;\n2\n' >"$work/hosts.output"
cp "$work/hosts.expected" "$work/hosts.before"

run() {
    UPDATE=${update:-} sql-tests/run.sh bash "$work/program" -- "$1"
}
expect 1 'sql: 0 passed, 1 failed, 0 skipped' run "$work/t.sql"
update=1 expect 0 'sql: 0 passed, 0 failed, 0 skipped, 1 updated' run "$work/t.sql"
expect 0 '' diff "$work/wanted" "$work/t.expected"
expect 0 'sql: 1 passed, 0 failed, 0 skipped' run "$work/t.sql"
update=1 expect 1 'sql: 0 passed, 1 failed, 0 skipped, 0 updated' run "$work/hosts.sql"
expect 0 '' diff "$work/hosts.before" "$work/hosts.expected"

echo "sql-tests update: $((failed == 0)) passed, $((failed > 0)) failed"
[ $failed -eq 0 ]
