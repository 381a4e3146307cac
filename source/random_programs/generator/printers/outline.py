# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which statements of a kernel can become functions, and what these have to be given."""
from generator.program.tree import all_expressions, all_statements, declares_counter, synchronises
from generator.program.types import Array, Pointer

COMPOUND = ("if", "for", "while", "do", "switch", "block", "labelled")


def can_be_function(stmt) -> bool:
    return stmt.op in COMPOUND and not synchronises(stmt) and not _leaves(stmt, False, False, frozenset())


def _leaves(stmt, in_loop, in_switch, labels) -> bool:
    """Whether control goes from it to something outside."""
    if stmt.op == "return":
        return True
    if stmt.op == "break":
        return not in_loop and not in_switch
    if stmt.op == "continue":
        return not in_loop
    if stmt.op == "jump":
        return stmt.data not in labels
    in_loop = in_loop or stmt.op in ("for", "while", "do")
    in_switch = in_switch or stmt.op == "switch"
    if stmt.op == "labelled":
        labels = labels | {stmt.data}
    return any(_leaves(inner, in_loop, in_switch, labels) for body in stmt.bodies for inner in body)


def captured(stmt) -> list:
    """Variables that it uses and does not declare, in the order in which they occur."""
    found, declared = {}, set()
    for inner in all_statements([stmt]):
        if inner.op in ("declare", "group_decl"):
            declared.add(id(inner.data))
        if inner.op == "for" and declares_counter(inner):
            declared.add(id(inner.data[0]))
        elif inner.op == "for":
            found[id(inner.data[0])] = inner.data[0]
        if inner.op in ("while", "do"):
            found[id(inner.data)] = inner.data
        if inner.op == "irreducible":
            found[id(inner.data[0])] = inner.data[0]
        for expr in inner.exprs:
            for part in all_expressions(expr):
                if part.op == "var":
                    found[id(part.data)] = part.data
    return [var for key, var in found.items() if key not in declared and var.place not in ("program", "constant")]


def is_passed_by_pointer(var, stmt) -> bool:
    """What the function may change. A pointer that it does not assign remains one of its own."""
    if isinstance(var.type, Pointer):
        return any(inner.op == "assign" and inner.exprs[0].op == "var" and inner.exprs[0].data is var
                   for inner in all_statements([stmt]))
    return not isinstance(var.type, Array) and not var.is_fixed
