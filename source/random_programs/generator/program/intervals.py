# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interval analysis: which values an integer expression can have.

The printer asks it where signed arithmetic cannot overflow and an index cannot be out of bounds; elsewhere it writes the
operation in unsigned arithmetic, or a mask. So what the reducer leaves of a program is valid as well.
"""
from generator.program.types import Scalar, ULONG


def of_type(type) -> tuple[int, int]:
    return type.limits


def fits(inner, outer) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def of_binary(op, a, b):
    """The exact result's interval, or None where nothing is known."""
    if op == "+":
        return a[0] + b[0], a[1] + b[1]
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    if op == "*":
        corners = [x * y for x in a for y in b]
        return min(corners), max(corners)
    if op == "&":
        bounds = [x[1] for x in (a, b) if x[0] >= 0]
        return (0, min(bounds)) if bounds else None
    if op in ("|", "^") and a[0] >= 0 and b[0] >= 0:
        return 0, (1 << max(a[1].bit_length(), b[1].bit_length())) - 1
    return None


def _divide(expr):
    a, b = of(expr.args[0]), of(expr.args[1])
    if a[0] < 0 or b[0] < 1:
        return None
    return (a[0] // b[1], a[1] // b[0]) if expr.data == "/" else (0, min(a[1], b[1] - 1))


def _shift(expr):
    a, b = of(expr.args[0]), of(expr.args[1])
    if expr.data == ">>" and a[0] >= 0:
        return 0, a[1]
    return (a[0] << b[0], a[1] << b[1]) if expr.data == "<<" and a[0] >= 0 and b[0] >= 0 and b[1] < 20 else None


def _call(expr):
    if expr.data in ("min", "max"):
        a, b = of(expr.args[0]), of(expr.args[1])
        pick = min if expr.data == "min" else max
        return pick(a[0], b[0]), pick(a[1], b[1])
    if expr.data == "clamp":
        return of(expr.args[1])[0], of(expr.args[2])[1]
    return None


def of(expr) -> tuple[int, int]:
    """The interval of a scalar integer expression."""
    limits = of_type(expr.type)
    known = _known(expr)
    return known if known is not None and fits(known, limits) else limits


def _known(expr):
    op = expr.op
    if op == "const":
        return expr.data, expr.data
    if op == "var":
        return expr.data.range
    if op == "id":
        return expr.data[2]
    if op == "binary":
        return of_binary(expr.data, of(expr.args[0]), of(expr.args[1]))
    if op == "divide":
        return _divide(expr)
    if op == "shift":
        return _shift(expr)
    if op == "choose":
        a, b = of(expr.args[1]), of(expr.args[2])
        return min(a[0], b[0]), max(a[1], b[1])
    if op == "cast" and isinstance(expr.args[0].type, Scalar) and expr.args[0].type.is_integer:
        return of(expr.args[0])
    if op == "cast" and expr.args[0].type.kind == "f":
        return None
    if op == "call":
        return _call(expr)
    if op in ("compare", "logic", "lnot"):
        return 0, 1
    return None
