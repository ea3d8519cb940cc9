#!/usr/bin/env bash
# Builds kirke for other machines: archives in the folder dist of the target folder, and their checksums.
#
#     .github/release.sh TARGET...                  # builds, packs and tries each target, then writes SHA256SUMS
#     .github/release.sh                            # writes SHA256SUMS only
#     .github/release.sh --try KIRKE [COMMAND...]   # tries a program, run by a command such as wine
#
# A program that cannot run here, for lack of Wine 9 or qemu-aarch64-static, is not tried: a line states so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

built=${CARGO_TARGET_DIR:-target}
dist=$built/dist
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)

# Stops with a message.
fail() {
    printf 'release: %s\n' "$*" >&2
    exit 1
}

# Chooses the C compiler for the allocator and the database of a musl target, unless the caller has set it as CC_TARGET. Headers of
# glibc serve too: musl has what they call, but for checked calls, those of C23 and those for large files, turned off here (files
# are large on 64-bit systems anyway).
choose_compiler() {
    local arch=${1%%-*} name=${1//-/_} compiler
    local variable=CC_$name
    [ -z "${!variable-}" ] || return 0
    for compiler in "$arch-linux-musl-gcc" "$arch-linux-gnu-gcc"; do
        if command -v "$compiler" >/dev/null; then
            export "$variable=$compiler" "CFLAGS_$name=-std=gnu17 -U_FORTIFY_SOURCE -DSQLITE_DISABLE_LFS"
            return
        fi
    done
    fail "$1 needs $arch-linux-musl-gcc or $arch-linux-gnu-gcc: install musl-tools or gcc-${arch/_/-}-linux-gnu"
}

# Fails unless a target is released. Sets its linker: for musl that of Rust, which comes with all that is
# linked but the allocator; for Windows that of mingw-w64, by default.
prepare() {
    case $1 in
        x86_64-unknown-linux-musl) export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld ;;
        aarch64-unknown-linux-musl) export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld ;;
        x86_64-pc-windows-gnu) ;;
        x86_64-apple-darwin) ;;
        aarch64-apple-darwin) ;;
        *) fail "unknown target '$1'" ;;
    esac
    [[ $1 != *-musl ]] || choose_compiler "$1"
}

# Succeeds if there is Wine that runs programs of Rust: Wine 8 lacks bcryptprimitives.dll.
has_wine() {
    local printed
    printed=$(wine --version 2>/dev/null) && [[ $printed =~ ^wine-([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 9 ]
}

# Prints the command that runs programs of a target here; fails if there is none.
runner() {
    case "$1 on $(uname -sm)" in
        x86_64-*-linux-*"Linux x86_64" | aarch64-*-linux-*"Linux aarch64") echo env ;;
        x86_64-apple-*"Darwin x86_64" | aarch64-apple-*"Darwin arm64") echo env ;;
        aarch64-*-linux-*"on Linux"*) command -v qemu-aarch64-static ;;
        *-windows-*"on Linux"*) has_wine && echo wine ;;
        *) return 1 ;;
    esac
}

# Fails unless a program, run by a command, solves and verifies problems.
try() {
    local program=$1 printed code=0
    shift
    export WINEDEBUG=-all
    printed=$("$@" "$program" --version | tr -d '\r') || fail "$program does not start: exit code $?"
    [ "$printed" = "kirke $version" ] || fail "expected 'kirke $version', found '$printed'"
    printed=$("$@" "$program" solve 'kbK5/pp6/1P6/8/8/8/8/R7' --stip '#2' --threads 2 | tr -d '\r') || true
    [[ $printed == *$'\n1.Ra6!' ]] || fail "expected '1.Ra6!' at the end, found '$printed'"
    "$@" "$program" verify problems/orthodox-directmates.inp >/dev/null || fail "expected exit code 0, found $?"
    printf 'k7/8/1K6/8/8/8/8/2R4R w - - #1;\n' | "$@" "$program" verify - >/dev/null || code=$?
    [ "$code" -eq 1 ] || fail "expected exit code 1 for a cooked problem, found $code"
    printf 'release: %s works\n' "$program"
}

# Fails if a program for musl needs a loader or a shared library.
check_static() {
    local headers
    [[ $1 == *-musl ]] || return 0
    headers=$(LC_ALL=C readelf --program-headers --dynamic --wide "$2")
    [[ $headers != *INTERP* && $headers != *NEEDED* ]] || fail "$2 is not static"
}

# Builds, packs and tries a target.
release() {
    local target=$1 name=kirke-$version-$1 program=kirke command
    [[ $target != *-windows-* ]] || program=kirke.exe
    prepare "$target"
    # Line tables serve developers, and are most of the size.
    CARGO_PROFILE_RELEASE_DEBUG=false cargo build --release --locked --target "$target"
    check_static "$target" "$built/$target/release/$program"
    rm -rf "${dist:?}/$name" "$dist/$name".*
    mkdir -p "$dist/$name"
    cp "$built/$target/release/$program" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$dist/$name"
    if [[ $target == *-windows-* ]]; then
        (cd "$dist" && zip -qr "$name.zip" "$name")
    else
        tar -C "$dist" -czf "$dist/$name.tar.gz" "$name"
    fi
    if command=$(runner "$target"); then
        try "$dist/$name/$program" "$command"
    else
        printf 'release: %s is not tried: nothing here runs it\n' "$name"
    fi
}

# Writes the checksums of all archives, as `sha256sum --check` reads them.
write_sums() {
    local sum='shasum -a 256'
    ! command -v sha256sum >/dev/null || sum=sha256sum
    cd "$dist"
    shopt -s nullglob
    set -- kirke-*.tar.gz kirke-*.zip
    [ $# -gt 0 ] || fail "no archive in $dist"
    $sum "$@" | tee SHA256SUMS
}

if [ "${1-}" = --try ]; then
    [ $# -ge 2 ] || fail "expected a program after --try"
    shift
    program=$1
    shift
    try "$program" "$@"
    exit
fi
for target in "$@"; do
    release "$target"
done
write_sums
