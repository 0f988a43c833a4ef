#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that what the documents for developers name exists: files, functions, other words of
# the code, options and make's targets.
#
#     `scan.c`  `src/rows/`  `check_*.c`   files and folders, by the end of their path
#     `scan_start()`  `PAGE_SIZE`          words of the code, comments excepted
#     `salvage=skip`                       an option of option_list.h
#     `make check-unit`                    a target of the Makefile
#
# The map of folders in ARCHITECTURE.md has the folders of check_layers.sh in its order, and what
# each may not include.
#
# Names of others (SQLite's options, Java's classes, fields of formats) are written without
# backquotes unless the code has them, too.  In blocks of code, files and functions count; a
# line with one file says that its functions are in it, and the first one defined there.
# Files of src/ that comments name with their folder, and documents that they name, as
# docs/internals/x.md, "Heading", must exist, too.
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
documents='ARCHITECTURE.md CONTRIBUTING.md docs/internals/*.md'

find . \( -name .git -o -path ./build \) -prune -o -type f -print | sed 's|^\./||' >"$work/files"

# FILE WORD: the words of each file.  Of C, no comments, but what is in strings: names of
# options and SQL functions.
find src unit-tests fuzz hosts sql-tests bench parquet_vtab.c -name '*.[ch]' |
    xargs awk '
        FNR == 1 { inside = 0 }
        FILENAME ~ /c$/ && /^[a-z].*\(.*[^;]$/ && match($0, /[a-z_0-9]+\(/) {
            print FILENAME, "defines_" substr($0, RSTART, RLENGTH - 1)
        }
        {
            line = $0; code = ""
            while (line != "") {
                at = index(line, inside ? "*/" : "/*")
                if (!inside) code = code " " (at ? substr(line, 1, at - 1) : line)
                if (!at) break
                line = substr(line, at + 2)
                inside = !inside
            }
            gsub(/[^A-Za-z0-9_]+/, " ", code)
            n = split(code, words, " ")
            for (i = 1; i <= n; i++)
                if (!((FILENAME, words[i]) in seen)) {
                    seen[FILENAME, words[i]] = 1
                    print FILENAME, words[i]
                }
        }' >"$work/words"
# Scripts name their variables and arguments.
find Makefile .ci unit-tests hosts sql-tests fuzz interop bench testdata/make dist demo.sh test.sh docs \
    -type f \( -name Makefile -o -name run -o -name '*.sh' -o -name '*.py' -o -name '*.sql' \) |
    xargs cat | tr -c 'A-Za-z0-9_' '\n' | sort -u | sed 's/^/script /' >>"$work/words"
sed -nE 's/^(READ|WRITE|RESTRICT)_OPTION\([A-Z]+, ([a-z0-9_]+),.*/\2/p' \
    src/sql/options/option_list.h >"$work/options"
sed -nE 's/^([a-z-]+( [a-z-]+)*):.*/\1/p' Makefile | tr ' ' '\n' >"$work/targets"
grep -rE --include='*.[ch]' '[a-z]/[a-z_/-]+\.[ch]\b' src parquet_vtab.c | grep -v '#include <' |
    grep -oE '^[^:]*:|[a-z_0-9-]+(/[a-z_0-9]+)+\.[ch]\b' |
    awk '/:$/ { file = $0; next } !seen[file $0]++ { print file $0 }' >"$work/mentions"

# The map: each folder, and what it may not include.
awk -F'|' '/^\| `src\// {
    folder = $2
    gsub(/^ `src\/|\/?` *$/, "", folder)
    gsub(/[`*,]/, "", $4)
    n = split($4, not, " ")
    if (folder == "") folder = "."
    for (i = 1; i <= n; i++) folder = folder " " not[i]
    print folder
}' ARCHITECTURE.md >"$work/map"
awk -v q="'" '
    index($0, q) { list = ""; if (/^(order|forbidden)=/) list = $0; next }
    list ~ /^order/ { folders[++n] = $1 }
    list ~ /^forbidden/ { not[$1] = not[$1] " " $2 }
    END { for (i = 1; i <= n; i++) print folders[i] not[folders[i]] }' \
    unit-tests/check_layers.sh >"$work/layers"
(cd "$work" && grep -c . files words options targets mentions map layers | grep ':0$') && exit 1

faults=$(
    diff "$work/layers" "$work/map" >"$work/diff" ||
        head -n 20 "$work/diff" |
        sed 's/^/check_layers.sh (<) and the map of ARCHITECTURE.md (>) differ: /'
    grep -rlE --include='*.[ch]' '[A-Za-z]\.md' src parquet_vtab.c unit-tests fuzz | while read -r file; do
        sed 's/^ *[*] *//' "$file" | tr '\n' ' ' |
            grep -oE '(docs/[a-z/-]+|ARCHITECTURE|CONTRIBUTING)\.md(, "[^"]*")?' |
            while read -r place; do
                document=${place%%, *} heading=${place#*, \"}
                if [ ! -e "$document" ]; then
                    echo "$file: no file $document"
                elif [ "$heading" != "$place" ] &&
                    ! grep -qxE "#+ ${heading%\"}" "$document"; then
                    echo "$file: $document has no heading $heading"
                fi
            done
    done
    # shellcheck disable=SC2086
    awk -v work="$work" '
    function read_list(name, list,    line) {
        while ((getline line <(work "/" name)) > 0) list[line] = 1
    }
    function fault(what) { print FILENAME ":" FNR ": " what }
    # The folders and the ends of the path of a file.
    function add_file(path,    at, folder) {
        folder = path
        while (sub(/[^\/]*\/?$/, "", folder) && folder != "") add_ends(folder)
        add_ends(path)
        at = path
        sub(/.*\//, "", at)
        sub(/\.[a-z]+$/, "", at)
        stems[at] = 1
    }
    function add_ends(path,    stem) {
        for (;;) {
            stem = path
            sub(/(\.[a-z]+|\/)$/, "", stem)
            paths[path] = paths[stem] = 1
            if (!match(path, /^[^\/]*\/./)) return
            path = substr(path, RLENGTH)
        }
    }
    # What make writes, and names that stand for any, are not looked for.
    function check_file(name,    pattern, path) {
        if (name ~ /^(build|\/|~)/ || name ~ /FOLDER|NAME|FILE/ || name in paths) return
        if (name ~ /[*]/) {
            pattern = name
            gsub(/\./, "[.]", pattern)
            gsub(/[*]+/, ".*", pattern)
            for (path in paths) if (path ~ "^" pattern "$") return
        }
        fault("no file " name)
    }
    function is_word(name) {
        return name in words || name in stems
    }
    # Whether a word is a name of the code, not English or SQL.
    function is_name(word) { return word ~ /_/ && word !~ /^_+$/ }
    # A span in backquotes.
    function check_span(span,    n, parts, i, part, name) {
        if (span ~ /^[a-z_0-9]+=/) {
            name = substr(span, 1, index(span, "=") - 1)
            if (!(name in options)) fault("no option " name)
            return
        }
        n = split(span, parts, /[ ,;]+/)
        if (parts[1] == "make")
            for (i = 2; i <= n; i++)
                if (parts[i] ~ /^[a-z-]+$/ && !(parts[i] in targets))
                    fault("make has no target " parts[i])
        for (i = 1; i <= n; i++) {
            part = parts[i]
            if (part ~ /^[A-Za-z0-9_.*\/-]+$/ && part ~ /[a-z*]\/[a-z*]|\/$|\.([chm]d?|sh|py|mjs|sql|txt)$/)
                check_file(part)
            else
                check_words(part, n == 1)
        }
    }
    function check_words(text, is_alone,    n, parts, i) {
        is_alone = is_alone && text ~ /^[a-z0-9_]+(\(\))?$/ && text !~ /^[0-9]/
        gsub(/[^A-Za-z0-9_]+/, " ", text)
        n = split(text, parts, " ")
        for (i = 1; i <= n; i++)
            if ((is_alone || is_name(parts[i])) && !is_word(parts[i]))
                fault("nothing is called " parts[i])
    }
    # A file that a comment or an #include "..." names.
    function check_mention(line,    file) {
        file = line
        sub(/:.*/, "", file)
        sub(/.*:/, "", line)
        match(line, /^[^\/]*\//)
        if (substr(line, 1, RLENGTH) in paths && !(line in paths)) print file ": no file " line
    }
    # A line of a block of code.
    function check_code(line,    n, i, parts, files, file, functions) {
        files = 0
        functions = ""
        n = split(line, parts, /[^A-Za-z0-9_.\/()-]+/)
        for (i = 1; i <= n; i++)
            if (parts[i] ~ /^[a-z0-9_\/]+\.[ch]$/) {
                check_file(file = parts[i])
                files++
            } else if (match(parts[i], /^[a-z0-9_]+\(\)/)) {
                functions = functions " " substr(parts[i], 1, RLENGTH - 2)
                check_words(substr(parts[i], 1, RLENGTH), 1)
            }
        if (files != 1) return
        n = split(functions, parts, " ")
        for (i = 1; i <= n; i++)
            if (!((file, parts[i]) in in_file)) fault(parts[i] "() is not in " file)
        if (n > 0 && file ~ /c$/ && !((file, "defines_" parts[1]) in in_file))
            fault(file " does not define " parts[1] "()")
    }
    BEGIN {
        read_list("options", options)
        read_list("targets", targets)
        while ((getline line <(work "/files")) > 0) add_file(line)
        while ((getline line <(work "/words")) > 0) {
            split(line, pair, " ")
            words[pair[2]] = 1
            file = pair[1]
            for (;;) {
                in_file[file, pair[2]] = 1
                if (!match(file, /^[^\/]*\//)) break
                file = substr(file, RLENGTH + 1)
            }
        }
        while ((getline line <(work "/mentions")) > 0) check_mention(line)
    }
    FNR == 1 { is_code = 0 }
    /^```/ { is_code = !is_code; next }
    is_code || /^    / { check_code($0); next }
    {
        line = $0
        while (match(line, /`[^`]+`/)) {
            check_span(substr(line, RSTART + 1, RLENGTH - 2))
            line = substr(line, RSTART + RLENGTH)
        }
    }' $documents
)

if [ -n "$faults" ]; then
    echo "$faults"
    echo 'names: 0 passed, 1 failed'
    exit 1
fi
echo 'names: 1 passed, 0 failed'
