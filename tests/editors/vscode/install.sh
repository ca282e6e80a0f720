#!/bin/sh
# Installs what the VS Code tests need, under DEST: a real VS Code (code-server: VS Code served to a browser) and
# playwright-core, which drives it through Debian's chromium.  All of it comes from the npm registry and from apt.
#
#   install.sh [DEST]        (DEST: ${SHAPELS_CACHE:-~/.cache/shapels}/vscode; does nothing when it is there already)
#
# Needs node 20 with its headers (include/node beside bin/node) and npm.  Missing apt packages are installed when we
# are root; otherwise the script names them and stops.
set -eu

CODE_SERVER=4.100.3   # VS Code 1.100.3; the last code-server that runs on node 20
RIPGREP=1.18.0        # @vscode/ripgrep-linux-*: carries the binary that @vscode/ripgrep would download
PLAYWRIGHT=1.65.1
APT="chromium fonts-dejavu-core python3 make g++"

[ $# -le 1 ] || { echo "usage: $0 [DEST]" >&2; exit 2; }
dest=${1:-${SHAPELS_CACHE:-$HOME/.cache/shapels}/vscode}
mkdir -p "$dest/log"
dest=$(cd "$dest" && pwd)

fail() { echo "install.sh: $*" >&2; exit 1; }

# step NAME COMMAND...: run it quietly; when it fails, say which step it was and show the end of its output.
step() {
  name=$1; shift
  printf '%s ... ' "$name"; start=$(date +%s)
  if "$@" >"$dest/log/$name.log" 2>&1; then echo "$(($(date +%s) - start))s"; return; fi
  echo FAILED
  tail -n 30 "$dest/log/$name.log" >&2
  fail "step '$name' failed; all of its output: $dest/log/$name.log"
}

# 1. Debian's packages: the browser, a font for it, and what builds four small native modules.
missing=
for package in $APT; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
done
if [ -n "$missing" ]; then
  [ "$(id -u)" = 0 ] || fail "please run: apt-get install$missing"
  step apt-update apt-get update
  # shellcheck disable=SC2086  # a list of words
  step apt-install env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
fi

versions="code-server $CODE_SERVER ripgrep $RIPGREP playwright-core $PLAYWRIGHT node $(node -p process.versions.modules)"
stamp=$dest/installed
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$versions" ]; then echo "VS Code is already installed in $dest"; exit 0; fi
rm -f "$stamp"

[ "$(node -p 'process.versions.node.split(".")[0]')" = 20 ] || fail "code-server $CODE_SERVER needs node 20, found $(node -v)"
nodedir=$(node -p 'path.resolve(fs.realpathSync(process.execPath), "../..")')
[ -f "$nodedir/include/node/node_api.h" ] || fail "node's headers not found in $nodedir/include/node"
gyp=$(npm root -g 2>/dev/null)/npm/node_modules/node-gyp/bin/node-gyp.js
[ -f "$gyp" ] || fail "npm's own node-gyp not found: $gyp"
case $(node -p process.arch) in
  x64 | arm64) ripgrep=@vscode/ripgrep-linux-$(node -p process.arch) ;;
  *) fail "no ripgrep package for this machine" ;;
esac

# 2. The npm packages, none of their install scripts (code-server's would download from outside the registry).
cd "$dest"
echo '{ "name": "shapels-editor-tests", "private": true }' >package.json
rm -rf node_modules package-lock.json
step packages npm install --ignore-scripts --no-audit --no-fund --save-exact \
  "code-server@$CODE_SERVER" "$ripgrep@$RIPGREP" "playwright-core@$PLAYWRIGHT"

# 3. What code-server's install script would do: VS Code's own packages (pinned by its shrinkwrap) and some links.
vscode=$dest/node_modules/code-server/lib/vscode
cd "$vscode"
step vscode-packages npm install --ignore-scripts --omit=dev --no-audit --no-fund
ln -sfn node_modules node_modules.asar
ln -sfn code-linux.sh bin/remote-cli/code-server
ln -sfn browser-linux.sh bin/helpers/browser.sh
cd extensions
step vscode-extensions npm install --ignore-scripts --omit=dev --no-audit --no-fund

# 4. The native modules.  node-gyp directly, so that no version of npm can decide to skip a build script.
build() { # build DIRECTORY [NODE-GYP OPTION...]
  (cd "$1" && shift && node "$gyp" rebuild --nodedir="$nodedir" "$@")
}
step argon2 build "$dest/node_modules/argon2" \
  --module_name=argon2 --module_path="$dest/node_modules/argon2/lib/binding/napi-v3" --napi_version=9 --napi_build_version=3
step spdlog build "$vscode/node_modules/@vscode/spdlog"
step watchdog build "$vscode/node_modules/native-watchdog"
step pty build "$vscode/node_modules/node-pty"

# 5. ripgrep (find in files, and the search for workspaceContains: activation).
mkdir -p "$vscode/node_modules/@vscode/ripgrep/bin"
cp "$dest/node_modules/$ripgrep/bin/rg" "$vscode/node_modules/@vscode/ripgrep/bin/rg"
chmod +x "$vscode/node_modules/@vscode/ripgrep/bin/rg"

# 6. Does it all load?
cd "$vscode"
step check-native node -e 'for (const m of ["@vscode/spdlog", "native-watchdog", "node-pty", "@parcel/watcher"]) require(m)'
step check-ripgrep node_modules/@vscode/ripgrep/bin/rg --version
step check-start node "$dest/node_modules/code-server/out/node/entry.js" --config "$dest/config.yaml" --version
echo "$versions" >"$stamp"
echo "VS Code is installed in $dest: $(tail -n 1 "$dest/log/check-start.log")"
