#!/usr/bin/env python3
"""Writes the man page and the completions of bash, zsh and fish.

Options, their help and their values are those of server/app/Options.td, as
`llvm-tblgen --dump-json` prints it; the man page is what --help says.

usage: usage.py OPTIONS.json CODES.def SHAPELS FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys

PATHS = {"FILE", "PATH", "FOLDER"}


class Option:
    def __init__(self, record, codes):
        prefix = record["Prefixes"][0]
        self.takes_value = record["Kind"]["def"] in ("KIND_JOINED", "KIND_SEPARATE")
        self.name = prefix + record["Name"].rstrip("=")
        self.help = record["HelpText"]
        self.meta = record["MetaVarName"] or ""
        self.values = record["Values"].split(",") if record["Values"] else []
        if self.meta == "CODE":
            self.values = codes
        self.takes_path = any(name in self.meta for name in PATHS)


def options(dump, codes):
    """Those that --help shows, long ones, by name."""
    found = []
    for name in dump["!instanceof"]["Option"]:
        record = dump[name]
        hidden = any(flag["def"] == "HelpHidden" for flag in record["Flags"])
        if record["HelpText"] and not hidden and record["Alias"] is None and "--" in record["Prefixes"]:
            found.append(Option(record, codes))
    return sorted(found, key=lambda option: option.name)


def code_names(text):
    return re.findall(r'^CODE\(\w+, "([^"]+)"', text, re.M)


def bash(options):
    cases = []
    for option in options:
        if option.values:
            cases.append(f'  {option.name}) COMPREPLY=($(compgen -W "{" ".join(option.values)}" -- "$word")) ;;')
    words = " ".join(option.name + ("=" if option.takes_value else "") for option in options)
    files = "|".join(option.name for option in options if option.takes_path)
    return f"""# Completion of shapels for bash.
_shapels() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  # bash takes `=` for a word of its own.
  if [ "$word" = = ]; then
    word=
  elif [ "$option" = = ]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case $option in
{chr(10).join(cases)}
  {files}) COMPREPLY=($(compgen -f -- "$word")) ;;
  *)
    if [[ $word == -* ]]; then
      COMPREPLY=($(compgen -W "{words}" -- "$word"))
      [[ ${{COMPREPLY[0]-}} != *= ]] || compopt -o nospace
    else
      COMPREPLY=($(compgen -f -- "$word"))
    fi
    ;;
  esac
}}
complete -o filenames -F _shapels shapels
"""


def quoted(text):
    """For a single-quoted argument of _arguments."""
    return re.sub(r"([\\\[\]:])", r"\\\1", text).replace("'", "'\\''")


def zsh(options):
    lines = []
    for option in options:
        line = f"'*{option.name}{'=' if option.takes_value else ''}[{quoted(option.help)}]"
        if option.takes_value:
            action = "_files" if option.takes_path else f"({' '.join(option.values)})" if option.values else " "
            line += f":{quoted(option.meta)}:{action}"
        lines.append(line + "'")
    lines.append("'*:file:_files'")
    return "#compdef shapels\n# Completion of shapels for zsh.\n_arguments \\\n  " + " \\\n  ".join(lines) + "\n"


def fish(options):
    lines = ["# Completion of shapels for fish."]
    for option in options:
        line = f"complete -c shapels -l {option.name.lstrip('-')}"
        if option.takes_value:
            line += " -r" if option.takes_path else " -x"
        if option.values:
            line += f" -a '{' '.join(option.values)}'"
        help = option.help.replace("\\", "\\\\").replace("'", "\\'")
        lines.append(f"{line} -d '{help}'")
    return "\n".join(lines) + "\n"


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def man(help, version):
    """What --help prints, its headings as sections."""
    lines = help.splitlines()
    overview = lines[0].removeprefix("OVERVIEW: ")
    page = [f'.TH SHAPELS 1 "" "{version}" "User Commands"', ".SH NAME", roff(f"shapels - {overview}")]
    is_open, title = False, ""
    for line in lines[1:]:
        heading = re.match(r"([A-Z][A-Z ,:]*[A-Z])( of [^:]*|, [^:]*)?:(.*)", line)
        if heading:
            page += [".fi"] * is_open
            title = "SYNOPSIS" if heading[1] == "USAGE" else heading[1]
            page += [f'.SH "{title}{heading[2] or ""}"', ".nf"]
            is_open = True
            line = heading[3]
        if not line.strip() and page[-1] in (".nf", ""):
            continue
        if is_open:
            page.append(roff(line.strip() if title == "SYNOPSIS" else line))
    return "\n".join(page + [".fi"] * is_open) + "\n"


def main():
    dump, codes, program, folder = sys.argv[1:]
    codes = code_names(pathlib.Path(codes).read_text())
    known = options(json.loads(pathlib.Path(dump).read_text()), codes)
    run = lambda option: subprocess.run([program, option], capture_output=True, text=True, check=True).stdout
    texts = {
        "shapels.1": man(run("--help"), run("--version").splitlines()[0]),
        "shapels.bash": bash(known),
        "_shapels": zsh(known),
        "shapels.fish": fish(known),
    }
    for name, text in texts.items():
        (pathlib.Path(folder) / name).write_text(text)


if __name__ == "__main__":
    main()
