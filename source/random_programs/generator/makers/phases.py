# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the work-items of a group do together: exchanges through local memory, reductions, scans, tiles. All
are statements that a kernel has outside of divergent control flow."""
from dataclasses import dataclass

from generator.makers.env import Place
from generator.program.build import (add, assign, barrier, binary, call, cast, choose, compare, const, declare, divide, fixed,
                                     if_, index, logic, loop, mul, shift, sub, u, var)
from generator.program.tree import Expr, Stmt, Var
from generator.program.types import Array, FLOAT, INT, INTEGERS, LONG, Pointer, Scalar, UINT, ULONG, USHORT, VOID


@dataclass(eq=False)
class Shared:
    """Memory of a group in which each work-item has `count` elements that are its own in phases when all write."""
    base: object
    element: object
    count: int
    space: str
    is_interleaved: bool  # element i of all work-items side by side


class Phases:
    """Needs what Statements needs; self.kernel_state: l and n (number and count of the group's work-items, uint expressions),
    known (the local size, or None), shared (list of Shared)."""

    def part(self, depth):
        """One part of a kernel, as a list of statements."""
        state = self.kernel_state
        if state.returns_early:
            return self.random.choice((self.exchange, self.reduction, self.scan, self.early_return))(depth)
        options = [(6, self.block_part)]
        if state.shared:
            options += [(6, self.exchange), (3, self.reduction), (2, self.scan), (2, self.local_atomics)]
            if depth:
                options += [(4, self.group_loop), (3, self.group_branch)]
        if state.calls_group_functions:
            options += [(12, self.collective)]
        if self.has_strides:
            options += [(12, self.stride_part)] + ([(12, self.stride_phase), (10, self.stride_sum)] if state.barriers else [])
        if state.sub_group_size:
            options += [(24, self.sub_group_collective)]
        if state.known and state.barriers:
            options += [(5, self.tile)]
            if state.shape.dimensions >= 2:
                options += [(9, self.transpose)]
        return self.random.weighted(options)(depth)

    def block_part(self, depth):
        return self.statements(self.random.between(1, 4), self.nesting)

    def early_return(self, depth):
        """What others read of this work-item's elements is what it has written before."""
        self.features.add("returns before barriers")
        return [if_(self.condition(), [Stmt("return")])] + self.block_part(depth)

    # -- memory of the group

    def own_place(self, shared):
        state = self.kernel_state
        if shared.is_interleaved:
            base = Expr("offset", Pointer(shared.element, shared.space), [shared.base, state.l])
            return Place(shared.element, shared.count,
                         lambda at: Expr("strided", shared.element, [base, at, state.n], shared.count), space=shared.space)
        pointer = Expr("offset", Pointer(shared.element, shared.space), [shared.base, mul(state.l, u(shared.count))])
        return Place(shared.element, shared.count,
                     lambda at: Expr("linear", shared.element, [shared.base, state.l, at], shared.count), pointer, shared.space)

    def element_of_item(self, shared, item):
        """The first element that a work-item has, whose number is known to be right."""
        at = item if shared.is_interleaved or shared.count == 1 else mul(item, u(shared.count))
        return Expr("element", shared.element, [shared.base, at])

    def fence(self, shared):
        self.features.add("barriers")
        return barrier("both" if self.random.chance(20) else shared.space)

    def write_phase(self, shared):
        """Random statements that write, and read, the work-item's own elements."""
        random, outer = self.random, self.env
        self.env = outer.child()
        place = self.own_place(shared)
        self.env.places += [place, place]
        body = [assign(place.make(self.index()), self.value_for(shared.element))]
        if random.chance(60):
            body += self.statements(random.between(1, 2), self.nesting - 1)
        self.env = outer
        return body

    def read_phase(self, shared):
        """Random statements that read any element of the group."""
        random, outer, state = self.random, self.env, self.kernel_state
        self.env = outer.child()
        if state.known and random.chance(60):
            self.env.arrays += [(shared.base, shared.element, shared.count * state.items)] * 3
        else:
            self.env.dynamics += [(shared.base, shared.element, mul(state.n, u(shared.count)))] * 3
        body = []
        targets = self.env.scalars(writable=True)
        for _ in range(random.between(1, 2)):
            target = random.choice(targets)
            value = self.load(lambda t: t == shared.element, 1)
            if target.type.is_integer and not shared.element.is_integer:
                value = Expr("convert", target.type, [value], True)
            value = cast(target.type, value)
            body.append(assign(var(target), binary(random.choice("+-"), var(target), value)))
        if random.chance(60):
            body += self.statements(random.between(1, 2), self.nesting - 1)
        self.env = outer
        return body

    def exchange(self, depth):
        shared = self.random.choice(self.kernel_state.shared)
        return (self.write_phase(shared) + [self.fence(shared)] + self.read_phase(shared) + [self.fence(shared)])

    # -- patterns

    def integer_shared(self):
        found = [shared for shared in self.kernel_state.shared if shared.element.is_integer]
        return self.random.choice(found) if found else None

    def combine(self, a, b):
        op = self.random.choice(("+", "^", "max"))
        return lambda a, b: call(op, a.type, a, b) if op == "max" else binary(op, a, b)

    def reduction(self, depth):
        random, state, shared = self.random, self.kernel_state, self.integer_shared()
        if shared is None:
            return self.exchange(depth)
        self.features.add("reductions")
        op = random.choice(("+", "^", "max"))
        combine = lambda a, b: call(op, a.type, a, b) if op == "max" else binary(op, a, b)
        l, n = state.l, state.n
        s = Var(self.fresh("s"), UINT, (1, 512), is_fixed=True, place="group")
        own, other = self.element_of_item(shared, l), self.element_of_item(shared, add(l, var(s)))
        step = assign(own, combine(own, other))
        is_there = compare("<", add(l, var(s)), n)
        if random.chance(50):
            start = 1
            while start * 2 < state.max_items:
                start *= 2
            condition = logic("&&", compare("<", l, var(s)), is_there)
            body = loop(s, u(start), u(0), [if_(condition, [step]), self.fence(shared)], form="halve")
        else:
            doubled = mul(var(s), u(2))
            first = compare("==", Expr("divide", UINT, [l, doubled], "%"), u(0))
            body = loop(s, u(1), n, [if_(logic("&&", first, is_there), [step]), self.fence(shared)], form="double")
        write = assign(self.element_of_item(shared, l), self.expr(shared.element, 2))
        targets = self.env.integers(writable=True)
        target = random.choice(targets)
        read = assign(var(target), binary("^", var(target), cast(target.type, self.element_of_item(shared, u(0)))))
        return [fixed(write, self.fence(shared), body, read, self.fence(shared))]

    def scan(self, depth):
        """Hillis and Steele: with two barriers a step."""
        random, state, shared = self.random, self.kernel_state, self.integer_shared()
        if shared is None:
            return self.exchange(depth)
        self.features.add("scans")
        l, n = state.l, state.n
        s = Var(self.fresh("s"), UINT, (1, 512), is_fixed=True, place="group")
        held = Var(self.fresh("v"), shared.element, place="item")
        own = self.element_of_item(shared, l)
        steps = [declare(held, const(shared.element, 0)),
                 if_(compare(">=", l, var(s)), [assign(var(held), self.element_of_item(shared, sub(l, var(s))))]),
                 self.fence(shared),
                 assign(own, binary(random.choice("+^"), own, var(held))),
                 self.fence(shared)]
        target = random.choice(self.env.integers(writable=True))
        read = assign(var(target), binary("+", var(target), cast(target.type, self.element_of_item(
            shared, sub(sub(n, u(1)), l) if random.chance(50) else l))))
        return [fixed(assign(own, self.expr(shared.element, 2)), self.fence(shared),
                      loop(s, u(1), n, steps, form="double"), read, self.fence(shared))]

    def local_atomics(self, depth):
        random, state = self.random, self.kernel_state
        if state.max_items < 16:
            return self.exchange(depth)
        made = self.local_arrays(Array(UINT, 16))
        if made is None:
            return self.exchange(depth)
        counters, = made
        self.features.update(("atomics", "barriers"))
        name = random.choice(("atomic_add", "atomic_xor", "atomic_max"))
        at = Expr("index", UINT, [var(counters), self.index()], 16)
        update = Stmt("expr", [call(name, VOID, Expr("address", Pointer(UINT, "local"), [at]), self.expr(UINT, 2))])
        if random.chance(60):
            update = if_(self.condition(), [update])
        target = random.choice(self.env.integers(writable=True))
        read = assign(var(target), binary("+", var(target),
                                          cast(target.type, Expr("index", UINT, [var(counters), self.index()], 16))))
        i = Var(self.fresh("i"), UINT, (0, 15), is_fixed=True)
        zero = if_(compare("==", state.l, u(0)), [loop(i, u(0), u(16), [assign(index(var(counters), var(i), 16), u(0))])])
        return [fixed(zero, barrier(), update, barrier(), read, barrier())]

    def source_buffer(self):
        """A buffer that may be read anywhere: base, element, count."""
        found = [(base, element, count) for base, element, count in self.env.arrays
                 if isinstance(base.type, Pointer) and count >= 16 and isinstance(element, Scalar)]
        return self.random.choice(found) if found else None

    def tile(self, depth):
        """A tile with its halo comes to local memory, several elements for each work-item; then all read near theirs."""
        random, state = self.random, self.kernel_state
        source = self.source_buffer()
        if source is None:
            return self.block_part(depth)
        base, element, count = source
        width, height = state.local3[0], state.local3[1]
        halo = random.between(1, min(3, width))
        rows_halo = halo if state.shape.dimensions > 1 and random.chance(70) else 0
        pitch, rows = width + 2 * halo, height + 2 * rows_halo
        depth3 = state.local3[2]
        pitch_padded = pitch + random.below(2)
        slab = pitch_padded * rows
        made = self.local_arrays(Array(element, slab * depth3))
        if made is None:
            return self.block_part(depth)
        tile, = made
        self.features.update(("tiles", "barriers"))
        lx, ly, lz = (cast(INT, id) for id in state.local_ids)
        gx, gy = (cast(INT, id) for id in state.group_ids[:2])
        x, y = (Var(self.fresh("i"), INT, (0, size + step), is_fixed=True) for size, step in ((pitch, width), (rows, height)))
        row_length = random.choice((16, 31, 64, 100))
        at_x = add(mul(gx, const(INT, width)), sub(var(x), const(INT, halo)))
        at_y = add(mul(gy, const(INT, height)), sub(var(y), const(INT, rows_halo)))
        place = add(mul(at_y, const(INT, row_length)), at_x)
        if random.chance(50):
            value = Expr("index", element, [base, call("clamp", INT, place, const(INT, 0), const(INT, count - 1))], count)
        else:
            inside = logic("&&", compare(">=", at_x, const(INT, 0)), compare("<", at_x, const(INT, row_length)))
            inside = logic("&&", inside, logic("&&", compare(">=", at_y, const(INT, 0)), compare("<", place, const(INT, count))))
            value = choose(inside, Expr("element", element, [base, place]), const(element, 0))
        slot = add(mul(lz, const(INT, slab)), add(mul(var(y), const(INT, pitch_padded)), var(x)))
        fill = loop(y, ly, const(INT, rows), [loop(x, lx, const(INT, pitch), [
            assign(Expr("element", element, [var(tile), slot]), value)], step=width)], step=height)
        taps = []
        target = random.choice(self.env.scalars(writable=True))
        for _ in range(random.between(2, 5)):
            dx, dy = random.between(0, 2 * halo), random.between(0, 2 * rows_halo)
            near = add(mul(lz, const(INT, slab)), add(mul(add(ly, const(INT, dy)), const(INT, pitch_padded)),
                                                      add(lx, const(INT, dx))))
            value = Expr("element", element, [var(tile), near])
            if target.type.is_integer and not element.is_integer:
                value = Expr("convert", target.type, [value], True)
            taps.append(assign(var(target), binary(random.choice("+-*"), var(target), cast(target.type, value))))
        if random.chance(40):
            taps = [if_(self.condition(), taps)]
        return [fixed(fill, barrier(), *taps, barrier())]

    def transpose(self, depth):
        """Rows come to local memory, columns are read."""
        random, state = self.random, self.kernel_state
        width, height, slices = state.local3
        element = random.choice(INTEGERS + (FLOAT,))
        pitch = width + random.below(2)
        made = self.local_arrays(Array(element, pitch * height * slices))
        if made is None:
            return self.block_part(depth)
        tile, = made
        self.features.update(("transposes", "barriers"))
        lx, ly, lz = (cast(INT, id) for id in state.local_ids)
        base = mul(lz, const(INT, pitch * height))
        write = assign(Expr("element", element, [var(tile), add(base, add(mul(ly, const(INT, pitch)), lx))]),
                       self.value_for(element))
        q = add(mul(ly, const(INT, width)), lx)
        column = add(mul(divide("%", q, const(INT, height)), const(INT, pitch)), divide("/", q, const(INT, height)))
        target = random.choice(self.env.scalars(writable=True))
        value = Expr("element", element, [var(tile), add(base, column)])
        if target.type.is_integer and not element.is_integer:
            value = Expr("convert", target.type, [value], True)
        read = assign(var(target), binary("+", var(target), cast(target.type, value)))
        return [fixed(write, barrier(), read, barrier())]

    # -- control flow of the group

    def group_condition(self):
        random = self.random
        return compare(random.choice(("<", ">", "!=", ">=")), self.uniform_expr(), self.uniform_expr())

    def group_parts(self, depth, times):
        outer = self.env
        self.env = outer.child()
        self.env.cost *= times
        self.env.returns = None
        body = []
        for _ in range(self.random.between(1, 2)):
            body += self.part(depth - 1)
        if not any(self.has_barrier(stmt) for stmt in body):
            body += self.exchange(depth - 1)
        self.env = outer
        return body

    def has_barrier(self, stmt):
        from generator.program.tree import synchronises
        return synchronises(stmt)

    def group_loop(self, depth):
        random = self.random
        self.features.add("barriers in loops")
        r = Var(self.fresh("r"), random.choice((INT, UINT)), (0, 3), is_fixed=True, place="group")
        outer = self.env
        self.env = outer.child()
        self.env.vars.append(r)
        self.env.uniforms = outer.uniforms + [var(r)]
        body = self.group_parts(depth, 2)
        if random.chance(25):
            body.append(Stmt("group_break", [self.group_condition()]))
        self.env = outer
        bound = const(r.type, random.between(2, 3)) if random.chance(40) else \
            cast(r.type, binary("&", self.uniform_expr(), u(3)))
        return [loop(r, const(r.type, 0), bound, body)]

    def group_branch(self, depth):
        self.features.add("barriers under conditions")
        bodies = [self.group_parts(depth, 1)]
        if self.random.chance(40):
            bodies.append(self.group_parts(depth, 1))
        return [if_(self.group_condition(), *bodies)]


