# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generic pointers to what the work-item may write in one address space or another: chosen by a condition, exchanged in
loops, in structs, passed to functions, asked for their address space."""
from generator.makers.env import Place
from generator.makers.functions import Helper
from generator.program.build import assign, binary, cast, compare, const, declare, if_, index, loop, u, var
from generator.program.tree import Expr, Stmt, Var
from generator.program.types import INT, Pointer, Struct, VOID


def generic(pointer):
    """A pointer as a generic one."""
    return Expr("generic", Pointer(pointer.type.element, "generic"), [pointer])


def field(variable, name, type):
    return Expr("field", type, [var(variable)], name)


class GenericPointers:
    """Needs what Statements and Functions need, self.is_later."""

    def generic_targets(self):
        """(pointer, element, count, space): each to other memory than the others are, but for pointers that are chosen."""
        found = [(place.pointer, place.element, place.count, place.space) for place in self.env.places
                 if place.pointer and place.space in ("global", "local", "private")]
        return found + [(var(v), v.type.element, v.type.count, "private") for v in self.env.private_arrays(writable=True)]

    def two_targets(self, element=None, least=1):
        """Of one type of element, in different address spaces if there are such."""
        targets = [target for target in self.generic_targets()
                   if target[2] >= least and (element is None or target[1] == element)]
        pairs = [(one, other) for one in targets for other in targets if one[1] == other[1] and one[0] is not other[0]]
        mixed = [pair for pair in pairs if pair[0][3] != pair[1][3]]
        return self.random.choice(mixed or pairs) if pairs else None

    def choice(self, one, other):
        """Statements that declare a condition and the pointer that it chooses, and these two variables."""
        chosen = Var(self.fresh("c"), INT, (0, 1), is_fixed=True)
        pointer = Var(self.fresh("q"), Pointer(one[1], "generic"))
        value = Expr("choose_pointer", pointer.type, [compare("!=", var(chosen), const(INT, 0)), generic(one[0]), generic(other[0])])
        return [declare(chosen, self.condition()), declare(pointer, value)], chosen, pointer

    def with_places(self, places, depth):
        """Random statements that read and write there."""
        outer = self.env
        self.env = outer.child()
        self.env.places += places * 3
        first = places[0]
        body = [assign(first.make(self.index()), self.value_for(first.element))] + self.inner(depth)
        self.env = outer
        return body

    def place_of(self, pointer, element, count):
        return Place(element, count, lambda at: index(pointer, at, count), pointer, "generic")

    def generic_pointer(self, depth):
        random = self.random
        pair = self.two_targets() if self.is_later else None
        if pair is None:
            return None
        self.features.add("generic pointers")
        one, other = pair
        count = min(one[2], other[2])
        body, chosen, pointer = self.choice(one, other)
        place = self.place_of(var(pointer), one[1], count)
        if random.chance(35) and self.may_loop(4):
            body.append(self.exchanged(pointer, one, other, place, depth))
        else:
            body += self.with_places([place], depth)
            body += self.questions(chosen, pointer, one[3], other[3])
        return Stmt("block", bodies=[body], data="fixed")

    def exchanged(self, pointer, one, other, place, depth):
        """A loop in some rounds of which the pointer becomes another one."""
        random = self.random
        i = Var(self.fresh("i"), INT, (0, 7), is_fixed=True)
        bound = cast(INT, binary("&", self.uniform_expr() if random.chance(50) else self.varying(), u(3)))
        outer = self.env
        self.env = outer.child()
        self.env.vars.append(i)
        self.env.cost *= 4
        steps = self.with_places([place], depth - 1)
        steps.append(if_(self.condition(), [assign(var(pointer), generic(one[0]))], [assign(var(pointer), generic(other[0]))]))
        self.env = outer
        return loop(i, const(INT, 0), bound, steps)

    def questions(self, chosen, pointer, space, other_space):
        """Which address space a pointer is of: the reference knows it from the condition."""
        targets = self.env.integers(writable=True)
        if not targets or not self.random.chance(80):
            return []
        self.features.add("questions for address spaces")
        target, asked = self.random.choice(targets), self.random.choice((space, other_space))
        truth = const(INT, 1) if space == other_space else compare("!=" if asked == space else "==", var(chosen), const(INT, 0))
        answer = Expr("in_space", INT, [var(pointer)], (asked, truth))
        return [assign(var(target), binary(self.random.choice("+^"), var(target), cast(target.type, answer)))]

    def pointer_struct_helper(self):
        """A function that gets two generic pointers in a struct."""
        random = self.random
        space, element, count = random.choice(self.place_targets)
        pointer = Pointer(element, "generic")
        struct = Struct(self.fresh("P"), (("p", pointer), ("n", INT), ("q", pointer)))
        self.program.pointer_structs.append(struct)
        self.features.update(("generic pointers", "pointers in structs"))
        env = self.begin_function(VOID)
        helper = StructHelper(None)
        helper.struct, helper.element, helper.count = struct, element, count
        given = Var(self.fresh("p"), struct)
        params = self.value_params(env, 1)
        for name in ("p", "q"):
            env.places.append(self.place_of(field(given, name, pointer), element, count))
        env.ids.append(field(given, "n", INT))
        self.finish_function(helper, env, params + [given], VOID)


class StructHelper(Helper):
    def call_statement(self, generator):
        pair = generator.two_targets(self.element, self.count)
        if pair is None:
            return None
        one, other = pair
        body, chosen, pointer = generator.choice(one, other)
        given, type = Var(generator.fresh("s"), self.struct), Pointer(self.element, "generic")
        body += [declare(given), assign(field(given, "p", type), var(pointer)),
                 assign(field(given, "q", type), generic(generator.random.choice(pair)[0])),
                 assign(field(given, "n", INT), generator.expr(INT, 1))]
        arguments = [generator.expr(param.type, 1) for param in self.function.params[:-1]] + [var(given)]
        body.append(Stmt("expr", [Expr("function", VOID, arguments, self.function)]))
        return Stmt("block", bodies=[body], data="fixed")
