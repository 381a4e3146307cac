# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what the runner has to know of a form of a program besides its source: buffers and launches."""
from generator.printers.form import Form
from generator.printers.regroup import regrouped, sees_groups
from generator.program.types import CHAR, FLOAT, INT, SHORT, UCHAR, UINT, USHORT

# Of CL/cl.h.
CHANNEL_TYPES = {CHAR: 0x10D7, SHORT: 0x10D8, INT: 0x10D9, UCHAR: 0x10DA, USHORT: 0x10DB, UINT: 0x10DC, FLOAT: 0x10DE}
ADDRESSING_MODES = {"NONE": 0x1130, "CLAMP_TO_EDGE": 0x1131, "CLAMP": 0x1132, "REPEAT": 0x1133, "MIRRORED_REPEAT": 0x1134}


# What OpenCL C 1.2 does not have.
LATER_FEATURES = {"functions of groups", "functions of sub-groups", "program-scope variables", "groups of several sizes",
                  "enqueued group sizes",                  "generic pointers", "dot products"}


def build_options(program, form) -> list[str]:
    return ["-cl-std=CL3.0"] if form.is_later or program.features & LATER_FEATURES else []


def case_text(program, form=Form()) -> str:
    lines = [f"option {option}" for option in build_options(program, form)]
    for buffer in program.buffers:
        kind = "i" if buffer.element.is_integer else "f"
        if buffer.size2:
            width, height = buffer.size2
            lines.append(f"image {width} {height} {CHANNEL_TYPES[buffer.element]:d} {buffer.element.size} {kind} {buffer.fill}")
            continue
        lines.append(f"buffer {buffer.count} {buffer.element.size} {kind} {buffer.fill}")
    for launch in program.launches:
        dimensions, local_size = len(launch.global_size), launch.local_size
        if form.regroups and not sees_groups(launch.kernel):
            local_size = regrouped(launch, program.seed)
        sizes = []
        for size, rest in ((launch.global_size, 1), (local_size or (0,) * dimensions, 1 if local_size else 0),
                           (launch.offset, 0)):
            sizes += (tuple(size) + (rest,) * 3)[:3]
        words = [f"launch {launch.kernel.name} {dimensions}", *map(str, sizes), str(len(launch.arguments))]
        for kind, value in launch.arguments:
            words.append({"buffer": "b", "local": "l", "bytes": "v", "sampler": "s"}[kind])
            if kind == "sampler":
                value = ADDRESSING_MODES[value[1]] << 1 | value[0]
            words.append(value.hex() if kind == "bytes" else str(value))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
