# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random statements of one work-item, or of a function: no barriers."""
from generator.makers.env import Place
from generator.program.build import (add, assign, binary, call, cast, compare, const, declare, if_, index, logic, loop, mul, sub,
                                     u, var)
from generator.program.tree import Expr, Stmt, Var
from generator.program.types import (Array, FLOAT, INT, INTEGERS, LONG, Pointer, Scalar, SHORT, Struct, UINT, ULONG, USHORT,
                                     Vector, WIDTHS, VOID)


class Statements:
    """Needs self.random, self.env, self.fresh(prefix), self.features, and Expressions."""

    def statements(self, count, depth):
        """In a scope of their own."""
        outer, body = self.env, []
        self.env = outer.child()
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            self.statement(body, depth)
        self.env = outer
        return body

    def inner(self, depth, times=1, loop=False):
        """The body of a compound statement."""
        outer = self.env
        self.env = outer.child()
        self.env.cost *= times
        if loop:
            self.env.loops += 1
            self.env.in_switch = False
        body = self.statements(1 + self.random.below(3), depth - 1)
        self.env = outer
        return body

    def statement(self, body, depth):
        simple = [(6, self.set_integer), (3, self.set_float), (4, self.set_vector), (4, self.declare_variable),
                  (7, self.set_place), (2, self.swap_place), (3, self.set_array), (2, self.set_vector_part),
                  (2, self.store_vector), (2, self.atomic), (8 if self.env.loops else 2, self.leave), (2, self.set_field), (2, self.call_helper),
                  (1, self.half), (1, self.copy_struct), (1, self.dead), (2, self.stencil),
                  (4 if self.env.targets else 0, self.write_image), (6 if self.has_printf else 0, self.print_line)]
        compound = [(8, self.branch), (4, self.switch), (5, self.counted_loop), (9, self.divergent_loop), (3, self.while_loop),
                    (2, self.do_loop), (2, self.irreducible), (2, self.labelled), (2, self.array_loop), (2, self.ping_pong),
                    (2, self.turned_array), (8 if self.is_later else 0, self.generic_pointer),
                    (4 if self.has_strides else 0, self.stride_statement)]
        options = simple + (compound if depth > 0 and self.budget > 2 else [])
        for _ in range(4):
            made = self.random.weighted(options)(depth)
            if made is not None:
                body.extend(made if isinstance(made, list) else [made])
                return
        body.append(self.set_integer(depth))

    # -- assignments

    def set_integer(self, depth):
        candidates = self.env.integers(writable=True)
        if not candidates:
            return self.declare_variable(depth)
        target = self.random.choice(candidates)
        if target.type.bits >= 32 and target.type.kind == "u" and self.random.chance(35):
            return assign(var(target), self.expr(target.type, 2), self.random.choice(("+=", "-=", "^=", "|=", "&=", "*=")))
        return assign(var(target), self.expr(target.type, 3))

    def set_float(self, depth):
        candidates = [v for v in self.env.scalars(writable=True) if v.type.kind == "f"]
        if not candidates:
            return None
        target = self.random.choice(candidates)
        return assign(var(target), self.expr(target.type, 2))

    def set_vector(self, depth):
        candidates = self.env.vectors(writable=True)
        if not candidates:
            return None
        target = self.random.choice(candidates)
        return assign(var(target), self.expr(target.type, 2))

    def set_vector_part(self, depth):
        random = self.random
        candidates = self.env.vectors(writable=True)
        if not candidates:
            return None
        target = random.choice(candidates)
        type = target.type
        if type.count == 2 or random.chance(50):
            at = Expr("component", type.element, [var(target)], random.below(type.count))
            return assign(at, self.expr(type.element, 2))
        width = 2 if type.count < 8 or random.chance(50) else 4
        numbers = tuple(random.shuffled(range(type.count))[:width])
        return Stmt("swizzle_assign", [var(target), self.expr(Vector(type.element, width), 1)], data=numbers)

    def declare_variable(self, depth):
        random = self.random
        kind = random.below(10)
        if kind < 5:
            type = random.choice(INTEGERS)
        elif kind < 7:
            type = random.choice(self.floats)
        else:
            type = Vector(random.choice(INTEGERS + self.floats), random.choice(WIDTHS))
        self.note_width(type)
        made = Var(self.fresh("v"), type)
        result = declare(made, self.expr(type, 2))
        self.env.vars.append(made)
        return result

    def note_width(self, type):
        if isinstance(type, Vector):
            self.features.add(f"vectors of {type.count}")

    def value_for(self, type, depth=2):
        """A value to keep in memory: no NaN, whose bits are not defined."""
        value = self.expr(type, depth)
        floats = (type.element if isinstance(type, Vector) else type).kind == "f"
        return Expr("number", type, [value]) if floats else value

    def set_place(self, depth):
        if not self.env.places:
            return None
        place = self.random.choice(self.env.places)
        target = place.make(self.index())
        if place.element.kind == "u" and self.random.chance(50):
            return assign(target, self.expr(place.element, 2), self.random.choice(("+=", "^=", "|=")))
        return assign(target, self.value_for(place.element))

    def swap_place(self, depth):
        """What is read is used, as it is, after the place has been written."""
        candidates = self.env.scalars(writable=True)
        places = [p for p in self.env.places if any(v.type == p.element for v in candidates)]
        if not places:
            return None
        place = self.random.choice(places)
        held = self.random.choice([v for v in candidates if v.type == place.element])
        target = place.make(self.index())
        return [assign(var(held), target), assign(target, self.value_for(place.element, 1))]

    def set_array(self, depth):
        arrays = self.env.private_arrays(writable=True)
        if not arrays:
            return None
        array = self.random.choice(arrays)
        target = index(var(array), self.index(), array.type.count)
        if array.type.element.kind == "u" and self.random.chance(40):
            return assign(target, self.expr(array.type.element, 1), self.random.choice(("+=", "^=")))
        return assign(target, self.expr(array.type.element, 2))

    def set_field(self, depth):
        target = self.field(lambda t: isinstance(t, (Scalar, Vector)), writable=True)
        return None if target is None else assign(target, self.expr(target.type, 2))

    def copy_struct(self, depth):
        structs = self.env.structs()
        pairs = [(a, b) for a in structs for b in structs if a is not b and a.type == b.type and not a.is_fixed]
        if not pairs:
            return None
        a, b = self.random.choice(pairs)
        return assign(var(a), var(b))

    def store_vector(self, depth):
        targets = [(place.pointer, place.element, place.count) for place in self.env.places if place.pointer and place.count > 1]
        targets += [(var(v), v.type.element, v.type.count) for v in self.env.private_arrays(writable=True) if v.type.count > 1]
        if not targets:
            return None
        pointer, element, count = self.random.choice(targets)
        type = Vector(element, self.random.choice([w for w in WIDTHS if w <= count]))
        return Stmt("vstore", [self.value_for(type), self.index(1), pointer], data=count // type.count)

    def half(self, depth):
        places = [p for p in self.env.places if p.pointer and p.space == "global" and p.element.size * p.count >= 8]
        if not places:
            return None
        self.features.add("half")
        place = self.random.choice(places)
        type = FLOAT if self.random.chance(60) else Vector(FLOAT, 2)
        count = place.element.size * place.count // 2 // (type.count if isinstance(type, Vector) else 1)
        if self.random.chance(50):
            made = Var(self.fresh("v"), type)
            result = declare(made, Expr("number", type, [Expr("vload_half", type, [place.pointer, self.index(1)], count)]))
            self.env.vars.append(made)
            return result
        if place.element.kind == "f":
            return None  # parts of it could become a NaN
        return Stmt("vstore_half", [self.expr(type, 2), self.index(1), place.pointer], data=count)

    def atomic(self, depth):
        if not self.env.atomics:
            return None
        pointer, count, name = self.random.choice(self.env.atomics)
        at = Expr("address", Pointer(UINT, "global"), [index(pointer, self.index(1), count)])
        self.features.add("atomics")
        if name in ("atomic_inc", "atomic_dec"):
            return Stmt("expr", [call(name, VOID, at)])
        return Stmt("expr", [call(name, VOID, at, self.expr(pointer.type.element, 2))])

    def stencil(self, depth):
        """Neighbours of a place in rows, where they exist."""
        random = self.random
        sources = [(base, element, count) for base, element, count in self.env.arrays if count >= 32]
        targets = self.env.scalars(writable=True)
        if not sources or not targets or len(self.env.ids) < 2:
            return None
        base, element, count = random.choice(sources)
        target = random.choice(targets)
        row = random.choice((8, 16, 25, 32))
        x, y = (cast(INT, random.choice(self.env.ids)) for _ in range(2))
        self.features.add("stencils")
        body = []
        for _ in range(random.between(1, 4)):
            dx, dy = (const(INT, random.between(-2, 2)) for _ in range(2))
            at_x, at_y = add(x, dx), add(y, dy)
            inside = logic("&&", logic("&&", compare(">=", at_x, const(INT, 0)), compare("<", at_x, const(INT, row))),
                           logic("&&", compare(">=", at_y, const(INT, 0)), compare("<", at_y, const(INT, count // row))))
            value = Expr("element", element, [base, add(mul(at_y, const(INT, row)), at_x)])
            if target.type.is_integer and not element.is_integer:
                value = Expr("convert", target.type, [value], True)
            update = assign(var(target), binary(random.choice("+-"), var(target), cast(target.type, value)))
            body.append(if_(inside, [update]))
        return Stmt("block", bodies=[body], data="fixed")

    # -- leaving

    def leave(self, depth):
        random, env = self.random, self.env
        options = []
        if env.loops and not env.in_switch:
            options += [(4, Stmt("break"))]
        if env.loops:
            options += [(3, Stmt("continue"))]
        if env.labels:
            options += [(4, Stmt("jump", data=random.choice(env.labels)))]
        if env.returns is not None:
            options += [(2 if env.loops else 1, Stmt("return", [] if env.returns == VOID else [self.expr(env.returns, 1)]))]
        if not options:
            return None
        before = [self.set_integer(depth)] if random.chance(30) and env.integers(writable=True) else []
        chosen = random.weighted(options)
        if env.loops and chosen.op == "return":
            self.features.add("returns in loops")
        return if_(self.condition(), before + [chosen])

    # -- compound statements

    def branch(self, depth):
        bodies = [self.inner(depth)]
        if self.random.chance(45):
            bodies.append(self.inner(depth))
        return if_(self.condition(), *bodies)

    def large_switch(self):
        """With more cases than code generation takes at once: split_switches.h."""
        random = self.random
        self.features.add("large switches")
        targets = [v for v in self.env.integers(writable=True) if v.type.bits >= 32]
        if not targets:
            return None
        target, step = random.choice(targets), random.choice((1, 1, 3))
        numbers = random.shuffled(range(0, 256 * step, step))[:random.between(130, 200)]
        value = binary("&", self.expr(UINT, 2), u(255))
        value = mul(value, u(step)) if random.chance(70) else value
        bodies, data = [], []
        for number in numbers:
            bodies.append([assign(var(target), binary(random.choice("+*^-"), var(target), const(target.type, random.between(2, 99))))])
            data.append(([number], random.chance(10)))
        data[-1] = ([numbers[-1], None] if random.chance(70) else [numbers[-1]], False)
        return Stmt("switch", [value], bodies, data)

    def switch(self, depth):
        random, outer = self.random, self.env
        if random.chance(12):
            return self.large_switch()
        self.features.add("switch")
        cases = random.between(2, 5)
        value = binary("&", self.expr(UINT, 2), u(random.choice((3, 7))))
        numbers = random.shuffled(range(8))
        bodies, data = [], []
        for i in range(cases):
            self.env = outer.child()
            self.env.in_switch = True
            bodies.append(self.statements(1 + random.below(2), depth - 1))
            labels = [numbers.pop() for _ in range(random.between(1, 2 if cases < 4 else 1))]
            data.append((labels, random.chance(25)))
        self.env = outer
        if random.chance(70):
            position = random.below(cases)
            data[position] = (data[position][0] + [None], data[position][1])
        data[-1] = (data[-1][0], False)
        return Stmt("switch", [value], bodies, data)

    def in_loop(self, counter, depth, times):
        outer = self.env
        self.env = outer.child()
        self.env.vars.append(counter)
        body = self.inner(depth, times, loop=True)
        self.env = outer
        return body

    def may_loop(self, times):
        return self.env.cost * times <= self.max_cost

    def counted_loop(self, depth):
        """As often for all work-items of a group."""
        random = self.random
        times = random.choice((2, 3, 4, 5, 8, 12))
        if not self.may_loop(times):
            return None
        type = random.choice((INT, INT, UINT, SHORT, LONG, ULONG))
        counter = Var(self.fresh("i"), type, (0, 15), is_fixed=True)
        if random.chance(50):
            bound = const(type, times)
        else:
            bound = cast(type, binary("&", self.uniform_expr(), u(random.choice((3, 7, 15)))))
        step = random.choice((1, 1, 1, 2, 3))
        return loop(counter, const(type, 0), bound, self.in_loop(counter, depth, times), step=step)

    def divergent_loop(self, depth):
        random = self.random
        most = random.choice((3, 7, 7, 15))
        if not self.may_loop(most // 2):
            return None
        self.features.add("divergent loops")
        type = random.choice((INT, INT, UINT))
        bound = cast(type, binary("&", self.varying(), u(most)))
        counter = Var(self.fresh("i"), type, (0, most), is_fixed=True)
        if random.chance(25):
            return loop(counter, bound, const(type, 0), self.in_loop(counter, depth, most // 2), form="down",
                        step=random.choice((1, 1, 2))) if type == INT else None
        start = const(type, 0) if random.chance(60) else cast(type, binary("&", self.expr(UINT, 1), u(3)))
        return loop(counter, start, bound, self.in_loop(counter, depth, most // 2), step=random.choice((1, 1, 2)))

    def sure_loop(self, body):
        """A divergent loop whatever else there is: more kernels need one than random statements have."""
        options = [(6, self.divergent_loop), (3, self.while_loop), (2, self.do_loop), (1, self.irreducible)]
        self.budget += 3
        for _ in range(4):
            made = self.random.weighted(options)(self.nesting)
            if made is not None:
                body.append(made)
                return

    def varying(self):
        if self.random.chance(50) or not self.env.ids:
            return self.expr(UINT, 2)
        return cast(UINT, self.id_expr())

    def while_loop(self, depth):
        if self.env.fuel is None or not self.may_loop(6):
            return None
        self.features.add("divergent loops")
        condition = self.condition()
        return Stmt("while", [condition], [self.inner(depth, 6, loop=True)], self.env.fuel)

    def do_loop(self, depth):
        if self.env.fuel is None or not self.may_loop(6):
            return None
        self.features.add("divergent loops")
        return Stmt("do", [self.condition()], [self.inner(depth, 6, loop=True)], self.env.fuel)

    def irreducible(self, depth):
        if self.env.fuel is None or not self.may_loop(6):
            return None
        self.features.update(("irreducible loops", "divergent loops"))
        outer = self.env
        self.env = outer.child()
        self.env.cost *= 6
        number = int(self.fresh("")) # its labels
        ways = self.ways_between(2 + self.random.below(3))
        conditions = [self.condition() if self.random.chance(60) else logic("&&", self.condition(0), self.condition(0))
                      for _ in ways]
        bodies = [self.statements(1 + self.random.below(2), depth - 1) for _ in range(max(source for source, _ in ways) + 1)]
        self.env = outer
        return Stmt("block", bodies=[[Stmt("irreducible", conditions, bodies, (outer.fuel, number, ways))]])

    def ways_between(self, count):
        """Jumps of a loop of `count` parts, each from behind a part (-1: from before the first) to one, or to what is behind
        all. From before the first one leads into the middle, from the last one back."""
        random = self.random
        ways = [(-1, 1 + random.below(count - 1))]
        if random.chance(30):
            ways.append((-1, random.below(count + 1)))
        for part in range(count - 1):
            ways += [(part, random.below(count + 1)) for _ in range(random.weighted([(2, 0), (5, 1), (3, 2)]))]
        ways.append((count - 1, random.below(count)))
        if random.chance(40):
            ways.append((count - 1, random.below(count)))
        return tuple(ways)

    def labelled(self, depth):
        """A block, mostly with loops in it, that is left from inside."""
        outer = self.env
        number = int(self.fresh(""))
        self.features.add("goto")
        self.env = outer.child()
        self.env.labels.append(number)
        body = self.statements(2 + self.random.below(3), depth)
        self.env = outer
        return Stmt("labelled", bodies=[body], data=number)

    def array_loop(self, depth):
        """Runs over a private array."""
        random, env = self.random, self.env
        arrays = env.private_arrays(writable=True)
        if not arrays or not self.may_loop(8):
            return None
        array = random.choice(arrays)
        count = array.type.count if array.type.count <= 32 else random.choice((5, 16, 32))
        counter = Var(self.fresh("i"), random.choice((INT, UINT)), (0, count - 1), is_fixed=True)
        outer = self.env
        self.env = outer.child()
        self.env.vars.append(counter)
        self.env.cost *= count
        place = var(counter) if random.chance(60) else sub(const(counter.type, count - 1), var(counter))
        step = random.choice((1, 1, max(1, array.type.count // count)))
        if step > 1:
            place = binary("*", place, const(counter.type, step))
        target = index(var(array), place, array.type.count)
        body = [assign(target, self.expr(array.type.element, 2))]
        if random.chance(40):
            body += self.statements(1, 0)
        self.env = outer
        return loop(counter, const(counter.type, 0), const(counter.type, count), body)

    def turned_array(self, depth):
        """The elements of a private array in another order, by a copy."""
        random = self.random
        arrays = [v for v in self.env.private_arrays(writable=True) if v.type.count <= 32]
        if not arrays or not self.may_loop(8):
            return None
        self.features.add("turned arrays")
        array = random.choice(arrays)
        element, count = array.type.element, array.type.count
        copy = Var(self.fresh("v"), array.type)
        i, j = (Var(self.fresh("i"), UINT, (0, count - 1), is_fixed=True) for _ in range(2))
        by = Var(self.fresh("v"), UINT, is_fixed=True)
        place = random.choice((add(var(j), var(by)), binary("^", var(j), var(by)), sub(var(by), var(j)),
                               add(mul(var(j), u(random.choice((3, 5, 7)))), var(by))))
        body = [declare(by, self.varying() if random.chance(70) else self.uniform_expr()), declare(copy),
                loop(i, u(0), u(count), [assign(index(var(copy), var(i), count), index(var(array), var(i), count))]),
                loop(j, u(0), u(count), [assign(index(var(array), var(j), count), index(var(copy), place, count))])]
        return Stmt("block", bodies=[body], data="fixed")

    def pairs(self):
        """Pairs of pointers to different elements, as (space, element, count, one, other)."""
        arrays = self.env.private_arrays(writable=True)
        found = [("private", a.type.element, a.type.count, var(a), var(b))
                 for a in arrays for b in arrays if a is not b and a.type == b.type]
        for place in self.env.places:
            if place.pointer and place.count >= 4 and place.element.is_integer:
                half = place.count // 2
                other = Expr("offset", Pointer(place.element, place.space), [place.pointer, u(half)])
                found.append((place.space, place.element, half, place.pointer, other))
        return found

    def ping_pong(self, depth):
        """Two pointers that are swapped in a loop."""
        random, env = self.random, self.env
        pairs = self.pairs()
        if not pairs or not self.may_loop(40):
            return None
        space, element, count, one, other = random.choice(pairs)
        type = Pointer(element, space)
        source, target, held = (Var(self.fresh("q"), type) for _ in range(3))
        counter = Var(self.fresh("i"), INT, (0, 6), is_fixed=True)
        callees = [f for f in env.functions if f.takes_two and (f.space, f.element) == (space, element) and f.count <= count]
        self.features.add("swapped pointers")
        if callees:
            self.features.add("restrict")
            step = [random.choice(callees).call_two(self, var(target), var(source))]
        else:
            j = Var(self.fresh("i"), INT, (0, count - 1), is_fixed=True)
            value = binary(random.choice("+-^" if element.is_integer else "+-*"), index(var(source), var(j), count),
                           index(var(source), add(var(j), const(INT, random.between(1, 3))), count))
            step = [loop(j, const(INT, 0), const(INT, min(count, 16)), [assign(index(var(target), var(j), count), value)])]
        swap = [declare(held, var(source)), assign(var(source), var(target)), assign(var(target), var(held))]
        times = cast(INT, binary("&", self.uniform_expr() if random.chance(50) else self.varying(), u(3)))
        return Stmt("block", bodies=[[
            declare(source, one), declare(target, other),
            loop(counter, const(INT, 0), add(times, const(INT, 1)), step + swap)]])

    # -- functions

    def call_helper(self, depth):
        options = [f for f in self.env.functions if not f.is_value]
        if not options or self.env.cost > 100:
            return None
        return self.random.choice(options).call_statement(self)

    def dead(self, depth):
        """What never runs: only some forms of the program have it."""
        if self.env.never is None or depth <= 0:
            return None
        outer = self.env
        self.env = outer.child()
        body = self.statements(1 + self.random.below(2), depth - 1)
        self.env = outer
        return Stmt("dead", [compare("!=", outer.never, u(0))], [body])
