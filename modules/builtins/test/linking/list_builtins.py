#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes OpenCL C that calls every built-in function that Clang's own header declares, once for
each overload; what is left out are images, printf, sub-groups and vendors' extensions.

usage: list_builtins.py CLANG STANDARD OUTPUT [WHICH [OPTION...]]

WHICH: what the names of the functions begin with; or "generic" for those with generic pointers, but for atomic
operations and the device's queues. Options are for Clang.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

LEFT_OUT = re.compile(r"^(intel_|amd_|arm_|sub_group_|read_image|write_image|get_image|printf$|"
                      r"get_(max_|num_|enqueued_num_)?sub_group)")


ENABLE = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"


def is_wanted(name, parameters, which):
    if which != "generic":
        return name.startswith(which)
    return not name.startswith(("atomic_", "enqueue_")) and any("__generic" in p for p in parameters)


def declarations(clang, standard, which="", options=()):
    command = [clang, "-cc1", "-triple", "spir64", f"-cl-std={standard}", *options,
               "-finclude-default-header", "-ast-dump=json", "-x", "cl", "-"]
    tree = json.loads(subprocess.run(command, input=ENABLE, capture_output=True, text=True,
                                     check=True).stdout)
    for node in tree["inner"]:
        if node["kind"] == "FunctionDecl" and not LEFT_OUT.match(node["name"]):
            result = node["type"]["qualType"].split(" (")[0]
            parameters = [part["type"]["qualType"] for part in node.get("inner", [])
                          if part["kind"] == "ParmVarDecl"]
            if is_wanted(node["name"], parameters, which):
                yield node["name"], result, parameters


def main():
    clang, standard, output, *wanted = sys.argv[1:]
    which, options = (wanted[0], wanted[1:]) if wanted else ("", [])
    lines = [ENABLE]
    for number, (name, result, parameters) in enumerate(declarations(clang, standard, which, options)):
        listed = ", ".join(f"{p} a{i}" for i, p in enumerate(parameters)) or "void"
        arguments = ", ".join(f"a{i}" for i in range(len(parameters)))
        give = "" if result == "void" else "return "
        lines.append(f"{result} call{number}({listed}) {{ {give}{name}({arguments}); }}\n")
    Path(output).write_text("".join(lines))


if __name__ == "__main__":
    main()
