# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what the runner has to know of a program besides its source: buffers and launches."""


def case_text(program) -> str:
    lines = []
    for buffer in program.buffers:
        kind = "i" if buffer.element.is_integer else "f"
        lines.append(f"buffer {buffer.count} {buffer.element.size} {kind} {buffer.fill}")
    for launch in program.launches:
        dimensions = len(launch.global_size)
        sizes = []
        for size, rest in ((launch.global_size, 1), (launch.local_size or (0,) * dimensions, 0 if not launch.local_size else 1),
                           (launch.offset, 0)):
            sizes += (tuple(size) + (rest,) * 3)[:3]
        words = [f"launch {launch.kernel.name} {dimensions}", *map(str, sizes), str(len(launch.arguments))]
        for kind, value in launch.arguments:
            words.append({"buffer": "b", "local": "l", "bytes": "v"}[kind])
            words.append(value.hex() if kind == "bytes" else str(value))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
