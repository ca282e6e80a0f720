"""A session through the real server is recorded, and played again.

usage: record.py SHAPELS FOLDER
"""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "supervisor"))
from lsp import Client

NAMES = ["conv", "encoder", "weights", "acme", "swish", "Zoe", "budget", "hidden", "batch"]
TEXT = """// Zoe's budget for the encoder.
#hidden = affine_map<(d0) -> (d0)>
func.func @encoder(%weights: tensor<2x?xf32>, %x: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // shapels: %weights = [2, batch]
  %conv = tosa.add %weights, %x : (tensor<2x?xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = acme.swish %conv {acme.note = "Zoe's budget", scale = 2.5e-1 : f32} : tensor<2x4xf32>
  return %missing : tensor<2x4xf32>
}
"""


def record(shapels, path, *options):
    """Types, and asks. Returns the findings, of each version in turn."""
    client = Client(shapels, "--record", str(path), *options)
    uri = "file:///home/Zoe/acme/encoder.mlir"
    client.open(uri, TEXT)
    found = [client.findings(uri)]
    client.answer(client.hover(uri, 4, 4))
    lines = TEXT.split("\n")
    line = lines.index(next(text for text in lines if "%missing" in text))
    begin = lines[line].index("missing")
    client.change(uri, 2, {"text": "conv", "range": {
        "start": {"line": line, "character": begin},
        "end": {"line": line, "character": begin + len("missing")}}})
    found.append(client.findings(uri, 2))
    # In the middle of a name.
    client.change(uri, 3, {"text": "", "range": {
        "start": {"line": line, "character": begin + 2},
        "end": {"line": line, "character": begin + 3}}})
    found.append(client.findings(uri, 3))
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    said = client.leave()
    assert f"this session is recorded in '{path}' (mode 0600: you alone may read it)" in said, said
    assert os.stat(path).st_mode & 0o777 == 0o600
    return found


def replay(shapels, path, *options):
    run = subprocess.run([shapels, "--replay", str(path), *options],
                         capture_output=True, text=True, timeout=120)
    said = [json.loads(line)["message"] for line in run.stdout.splitlines()]
    return run, said


def findings(messages):
    """Those that are not empty, as all before the last are."""
    lists = [message["params"]["diagnostics"] for message in messages
             if message.get("method") == "textDocument/publishDiagnostics"]
    return [found for found in lists if found]


def places(found):
    return [[(finding["code"], finding["severity"], finding["range"]) for finding in each]
            for each in found]


def main(shapels, folder):
    folder = pathlib.Path(folder)
    plain = folder / "plain.jsonl"
    found = record(shapels, plain)
    codes = [{finding["code"] for finding in each} for each in found]
    assert "broadcast-incompatible" in codes[0] and len({*map(len, found)}) > 1, found

    run, said = replay(shapels, plain)
    assert run.returncode == 0, run.stderr
    assert findings(said) == found, (findings(said), found)
    assert any("id" in message and "hidden" not in str(message) and
               "contents" in str(message.get("result")) for message in said), "the hover"

    # Of what is redacted, the structure is the same, and nothing else.
    redacted = folder / "redacted.jsonl"
    record(shapels, redacted, "--redact")
    text = redacted.read_text()
    words = set(re.findall(r"[A-Za-z]+", text))
    assert not words & set(NAMES), words & set(NAMES)
    assert "2.5" not in text
    run, said = replay(shapels, redacted)
    assert run.returncode == 0, run.stderr
    assert places(findings(said)) == places(found), (places(findings(said)), places(found))

    # A recording is never replaced.
    record(shapels, plain.with_suffix(".other"))
    before = plain.read_bytes()
    client = Client(shapels, f"--record={plain}")
    client.leave()
    assert plain.read_bytes() == before
    assert pathlib.Path(f"{plain}.1").stat().st_mode & 0o777 == 0o600

    # One that breaks off ends as a session should; what it lacks is said.
    lines = plain.read_text().splitlines(keepends=True)
    cut = folder / "cut.jsonl"
    cut.write_text("".join(line for line in lines
                           if '"shutdown"' not in line and '"exit"' not in line and '"end":true' not in line))
    run, said = replay(shapels, cut)
    assert run.returncode == 0, run.stderr
    assert findings(said) == found

    # The exit code is the server's.
    cut.write_text("".join(line for line in lines if '"shutdown"' not in line))
    run, said = replay(shapels, cut)
    assert run.returncode == 1 and "the server ended with 1" in run.stderr, run.stderr


main(*sys.argv[1:])
