# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What control flow a program has: found in what its kernels reach, so that functions that nobody calls and dead code do not
count."""
from generator.program.tree import all_expressions, reached_statements

LOOPS = ("for", "while", "do", "irreducible")
VARYING_IDS = ("get_global_id", "get_local_id", "get_sub_group_local_id", "get_sub_group_id", "get_sub_group_size")


class Divergence:
    """Which expressions may differ between work-items of a group: with a doubt, those that do not."""

    def __init__(self, program):
        self.uniform = set()  # counters of loops that all work-items go through alike
        for kernel in program.kernels:
            self.note_counters(reached_statements(kernel.body))

    def note_counters(self, statements):
        for statement in statements:
            if statement.op == "for" and not any(map(self.varies, statement.exprs)):
                self.uniform.add(id(statement.data[0]))

    def varies(self, expr) -> bool:
        return any(part.op == "var" and part.data.place in ("item", "block") and id(part.data) not in self.uniform
                   or part.op == "id" and part.data[0] in VARYING_IDS for part in all_expressions(expr))

    def loop_diverges(self, statement) -> bool:
        if any(map(self.varies, statement.exprs)):
            return True
        return any(self.leaves(inner, True) for body in statement.bodies for inner in body)

    def leaves(self, statement, can_break) -> bool:
        """Whether some work-items leave the loop around it, but not all."""
        if statement.op == "if" and self.varies(statement.exprs[0]) and any(
                is_exit(inner, can_break) for body in statement.bodies for inner in body):
            return True
        can_break = can_break and statement.op not in LOOPS + ("switch",)
        return statement.op != "dead" and any(self.leaves(inner, can_break) for body in statement.bodies for inner in body)


def is_exit(statement, can_break) -> bool:
    return statement.op in ("return", "jump") or can_break and statement.op == "break"


def exits(statement, can_break=True) -> int:
    """How many ways there are out of a loop, besides its condition."""
    if is_exit(statement, can_break):
        return 1
    inside = can_break and statement.op not in LOOPS + ("switch",)
    return 0 if statement.op == "dead" else sum(exits(inner, inside) for body in statement.bodies for inner in body)


def structure_of(program) -> set:
    """Names of features."""
    found, divergence = set(), Divergence(program)
    for kernel in program.kernels:
        for statement in reached_statements(kernel.body):
            if statement.op in LOOPS:
                if divergence.loop_diverges(statement):
                    found.add("divergent loops")
                if sum(exits(inner) for body in statement.bodies for inner in body) > 1:
                    found.add("loops with several exits")
            name = {"switch": "switch", "labelled": "goto", "irreducible": "irreducible loops", "barrier": "barriers"}.get(statement.op)
            if name:
                found.add(name)
            if any(part.op == "function" for expr in statement.exprs for part in all_expressions(expr)):
                found.add("calls of functions")
    return found


NAMES = ("divergent loops", "loops with several exits", "switch", "goto", "irreducible loops", "barriers", "calls of functions")
