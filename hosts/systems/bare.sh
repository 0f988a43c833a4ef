#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries what README says under "Install" on systems with only their package manager.
#
#     hosts/systems/bare.sh [SUITE...]    default: bookworm trixie forky
#     hosts/systems/bare.sh --turn        one of the released ones, chosen by the commit, and
#                                         without what depends little on the system; for CI
#
# mmdebstrap makes the system (variant minbase) below build/bare, once.  Each run unpacks it
# anew, copies the files that git tracks into it, and runs ./demo.sh and ./test.sh there as
# root, so that they install what they need.  Then it loads the extension after `make install`
# and from the .deb, and builds it as a user who may not write into the folder.
#
# Prints "bare: SUITE, SQLite VERSION: N passed, N failed (NAME SECONDS, ...)", or
# "skipped: bare: why" where mmdebstrap is missing, the user is not root, or the suite cannot be
# fetched.  The logs are build/bare/SUITE.NAME.log.
#
# Environment: MIRROR (the suites', if it is not the distribution's own), http_proxy and the
# like.  The machine's apt settings of proxies and checks, and its certificates, are copied.
set -u

cd "$(dirname "$0")/../.." || exit 2
work=$PWD/build/bare
failures=0
mapfile -t settings < <(grep -lEi 'proxy|cainfo|check-' /etc/apt/apt.conf.d/* 2>/dev/null)
proxies=$(env | grep -i '^[a-z]*_proxy=' | sed "s/'/'\\\\''/g; s/=\(.*\)/='\1'/" | paste -s -d ' ')
released=(bookworm trixie)

skip() {
    echo "skipped: bare: $1"
    exit 0
}

[ "$(id -u)" -eq 0 ] || skip "only root may use chroot"
command -v mmdebstrap >/dev/null || skip "no mmdebstrap (apt-get install mmdebstrap)"
mkdir -p "$work"

# Makes the archive of the system $1.
make_base() {
    mmdebstrap --variant=minbase --dpkgopt=force-unsafe-io "${settings[@]/#/--aptopt=}" \
        "$1" "$work/$1.new.tar" ${MIRROR:+"$MIRROR"} >"$work/$1.log" 2>&1 && mv "$work/$1.new.tar" "$work/$1.tar"
}

# Unpacks the system $1 and copies this tree into it.
prepare() {
    root=$work/$1.root
    rm -rf --one-file-system "$root"
    mkdir -p "$root/tree" && tar -C "$root" -xf "$work/$1.tar" || return
    git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -C "$root/tree" -x || return
    cp /etc/resolv.conf "$root/etc/"
    cp -r /etc/ssl/certs "$root/etc/ssl/" 2>/dev/null
    [ ${#settings[@]} -eq 0 ] || cp "${settings[@]}" "$root/etc/apt/apt.conf.d/"
    ln -sfn /proc/self/fd "$root/dev/fd"
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
    mount --bind /proc "$root/proc"
}

# Runs the shell commands $3 in the tree, in the system $1, under the name $2.
try() {
    local log=$work/$1.$2.log started=$SECONDS status
    local run="chroot '$root' env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin $proxies sh /commands"
    echo "cd /tree && $3" >"$root/commands"
    if [ -n "${terminal:-}" ]; then
        script -eqc "$run" /dev/null
    else
        sh -c "$run"
    fi >"$log" 2>&1 </dev/null
    status=$?
    times="$times${times:+, }$2 $((SECONDS - started)) s"
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    tail -n 20 "$log"
    echo "bare: $1: $2 ends with status $status: see $log"
}

# What a user types; where commands differ from README's, it is to see that they say what is
# true.
try_all() {
    local suite=$1 load='SELECT count(*) FROM pragma_module_list WHERE name = '\''parquet'\'
    # A terminal whose user ends the input at the question.
    terminal=yes try "$suite" no-answer './demo.sh | grep "nothing is installed"'
    # It also builds without warnings of this compiler.
    try "$suite" demo.sh './demo.sh >/log 2>&1; status=$?; cat /log; ! grep -q warning: /log && exit $status'
    try "$suite" test.sh "./test.sh ${quick:+TESTS='check-sql check-documents'}"
    try "$suite" install "line=\$(make -s install | sed -n 's/.*: *[.]load/.load/p') && cd / &&
        test \"\$(sqlite3 :memory: \"\$line\" \"$load\")\" = 1"
    [ -z "$quick" ] || return
    try "$suite" read-only "su nobody -s /bin/sh -c '
        make -s BUILD=/tmp/x CFLAGS=-O0 -j2 && cd / &&
        test \"\$(sqlite3 :memory: \".load /tmp/x/parquet_vtab\" \"SELECT 1\")\" = 1' &&
        test -z \"\$(find . -user nobody)\""
    try "$suite" deb "apt-get install -y -q --no-install-recommends dpkg-dev && make -s deb &&
        apt-get install -y -q ./build/dist/*.deb && cd / &&
        test \"\$(sqlite3 :memory: '.load parquet_vtab' \"$load\")\" = 1"
}

quick=
if [ "${1:-}" = --turn ]; then
    quick=yes
    set -- "${released[0x$(git rev-parse --short=4 HEAD) % ${#released[@]}]}"
fi
[ $# -gt 0 ] || set -- "${released[@]}" forky
for suite; do
    if [ ! -e "$work/$suite.tar" ] && ! make_base "$suite"; then
        echo "skipped: bare: mmdebstrap cannot make $suite: see $work/$suite.log"
        continue
    fi
    prepare "$suite" || exit 2
    passed=0 failed=0 times=
    try_all "$suite"
    version=$(chroot "$root" sqlite3 --version | cut -d ' ' -f 1)
    umount "$root/proc"
    rm -rf --one-file-system "$root"
    echo "bare: $suite, SQLite $version: $passed passed, $failed failed ($times)"
    failures=$((failures + failed))
done
[ $failures -eq 0 ]
