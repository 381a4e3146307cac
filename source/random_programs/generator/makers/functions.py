# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that kernels, and later functions, call."""
from generator.makers.env import Env, Place
from generator.program.build import add, assign, binary, cast, const, declare, index, loop, sub, u, var, work_item
from generator.program.tree import Expr, Function, Stmt, Var
from generator.program.types import Array, FLOAT, INT, INTEGERS, LONG, Pointer, Scalar, SHORT, UCHAR, UINT, ULONG, VOID, Vector


def space_of(base) -> str:
    """The address space of what an expression of an array or a pointer refers to."""
    if isinstance(base.type, Pointer):
        return base.type.space
    return {"local": "local", "constant": "constant", "program": "global"}.get(base.data.place, "private")


def converts(space, to) -> bool:
    """Whether a pointer of an address space may be passed as one of another."""
    return space == to or to == "generic" and space != "constant"


class Helper:
    """A function and what its callers have to know."""
    is_value = False
    takes_two = False

    def __init__(self, function):
        self.function = function
        self.pointer = None  # the parameter that is a pointer
        self.element, self.count = None, 0

    def values(self, generator, depth):
        """Arguments for the parameters that are not pointers."""
        return [None if isinstance(param.type, Pointer) else generator.expr(param.type, depth)
                for param in self.function.params]


class ValueHelper(Helper):
    is_value = True

    def call(self, generator, depth):
        arguments = self.values(generator, min(depth, 1))
        if self.pointer is not None:
            type = self.function.params[self.pointer].type
            env = generator.env
            bases = [base for base, element, count in env.arrays
                     if element == self.element and count >= self.count and converts(space_of(base), type.space)]
            if type.space in ("private", "generic"):
                bases += [var(v) for v in env.private_arrays()
                          if v.type.element == self.element and v.type.count >= self.count]
            if not bases:
                return None
            arguments[self.pointer] = generator.random.choice(bases)
        return Expr("function", self.function.result, arguments, self.function)


class PlaceHelper(Helper):
    """Takes a pointer to elements that the caller may write."""

    def call_statement(self, generator):
        type = self.function.params[self.pointer].type
        env = generator.env
        pointers = [place.pointer for place in env.places
                    if place.pointer and place.element == self.element and place.count >= self.count
                    and converts(place.space, type.space)]
        if type.space in ("private", "generic"):
            pointers += [var(v) for v in env.private_arrays(writable=True)
                         if v.type.element == self.element and v.type.count >= self.count]
        if not pointers:
            return None
        arguments = self.values(generator, 1)
        arguments[self.pointer] = generator.random.choice(pointers)
        return Stmt("expr", [Expr("function", VOID, arguments, self.function)])


class PairHelper(Helper):
    """Takes a pointer to write and one to read, which refer to different arrays."""
    takes_two = True

    def call_two(self, generator, target, source):
        arguments = self.values(generator, 0)
        arguments[0], arguments[1] = target, source
        return Stmt("expr", [Expr("function", VOID, arguments, self.function)])

    def call_statement(self, generator):
        pairs = [(one, other) for space, element, count, one, other in generator.pairs()
                 if (space, element) == (self.space, self.element) and count >= self.count]
        if not pairs:
            return None
        generator.features.add("restrict")
        return self.call_two(generator, *generator.random.choice(pairs))


class Functions:
    """Needs what Statements needs, self.program, self.pointer_targets (what kernels will have for pointers)."""

    def begin_function(self, result):
        env = Env()
        env.returns = result
        env.functions = list(self.helpers)
        env.cost = 8
        env.ids = [work_item("get_global_id", d, None) for d in range(2)]
        for var_, values in self.program.constants:
            env.arrays.append((var(var_), var_.type.element, var_.type.count))
        return env

    def value_params(self, env, most=3):
        random = self.random
        params = []
        for _ in range(random.between(1, most)):
            type = random.weighted([(5, random.choice(INTEGERS)), (1, FLOAT), (1, Vector(random.choice(INTEGERS), random.choice((2, 4))))])
            params.append(Var(self.fresh("p"), type))
        env.vars += params
        return params

    def finish_function(self, helper, env, params, result, before=()):
        random = self.random
        outer, self.env = self.env, env
        body = list(before)
        if random.chance(60):
            env.fuel = Var(self.fresh("fuel"), UINT)
            body.append(declare(env.fuel, u(random.between(3, 20))))
        held = Var(self.fresh("v"), random.choice(INTEGERS))
        body.append(declare(held, self.expr(held.type, 2)))
        env.vars.append(held)
        body += self.statements(random.between(1, 4), 2)
        if result != VOID:
            body.append(Stmt("return", [self.expr(result, 3)]))
        self.env = outer
        helper.function = Function("f" + self.fresh(""), result, params, body, random.chance(35))
        self.program.functions.append(helper.function)
        self.helpers.append(helper)

    def value_helper(self):
        result = self.random.choice(INTEGERS)
        env = self.begin_function(result)
        params = self.value_params(env)
        helper = ValueHelper(None)
        if self.pointer_targets and self.random.chance(50):
            space, element, count = self.random.choice(self.pointer_targets)
            pointer = Var(self.fresh("p"), Pointer(element, space, True, self.random.chance(50)))
            self.note_space(space)
            env.arrays.append((var(pointer), element, count))
            helper.pointer, helper.element, helper.count = len(params), element, count
            params.append(pointer)
        self.finish_function(helper, env, params, result)

    def note_space(self, space):
        if space == "generic":
            self.features.add("generic pointers")

    def place_helper(self):
        env = self.begin_function(VOID)
        params = self.value_params(env, 2)
        helper = PlaceHelper(None)
        space, element, count = self.random.choice(self.place_targets)
        pointer = Var(self.fresh("p"), Pointer(element, space, False, self.random.chance(60)))
        self.note_space(space)
        base = var(pointer)
        env.places.append(Place(element, count, lambda at: index(base, at, count), base, space))
        helper.pointer, helper.element, helper.count = len(params), element, count
        params.append(pointer)
        self.finish_function(helper, env, params, VOID)

    def pair_helper(self):
        """target[i] = what source has at i and near it, for all i."""
        random = self.random
        space, element, count = random.choice(self.pair_targets)
        helper = PairHelper(None)
        helper.space, helper.element, helper.count = space, element, count
        restrict = random.chance(75)
        target = Var(self.fresh("p"), Pointer(element, space, False, restrict))
        source = Var(self.fresh("p"), Pointer(element, space, True, restrict and random.chance(70)))
        extra = Var(self.fresh("p"), INT)
        i = Var(self.fresh("i"), INT, (0, count - 1), is_fixed=True)
        def near():
            at = add(var(i), const(INT, random.below(4))) if random.chance(60) else sub(const(INT, count - 1), var(i))
            return index(var(source), at, count)
        ops = "+-^" if element.is_integer else "+-*"
        value = binary(random.choice(ops), near(), near())
        if element.is_integer and random.chance(50):
            value = binary("+", value, cast(element, var(extra)))
        steps = [assign(index(var(target), var(i), count), value)]
        if random.chance(40):
            steps.append(assign(index(var(target), sub(const(INT, count - 1), var(i)), count),
                                binary(random.choice(ops), index(var(target), var(i), count), near())))
        body = [loop(i, const(INT, 0), const(INT, min(count, 24)), steps)]
        helper.function = Function("f" + self.fresh(""), VOID, [target, source, extra], body, random.chance(25))
        self.program.functions.append(helper.function)
        self.helpers.append(helper)
