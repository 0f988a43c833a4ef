#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that each SQL test is in a folder, has its expected output and begins with what it
# shows; that README.md lists the folders and the directives they use; and that the tests
# which other files mention exist.
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

find . -name '*.sql' | sed 's|^\./||; s|\.sql$||' | sort >"$work/tests"
find . -name '*.expected' | sed 's|^\./||; s|\.expected$||' | sort >"$work/expected"
sed 's|[^/]*$||; s|^$|(no folder)|' "$work/tests" | sort -u >"$work/folders"
sed -n 's/^| `\([a-z]*\/\)`.*/\1/p' README.md | sort >"$work/listed_folders"
grep -rhoE --include='*.sql' '^--! [a-z_0-9]+' . | sort -u >"$work/directives"
sed -nE 's/^\| `(--! [a-z_0-9]+).*/\1/p' README.md | sort >"$work/listed_directives"
grep -rhoIE --exclude-dir=build --exclude-dir=.git --exclude-dir=sql-tests \
    'sql-tests/[a-z]+/[a-z0-9]+(-[a-z0-9]+)*(\.sql|`)' .. | sed 's|^sql-tests/||; s/`$//; s/\.sql$//' |
    sort -u >"$work/mentioned"

faults=$(
    comm -23 "$work/tests" "$work/expected" | sed 's/.*/no expected output: &/'
    comm -13 "$work/tests" "$work/expected" | sed 's/.*/no test: &.expected/'
    comm -23 "$work/folders" "$work/listed_folders" | sed 's/.*/folder not in README.md: &/'
    comm -13 "$work/folders" "$work/listed_folders" | sed 's/.*/folder without tests: &/'
    comm -23 "$work/directives" "$work/listed_directives" |
        sed 's/.*/directive not in README.md: &/'
    comm -13 "$work/tests" "$work/mentioned" | sed 's/.*/a file mentions what does not exist: &/'
    while read -r test; do
        sed -n 1,2p "$test.sql" | grep -q '^-- ' || echo "no comment that says what it shows: $test"
    done <"$work/tests"
)

if [ -n "$faults" ]; then
    echo "$faults" | sed 's|^|sql-tests: |'
    echo 'sql-tests index: 0 passed, 1 failed'
    exit 1
fi
echo 'sql-tests index: 1 passed, 0 failed'
