#!/bin/sh
# Unpacks a program from another Debian release, with every library it needs down to libc, into a folder, without
# installing anything on this machine.  install.sh uses it.
#
#   debian-unpack.sh DEST SUITE PACKAGE PROGRAM
#
# Afterwards DEST/root/PROGRAM runs here: it uses the unpacked libc's loader and the unpacked libraries; the programs
# that it starts do not.  Debian's main archive is taken from this machine's own apt sources.  DEST/installed says what
# is there; when it is there already, nothing is done.
set -eu

[ $# -eq 4 ] || { echo "usage: $0 DEST SUITE PACKAGE PROGRAM" >&2; exit 2; }
suite=$2 package=$3 program=$4
mkdir -p "$1"
dest=$(cd "$1" && pwd)
root=$dest/root
fail() { echo "debian-unpack: $*" >&2; exit 1; }

if [ -f "$dest/installed" ] && [ "$(cat "$dest/installed")" = "$package $suite" ]; then exit 0; fi
rm -rf "$dest/installed" "$root" "$dest/apt"
for tool in apt-get dpkg-deb; do command -v $tool >/dev/null || fail "$tool not found"; done

# Apt in folders of its own.  Its empty list of installed packages makes it fetch all dependencies.
mkdir -p "$dest/apt/lists/partial" "$dest/apt/cache/archives/partial"
: >"$dest/apt/status"
uri=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian \(.*debian\/*\)$/\1/p' | head -n 1)
[ -n "$uri" ] || fail "found no Debian archive in this machine's apt sources (try apt-get update first)"
key=/usr/share/keyrings/debian-archive-keyring.gpg
for s in "$suite" bookworm; do echo "deb [signed-by=$key] $uri $s main"; done >"$dest/apt/sources.list"
apt() {
  apt-get -q -o APT::Update::Error-Mode=any -o APT::Sandbox::User=root -o Dir::Etc::SourceList="$dest/apt/sources.list" \
    -o Dir::Etc::SourceParts=/dev/null -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
    -o Dir::State="$dest/apt" -o Dir::State::status="$dest/apt/status" -o Dir::Cache="$dest/apt/cache" "$@" >>"$dest/apt/log" 2>&1 ||
    { tail -n 20 "$dest/apt/log" >&2; fail "apt-get $1 failed; all of its output: $dest/apt/log"; }
}
apt update
apt install --download-only --yes --no-install-recommends -t "$suite" "$package"
mkdir "$root"
for deb in "$dest"/apt/cache/archives/*.deb; do dpkg-deb -x "$deb" "$root"; done
[ -f "$root/$program" ] || fail "package $package of $suite has no $program"

# patchelf of this machine's own release (what it needs is on every machine with a C++ compiler).
patchelf=$(command -v patchelf || true)
if [ -z "$patchelf" ]; then
  (cd "$dest/apt" && apt download patchelf/bookworm && dpkg-deb -x patchelf_*.deb patchelf)
  patchelf=$dest/apt/patchelf/usr/bin/patchelf
fi
# Patched rather than started through the loader by hand: Neovim starts itself again for its screen and must know its
# own path.  DT_RPATH (--force-rpath), so that the libraries find each other too.
loader=$(find "$root" -name 'ld-linux-*.so.*' | head -n 1)
libs=$(dirname "$(find "$root" -name libc.so.6 | head -n 1)")
"$patchelf" --set-interpreter "$loader" --force-rpath --set-rpath "$libs" "$root/$program"
"$root/$program" --version >/dev/null || fail "the unpacked $program does not start"
rm -rf "$dest/apt"
echo "$package $suite" >"$dest/installed"
