#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the examples of the documents and checks their links, and that their tables of options have
# what parquet_options has, and those of scan statistics what parquet_scan_stats has.  usage: documents.sh LIBRARY
#
# A ```text block is the output of the ```sql, ```python, ```js or ```sh block before it.  An SQL
# block without one must print nothing; other blocks without one are not run.  The SQL blocks of a
# document are one session with the extension loaded; the statements of a table whose last column
# is headed "here" or "SQL" belong to it and must not fail.  Python and JavaScript blocks are skipped
# if a module that they import is missing, shell blocks if the first word of a line is not a command.
#
# Environment: PYTHON (the system's own, because other builds often cannot load extensions).
# `hosts/run.sh documents` installs what the examples need.
cd "$(dirname "$0")/.." || exit 1
documents='README.md SECURITY.md CONTRIBUTING.md docs/*.md'
linked="$documents ARCHITECTURE.md CHANGELOG.md */README.md docs/internals/*.md"
python=${PYTHON:-$(command -p -v python3)}
export PYTHONPATH=$PWD/dist/recipes/http_vfs
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# ---- Links ------------------------------------------------------------------------------

# Prints the anchors that GitHub makes from the headings of document $1.
anchors() {
    awk '/^```/ { code = !code }
         !code && sub(/^#+ /, "") { s = tolower($0); gsub(/[^a-z0-9 _-]/, "", s); gsub(/ /, "-", s); print s }' "$1"
}

# Prints the targets of links and images of document $1, and the files of this tree that it
# names.
targets() {
    awk '/^```/ { code = !code } !code' "$1" | grep -oE '\]\([^) ]+\)|src="[^"]+"' | sed -E 's/^(\]\(|src=")(.*).$/\2/'
    grep -oE '`(src|hosts|sql-tests|unit-tests|fuzz|interop|bench|testdata|docs)/[^` <*]*[^/` <*]`' "$1" | sed 's/`//g; s/^/named: /'
}

# Prints what is wrong with link $2 of document $1, if anything.
check_link() {
    local file=${2%%#*} anchor=${2#*#}
    case $2 in
    http*) return ;;
    "named: "*) # also the beginning of a name, such as the number of a test
        compgen -G "${2#named: }*" >/dev/null || echo "no file ${2#named: }"
        return
        ;;
    "#"*) file=$1 ;;
    *) file=$(dirname "$1")/$file ;;
    esac
    if [ ! -e "$file" ]; then
        echo "no file $file"
    elif [ "$anchor" != "$2" ] && ! anchors "$file" | grep -qxF -- "$anchor"; then
        echo "no heading #$anchor in $file"
    fi
}

for document in $linked; do
    while read -r target; do
        problem=$(check_link "$document" "$target")
        if [ -n "$problem" ]; then
            echo "$document: $problem"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
    done < <(targets "$document" | sort -u)
done

# ---- Examples ---------------------------------------------------------------------------

# Writes blocks to README.md-01.sql, docs_types.md-02.python, ... and their expected output to
# README.md-01.text, ...
# shellcheck disable=SC2086
awk -v work="$work" '
    FNR == 1 { n = 0; file = ""; name = FILENAME; sub("/", "_", name) }
    in_table && !/^\|/ { in_table = 0; file = base = "" }
    /^\|.*\| (here|SQL) \|$/ {
        in_table = 1
        base = sprintf("%s/%s-%02d", work, name, ++n)
        file = base ".sql"
        printf "" >(base ".text")
        next
    }
    in_table {
        gsub(/\\\|/, "|")
        if (match($0, /`[^`]*` \|$/))
            print ".output /dev/null\n" substr($0, RSTART + 1, RLENGTH - 4) ";\n.output" >file
        next
    }
    /^```(sql|python|js|sh)$/ && file == "" {
        base = sprintf("%s/%s-%02d", work, name, ++n)
        file = base "." substr($0, 4)
        if (file ~ /sql$/) printf "" >(base ".text")
        next
    }
    /^```text$/ && file == "" {
        file = base == "" ? "/dev/null" : base ".text"
        if (base != "") printf "" >file
        base = ""
        next
    }
    /^```/     { if (file == "") base = ""; file = file == "" ? "/dev/null" : ""; next }
    file != "" { print >file }' $documents

# SQLite takes a misspelt "a.b" for a text, but not t."a.b" or [a.b].
if grep -nE '(^|[^.[:alnum:]_])"[[:alnum:]_]+(\.[[:alnum:]_]+)+"[^:=]' "$work"/*.sql; then
    echo 'write t."a.b" or [a.b]'
    failed=$((failed + 1))
fi

# Examples write files, so they run in a folder of their own with everything that they read.
mkdir "$work/here" && ln -s "$PWD/testdata" "$(realpath "$1")" "$work/here" && cd "$work/here" || exit 1

# Prints what the example $1 needs but this machine lacks, if anything.
lacks() {
    local word module
    case $1 in
    *.sql)
        printf '3.38\n%s\n' "$(sqlite3 --version | sed 's/ .*//')" | sort -V -C ||
            echo "no sqlite3 of 3.38 or newer, which has -> and ->>"
        ;;
    *.sh)
        for word in $(sed -n 's/ .*//p' "$1"); do
            command -v "$word" >/dev/null || echo "no $word"
        done
        ;;
    *.js)
        command -v node >/dev/null || { echo "no node"; return; }
        for module in $(sed -nE 's/.*require\("([^"]+)"\).*/\1/p' "$1"); do
            node -e "require.resolve('$module')" 2>/dev/null || echo "no $module for node"
        done
        ;;
    *.python | *.py)
        [ -n "$python" ] || { echo "no Python"; return; }
        for module in $(sed -nE 's/^(import|from) ([a-z0-9_]+).*/\2/p' "$1"); do
            # Not here, where the library looks like a module.
            (cd "$work" && "$python" -c "import $module") 2>/dev/null || echo "no $module for Python"
        done
        "$python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>/dev/null ||
            echo "no system Python whose sqlite3 loads extensions"
        ;;
    esac
}

# Prints the output of example $1.  SQL runs after the earlier SQL blocks of its document.
run() {
    local before
    case $1 in
    *.sql)
        before=$(sqlite3 -batch :memory: <"$session" 2>&1 | wc -l)
        cat "$1" >>"$session"
        sqlite3 -batch :memory: <"$session" 2>&1 | tail -n "+$((before + 1))"
        ;;
    *.python) "$python" "$1" 2>&1 ;;
    *.js) node "$1" 2>&1 ;;
    *.sh) bash "$1" 2>&1 ;;
    esac
}

document=
for text in "$work"/*.text; do
    name=${text%.text}
    for example in "$name".*; do
        case $example in *.text | *.out | *.diff) ;; *) break ;; esac
    done
    if [ "${name%-*}" != "$document" ]; then
        document=${name%-*} session=${name%-*}.session
        echo ".load ./${1##*/}" >"$session"
    fi
    why=$(lacks "$example" | head -n 1)
    if [ -n "$why" ]; then
        echo "$why" >>"$work/missing"
        skipped=$((skipped + 1))
        continue
    fi
    run "$example" >"$name.out"
    if diff -u "$text" "$name.out" >"$name.diff"; then
        passed=$((passed + 1))
    else
        echo "example $(basename "$name"):"
        cat "$name.diff"
        failed=$((failed + 1))
    fi
done
cd "$OLDPWD" || exit 1

# ---- Options and scan statistics --------------------------------------------------------

# Prints the names in the first column of the tables of the documents $1 that are headed $2.
# shellcheck disable=SC2086
documented() {
    awk -v heading="| $2 |" 'index($0, heading) == 1 { on = 1; next }
        !/^\|/ { on = 0 }
        on { split($0, cells, / \| /); print cells[1] }' $1 | grep -oE '`[a-z0-9_]+' | tr -d '`' | sort -u
}

# Compares them with the words that query $3 returns, of which $4 says what they are.
check_words() {
    why=$(lacks options.sql)
    if [ -n "$why" ]; then
        echo "$why" >>"$work/missing"
        skipped=$((skipped + 1))
    elif diff <(documented "$1" "$2") <(sqlite3 -batch :memory: ".load $library" "$3" |
        grep -oE '[a-z0-9_]+' | sort -u) >"$work/words"; then
        passed=$((passed + 1))
    else
        echo "$1: the tables headed $2 do not have $4 (>)"
        cat "$work/words"
        failed=$((failed + 1))
    fi
}

# Compares them with the options of $3 in parquet_options.
check_options() {
    check_words "$1" "$2" "SELECT name || ' ' || coalesce(synonyms, '') FROM parquet_options WHERE valid_in LIKE '%$3%'" \
        "the options of parquet_options"
}

# Checks that each reason of docs/plans.md is one of the library's.
check_reasons() {
    while read -r reason; do
        if grep -qF "\"$reason\")" src/scan/keep_reason.h; then
            passed=$((passed + 1))
        else
            echo "docs/plans.md: no reason \"$reason\" in src/scan/keep_reason.h"
            failed=$((failed + 1))
        fi
    done < <(awk '/^\| reason/ { on = 1 } !/^\|/ { on = 0 } on' docs/plans.md | sed -nE 's/^\| `([^`]*)`.*/\1/p')
}

library=$(realpath "$1")
check_options docs/querying.md option tables
check_options 'docs/writing.md docs/writing-folders.md' option parquet_write
check_options docs/security.md item parquet_restrict
check_options docs/remote.md option parquet_add_secret
check_words docs/plans.md column "SELECT name FROM pragma_table_xinfo('parquet_scan_stats')" "the columns of parquet_scan_stats"
check_reasons

# ---- Messages ---------------------------------------------------------------------------

messages=sql-tests/messages.py # of docs/troubleshooting.md
why=$(lacks $messages | head -n 1)
if [ -n "$why" ]; then
    echo "$why" >>"$work/missing"
    skipped=$((skipped + 1))
elif "$python" $messages "$1"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
fi
[ $skipped -eq 0 ] ||
    echo "skipped: documents: $skipped examples: $(sort -u "$work/missing" | paste -s -d ',' | sed 's/,/, /g')"
echo "documents: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
