# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of OpenCL C 3.0 that all work-items of a group, or of a sub-group, call.

The size of sub-groups is the driver's choice, so kernels that call their functions require one, which the reference then knows.
Sums and products wrap, and so are of unsigned integers, or of small whole numbers in floating point, whose order does not matter.
"""
from generator.program.build import assign, binary, cast, compare, declare, fixed, u, var, work_item
from generator.program.tree import Collective, Expr, Stmt, Var
from generator.program.types import CHAR, DOUBLE, FLOAT, INT, LONG, SHORT, UCHAR, UINT, ULONG, USHORT

ARITHMETIC = ("reduce_", "reduce_", "scan_inclusive_", "scan_exclusive_")
SHUFFLES = ("shuffle", "shuffle_xor", "shuffle_up", "shuffle_down", "rotate")
NARROW = (CHAR, UCHAR, SHORT, USHORT)
BALLOTS = ("ballot_bit_count", "ballot_inclusive_scan", "ballot_exclusive_scan")


class Collectives:
    """Needs what Phases needs."""

    def choose_sub_group_size(self):
        self.features.add("functions of sub-groups")
        return self.random.weighted([(1, 2), (3, 4), (4, 8), (4, 16), (2, 32), (1, 64)])

    def describe_sub_group(self, body):
        """Where the work-item is in its sub-group; in the last one there may be fewer work-items."""
        state, random = self.kernel_state, self.random
        count = -(-state.max_items // state.sub_group_size)
        for name, most in (("get_sub_group_local_id", min(state.sub_group_size, state.max_items) - 1),
                           ("get_sub_group_id", count - 1)):
            made = Var(self.fresh("s"), UINT, (0, most), "item", True)
            body.append(declare(made, work_item(name, None, (0, most), UINT)))
            self.env.ids += [var(made)] * 2
        if random.chance(50):
            self.env.uniforms.append(work_item("get_num_sub_groups", None, (1, count), UINT))
        if random.chance(30):
            self.env.ids.append(work_item("get_sub_group_size", None, (1, state.sub_group_size), UINT))

    def collective(self, depth):
        random = self.random
        self.features.add("functions of groups")
        function = random.choice(ARITHMETIC + ("all", "any", "broadcast"))
        function, type = self.operation(function, ("add", "min", "max", "add", "min", "max", "mul", "and", "or", "xor"))
        return self.called(Collective(None, function, self.kernel_state.shape.dimensions), type)

    def sub_group_collective(self, depth):
        random, size = self.random, self.kernel_state.sub_group_size
        self.features.add("functions of sub-groups")
        kind = random.weighted([(4, "uniform"), (4, "active"), (3, "shuffle"), (2, "clustered")])
        made = Collective(None, "", 1, size)
        if kind == "shuffle":
            made.function, type = random.choice(SHUFFLES), random.choice((INT, UINT, LONG, ULONG, FLOAT, DOUBLE) + NARROW)
            made.amount = random.below(size)
        elif kind == "clustered":
            made.function, type = self.operation("reduce_", ("add", "min", "max", "mul", "and", "or", "xor"), NARROW)
            made.size, made.is_clustered = 1 << random.below(size.bit_length()), True
        else:
            functions = ARITHMETIC + ("all", "any") + BALLOTS + (("broadcast",) if kind == "uniform" else ("broadcast_first",))
            operations = ("add", "min", "max") + (("mul", "and", "or", "xor") if kind == "active" else ())
            made.function, type = self.operation(random.choice(functions), operations, NARROW)
        return self.called(made, type, kind == "active")

    def operation(self, function, operations, others=()):
        """The whole name, and a type that it has: also one of `others`."""
        random = self.random
        types = (INT, UINT, LONG, ULONG) * 2 + others
        if function.endswith("_"):
            operation = random.choice(operations)
            function += operation
            if operation in ("add", "mul"):
                types = tuple(type for type in types if type.kind == "u")
            if operation in ("add", "min", "max"):
                types += (FLOAT, DOUBLE)
        elif function in ("all", "any"):
            types = (INT,)
        elif function in BALLOTS:
            types = (UINT,)
        else:
            types += (FLOAT, DOUBLE)
        return function, random.choice(types)

    def called(self, made, type, is_partial=False):
        random = self.random
        made.var = Var(self.fresh("v"), type, place="item")
        is_predicate = made.function in ("all", "any") or made.function in BALLOTS
        value = cast(type, self.condition()) if is_predicate else self.expr(type, 2)
        if type.kind == "f":
            self.features.add("functions of groups in floating point")
            value = cast(type, binary("&", self.expr(UINT, 2), u(255)))
        body = [declare(made.var, value)]
        if is_partial:
            made.active = Var(self.fresh("v"), INT, place="item")
            body.append(declare(made.active, self.condition()))
        if made.function == "shuffle":
            made.amount = Var(self.fresh("v"), UINT, place="item")
            body.append(declare(made.amount, self.expr(UINT, 1)))
        target = random.choice(self.env.integers(writable=True))
        result = Expr("convert", target.type, [var(made.var)], True) if type.kind == "f" else cast(target.type, var(made.var))
        read = assign(var(target), binary(random.choice("+-^"), var(target), result))
        return [fixed(*body, Stmt("collective", data=made), read)]
