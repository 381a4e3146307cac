# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Short ways to make nodes of the tree."""
from generator.program.tree import Expr, Stmt
from generator.program.types import INT, UINT, ULONG, signed, is_vector


def const(type, value):
    return Expr("const", type, data=value)


def u(value):
    return const(UINT, value)


def var(variable):
    return Expr("var", variable.type, data=variable)


def binary(op, a, b):
    assert a.type == b.type, (op, a.type, b.type)
    return Expr("binary", a.type, [a, b], op)


def add(a, b):
    return binary("+", a, b)


def sub(a, b):
    return binary("-", a, b)


def mul(a, b):
    return binary("*", a, b)


def shift(op, a, b):
    return Expr("shift", a.type, [a, b], op)


def divide(op, a, b):
    return Expr("divide", a.type, [a, b], op)


def compare(op, a, b):
    assert a.type == b.type, (op, a.type, b.type)
    return Expr("compare", signed(a.type) if is_vector(a.type) else INT, [a, b], op)


def logic(op, a, b):
    return Expr("logic", INT, [a, b], op)


def choose(condition, a, b):
    assert a.type == b.type
    return Expr("choose", a.type, [condition, a, b])


def cast(type, expr):
    return expr if expr.type == type else Expr("cast", type, [expr])


def call(name, type, *args):
    return Expr("call", type, args, name)


def work_item(name, dimension, interval, type=ULONG):
    """get_global_id and its like, of a fixed dimension, or of none."""
    return Expr("id", type, data=(name, dimension, interval))


def index(base, at, count):
    """An element; `count` None: the index is known to be right."""
    return Expr("index" if count else "element", base.type.element, [base, at], count)


def assign(target, value, op="="):
    assert target.type == value.type, (target.type, value.type)
    return Stmt("assign", [target, value], data=op)


def declare(variable, init=None):
    return Stmt("declare", [] if init is None else [init], data=variable)


def if_(condition, *bodies):
    return Stmt("if", [condition], bodies)


def loop(variable, start, bound, body, form="up", step=1):
    return Stmt("for", [start, bound], [body], (variable, form, step))


def barrier(flags="local"):
    return Stmt("barrier", data=flags)


def fixed(*body):
    """A block that the reducer leaves as it is or deletes."""
    return Stmt("block", bodies=[list(body)], data="fixed")
