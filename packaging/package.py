#!/usr/bin/env python3
"""Makes the packages of a release build, tries them, and prints their sizes.

Each is made of what `cmake --install --component program` gives:
  deb    shapels and shapels-plugins, by CPack
  tar    shapels-VERSION-linux-ARCH.tar.gz
  wheel  a Python wheel whose scripts are the programs
  vsix   the VS Code extension with the program in it (needs npm)
The programs of an archive are tried from a folder of its own.

usage: package.py [--store] BUILD OUT [KIND...]
  --store  do not compress the wheel (for tests)
"""

import base64
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

import elf

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "language server and checker for the shapes in MLIR files"
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}
DATE = (2020, 1, 1, 0, 0, 0)
PROGRAMS = {"shapels", "shapels-read-ods"}


def version():
    return re.search(r"project\(shapels VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def installed(build, folder, component="program"):
    """What a user would have in a prefix."""
    run("cmake", "--install", build, "--component", component, "--prefix", folder, stdout=subprocess.DEVNULL)
    return folder


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def make_tar(prefix, out):
    name = f"shapels-{version()}-linux-{platform.machine()}"
    path = out / f"{name}.tar.gz"

    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = "root"
        return entry

    with tarfile.open(path, "w:gz", compresslevel=6) as archive:
        for file in files(prefix):
            archive.add(file, f"{name}/{file.relative_to(prefix)}", filter=plain)
    return path


class Wheel:
    """A zip whose RECORD has a hash of each file."""

    def __init__(self, path, compression):
        self.name = f"shapels-{version()}"
        self.record = []
        self.compression = compression
        self.zip = zipfile.ZipFile(path, "w", compression, compresslevel=6)

    def add(self, name, data, executable=False):
        entry = zipfile.ZipInfo(name, DATE)
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        entry.compress_type = self.compression
        self.zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, tag):
        info = f"{self.name}.dist-info"
        readme = (ROOT / "README.md").read_text()
        metadata = (
            f"Metadata-Version: 2.1\nName: shapels\nVersion: {version()}\nSummary: {SUMMARY}\n"
            "License: Apache-2.0 WITH LLVM-exception\nLicense-File: LICENSE\nLicense-File: THIRD-PARTY\n"
            "Description-Content-Type: text/markdown\n\n" + readme
        )
        self.add(f"{info}/METADATA", metadata.encode())
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: shapels\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
        for name in ("LICENSE", "THIRD-PARTY"):
            self.add(f"{info}/{name}", (ROOT / name).read_bytes())
        self.zip.writestr(zipfile.ZipInfo(f"{info}/RECORD", DATE), "\n".join(self.record + [f"{info}/RECORD,,", ""]))
        self.zip.close()


def wheel_tag(prefix):
    """By the newest symbols that the programs want of the C library."""
    newest = max(max(elf.versions(prefix / "bin" / name)) for name in PROGRAMS)
    return f"py3-none-manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def make_wheel(prefix, out, compression=zipfile.ZIP_DEFLATED):
    tag = wheel_tag(prefix)
    path = out / f"shapels-{version()}-{tag}.whl"
    wheel = Wheel(path, compression)
    data = f"shapels-{version()}.data"
    for file in files(prefix):
        name = file.relative_to(prefix)
        if name.parts[0] == "bin":
            wheel.add(f"{data}/scripts/{name.name}", file.read_bytes(), executable=True)
        elif name.parts[0] == "share":
            wheel.add(f"{data}/data/{name}", file.read_bytes())
    wheel.close(tag)
    return path


def make_vsix(prefix, out):
    path = out / f"shapels-{version()}-linux-{MACHINES[platform.machine()]}.vsix"
    with tempfile.TemporaryDirectory() as folder:
        extension = pathlib.Path(folder) / "vscode"
        ignored = shutil.ignore_patterns("node_modules", "out", "*.vsix", "server")
        shutil.copytree(ROOT / "editors/vscode", extension, ignore=ignored)
        shutil.copytree(prefix / "bin", extension / "server/bin")
        shutil.copytree(prefix / "share/shapels/td", extension / "server/share/shapels/td")
        # Where the program looks for the pages of its codes.
        shutil.copytree(prefix / "share/doc/shapels/docs", extension / "server/share/doc/shapels/docs")
        shutil.copy(ROOT / "THIRD-PARTY", extension)
        manifest = json.loads((extension / "package.json").read_text())
        manifest["files"] += ["server/**", "THIRD-PARTY"]
        (extension / "package.json").write_text(json.dumps(manifest, indent=2))
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", cwd=extension)
        target = f"linux-{MACHINES[platform.machine()]}"
        run("npm", "run", "--silent", "package", "--", "--target", target, "--out", path, cwd=extension, stdout=subprocess.DEVNULL)
    return path


def make_debs(build, out):
    before = set(out.glob("*.deb"))
    for package in before:
        package.unlink()
    run("cpack", "-G", "DEB", "--config", "CPackConfig.cmake", "-B", out, cwd=build, stdout=subprocess.DEVNULL)
    shutil.rmtree(out / "_CPack_Packages", ignore_errors=True)
    return sorted(out.glob("*.deb"))


def unpack(package, folder):
    """Unpacks it; returns where its bin/ or scripts/ is, or nothing."""
    if package.suffix == ".deb":
        run("dpkg-deb", "-x", package, folder)
    elif package.suffix == ".gz":
        run("tar", "-xf", package, "-C", folder)
    elif package.suffix == ".whl":
        python = folder / "venv/bin/python"
        run(sys.executable, "-m", "venv", folder / "venv")
        run(python, "-m", "pip", "install", "-q", "--no-index", package)
    else:
        run("unzip", "-q", package, "-d", folder)
    return next((path for path in folder.rglob("shapels") if path.is_file() and os.access(path, os.X_OK) and "bin" in path.parts), None)


def milliseconds(program, times=7):
    """From start to end of --check of a small file: the median."""
    taken = []
    for _ in range(times):
        begin = time.monotonic()
        subprocess.run([program, "--check", "--exit-zero", ROOT / "tests/data/lenet5.mlir"], check=True, capture_output=True)
        taken.append(time.monotonic() - begin)
    return sorted(taken)[times // 2] * 1000


def report(package):
    """Its line for the release notes; fails if its program does not run."""
    with tempfile.TemporaryDirectory() as folder:
        program = unpack(package, pathlib.Path(folder))
        size = f"{package.stat().st_size / 2**20:8.1f} MiB"
        # shapels-plugins needs what its package depends on.
        if "plugins" in package.name:
            return f"{package.name:52} {size}"
        return f"{package.name:52} {size}  {milliseconds(program):6.0f} ms"


def main():
    arguments = sys.argv[1:]
    compression = zipfile.ZIP_DEFLATED
    if "--store" in arguments:
        arguments.remove("--store")
        compression = zipfile.ZIP_STORED
    build, out, kinds = pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1]).resolve(), arguments[2:]
    out.mkdir(parents=True, exist_ok=True)
    packages = []
    with tempfile.TemporaryDirectory() as folder:
        prefix = installed(build, pathlib.Path(folder))
        if not kinds:
            kinds = ["deb", "tar", "wheel", "vsix"]
            if not shutil.which("npm"):
                kinds.remove("vsix")
                print("left out: the .vsix, as there is no npm")
        for kind in kinds:
            if kind == "deb":
                packages += make_debs(build, out)
            elif kind == "tar":
                packages.append(make_tar(prefix, out))
            elif kind == "wheel":
                packages.append(make_wheel(prefix, out, compression))
            elif kind == "vsix":
                packages.append(make_vsix(prefix, out))
            else:
                sys.exit(f"package.py: there is no kind '{kind}'; there are deb, tar, wheel and vsix")
    print("package, its size, and the time of --check of a small file")
    for package in packages:
        print(report(package))


if __name__ == "__main__":
    main()
