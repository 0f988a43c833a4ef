#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries the README's two commands on a Debian with only its package manager.
#
#     hosts/bare.sh [SUITE...]       default: bookworm
#
# Debootstrap makes the system (variant minbase) below build/bare, once.  Each run unpacks it
# anew, copies the files that git tracks into it, and runs ./demo.sh and ./test.sh there as
# root, so that they install what they need.
#
# Prints "bare: SUITE: N passed, N failed", or "skipped: bare: why" where debootstrap is missing
# or the user is not root.  The logs are build/bare/SUITE.demo.sh.log and SUITE.test.sh.log.
#
# Environment: MIRROR (debootstrap's), http_proxy and the like.  The machine's apt settings and
# certificates are copied, since a proxy may need them.
set -u

cd "$(dirname "$0")/.." || exit 2
work=$PWD/build/bare
failures=0

skip() {
    echo "skipped: bare: $1"
    exit 0
}

[ "$(id -u)" -eq 0 ] || skip "only root may use chroot"
command -v debootstrap >/dev/null || skip "no debootstrap (apt-get install debootstrap)"
mkdir -p "$work"

# Makes the archive of the system $1.
make_base() {
    local root=$work/$1.base
    rm -rf "$root"
    debootstrap --variant=minbase "$1" "$root" ${MIRROR:+"$MIRROR"} >"$work/$1.log" 2>&1 || return
    tar -C "$root" -cf "$work/$1.tar" . && rm -rf "$root"
}

# Unpacks the system $1 and copies this tree into it.
prepare() {
    root=$work/$1.root
    rm -rf "$root"
    mkdir -p "$root/tree" && tar -C "$root" -xf "$work/$1.tar" || return
    git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -C "$root/tree" -x || return
    cp /etc/resolv.conf "$root/etc/"
    cp -r /etc/ssl/certs "$root/etc/ssl/" 2>/dev/null
    grep -lEi 'proxy|cainfo' /etc/apt/apt.conf.d/* 2>/dev/null | xargs -r cp -t "$root/etc/apt/apt.conf.d"
}

# Runs the program $2 of the tree in the system $1.
try() {
    local log=$work/$1.$2.log proxies
    mapfile -t proxies < <(env | grep -i '^[a-z]*_proxy=')
    mount --bind /proc "$root/proc" 2>/dev/null
    chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "${proxies[@]}" \
        sh -c "cd /tree && ./$2" >"$log" 2>&1 </dev/null
    local status=$?
    umount "$root/proc" 2>/dev/null
    [ $status -eq 0 ] && return
    tail -n 20 "$log"
    echo "bare: $1: ./$2 ends with status $status: see $log"
    return 1
}

for suite in "${@:-bookworm}"; do
    if [ ! -e "$work/$suite.tar" ] && ! make_base "$suite"; then
        skip "debootstrap cannot make $suite: see $work/$suite.log"
    fi
    prepare "$suite" || exit 2
    passed=0 failed=0
    for program in demo.sh test.sh; do
        if try "$suite" $program; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
        fi
    done
    rm -rf "$root"
    echo "bare: $suite: $passed passed, $failed failed"
    failures=$((failures + failed))
done
[ $failures -eq 0 ]
