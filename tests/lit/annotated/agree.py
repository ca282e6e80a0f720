"""agree.py SHAPELS [--OPTION...] FILE...: whether the language server publishes
for each file what `--check` reports. Options go to both."""

import json
import subprocess
import sys

from client import Client

SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}


def row(severity, code, message, span, related):
    def place(span):
        return tuple(
            (span[end]["line"], span[end]["character"]) for end in ("start", "end")
        )

    notes = [(place(note["location"]["range"]), note["message"]) for note in related]
    return (place(span), severity, code, message, tuple(notes))


def rows(diagnostics, severity_of):
    return [
        row(
            severity_of(item["severity"]),
            item["code"],
            item["message"],
            item["range"],
            item.get("relatedInformation", []),
        )
        for item in diagnostics
    ]


def checked(shapels, options, path):
    command = [shapels, "--check", "--format=json", "--show-hints", "--exit-zero"]
    output = subprocess.run(
        command + options + [path], stdout=subprocess.PIPE, check=True
    ).stdout
    report = json.loads(output)
    assert report["positionEncoding"] == "utf-8"
    (file,) = report["files"]
    return rows(file["diagnostics"], str)


def main(shapels, arguments):
    options = [argument for argument in arguments if argument.startswith("--")]
    paths = [argument for argument in arguments if argument not in options]
    assert paths, "no files"
    differences = findings = 0
    with Client([shapels] + options) as client:
        for path in paths:
            _, published = client.open(path)
            server = rows(published, SEVERITIES.get)
            batch = checked(shapels, options, path)
            findings += len(batch)
            if server == batch:
                continue
            differences += 1
            for who, mine, other in (
                ("server", server, batch),
                ("--check", batch, server),
            ):
                for only in (item for item in mine if item not in other):
                    print(f"{path}: only the {who} says: {only}")
            if sorted(server) == sorted(batch):
                print(f"{path}: the same findings in another order")
    print(f"{len(paths)} files, {findings} findings, {differences} differences")
    return differences != 0


sys.exit(main(sys.argv[1], sys.argv[2:]))
