# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the body of a function where it is called, as a tree: for the reducer. Forms of a program in which calls are written
as bodies are the matter of printers/inline.py."""
from itertools import count

from generator.program.tree import Expr, Stmt, Var, all_statements, first_call

numbers = count(1)


class Copy:
    """Copies a function's statements, with variables of their own under other names."""

    def __init__(self):
        self.suffix = f"_i{next(numbers)}"
        self.variables = {}

    def variable(self, var):
        if var.place != "block":
            return var
        if id(var) not in self.variables:
            self.variables[id(var)] = Var(var.name + self.suffix, var.type, var.range, var.place, var.is_fixed)
        return self.variables[id(var)]

    def data(self, data):
        if isinstance(data, Var):
            return self.variable(data)
        if isinstance(data, (list, tuple)):
            return type(data)(map(self.data, data))
        return data

    def expr(self, expr):
        return Expr(expr.op, expr.type, map(self.expr, expr.args), self.data(expr.data))

    def body(self, body):
        return [Stmt(stmt.op, map(self.expr, stmt.exprs), map(self.body, stmt.bodies), self.data(stmt.data)) for stmt in body]


def called_by(stmt):
    """The call that a statement begins with, if it is an expression, an assignment or a declaration; or None."""
    if stmt.op == "expr":
        return stmt.exprs[0] if stmt.exprs[0].op == "function" else None
    at = {"assign": 1, "declare": 0}.get(stmt.op)
    return first_call(stmt.exprs[at]) if at is not None and len(stmt.exprs) > at else None


def inlined(stmt, call):
    """Statements that do the same as `stmt`, whose first call is `call`. None if the function may return early."""
    *body, last = call.data.body or [None]
    if last is None or any(inner.op == "return" for inner in all_statements(body)) or last.op != "return" and last.bodies:
        return None
    copy = Copy()
    arguments = [Stmt("declare", [argument], data=copy.variable(param)) for param, argument in zip(call.data.params, call.args)]
    if last.op != "return":
        return arguments + copy.body([*body, last]) if stmt.op == "expr" else None
    body = arguments + copy.body(body)
    if not last.exprs:
        return body
    return body + [with_value(stmt, call, copy.expr(last.exprs[0]))]


def with_value(stmt, call, value):
    """The statement with `value` in place of the call."""
    def replace(expr):
        return value if expr is call else Expr(expr.op, expr.type, map(replace, expr.args), expr.data)
    return Stmt(stmt.op, map(replace, stmt.exprs), stmt.bodies, stmt.data)
