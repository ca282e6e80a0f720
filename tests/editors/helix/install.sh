#!/bin/sh
# Puts a current Helix, for tests, under DEST, without installing anything on the machine: DEST/bin/hx.
#
#   install.sh DEST [SUITE]     SUITE: a Debian suite that has it (trixie or newer); default: testing
#
# Run again: does nothing when it is there.
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: $0 DEST [SUITE]" >&2; exit 2; }
"$(dirname "$0")/../neovim/debian-unpack.sh" "$1" "${2:-testing}" hx usr/lib/hx/hx
dest=$(cd "$1" && pwd)
mkdir -p "$dest/bin"
cat >"$dest/bin/hx" <<EOF
#!/bin/sh
# Helix from Debian ${2:-testing}, unpacked beside this file.
export HELIX_RUNTIME="$dest/root/usr/lib/hx/runtime"
exec "$dest/root/usr/lib/hx/hx" "\$@"
EOF
chmod +x "$dest/bin/hx"
version=$("$dest/bin/hx" --version)
echo "installed: $version as $dest/bin/hx"
