# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Grid-stride loops: kernels that are one, or a nest of two, and such loops among other statements, also before and behind
barriers. Each writes a buffer of its own, and each iteration its own elements of it."""
from generator.makers.env import Place
from generator.makers.phases import Shared
from generator.makers.stride_levels import StrideLevels
from generator.program.build import (add, assign, barrier, binary, call, cast, choose, compare, const, declare, fixed, if_, index,
                                     loop, mul, sub, u, var)
from generator.program.tree import Expr, Stmt, Var
from generator.program.types import (Array, FLOAT, INT, INTEGERS, LONG, Pointer, SHORT, UCHAR, UINT, ULONG, USHORT, VOID)

MAX_ELEMENTS = 6000
# What keeps the pass grid-stride-loops from dividing a loop.
OBSTACLES = ("sum", "sum", "counter", "break", "store before", "store behind", "load before", "guard", "local")


class GridStrides(StrideLevels):
    """Needs what Statements, Phases and Kernels need."""

    def grid_stride_kernel(self, body):
        random = self.random
        self.features.add("grid-stride kernels")
        self.launch_count = min(self.launch_count, 10)
        self.budget = max(self.budget, 8)
        self.env.returns = VOID
        traits = set()
        if random.chance(30):
            self.features.add("grid-stride kernels with obstacles")
            traits = {random.choice(OBSTACLES) for _ in range(random.weighted([(3, 1), (1, 2)]))}
        has_printf, self.has_printf = self.has_printf, self.has_printf and random.chance(25)
        body += self.grid_stride(traits, True)
        self.has_printf = has_printf

    def stride_statement(self, depth):
        """Among other statements."""
        random, env = self.random, self.env
        if not env.is_kernel or self.strides >= 3 or env.cost > 16:
            return None
        self.strides += 1
        self.features.add("grid-stride loops")
        self.budget = max(self.budget, 3)
        traits = {"sum"} if random.chance(50) else set()
        traits |= {"counter"} if random.chance(25) else set()
        traits |= {random.choice(OBSTACLES)} if random.chance(15) else set()
        return Stmt("block", bodies=[self.grid_stride(traits, random.chance(60))])

    def stride_part(self, depth):
        """As a part of a kernel, which others may precede and follow."""
        made = self.stride_statement(depth)
        return [made] if made is not None else self.block_part(depth)

    # -- one loop or a nest, with what stands before and behind

    def grid_stride(self, traits, is_clean):
        """`is_clean`: the body assigns nothing but what it declares, memory, and sums if "sum" is among the traits."""
        random = self.random
        before, behind = [], []
        pairs, slab, slabs = self.stride_sharing()
        most = max(8, MAX_ELEMENTS // slabs // self.env.cost)
        if len(pairs) > 1:
            self.features.add("nested grid-stride loops")
            most = int(most ** 0.5)
        levels = [self.level(pair, min(most, random.choice((5, 20, 64, 100, 257, 500, 1000, 3000))), before) for pair in pairs]
        if slab is not None and len(levels) == 1 and not levels[0].base and levels[0].factor == 1 and random.chance(40):
            self.over_part(levels[0], slab, slabs)
        if "counter" in traits:
            self.features.add("counters behind grid-stride loops")
            self.counter_before(random.choice(levels), before, behind)
        if random.chance(15):
            self.other_counter(levels[-1], pairs[0][0], before, behind)
        if "store before" in traits:
            before.append(self.own_store())
        held = self.load_before(before) if "load before" in traits else None
        sums = self.sums_before(before, behind) if "sum" in traits else []
        places = [self.stride_place(levels, slab, slabs) for _ in range(random.weighted([(3, 1), (1, 2)]))]
        body = self.stride_body(levels, places, sums, held, traits, is_clean)
        for level in reversed(levels):
            body = [level.loop(body)]
        if "guard" in traits:
            body = [if_(self.condition(), body)]
        if "store behind" in traits:
            behind.append(self.own_store())
        return before + body + behind

    def counter_before(self, level, before, behind):
        level.running = Var(self.fresh("i"), level.counter.type, place="item")
        before.append(declare(level.running, const(level.running.type, 0)))
        behind.append(self.noted(var(level.running)))

    def other_counter(self, level, id, before, behind):
        random = self.random
        type = random.choice((UCHAR, USHORT, SHORT, INT, UINT, LONG))
        other = Var(self.fresh("k"), type, place="item")
        before.append(declare(other, const(type, random.below(100)) if random.chance(50) else cast(type, id)))
        level.others = [var(other), const(INT, random.between(1, 9))]
        if random.chance(15):
            behind.append(self.noted(var(other)))

    def noted(self, value):
        """Changes an element of the work-item's own by a value."""
        place = self.own_places[0]
        target = place.make(self.index(0))
        return assign(target, binary(self.random.choice("+^"), target, cast(place.element, value)))

    def own_store(self):
        place = self.random.choice(self.own_places)
        return assign(place.make(self.index(0)), self.value_for(place.element, 1))

    def load_before(self, before):
        place = self.random.choice(self.own_places)
        held = Var(self.fresh("v"), place.element, place="item", is_fixed=True)
        before.append(declare(held, place.make(self.index(0))))
        return held

    def sums_before(self, before, behind):
        """Pairs of a variable and what adds a value to it."""
        random, made = self.random, []
        self.features.add("sums of grid-stride loops")
        for _ in range(random.weighted([(5, 1), (2, 2), (1, 3)])):
            total = Var(self.fresh("sum"), random.choice((INT, INT, UINT, LONG, ULONG, UCHAR, SHORT)), place="item")
            op = random.choice(("+", "+", "+", "-", "*", "^", "|", "min", "max"))
            before.append(declare(total, const(total.type, random.below(3))))
            behind.append(self.noted(var(total)))
            made.append((total, (lambda a, b, op=op: call(op, a.type, a, b)) if op in ("min", "max") else
                         (lambda a, b, op=op: binary(op, a, b))))
        return made

    # -- elements

    def stride_place(self, levels, slab, slabs):
        """The elements of an iteration, in a new buffer."""
        random = self.random
        element = random.choice((UINT, INT, UINT, INT, FLOAT, FLOAT) + INTEGERS)
        factor = levels[-1].factor
        pitch = levels[-1].limit + factor - 1
        rows = levels[0].limit if len(levels) > 1 else 1
        count = factor if factor > 1 else random.choice((1, 1, 1, 1, 2, 4))
        is_turned = factor == 1 and random.chance(12)

        def at(counter=None):
            """The number of an iteration's elements, that of the inner loop's counter being another one."""
            number = levels[-1].number(counter)
            if levels[-1].part is not None and not is_turned:
                return cast(INT, counter or var(levels[-1].counter))
            if len(levels) > 1:
                row = levels[0].number()
                number = add(mul(number, const(INT, rows)), row) if is_turned else add(mul(row, const(INT, pitch)), number)
            if slab is not None:
                number = add(mul(number, const(INT, slabs)), slab) if is_turned else \
                    add(mul(slab, const(INT, pitch * rows)), number)
            return number
        size = slabs * rows * pitch * (1 if factor > 1 else count)
        buffer = self.add_buffer(element, size, random.choice((0, 1, 2)))
        self.stride_buffers.append(buffer)
        type = Pointer(element, "global", False, random.chance(20))
        base = var(self.param(self.made_kernel, "out", type, ("buffer", buffer), place="group", is_fixed=True))
        if factor > 1:
            pointer = Expr("offset", Pointer(element, "global"), [base, at()])
            return Place(element, count, lambda i: index(pointer, i, count), pointer, "global")
        pointer = Expr("offset", Pointer(element, "global"), [base, mul(at(), const(INT, count))])
        place = Place(element, count, lambda i: Expr("linear", element, [base, at(), i], count), pointer, "global")
        place.at_counter = lambda counter: Expr("linear", element, [base, at(counter), const(INT, 0)], count)
        return place

    def round_before(self, level, place):
        """What the work-item has written in the round before, if there was one."""
        counter = var(level.counter)
        last = place.at_counter(sub(counter, cast(counter.type, level.step)))
        return choose(compare(">", counter, level.start), last, const(place.element, 1))

    # -- bodies

    def stride_body(self, levels, places, sums, held, traits, is_clean):
        random, outer = self.random, self.env
        self.env = env = outer.child()
        env.places = [place for place in env.places if held is not None or random.chance(15)]
        if is_clean:
            env.vars = [variable for variable in env.vars if variable.is_fixed]
        if is_clean or "break" not in traits:
            env.labels = []
        if "break" not in traits or random.chance(70):
            env.returns = None
        env.loops, env.in_switch = 1, "break" not in traits
        env.cost *= 3
        env.vars += [level.counter for level in levels] + ([held] if held else [])
        env.ids = env.ids + [var(level.counter) for level in levels] * 2
        env.places += places * 2
        body = self.copies(levels[-1])
        if "local" in traits:
            self.local_own(levels[-1], body)
        is_small = random.chance(65)  # most passes that change loops want that
        depth, most = (0, 2) if is_small else (random.below(3), 2 + self.size)
        if not is_small:
            env.fuel = Var(self.fresh("fuel"), UINT)
            body.append(declare(env.fuel, u(random.between(3, 20))))
            body += [self.declare_variable(1) for _ in range(random.below(3))]
        self.private_array(body)
        body += self.statements(random.below(most), depth)
        if "break" in traits:
            body.append(if_(self.condition(), [Stmt("break")]))
        for place in places:
            body.append(self.stride_store(levels[-1], place, 1 if is_small else 2))
        body += self.statements(random.below(most), depth)
        if env.atomics and random.chance(60):
            body.append(self.atomic(0))
        for total, combine in sums:
            step = assign(var(total), combine(var(total), self.expr(total.type, 1 if is_small else 2)))
            body.append(if_(self.condition(), [step]) if random.chance(25) else step)
        self.env = outer
        return body

    def copies(self, level):
        """Of the counters that the loop has besides: nothing else may assign them."""
        body = []
        for other in (level.others or [])[::2]:
            copy = Var(self.fresh("v"), other.type, is_fixed=True)
            body.append(declare(copy, other))
            self.env.vars.append(copy)
        return body

    def local_own(self, level, body):
        """Elements of local memory that the work-item alone has, set in each iteration or in the first."""
        random, state = self.random, self.kernel_state
        count = random.choice((1, 1, 2, 3))
        element = random.choice(INTEGERS + (FLOAT,))
        made = self.local_arrays(Array(element, count * state.max_items)) if state.l is not None else None
        if made is None:
            return
        place = self.own_place(Shared(var(made[0]), element, count, "local", random.chance(50)))
        first = [assign(place.make(const(INT, i)), self.value_for(element, 1)) for i in range(count)]
        if random.chance(50):
            first = [if_(compare("==", var(level.counter), level.start), first)]
        body.append(fixed(*first))
        self.env.places += [place, place]

    def private_array(self, body):
        random = self.random
        if not self.array_types or not random.chance(40):
            return
        element, count = self.array_types[0]
        count = count if count <= 64 else 9
        made, i = Var(self.fresh("a"), Array(element, count)), Var(self.fresh("i"), INT, (0, count - 1), is_fixed=True)
        body += [declare(made), fixed(loop(i, const(INT, 0), const(INT, count), [
            assign(index(var(made), var(i), count), self.expr(element, 1))]))]
        self.env.vars.append(made)

    def stride_store(self, level, place, depth):
        random = self.random
        target = place.make(self.index(0))
        value = self.expr(place.element, depth)
        if place.count == 1 and random.chance(20):
            value = binary("+", value, self.round_before(level, place))
        elif random.chance(30):
            value = binary("+", target, value)
        return assign(target, Expr("number", place.element, [value]) if place.element.kind == "f" else value)

    # -- with barriers

    def stride_phase(self, depth):
        """The work-items of a group fill an array in local memory, then each reads any of it, in further such loops."""
        random, state = self.random, self.kernel_state
        element = random.choice(INTEGERS + (UINT, INT, FLOAT))
        size = random.choice((3, 16, 33, 64, 100, 256, 2 * state.max_items + random.below(9)))
        made = self.local_arrays(Array(element, size))
        if made is None or self.env.cost > 16:
            return self.block_part(depth)
        array, = made
        self.features.update(("grid-stride loops", "grid-stride loops between barriers", "barriers"))
        before, behind = [], []
        pair = self.local_number()
        filled = self.level(pair, size, before, True)
        sums = self.sums_before(before, behind)
        element_of = lambda at: Expr("element", element, [var(array), at])
        own = Place(element, 1, lambda at: element_of(var(filled.counter)), space="local")
        fill = [filled.loop(self.phase_body(filled, lambda: [assign(own.make(None), self.value_for(element))]))]
        reader = self.level(pair, size, before, True)
        def read():
            body = []
            for total, combine in sums:
                at = cast(UINT, self.index())
                value = Expr("dynamic", element, [var(array), at, filled.count()])
                value = Expr("convert", total.type, [value], True) if not element.is_integer else cast(total.type, value)
                body.append(assign(var(total), combine(var(total), value)))
            return body
        return [fixed(*before, *fill, barrier(), reader.loop(self.phase_body(reader, read)), barrier(), *behind)]

    def stride_sum(self, depth):
        """Before a barrier, each work-item adds up elements that are as far apart as the group, or the range, has work-items."""
        random, source = self.random, self.source_buffer()
        if source is None or self.env.cost > 16:
            return self.block_part(depth)
        base, element, count = source
        self.features.update(("grid-stride loops", "sums in strides before barriers", "barriers"))
        before, behind = [], []
        pair = self.local_number() if random.chance(50) else random.choice(((self.g, self.all), self.global_pair(0)))
        level = self.level(pair, random.between(count // 2, count), before, True)
        at = add(level.number(), const(INT, random.below(count - level.limit + 1)))
        body = []
        for total, combine in self.sums_before(before, behind):
            value = Expr("element", element, [base, at])
            value = Expr("convert", total.type, [value], True) if not element.is_integer else cast(total.type, value)
            body.append(assign(var(total), combine(var(total), value)))
        return [fixed(*before, level.loop(body), barrier(), *behind)]

    def phase_body(self, level, make):
        random, outer = self.random, self.env
        self.env = env = outer.child()
        env.vars = [variable for variable in env.vars if variable.is_fixed or random.chance(10)] + [level.counter]
        env.loops, env.in_switch, env.labels, env.returns = 0, False, [], None
        env.cost *= 3
        body = self.statements(random.below(2), 1) + make()
        self.env = outer
        return body
