# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variables of program scope that kernels write (OpenCL C 2.0). Each work-item has elements of its own, as of a buffer; other
kernels read them anywhere; in the end kernels copy them to buffers, where their contents count."""
from generator.program.build import assign, cast, compare, const, declare, if_, index, u, var, work_item
from generator.program.tree import Kernel, Launch, Var
from generator.program.types import Array, Pointer, UINT, ULONG

MAX_VALUES = 24  # that are written out; those behind them are 0


class ProgramVariables:
    """Needs what Kernels needs."""

    def program_variable(self, element, count):
        """An expression for its beginning: itself, or a pointer of program scope that has its address from the start."""
        random = self.random
        self.features.add("program-scope variables")
        made = Var(self.fresh("kept"), Array(element, count), place="program")
        values = [random.below(100) for _ in range(min(count, random.choice((0, 1, MAX_VALUES))))]
        self.program.variables.append((made, values))
        if not random.chance(40):
            return var(made)
        pointer = Var(self.fresh("where"), Pointer(element, "global"), place="program", is_fixed=True)
        self.program.pointers.append((pointer, made))
        return var(pointer)

    def read_back(self):
        for number, (variable, _) in enumerate(self.program.variables):
            element, count = variable.type.element, variable.type.count
            out = Var(self.fresh("out"), Pointer(element, "global"), place="group", is_fixed=True)
            g = Var(self.fresh("g"), UINT, (0, count - 1), "item", True)
            copy = assign(index(var(out), var(g), None), index(var(variable), var(g), None))
            body = [declare(g, cast(UINT, work_item("get_global_id", 0, (0, count - 1)))), copy]
            kernel = Kernel(f"read_{number}", [out], [], body)
            self.program.kernels.append(kernel)
            self.program.launches.append(Launch(kernel, [("buffer", self.add_buffer(element, count, 0))], (count,), None, (0,)))
