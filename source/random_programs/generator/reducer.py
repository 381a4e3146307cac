# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program smaller, as a tree.

A change is kept if the program still fails in the same way and is still valid: the reference compiles and gives the same
results for all orders of work-items, also with checks of memory and of undefined behaviour.
"""
from collections import Counter

from generator.program import intervals
from generator.program.build import assign, const, var
from generator.program.inlining import called_by, inlined
from generator.program.tree import Stmt, all_expressions, all_statements, declares_counter
from generator.program.tree import Expr
from generator.program.types import Pointer, Scalar, Vector, is_vector


def bodies_of(program):
    for owner in program.kernels + program.functions:
        yield owner.body
        for statement in all_statements(owner.body):
            yield from statement.bodies


def statements_of(program):
    for owner in program.kernels + program.functions:
        yield from all_statements(owner.body)


def expressions_of(program):
    for statement in statements_of(program):
        for expr in statement.exprs:
            yield from all_expressions(expr)


def used_variables(program) -> set:
    used = {id(expr.data) for expr in expressions_of(program) if expr.op == "var"}
    used |= {id(stmt.data) for stmt in statements_of(program) if stmt.op in ("while", "do")}
    return used | {id(stmt.data[0]) for stmt in statements_of(program)
                   if stmt.op == "irreducible" or stmt.op == "for" and not declares_counter(stmt)}


def leaves(statement, inside_loop=False):
    """Whether a statement has a break, continue or jump that something around it would miss."""
    if statement.op in ("break", "continue", "group_break"):
        return True
    return any(leaves(inner) for body in statement.bodies for inner in body)


class Reducer:
    """`fails(program)` says whether a program is valid and fails as the first one did."""

    def __init__(self, program, fails, log=print):
        self.program, self.fails, self.log = program, fails, log
        self.tests = 0

    def size(self) -> int:
        return sum(1 for _ in statements_of(self.program)) + sum(1 for _ in expressions_of(self.program))

    def test(self) -> bool:
        self.tests += 1
        return self.fails(self.program)

    def reduce(self):
        last = None
        while last != self.size():
            last = self.size()
            for step in (self.launches, self.delete_statements, self.unwrap, self.inline_calls, self.simplify_expressions,
                         self.unused):
                step()
                self.log(f"{step.__name__}: {self.size()} nodes, {len(self.program.launches)} launches, {self.tests} tests")
        return self.program

    # -- changes; each is undone if the program does not fail any more

    def try_list(self, items, replacement) -> bool:
        before = items[:]
        items[:] = replacement
        if self.test():
            return True
        items[:] = before
        return False

    def halves(self, items) -> None:
        """Deletes as many as possible of a list, large parts first."""
        chunk = len(items)
        while chunk:
            at = len(items)
            while at > 0:
                low = max(0, at - chunk)
                self.try_list(items, items[:low] + items[at:])
                at = low
            chunk //= 2

    def launches(self):
        self.halves(self.program.launches)
        for launch in self.program.launches:
            self.smaller_range(launch)

    def smaller_range(self, launch):
        for d in range(len(launch.global_size)):
            unit = launch.local_size[d] if launch.local_size else 1
            for count in (1, 2):
                if launch.global_size[d] > unit * count:
                    before = launch.global_size
                    launch.global_size = before[:d] + (unit * count,) + before[d + 1:]
                    if self.test():
                        break
                    launch.global_size = before

    def deletable(self, part) -> bool:
        """Whether nothing is declared in it that something else uses."""
        declared = {id(stmt.data) for stmt in part if stmt.op in ("declare", "group_decl")}
        return not declared & used_variables(self.program)

    def delete_statements(self):
        for body in sorted(bodies_of(self.program), key=len, reverse=True):
            chunk = len(body)
            while chunk:
                at = len(body)
                while at > 0:
                    low = max(0, at - chunk)
                    before = body[:]
                    removed = body[low:at]
                    body[:] = body[:low] + body[at:]
                    needs_result = removed and removed[-1].op == "return" and removed[-1].exprs and at == len(before)
                    if not removed or needs_result or not self.deletable(removed) or not self.test():
                        body[:] = before
                    at = low
                chunk //= 2

    def unwrap(self):
        """What is inside a statement instead of it."""
        for body in list(bodies_of(self.program)):
            for i in reversed(range(len(body))):
                statement = body[i] if i < len(body) else None
                if statement is None or not statement.bodies or statement.op == "switch":
                    continue
                if statement.op in ("for", "while", "do") and any(leaves(inner) for inner in statement.bodies[0]):
                    continue
                for inner in statement.bodies:
                    if self.try_list(body, body[:i] + self.unwrapped(statement, inner) + body[i + 1:]):
                        break
                else:
                    self.drop_else(statement)

    def unwrapped(self, statement, inner):
        if statement.op != "for":
            return inner
        variable, start = statement.data[0], statement.exprs[0]
        if not declares_counter(statement):
            return [assign(var(variable), start)] + inner
        declaration = Stmt("group_decl" if variable.place == "group" else "declare", [start], data=variable)
        return [declaration] + inner if id(variable) in used_variables(self.program) else inner

    def drop_else(self, statement):
        if statement.op == "if" and len(statement.bodies) > 1:
            self.try_list(statement.bodies, statement.bodies[:1])
        if statement.op == "switch":
            for i in reversed(range(len(statement.bodies))):
                bodies, data = statement.bodies[:], statement.data[:]
                del statement.bodies[i], statement.data[i]
                if not statement.bodies or statement.data[-1][1] or not self.test():
                    statement.bodies[:], statement.data[:] = bodies, data

    def inline_calls(self):
        """Of functions that are called in one place, or only compute a value: so programs never grow."""
        places = Counter(id(expr.data) for expr in expressions_of(self.program) if expr.op == "function")
        for body in list(bodies_of(self.program)):
            for i in reversed(range(len(body))):
                call = called_by(body[i])
                if call is not None and (places[id(call.data)] == 1 or len(call.data.body) == 1):
                    instead = inlined(body[i], call)
                    if instead is not None:
                        self.try_list(body, body[:i] + instead + body[i + 1:])

    def simplify_expressions(self):
        for statement in list(statements_of(self.program)):
            targets = {"assign": 1, "swizzle_assign": 1}.get(statement.op, 0)
            for i in range(len(statement.exprs)):
                if i < targets:
                    self.simplify_operands(statement.exprs[i].args)
                else:
                    self.simplify(statement.exprs, i)

    def simplify_operands(self, args):
        for i in range(len(args)):
            self.simplify(args, i)

    def simplify(self, holder, i):
        expr = holder[i]
        if expr.op == "const" or isinstance(expr.type, Pointer):
            return self.simplify_operands(expr.args) if expr.op in ("offset",) else None
        for simpler in self.simpler(expr):
            holder[i] = simpler
            if self.test():
                return self.simplify(holder, i)
            holder[i] = expr
        if expr.op in ("address", "index", "element", "strided", "linear", "dynamic", "component", "field", "vload", "swizzle"):
            return self.simplify_operands(expr.args[1:] if expr.op not in ("component", "field", "swizzle") else []) \
                if expr.op != "address" else None
        self.simplify_operands(expr.args)

    def simpler(self, expr):
        type = expr.type
        if not isinstance(type, (Scalar, Vector)) or type.size == 0 or getattr(type, "kind", "") == "v":
            return
        if is_vector(type):
            if expr.op != "make" or len(expr.args) > 1 or expr.args[0].op != "const":
                yield Expr("make", type, [const(type.element, 1)])
        elif expr.op != "var":
            for value in (0, 1):
                if not type.is_integer or intervals.fits((value, value), intervals.of(expr)):
                    yield const(type, value)
        for arg in expr.args:
            if arg.type == type and (is_vector(type) or not type.is_integer
                                     or intervals.fits(intervals.of(arg), intervals.of(expr))):
                yield arg

    # -- what nothing refers to

    def unused(self):
        program = self.program
        called = {id(expr.data) for expr in expressions_of(program) if expr.op == "function"}
        for i in reversed(range(len(program.functions))):
            if id(program.functions[i]) not in called:
                self.try_list(program.functions, program.functions[:i] + program.functions[i + 1:])
        used = used_variables(program)
        for i in reversed(range(len(program.constants))):
            if id(program.constants[i][0]) not in used:
                self.try_list(program.constants, program.constants[:i] + program.constants[i + 1:])
        for kernel in program.kernels:
            self.unused_params(kernel, used)
        for i in reversed(range(len(program.structs))):
            self.try_list(program.structs, program.structs[:i] + program.structs[i + 1:])

    def unused_params(self, kernel, used):
        for i in reversed(range(len(kernel.locals))):
            if id(kernel.locals[i]) not in used:
                self.try_list(kernel.locals, kernel.locals[:i] + kernel.locals[i + 1:])
        for i in reversed(range(len(kernel.params))):
            if id(kernel.params[i]) in used or len(kernel.params) == 1:
                continue
            launches = [launch for launch in self.program.launches if launch.kernel is kernel]
            before = kernel.params[:], [launch.arguments[:] for launch in launches]
            del kernel.params[i]
            for launch in launches:
                del launch.arguments[i]
            if not self.test():
                kernel.params[:] = before[0]
                for launch, arguments in zip(launches, before[1]):
                    launch.arguments[:] = arguments
