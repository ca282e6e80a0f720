"""What a program needs at run time, by binutils' readelf."""

import re
import subprocess


def _readelf(option, program):
    return subprocess.run(["readelf", "-W", option, program], capture_output=True, text=True, check=True).stdout


def libraries(program):
    """The names of the shared libraries that it is linked with."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", _readelf("-d", program))


def versions(program, prefix="GLIBC"):
    """The versions of that library's symbols that it wants, as pairs of numbers."""
    found = re.findall(rf"Name: {prefix}_(\d+)\.(\d+)", _readelf("-V", program))
    return sorted({(int(major), int(minor)) for major, minor in found})
