# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as people write them: loops that all work-items go through alike, sums of products, rows and columns, filters, tiles.
Optimisations of memory accesses and of loops over work-items apply to these."""
from generator.program.build import (add, assign, barrier, binary, call, cast, choose, compare, const, declare, divide, if_, index, logic,
                                     loop, mul, sub, u, var, work_item)
from generator.program.tree import Expr, Function, Stmt, Var
from generator.program.types import (Array, CHAR, DOUBLE, FLOAT, INT, LONG, Pointer, SHORT, UCHAR, UINT, ULONG, USHORT, VOID,
                                     Vector)


class Regular:
    """Needs what Kernels needs; the kernel's parameters, ids and own places are there."""

    def regular_parts(self, kernel, body):
        random, shape = self.random, self.kernel_state.shape
        self.features.add("regular kernels")
        self.regular_kernel = kernel
        self.sources = [self.env.arrays[-1 - i] for i in range(len(self.env.arrays))
                        if isinstance(self.env.arrays[-1 - i][0].type, Pointer)]
        limits = shape.most(lambda g: tuple(a + b for a, b in zip(g.global_size, g.offset)))
        self.axes = [self.axis(d, limits[d], body) for d in range(shape.dimensions)]
        self.max_count = random.choice((5, 8, 16, 33, 64)) if not self.array_types else min(self.array_types[0][1], 700)
        self.count = Var(self.fresh("count"), INT, (0, self.max_count), "group", True)
        kernel.params.append(self.count)
        self.passed.append(("count", self.max_count))
        self.sums = []
        for _ in range(random.between(1, 3)):
            self.regular_part(body)
        for number, total in enumerate(self.sums):
            self.write_sum(body, total, number)

    def axis(self, d, limit, body):
        x = Var(self.fresh("x"), self.random.choice((INT, INT, UINT, ULONG)), (0, limit - 1), "item", True)
        body.append(declare(x, cast(x.type, work_item("get_global_id", d, (0, limit - 1)))))
        return cast(INT, var(x))

    def regular_part(self, body):
        state = self.kernel_state
        options = [(5, self.sum_of_products), (2, self.guarded_stencil), (3, self.bordered_stencil), (4, self.ragged_sum), (2, self.strided_pingpong), (2, self.vector_sum),
                   (3, self.walk_along_bytes), (2, self.narrow_table)]
        if self.array_types:
            options.append((8, self.private_window))
        if state.barriers and state.known:
            options += [(7, self.matrix_tiles), (7, self.local_copy)]
        self.random.weighted(options)(body)

    # -- values

    def source(self, test=lambda element: True):
        return self.random.choice([source for source in self.sources if test(source[1])] or self.sources)

    def place(self, j, max_j, count):
        """A place of a buffer of `count` elements made of a loop's counter and ids: rows, columns, neighbours."""
        random = self.random
        x = random.choice(self.axes)
        pitch = const(INT, random.choice((1, 2, 3, 4, 16, 25, 32, 64)))
        options = [j, add(j, x), add(x, j), add(mul(j, pitch), x), add(mul(x, pitch), j), mul(j, pitch),
                   add(mul(x, pitch), const(INT, random.below(4)))]
        if len(self.axes) > 1:
            options += [add(mul(self.axes[1], pitch), j), add(mul(add(self.axes[1], j), pitch), self.axes[0])]
        return random.choice(options)

    def factor(self, j, max_j):
        base, element, count = self.source()
        return index(base, self.place(j, max_j, count), count)

    def accumulator(self, body, element=None):
        type = element or self.random.choice((FLOAT, FLOAT, FLOAT, DOUBLE, INT, UINT, LONG))
        total = Var(self.fresh("sum"), type, place="item")
        body.append(declare(total, const(type, 0)))
        self.sums.append(total)
        return total

    def convert(self, type, value):
        if type.is_integer and not value.type.is_integer:
            return Expr("convert", type, [value], True)
        return cast(type, value)

    def counter(self, most, place="block"):
        return Var(self.fresh("j"), INT, (0, most), is_fixed=True, place=place)

    def bound(self, most):
        """How often: an argument, or a constant."""
        random = self.random
        if random.chance(60):
            return var(self.count), self.max_count
        number = random.between(2, min(24, self.max_count))
        return const(INT, number), number

    # -- patterns

    def sum_of_products(self, body):
        random = self.random
        total = self.accumulator(body)
        bound, most = self.bound(self.max_count)
        j = self.counter(most)
        a = self.convert(total.type, self.factor(var(j), most))
        b = self.convert(total.type, self.factor(var(j), most))
        step = assign(var(total), binary("+", var(total), binary("*", a, b)))
        steps = [step]
        if random.chance(30):
            other = self.accumulator(body)
            steps.append(assign(var(other), binary(random.choice("+-"), var(other),
                                                   self.convert(other.type, self.factor(var(j), most)))))
        if random.chance(25) and most <= 16:
            i = self.counter(most)
            steps = [loop(i, const(INT, 0), bound, [assign(var(total), binary("+", var(total), self.convert(
                total.type, self.factor(add(mul(var(j), const(INT, 3)), var(i)), most * 4))))])]
        if random.chance(20):
            value = self.factor(var(j), most)
            steps = [if_(compare(">", value, const(value.type, 1)), steps)]
        body.append(loop(j, const(INT, 0), bound, steps))

    def ragged_sum(self, body):
        """Of rows whose lengths the ids or a buffer give: the loop ends at different times, perhaps early."""
        random = self.random
        total, most = self.accumulator(body), random.choice((7, 15, 31))
        length = random.choice(self.axes)
        if random.chance(50):
            base, element, count = self.source(lambda element: element.is_integer)
            value = index(base, self.place(length, most, count), count)
            length = cast(INT, value) if element.is_integer else length
        j = self.counter(most)
        value = self.convert(total.type, self.factor(var(j), most))
        steps = [assign(var(total), binary(random.choice("+-"), var(total), value))]
        if random.chance(35):
            steps.insert(random.below(2), if_(compare(">", value, const(total.type, random.between(1, 90))), [Stmt("break")]))
        body.append(loop(j, const(INT, 0), binary("&", length, const(INT, most)), steps))

    def guarded_stencil(self, body):
        """What is computed inside a rectangle, as most kernels begin with."""
        random = self.random
        base, element, count = self.source()
        total = self.accumulator(body)
        x = self.axes[0]
        y = self.axes[1] if len(self.axes) > 1 else const(INT, 1)
        pitch = random.choice((16, 32, 64, 100))
        width, height = random.between(4, pitch - 1), random.between(3, max(3, count // pitch - 2))
        condition = compare("<", x, const(INT, width))
        if random.chance(70):
            condition = logic("&&", condition, compare(">", x, const(INT, 0)))
        if len(self.axes) > 1:
            condition = logic("&&", condition, logic("&&", compare("<", y, const(INT, height)), compare(">", y, const(INT, 0))))
        taps = []
        for _ in range(random.between(2, 9)):
            at = add(mul(add(y, const(INT, random.between(-1, 1))), const(INT, pitch)), add(x, const(INT, random.between(-1, 1))))
            at = call("max", INT, at, const(INT, 0)) if random.chance(10) else at
            value = self.convert(total.type, Expr("index", element, [base, at], count))
            taps.append(assign(var(total), binary("+", var(total), binary("*", value, const(total.type, random.between(1, 3))))))
        body.append(if_(condition, taps))

    def bordered_stencil(self, body):
        """Neighbours in rows as long as an argument says, clamped, wrapped or exchanged where a row ends."""
        self.features.add("neighbours at borders")
        random = self.random
        base, element, count = self.source()
        total = self.accumulator(body)
        columns, most = add(var(self.count), const(INT, 3)), self.max_count + 3
        last, zero = sub(columns, const(INT, 1)), const(INT, 0)
        x = random.choice(self.axes)

        def clamped(at):
            return call("clamp", INT, at, zero, last)

        def between(at):
            return call("min", INT, call("max", INT, at, zero), last)

        def chosen(at):
            return choose(compare("<", at, zero), zero, choose(compare(">=", at, columns), last, at))

        def exchanged(at):
            inside = call("min", INT, at, last)
            return choose(compare("<", inside, zero), add(inside, columns), inside)

        def wrapped(at):
            return divide("%", add(at, columns), columns)

        def wrapped_unsigned(at):
            return cast(INT, divide("%", cast(UINT, add(at, columns)), cast(UINT, columns)))

        def masked(at):
            return binary("&", at, last)

        def mirrored(at):
            inside = cast(INT, call("abs", UINT, at))
            back = call("max", INT, sub(add(columns, last), inside), zero)
            return choose(compare("<", inside, columns), inside, back)

        border = random.choice((clamped, between, chosen, exchanged, wrapped, wrapped_unsigned, masked, mirrored))
        if border is masked:
            most = random.choice((64, 128, 256))
            columns, last = const(INT, most), const(INT, most - 1)
        row = zero
        if len(self.axes) > 1 and random.chance(60):
            lines = random.between(2, 4)
            row = call("clamp", INT, add(self.axes[1], const(INT, random.between(-1, 1))), zero, const(INT, lines - 1))
            most *= lines
        taps = []
        for _ in range(random.between(1, 7)):
            at = add(mul(row, columns), border(add(x, const(INT, random.between(-3, 3)))))
            tap = Expr("element", element, [base, at]) if most <= count else index(base, at, count)
            value = self.convert(total.type, tap)
            taps.append(assign(var(total), binary("+", var(total), binary("*", value, const(total.type, random.between(1, 3))))))
        body.extend([if_(compare("<", x, columns), taps)] if random.chance(60) else taps)

    def private_window(self, body):
        """A private array that is filled, then read in another order, perhaps in a loop over both."""
        random, (element, size) = self.random, self.array_types[0]
        array = Var(self.fresh("w"), Array(element, size), place="item")
        body.append(declare(array))
        total = self.accumulator(body, element if random.chance(60) else None)
        j, k = self.counter(size - 1), self.counter(size - 1)
        at_j = index(var(array), var(j), size)
        scale = add(divide("/", self.axes[-1], const(INT, random.choice((1, 4, 16)))), const(INT, 1))
        value = self.convert(element, self.factor(var(j), size))
        if element.is_integer or random.chance(80):
            value = binary(random.choice("+*"), value, self.convert(element, scale))
        bound = const(INT, size)
        if size > self.max_count or random.chance(50):  # the rest is not read either
            bound = var(self.count) if self.max_count <= size else bound
        read = random.choice((lambda: Expr("element", element, [var(array), sub(sub(bound, const(INT, 1)), var(k))]),
                              lambda: index(var(array), var(k), size)))()
        product = binary("*", self.convert(total.type, read), self.convert(total.type, self.factor(var(k), size)))
        body.append(loop(j, const(INT, 0), bound, [assign(at_j, value)]))
        if random.chance(25):  # in place, from element to element
            i = self.counter(size - 1)
            last = Expr("element", element, [var(array), sub(var(i), const(INT, 1))])
            body.append(loop(i, const(INT, 1), bound, [assign(index(var(array), var(i), size), binary(
                "+" if element.is_integer else random.choice("+-"), index(var(array), var(i), size), last))]))
        body.append(loop(k, const(INT, 0), bound, [assign(var(total), binary("+", var(total), product))]))

    def walk_along_bytes(self, body):
        """Each work-item goes along bytes, or numbers of 16 bits, of its own, and may look up in a table what it finds."""
        self.features.add("walks along bytes")
        random, shape = self.random, self.kernel_state.shape
        element = random.choice((UCHAR, UCHAR, CHAR, USHORT, SHORT))
        pitch, most = random.choice((32, 32, 36, 33)), random.choice((7, 15))
        number = self.add_buffer(element, pitch * shape.max_total, 1)
        made = self.param(self.regular_kernel, "rows", Pointer(element, "global", True, random.chance(30)), ("buffer", number),
                          place="group", is_fixed=True)
        total = self.accumulator(body, random.choice((INT, UINT)))
        first = random.choice((const(INT, random.below(9)), binary("&", var(self.count), const(INT, 7))))
        j = self.counter(most)
        step = random.choice((var(j), var(j), sub(const(INT, most), var(j))))
        at = add(mul(cast(INT, self.g), const(INT, pitch)), add(first, step))
        value = self.convert(total.type, Expr("element", element, [var(made), at]))
        if random.chance(30):
            base, _, count = self.source()
            value = self.convert(total.type, index(base, cast(INT, value), count))
        steps = [assign(var(total), binary("+", binary("*", var(total), const(total.type, 3)), value))]
        if random.chance(25):
            steps.append(if_(compare("==", binary("&", var(total), const(total.type, 15)), const(total.type, random.below(16))),
                             [Stmt("break")]))
        bound = random.choice((const(INT, most), binary("&", random.choice(self.axes), const(INT, most))))
        body.append(loop(j, const(INT, 0), bound, steps))

    def narrow_table(self, body):
        """Minima and maxima of sums of numbers of 16 bits, each made of the one before, as in tables of alignments."""
        self.features.add("extrema of 16 bits")
        random = self.random
        total = self.accumulator(body, random.choice((USHORT, SHORT)))
        j = self.counter(self.max_count)
        name = random.choice(("min", "max"))

        def small():
            a, b = (const(INT, random.between(-9, 9)) for _ in range(2))
            base, _, count = self.source()
            which = compare(random.choice(("==", "<")), binary("&", self.convert(INT, index(base, self.place(var(j), self.max_count, count), count)),
                                                               const(INT, 3)), const(INT, random.below(3)))
            return choose(which, a, b) if random.chance(50) else a

        def own():
            return add(cast(INT, var(total)), small())

        def read():
            base, _, count = self.source()
            value = self.convert(total.type, index(base, self.place(var(j), self.max_count, count), count))
            if random.chance(40):  # near the limits, too
                value = binary("*", value, const(total.type, random.choice((257, 4099))))
            return add(cast(INT, cast(total.type, value)), small())

        def number():
            return const(INT, random.choice((0, 0, 1, 7, 30000, 65535)))

        def term():
            return random.weighted([(4, own), (6, read), (2, number)])()

        made = call(name, INT, own(), read())
        for _ in range(random.below(3)):
            made = call(name if random.chance(80) else random.choice(("min", "max")), INT, made, term())
            made = add(made, small()) if random.chance(20) else made
        body.append(loop(j, const(INT, 0), var(self.count), [assign(var(total), cast(total.type, made))]))

    def strided_pingpong(self, body):
        """A function with restrict that goes from one column of memory to another, with pointers that are swapped."""
        random, shape = self.random, self.kernel_state.shape
        element = random.choice((INT, UINT, FLOAT, SHORT))
        m = random.choice((2, 4, 5, 8))
        number = self.add_buffer(element, 2 * m * shape.max_total, 1)
        made = self.param(self.regular_kernel, "buf", Pointer(element, "global"), ("buffer", number), place="group", is_fixed=True)
        callee = self.column_step(element, m)
        type = Pointer(element, "global")
        a, b, held = (Var(self.fresh("q"), type, place=place) for place in ("item", "item", "block"))
        item, total = cast(ULONG, self.g), cast(ULONG, self.all)
        body.append(declare(a, Expr("offset", type, [var(made), item])))
        body.append(declare(b, Expr("offset", type, [var(made), add(mul(total, const(ULONG, m)), item)])))
        r = self.counter(7)
        times = const(INT, random.between(2, 5)) if random.chance(60) else binary("&", var(self.count), const(INT, 7))
        step = Stmt("expr", [Expr("function", VOID, [var(b), var(a), total], callee)])
        swap = [declare(held, var(a)), assign(var(a), var(b)), assign(var(b), var(held))]
        body.append(loop(r, const(INT, 0), times, [step] + swap))
        self.features.update(("restrict", "swapped pointers"))

    def column_step(self, element, m):
        random = self.random
        target = Var(self.fresh("p"), Pointer(element, "global", False, True))
        source = Var(self.fresh("p"), Pointer(element, "global", True, True))
        stride, held, j = Var(self.fresh("n"), ULONG), Var(self.fresh("v"), element), self.counter(m - 1)
        def at(pointer, i):
            return Expr("element", element, [var(pointer), mul(cast(ULONG, i), var(stride))])
        if element == FLOAT:
            combine = lambda a, b: binary("*", binary("+", a, b), const(element, 0.25))
        else:
            combine = lambda a, b: binary(random.choice("+-^"), a, b)
        near = at(source, random.choice((var(j), sub(const(INT, m - 1), var(j)))))
        body = [declare(held, at(source, const(INT, random.below(m)))),
                loop(j, const(INT, 0), const(INT, m), [assign(at(target, var(j)), combine(near, var(held)))])]
        function = Function("f" + self.fresh(""), VOID, [target, source, stride], body, random.chance(15))
        self.program.functions.append(function)
        return function

    def vector_sum(self, body):
        """Sums of short vectors that are loaded side by side."""
        random = self.random
        base, element, count = self.source()
        width = random.choice((2, 3, 4, 8))
        type = Vector(element, width)
        total = Var(self.fresh("sum"), type, place="item")
        body.append(declare(total, Expr("make", type, [const(element, 0)])))
        bound, most = self.bound(self.max_count)
        j = self.counter(most)
        first = Expr("vload", type, [base, self.place(var(j), most, count // width)], count // width)
        second = Expr("vload", type, [base, self.place(var(j), most, count // width)], count // width)
        step = assign(var(total), binary("+", var(total), binary("*", first, second) if random.chance(50) else first))
        body.append(loop(j, const(INT, 0), bound, [step]))
        for i in range(width):
            self.sums.append(Expr("component", element, [var(total)], i))

    def local_ids3(self):
        return [cast(INT, id) for id in self.kernel_state.local_ids]

    def matrix_tiles(self, body):
        """A matrix product by tiles: both come to local memory, block by block."""
        random, state = self.random, self.kernel_state
        width, height, slices = state.local3
        base, element, count = self.source()
        other, other_element, other_count = self.source(lambda e: e == element)
        depth = random.choice((width, height, 4))
        pitch = random.choice((16, 32, 64))
        made = self.local_arrays(Array(element, height * depth * slices), Array(other_element, width * depth * slices))
        if made is None:
            return self.sum_of_products(body)
        rows, columns = made
        self.features.update(("tiles", "barriers", "barriers in loops"))
        lx, ly, lz = self.local_ids3()
        gx = self.axes[0]
        gy = self.axes[1] if len(self.axes) > 1 else const(INT, 2)
        total = self.accumulator(body, element if element in (FLOAT, DOUBLE, INT, UINT) else None)
        block = self.counter(3, "group")
        k0 = mul(var(block), const(INT, depth))
        i, k = self.counter(63 + width), self.counter(depth - 1)
        j = self.counter(63 + height)
        fill_rows = loop(i, lx, const(INT, depth), [assign(
            Expr("element", element, [var(rows), add(mul(lz, const(INT, height * depth)), add(mul(ly, const(INT, depth)), var(i)))]),
            index(base, add(mul(gy, const(INT, pitch)), add(k0, var(i))), count))], step=width)
        fill_columns = loop(j, ly, const(INT, depth), [assign(
            Expr("element", other_element, [var(columns), add(mul(lz, const(INT, width * depth)), add(mul(var(j), const(INT, width)), lx))]),
            index(other, add(mul(add(k0, var(j)), const(INT, pitch)), gx), other_count))], step=height)
        a = Expr("element", element, [var(rows), add(mul(lz, const(INT, height * depth)), add(mul(ly, const(INT, depth)), var(k)))])
        b = Expr("element", other_element, [var(columns), add(mul(lz, const(INT, width * depth)), add(mul(var(k), const(INT, width)), lx))])
        product = binary("*", self.convert(total.type, a), self.convert(total.type, b))
        inner = loop(k, const(INT, 0), const(INT, depth), [assign(var(total), binary("+", var(total), product))])
        times = const(INT, random.between(1, 3)) if random.chance(50) else binary("&", var(self.count), const(INT, 3))
        body.append(loop(block, const(INT, 0), times, [fill_rows, fill_columns, barrier(), inner, barrier()]))

    def local_copy(self, body):
        """Each work-item copies one element to local memory; all read those of others."""
        random, state = self.random, self.kernel_state
        base, element, count = self.source()
        items = state.items
        made = self.local_arrays(Array(element, items))
        if made is None:
            return self.sum_of_products(body)
        copy, = made
        self.features.add("barriers")
        l = cast(INT, state.l)
        at = self.place(l, items, count) if random.chance(40) else cast(INT, self.g)
        total = self.accumulator(body)
        j = self.counter(items - 1)
        near = random.choice((lambda: index(var(copy), var(j), items), lambda: index(var(copy), binary("^", l, const(INT, 1)), items),
                              lambda: index(var(copy), add(l, var(j)), items),
                              lambda: index(var(copy), sub(const(INT, items - 1), l), items)))()
        value = self.convert(total.type, near)
        if random.chance(60):
            value = binary("*", value, self.convert(total.type, self.factor(var(j), items)))
        written = index(base, at, count)
        if random.chance(30):
            written = binary("+", written, const(element, 1))
        steps = [assign(var(total), binary("+", var(total), value))]
        read = loop(j, const(INT, 0), const(INT, min(items, 32)), steps)
        round_ = [assign(Expr("element", element, [var(copy), l]), written), barrier(), read, barrier()]
        if random.chance(40):
            r = self.counter(3, "group")
            round_ = [loop(r, const(INT, 0), const(INT, 2), round_)]
        body += round_

    def write_sum(self, body, total, number):
        """Into the work-item's own place."""
        random = self.random
        value = var(total) if isinstance(total, Var) else total
        place = self.own_places[number % len(self.own_places)]
        target = place.make(const(INT, number // len(self.own_places) % place.count))
        value = self.convert(place.element, value)
        if place.element.is_integer:
            body.append(assign(target, binary(random.choice("+^"), target, value)))
        else:
            body.append(assign(target, Expr("number", place.element, [binary("+", binary(
                "*", target, const(place.element, 0.5)), value)])))
