"""Interrupts --check after its first finding; what is reported then.

usage: interrupt.py SHAPELS FOLDER SCHEMA
"""

import json
import signal
import subprocess
import sys

from jsonschema.validators import validator_for

shapels, folder, schema = sys.argv[1:]
# The pipe holds a part of what is found: the run cannot end before it is read.
check = subprocess.Popen(
    [shapels, "--check", "-j1", "--format=sarif=out.sarif", folder],
    stdout=subprocess.PIPE,
    stderr=open("err", "w"),
    text=True,
    # Jobs in the background are started without.
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
)
first = check.stdout.readline()
check.send_signal(signal.SIGINT)
out = check.stdout.read()  # With what readline() took ahead, which communicate() leaves out.
check.wait()
err = open("err").read()
assert "error[broadcast-result-mismatch]" in first, first
assert check.returncode == 130, (check.returncode, err)
assert "error: interrupted: " in err and "files were not checked" in err, err
report = json.load(open("out.sarif"))
schema = json.load(open(schema))
validator_for(schema)(schema).validate(report)
(run,) = report["runs"]
assert run["results"] and not run["invocations"][0]["executionSuccessful"]
assert any("interrupted" in note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"])
found = (first + out).count("error[")
assert found == len(run["results"]) < 500, (found, len(run["results"]))
