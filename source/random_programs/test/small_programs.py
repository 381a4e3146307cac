# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of a few statements, for tests."""
from generator.program.build import cast, index, var, work_item
from generator.program.tree import Buffer, Kernel, Launch, Program, Var
from generator.program.types import Array, Pointer, UINT

OUT = Var("out", Pointer(UINT, "global"), place="group", is_fixed=True)
TILE = Var("t", Array(UINT, 8), place="local")
G6 = cast(UINT, work_item("get_global_id", 0, (0, 11)))
L, G = (cast(UINT, work_item(name, 0, (0, most))) for name, most in (("get_local_id", 7), ("get_global_id", 15)))


def item_of(base, at):
    return index(var(base), at, base.type.count if base is TILE else 16)


def program_with(*body):
    """Two groups of eight."""
    kernel = Kernel("k0", [OUT], [TILE], list(body), None, 8)
    program = Program(1, kernels=[kernel], buffers=[Buffer(UINT, 16, 1)])
    program.launches.append(Launch(kernel, [("buffer", 0)], (16,), (8,), (0,)))
    return program
