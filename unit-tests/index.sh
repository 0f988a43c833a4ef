#!/bin/bash
# SPDX-License-Identifier: MIT
# Writes unit-tests/README.md: what each test program shows and each header does, from the
# first sentence of its head comment, which begins with "NAME - ".
#
#     unit-tests/index.sh             writes the file
#     unit-tests/index.sh --check     reports whether the file is up to date
export LC_ALL=C
cd "$(dirname "$0")" || exit 1
index=$(mktemp) || exit 1
trap 'rm -f "$index"' EXIT
faults=0

# Prints a table of the files $3..., and reports those without a head comment.
table() {
    printf '\n| %s | %s |\n|---|---|\n' "$1" "$2"
    shift 2
    awk '
        FNR == 1 { text = ""; name = FILENAME }
        FNR == 1 && /SPDX/ { next }
        FILENAME == done { next }
        {
            line = $0
            ended = sub(/ *\*\/.*/, "", line)
            sub(/^(\/[*]| [*]) ?/, "", line)
            ended += sub(/\.(  .*)?$/, "", line)
            ended += text != "" && line == ""
            text = text (text != "" && line != "" ? " " : "") line
        }
        ended {
            done = FILENAME
            if (!sub("^" name " - ", "", text)) {
                print name ": its first comment does not begin with its name" >"/dev/stderr"
                faults = 1
            }
            printf "| `%s` | %s |\n", name, text
        }
        END { exit faults }' "$@" || faults=1
}

# Prints the folder in src/ of the module that the test $1 tests: that of the first header in
# parentheses in its head comment, else the module with the name of the test, without words
# at its end if necessary.
folder_of() {
    local module=${1#test_} header found
    header=$(sed '/SPDX/d; /\*\//q' "$1" | sed -n 's/.*(\([a-z_0-9]*\)\.h[,)].*/\1/p' | head -n 1)
    module=${header:-${module%.c}}
    while :; do
        found=$(find ../src -path '../src/sql/*' ! -path '../src/sql/options*' -prune -o -name "$module.[ch]" -print | head -n 1)
        [[ -z $found && $module == *_* ]] || break
        module=${module%_*}
    done
    found=${found#../}
    echo "${found%/*}"
}

write_index() {
    local test folder
    declare -A tests=()
    for test in test_*.c; do
        folder=$(folder_of "$test")
        tests[${folder:-other}]+=" $test"
    done
    cat <<'END'
# Unit tests

Written by `unit-tests/index.sh`: what each test program shows, from its first comment. The
programs are linked with all below `src/` that does without SQLite: everything but `src/sql/`, of
which they have `src/sql/options/`. `make check-unit` builds and runs them all;
`make build/plain/unit/test_path` builds one, and `make build/asan/unit/test_path` builds it with
AddressSanitizer. `make` finds a new `test_*.c`; `unit_test.h` shows how to write one; run `index.sh`
afterwards. `mutants.py` finds faults that no test notices; `check_layers.sh` and
`check_symbols.sh` check the code itself, and `check_names.sh` what documents for developers name.
END
    while read -r folder; do
        printf '\n## %s/\n' "$folder"
        # shellcheck disable=SC2086
        table test shows ${tests[$folder]}
    done < <(printf '%s\n' "${!tests[@]}" | grep -v '^other$' | sort)
    printf '\n## Whole files, and several modules together\n'
    # shellcheck disable=SC2086
    table test shows ${tests[other]}
    printf '\n## What the tests share\n'
    table header 'what it does' unit_*.h
}

write_index >"$index"
if [ "${1:-}" != --check ]; then
    cp "$index" README.md
elif diff -u README.md "$index" && [ $faults -eq 0 ]; then
    echo 'unit-tests index: 1 passed, 0 failed'
else
    echo 'unit-tests/README.md is not up to date: run unit-tests/index.sh'
    echo 'unit-tests index: 0 passed, 1 failed'
    exit 1
fi
