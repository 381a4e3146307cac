#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the manual page lanewise(7) of the driver's environment variables from doc/environment.md.

usage: environment_page.py ENVIRONMENT.md VERSION OUTPUT
"""
import re
import sys
from pathlib import Path

ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$", re.MULTILINE)
HEAD = """.TH LANEWISE 7 "" "Lanewise {version}" "Miscellaneous"
.SH NAME
lanewise \\- OpenCL driver for CPUs
.SH DESCRIPTION
Lanewise runs OpenCL kernels on the CPU. The ICD loader finds it by
.IR /etc/OpenCL/vendors/lanewise.icd .
.SH ENVIRONMENT
Variables are read when the thing that they concern is first used. In a process that runs with rights which
its user does not have, all of them are as if they were not set.
"""
TAIL = """.SH SEE ALSO
.BR clc (1),
.BR clinfo (1)
"""


def roff(text: str) -> str:
    """Markdown of one table cell, without its marks."""
    text = re.sub(r" \(`doc/[^)]*\)| ?See `doc/\\S+`\\.?", "", text).replace("`", "")
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def main() -> int:
    source, version, output = sys.argv[1:]
    own = Path(source).read_text().split("Those of the tests", 1)[0]
    page = HEAD.format(version=version)
    for name, values, effect in ROW.findall(own):
        page += f".TP\n.BR {name} \" (\\fI{roff(values)}\\fP)\"\n{roff(effect)}\n"
    Path(output).write_text(page + TAIL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
