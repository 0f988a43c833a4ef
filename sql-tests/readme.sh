#!/bin/bash
# Runs the examples of README.md and SECURITY.md: every ```sql and ```python block, each
# compared with the ```text block behind it.  usage: readme.sh LIBRARY
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Blocks to files README.md-01.sql, README.md-02.python, ... and their expected output to
# README.md-01.text, ...
awk -v work="$work" '
    FNR == 1            { n = 0; file = "" }
    /^```(sql|python)$/ { n++; file = sprintf("%s/%s-%02d.%s", work, FILENAME, n, substr($0, 4)); next }
    /^```text$/         { file = sprintf("%s/%s-%02d.text", work, FILENAME, n); next }
    /^```/              { file = ""; next }
    file != ""          { print > file }' README.md SECURITY.md

# Examples write files: they run in a folder of their own, where all they read is, too.
mkdir "$work/here" && ln -s "$PWD/testdata" "$PWD/$(basename "$1")" "$work/here" && cd "$work/here" || exit 1

python=$(command -p -v python3) # the system's own, whose sqlite3 loads extensions
passed=0 failed=0 skipped=0
: >"$work/session" # statements of earlier blocks: examples build on one another
for text in "$work"/*.text; do
    name=${text%.text}
    if [ -e "$name.sql" ]; then
        before=$(sqlite3 -batch :memory: <"$work/session" 2>&1 | wc -l)
        cat "$name.sql" >>"$work/session"
        sqlite3 -batch :memory: <"$work/session" 2>&1 | tail -n "+$((before + 1))" >"$name.out"
    elif "$python" -c 'import sqlite3
sqlite3.connect(":memory:").enable_load_extension(True)' 2>/dev/null; then
        "$python" "$name.python" >"$name.out" 2>&1
    else
        echo "skipped: no system Python whose sqlite3 loads extensions"
        skipped=$((skipped + 1))
        continue
    fi
    if diff -u "$text" "$name.out" >"$name.diff"; then
        passed=$((passed + 1))
    else
        echo "example $(basename "$name"):"
        cat "$name.diff"
        failed=$((failed + 1))
    fi
done
echo "readme: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
