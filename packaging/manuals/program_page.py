#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the manual page of a program, compressed, from what it says with --help.

usage: program_page.py PROGRAM VERSION OUTPUT
"""
import gzip
import re
import subprocess
import sys
from pathlib import Path

# Name -> (what it is, examples of those whose help has none: (command, what it does)).
PAGES = {
    "clc": ("compile OpenCL C and SPIR-V to program binaries", []),
    "lanewise-explain": ("show how kernels were vectorised, and what bounds them", []),
    "muxc": ("run passes of Lanewise over LLVM IR", [
        ("muxc -cl kernel.cl", "shows what Clang makes of a kernel"),
        ("muxc --passes=link-builtins,mem2reg file.ll", "runs a pass of Lanewise, then one of LLVM")]),
    "oclsycl++": ("compile SYCL programs for OpenCL devices", []),
    "veczc": ("vectorise kernels in LLVM IR", [
        ("veczc file.ll", "marks what varies between lanes"),
        ("veczc --step=vectorize --width=8 file.ll", "vectorises kernels for eight lanes")]),
    "spirv-ll": ("read SPIR-V modules as LLVM IR", [
        ("spirv-ll module.spv", "prints the module as IR"),
        ("spirv-ll --specialize=1=16 module.spvasm", "reads assembly, with a specialization constant of 16")]),
}
OPTION = re.compile(r"  (-\S.*?)(?:(?: +- |  +)(.*))?$") # "--all - text" of LLVM's help, "--all    text" of clc's


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def parse(text: str) -> tuple[str, list[str], list[tuple[str, list[tuple[str, str]]]]]:
    """What help has: the synopsis, paragraphs of the description, lists of options or examples by their titles."""
    synopsis, description, lists = "", [""], []
    for line in text.splitlines():
        title = re.fullmatch(r"(\S.*):\s*", line)
        if line.lower().startswith("usage: "):
            synopsis = line[7:]
        elif title:
            lists.append((title[1], []))
        elif not lists: # text ahead of the lists
            line = re.sub("^OVERVIEW: [^:]*: ", "", line)
            description[-1] += (" " if description[-1] and line else "") + line
            if not line and description[-1]:
                description.append("")
        elif lists[-1][0] == "examples" and line:
            lists[-1][1].append(tuple(re.split(r"  +", line.strip(), maxsplit=1)))
        elif option := OPTION.fullmatch(line):
            lists[-1][1].append((option[1], option[2] or ""))
        elif line.strip(): # goes on with the option of the line before
            name, told = lists[-1][1][-1]
            lists[-1][1][-1] = (name, f"{told} {line.strip().removeprefix('- ')}".strip())
    return synopsis, [part for part in description if part], [part for part in lists if part[1]]


def main() -> int:
    program, version, output = sys.argv[1:]
    name = Path(program).name
    purpose, examples = PAGES[name]
    told = subprocess.run([program, "--help"], check=True, text=True, capture_output=True).stdout
    synopsis, description, lists = parse(told)
    options = [part for part in lists if part[0] != "examples"]
    examples = examples + [example for title, part in lists if title == "examples" for example in part]
    if not synopsis.startswith(name) or not options or not examples:
        sys.exit(f"error: {program} --help is not understood:\n{told}")
    page = f'.TH {name.upper()} 1 "" "Lanewise {version}" "User Commands"\n.SH NAME\n{roff(name)} \\- {roff(purpose)}\n'
    page += f".SH SYNOPSIS\n.B {roff(name)}\n{roff(synopsis[len(name) + 1:])}\n.SH DESCRIPTION\n"
    page += "".join(f"{roff(part[:1].upper() + part[1:])}\n.PP\n" for part in description).removesuffix(".PP\n")
    page += ".SH OPTIONS\n"
    for title, rows in options:
        page += f".SS {roff(title[:1].upper() + title[1:])}\n"
        page += "".join(f".TP\n.B {roff(row)}\n{roff(help_)}\n" for row, help_ in rows)
    page += ".SH EXAMPLES\n" + "".join(f".TP\n.B {roff(command)}\n{roff(does)}\n" for command, does in examples)
    page += ".SH SEE ALSO\n.BR lanewise (7)\n"
    Path(output).write_bytes(gzip.compress(page.encode(), 9, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
