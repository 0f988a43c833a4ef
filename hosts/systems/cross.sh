#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the extension for other machines and tests it there, under qemu-user.
#
#     hosts/systems/cross.sh [MACHINE...]       default: s390x aarch64 i386
#
#   s390x     big-endian, 64 bits
#   aarch64   char is unsigned
#   i386      32 bits; without qemu if the machine runs i386 programs natively
#
# All unit tests and SQL tests run for each.  Then the files that the SQL tests wrote must be
# byte for byte the same as those that they write on this machine, unless encrypted.
#
# Under qemu, tests that take minutes and do not depend on the machine are left out, and those
# that qemu does not survive, unless FULL=1.
#
# Prints "cross: MACHINE: N passed, N failed", or "skipped: MACHINE: why" if this
# machine lacks something and cannot fetch it.  The compilers and qemu come from Debian:
#
#     apt-get install qemu-user gcc-s390x-linux-gnu gcc-aarch64-linux-gnu \
#         gcc-i686-linux-gnu libc6-dev-s390x-cross libc6-dev-arm64-cross \
#         libc6-dev-i386-cross
#
# The libraries are downloaded and unpacked, not installed.  Everything fetched or built
# stays under build/cross.
#
# Environment: EXTENSION (./parquet_vtab.so, this machine's), JOBS (at a time, 2), FULL.
set -u

cd "$(dirname "$0")/../.." || exit 2
root=$PWD
work=$root/build/cross
failures=0
export JOBS=${JOBS:-2}
libraries='libc6 libssl3 libsqlite3-0 libsqlite3-dev zlib1g zlib1g-dev libzstd1 libzstd-dev
    liblz4-1 liblz4-dev libbrotli1 libbrotli-dev libdeflate0 libdeflate-dev libxxhash-dev'

# qemu itself fails if a process that was forked among threads starts one (test_fork).
slow_units='test_codec_compress test_codec_steps test_damage test_allocation_failures test_fork'
slow_units+=' test_orc_allocation_failures'
slow_sql='^--! (lost_memory|interrupt|progress)'

skip() {
    echo "skipped: $1: $2"
}

# Sets what differs between machines: the names of architectures, compilers, folders, loaders.
describe() {
    case $1 in
    s390x)
        debian=s390x compiler=s390x-linux-gnu-gcc
        folder=s390x-linux-gnu loader=ld64.so.1
        ;;
    aarch64)
        debian=arm64 compiler=aarch64-linux-gnu-gcc
        folder=aarch64-linux-gnu loader=ld-linux-aarch64.so.1
        ;;
    i386)
        debian=i386 compiler=i686-linux-gnu-gcc
        folder=i386-linux-gnu loader=ld-linux.so.2
        ;;
    *) return 1 ;;
    esac
}

# Unpacks Debian's libraries for $debian in the folder $1, with a package list of its own.
fetch_sysroot() {
    local sysroot=$1 apt=$1.apt package link
    local settings=(-qq -o "Dir::State=$apt" -o "Dir::State::status=$apt/status"
        -o "Dir::Cache=$apt" -o "APT::Architecture=$debian"
        -o "APT::Architectures=$debian" -o APT::Sandbox::User=root)

    [ -e "$sysroot" ] && return
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || return
    rm -rf "$apt" "$sysroot.new"
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/packages" "$sysroot.new"
    : >"$apt/status"
    apt-get "${settings[@]}" update >/dev/null 2>&1
    # shellcheck disable=SC2086
    (cd "$apt/packages" && apt-get "${settings[@]}" download $libraries) \
        >/dev/null 2>&1 || return
    for package in "$apt"/packages/*.deb; do
        dpkg -x "$package" "$sysroot.new" || return
    done
    # Links are absolute in some packages.
    find "$sysroot.new" -type l -lname '/*' | while read -r link; do
        ln -sfn "$sysroot$(readlink "$link")" "$link"
    done
    rm -rf "$apt"
    mv "$sysroot.new" "$sysroot"
}

# Sets `units` and `sql_tests` to the tests that run on machine $1, in the tree $2.
choose_tests() {
    local unit slow=

    mapfile -t sql_tests < <(find sql-tests -name '*.sql' | sort)
    if [ "${run[0]#qemu}" != "${run[0]}" ] && [ -z "${FULL:-}" ]; then
        slow=" $slow_units "
        mapfile -t sql_tests < <(grep -L -E "$slow_sql" "${sql_tests[@]}")
    fi
    units=()
    for unit in "$2"/build/plain/unit/test_*; do
        [[ $slow == *" ${unit##*/} "* ]] || units+=("$unit")
    done
    [ -z "$slow" ] && return
    echo "left out on $1, which is emulated: $slow_units," \
        "SQL tests of lost memory and of interrupts"
}

# Sets `run`, the command that runs a program of machine $1 with the libraries in $2.  The
# loader finds them because qemu's option -L makes $2 the root of the file system.
choose_runner() {
    local machine=$1 sysroot=$2
    local libraries=$sysroot/lib/$folder:$sysroot/usr/lib/$folder

    run=("$sysroot/lib/$loader" --library-path "$libraries")
    if [ "$machine" != i386 ] || ! "${run[0]}" --version >/dev/null 2>&1; then
        command -v "qemu-$machine" >/dev/null || return
        run=("qemu-$machine" "${run[@]}")
    fi
}

# Makes a tree in $1 that shares this one's sources, so that `make` there builds separately.
link_tree() {
    local source

    mkdir -p "$1"
    for source in Makefile parquet_vtab.c src unit-tests sql-tests testdata; do
        ln -sfn "$root/$source" "$1/$source"
    done
}

build() {
    local tree=$1 headers=$2/usr/include libraries=$2/usr/lib/$folder
    local linking="-L$libraries -Wl,-rpath-link,$libraries"

    local flags="-O2 -g -isystem $headers/$folder -isystem $headers $linking"

    make -C "$tree" -s -j"$JOBS" CC="$compiler" WERROR=1 CFLAGS="$flags" \
        parquet_vtab.so build/plain/sqlrun >/dev/null &&
        make -C "$tree" -s -j"$JOBS" CC="$compiler" CFLAGS="$flags -Wno-conversion" \
            unit-programs >/dev/null
}

# Prints the failures in the file $1 and adds up the counts at its end.
count() {
    local line

    line=$(grep -E '^(unit|sql|files): [0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
    if [ -z "$line" ]; then
        cat "$1"
        failed=$((failed + 1))
        return
    fi
    grep -v "^skipped: \|^$line\$" "$1" | head -n 100
    line=${line#*: }
    passed=$((passed + ${line%% passed*}))
    line=${line#*, }
    failed=$((failed + ${line%% failed*}))
}

# Compares the files that tests have left below the folders $1 and $2, if the tests ran for
# both.  Leaves out what no two runs write alike: encrypted files, for their nonces are random,
# and files of append=on, for their names are.
compare_files() {
    local here=$1 there=$2 name same=0 different=0

    while read -r name; do
        [ -d "$there/${name%%/*}" ] || continue
        case $name in
        encryption-* | *lost-in-encryption* | */data_????????-????-*) continue ;;
        esac
        if cmp -s "$here/$name" "$there/$name"; then
            same=$((same + 1))
        else
            different=$((different + 1))
            echo "FAILED: $name differs from the file written on this machine"
        fi
    done < <(cd "$here" && find -- * -name '*.parquet' -type f | sort)
    echo "files: $same passed, $different failed"
}

test_machine() {
    local machine=$1 tree=$work/$1 sysroot=$work/$1.sysroot
    local debian compiler folder loader passed=0 failed=0 run=() units=() sql_tests=()

    describe "$machine" || { echo "no such machine: $machine" >&2; exit 2; }
    command -v "$compiler" >/dev/null || { skip "$machine" "no $compiler"; return; }
    fetch_sysroot "$sysroot" || { skip "$machine" 'its libraries cannot be fetched'; return; }
    choose_runner "$machine" "$sysroot" || { skip "$machine" "no qemu-$machine"; return; }
    link_tree "$tree"
    if ! build "$tree" "$sysroot"; then
        failures=$((failures + 1))
        echo "cross: $machine: 0 passed, 1 failed"
        return
    fi
    choose_tests "$machine" "$tree"
    RUN="${run[*]}" "$tree/unit-tests/run.sh" "${units[@]}" >"$tree/log" 2>&1
    count "$tree/log"
    rm -rf "$tree/files"
    KEEP_FILES=$tree/files TEST_TIMEOUT=600 "$tree/sql-tests/run.sh" "${run[@]}" \
        build/plain/sqlrun -e ./parquet_vtab.so -- "${sql_tests[@]}" >"$tree/log" 2>&1
    count "$tree/log"
    compare_files "$work/files" "$tree/files" >"$tree/log"
    count "$tree/log"
    [ $failed -eq 0 ] || failures=$((failures + 1))
    echo "cross: $machine: $passed passed, $failed failed"
}

write_files_here() {
    rm -rf "$work/files"
    KEEP_FILES=$work/files sql-tests/run.sh build/plain/sqlrun \
        -e "${EXTENSION:-./parquet_vtab.so}" >"$work/log" 2>&1 || cat "$work/log"
}

[ $# -eq 0 ] && set -- s390x aarch64 i386
mkdir -p "$work"
write_files_here
for machine; do
    test_machine "$machine"
done
[ $failures -eq 0 ]
