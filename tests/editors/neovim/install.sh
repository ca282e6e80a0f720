#!/bin/sh
# Puts a current Neovim, for tests, under DEST, without installing anything on the machine: DEST/bin/nvim.
#
#   install.sh DEST [SUITE]     SUITE: a Debian suite that has the version wanted; default: testing
#
# testing has the newest (0.12 at the time of writing), trixie has 0.10, and bookworm's own package is 0.7.
# Run again: does nothing when it is there.
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: $0 DEST [SUITE]" >&2; exit 2; }
suite=${2:-testing}
"$(dirname "$0")/debian-unpack.sh" "$1" "$suite" neovim usr/bin/nvim
dest=$(cd "$1" && pwd)
root=$dest/root

# The tree-sitter parsers that hover windows use, where nvim looks for them (trixie has them elsewhere already).
[ ! -d "$root/usr/lib/nvim/parser" ] || ln -sfn "$root/usr/lib/nvim/parser" "$root/usr/share/nvim/runtime/parser"
mkdir -p "$dest/bin"
cat >"$dest/bin/nvim" <<EOF
#!/bin/sh
# Neovim from Debian $suite, unpacked beside this file.  VIM and VIMRUNTIME: or it would load another Neovim's files.
export VIM="$root/usr/share/nvim" VIMRUNTIME="$root/usr/share/nvim/runtime"
exec "$root/usr/bin/nvim" "\$@"
EOF
chmod +x "$dest/bin/nvim"
version=$("$dest/bin/nvim" --version | head -n 1)
echo "installed: $version as $dest/bin/nvim"
