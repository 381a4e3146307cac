# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops in which each work-item goes on by as many iterations as there are work-items: where they begin and end. Each iteration
belongs to one work-item, so that it may write what no other iteration writes."""
from dataclasses import dataclass

from generator.program import intervals
from generator.program.build import add, cast, const, declare, mul, sub, var, work_item
from generator.program.shape import product
from generator.program.tree import Stmt, Var
from generator.program.types import INT, LONG, UINT, ULONG

COUNTERS = (INT, INT, UINT, LONG, ULONG)
MIRRORED = {"<": ">", "<=": ">="}


@dataclass(eq=False)
class Level:
    """A loop whose iterations have numbers from 0, all below `limit`: the counter less `base`. The work-item has the `factor`
    numbers from each of its own on."""
    counter: Var
    start: object
    step: object
    bound: object
    op: str
    limit: int
    base: int = 0
    factor: int = 1
    running: Var | None = None  # declared before the loop; the body has a copy of it
    others: list | None = None  # counters that the loop has besides, and their steps: v, 3, w, 5
    part: object = None  # what is added to numbers: the loop runs over a part of all elements

    def number(self, counter=None):
        value = counter or var(self.counter)
        less = self.part if self.part is not None else const(value.type, self.base) if self.base else None
        return cast(INT, value if less is None else sub(value, less))

    def count(self):
        """How many numbers there are."""
        bound = cast(UINT, self.bound)
        return bound if self.op in "<>" else add(bound, const(UINT, 1))

    def loop(self, body):
        declares = self.running is None
        copy = [] if declares else [declare(self.counter, var(self.running))]
        return Stmt("for", [self.start, self.bound, self.step, *(self.others or [])], [copy + body],
                    (self.counter if declares else self.running, "stride", self.op, declares))


class StrideLevels:
    """Needs what Kernels needs; self.made_kernel: the kernel that is made, whose parameters and ids are there."""

    # -- who shares the iterations: pairs of a number and of how many have one, from the outermost loop to the innermost, with
    #    the number of those that each have all iterations, as an INT or None, and how many of these there are

    def stride_sharing(self):
        shape = self.kernel_state.shape
        options = [(3, self.by_number), (8, self.by_global_id)]
        if shape.dimensions > 1:
            options += [(10, self.by_rows_and_columns)]
        if shape.sees_local:
            options += [(20 if shape.is_uneven else 5, self.by_hand), (5, self.rows_of_groups), (5, self.within_groups)]
            options += [(4, self.local_rows)] if shape.dimensions > 1 else []
        return self.random.weighted(options)()

    def by_number(self):
        return [(self.g, self.all)], None, 1

    def by_global_id(self):
        return [self.global_pair(0)], *self.other_dimensions(1)

    def by_rows_and_columns(self):
        return [self.global_pair(1), self.global_pair(0)], *self.other_dimensions(2)

    def by_hand(self):
        """The global id made of the group's."""
        shape, sizes = self.kernel_state.shape, self.global_sizes()
        size = work_item("get_local_size", 0, (1, shape.max_local[0]))
        if shape.is_uneven:
            self.features.add("enqueued group sizes")
            size = work_item("get_enqueued_local_size", 0, (1, shape.max_local[0]))
        number = add(mul(self.kernel_state.group_ids[0], size), self.kernel_state.local_ids[0])
        total = work_item("get_global_size", 0, (1, sizes[0]))
        if not shape.is_uneven and self.random.chance(40):
            total = mul(self.groups_pair(0)[1], size)
        return [(number, total)], *self.other_dimensions(1)

    def rows_of_groups(self):
        return [self.group_number(), self.local_number()], None, 1

    def within_groups(self):
        number, _ = self.group_number()
        return [self.local_number()], cast(INT, number), intervals.of(number)[1] + 1

    def local_rows(self):
        shape = self.kernel_state.shape
        number, _ = self.group_number()
        parts = [(cast(INT, number), intervals.of(number)[1] + 1)]
        if shape.dimensions > 2:
            parts.append((cast(INT, self.kernel_state.local_ids[2]), shape.max_local[2]))
        return [self.local_pair(1), self.local_pair(0)], *self.joined(parts)

    def global_sizes(self):
        return self.kernel_state.shape.most(lambda geometry: geometry.global_size)

    def global_limits(self):
        return self.kernel_state.shape.most(lambda geometry: tuple(a + b for a, b in zip(geometry.global_size, geometry.offset)))

    def global_pair(self, d):
        return (work_item("get_global_id", d, (0, self.global_limits()[d] - 1)),
                work_item("get_global_size", d, (1, self.global_sizes()[d])))

    def local_pair(self, d):
        return self.kernel_state.local_ids[d], work_item("get_local_size", d, (1, self.kernel_state.shape.max_local[d]))

    def groups_pair(self, d):
        id = self.kernel_state.group_ids[d]
        return id, work_item("get_num_groups", d, (1, intervals.of(id)[1] + 1))

    def local_number(self):
        state = self.kernel_state
        if state.shape.dimensions == 1 and self.random.chance(75):
            return self.local_pair(0)
        return state.l, state.n

    def group_number(self):
        number = total = None
        for d in reversed(range(self.kernel_state.shape.dimensions)):
            id, count = self.groups_pair(d)
            number = id if number is None else add(mul(number, count), id)
            total = count if total is None else mul(total, count)
        return number, total

    def other_dimensions(self, first):
        limits = self.global_limits()
        return self.joined([(cast(INT, self.global_pair(d)[0]), limits[d]) for d in range(first, len(limits))])

    def joined(self, parts):
        """One number of several, each of which is below a limit."""
        number = None
        for part, limit in parts:
            number = part if number is None else add(mul(number, const(INT, limit)), part)
        return number, product(limit for _, limit in parts)

    # -- loops

    def level(self, pair, limit, before, is_plain=False):
        """`before`: statements that stand before the loop. `is_plain`: all numbers below a limit of 1 or more."""
        random = self.random
        type = random.choice(COUNTERS)
        factor = 1 if is_plain else random.weighted([(10, 1), (1, 2), (1, 3)])
        least = 0 if is_plain else random.weighted([(8, 0), (2, random.between(1, 5))])
        id, size = (self.named(part, before) for part in pair)
        max_step = intervals.of(size)[1] * factor * 2
        base = 0
        if not is_plain and type in (INT, UINT) and random.chance(10):  # close to the type's limit, but nothing wraps
            base = type.limits[1] - max(limit + max_step, intervals.of(id)[1] * factor + least + 1) - random.below(3)
        start, step = self.start_of(type, id, factor, base + least), self.step_of(type, size, factor, before, is_plain)
        op, bound = self.bound_of(type, limit, base, is_plain)
        counter = Var(self.fresh("i"), type, (base, base + limit - 1), is_fixed=True)
        return Level(counter, start, step, bound, op, limit, base, factor)

    def over_part(self, level, slab, slabs):
        """Makes the counter go through all elements: those of each slab follow those of the slab before."""
        self.features.add("grid-stride loops over parts")
        begin = lambda type: mul(cast(type, slab), const(type, level.limit))
        level.part = begin(level.counter.type)
        level.start, level.bound = add(level.start, level.part), add(level.bound, begin(level.bound.type))
        level.counter.range = (0, slabs * level.limit - 1)

    def named(self, value, before):
        """The value, or a variable that has it."""
        if value.op == "var" or not self.random.chance(35):
            return value
        made = Var(self.fresh("x"), self.random.choice((INT, INT, UINT, ULONG)), intervals.of(value), "item", True)
        before.append(declare(made, cast(made.type, value)))
        return var(made)

    def start_of(self, type, id, factor, least):
        wide = type if self.random.chance(50) else ULONG
        value = cast(wide, id)
        value = mul(value, const(wide, factor)) if factor > 1 else value
        return cast(type, add(value, const(wide, least)) if least else value)

    def step_of(self, type, size, factor, before, is_plain):
        wide = type if self.random.chance(50) else size.type
        factor *= 2 if not is_plain and self.random.chance(6) else 1  # every other one is left out
        value = cast(wide, size)
        return self.named(mul(value, const(wide, factor)) if factor > 1 else value, before)

    def bound_of(self, type, limit, base, is_plain):
        """An operator and what stands behind it."""
        random = self.random
        op = random.weighted([(8, "<"), (3, "<=")])
        if is_plain and random.chance(50):
            return "<", const(type, limit)
        own = random.choice((type, LONG, ULONG) if base else (INT, INT, UINT, LONG, ULONG, type, type))
        extra, times = random.weighted([(7, (0, 1)), (1, (random.between(1, 3), 1)), (1, (0, 2))])
        if base or op == "<=" or is_plain:
            times = 1
        if limit <= extra or is_plain:
            extra = 0
        can_be_negative = type.kind == own.kind == "s" and not base and not is_plain
        fewest = -9 if can_be_negative else 1 if op == "<=" or is_plain else 0
        most, shift = (limit - extra) // times, base - (op == "<=")
        made = self.param(self.made_kernel, "n", own, ("extent", (fewest, most, shift)), place="group", is_fixed=True)
        made.range = (fewest + shift, most + shift)
        bound = var(made)
        bound = mul(bound, const(own, times)) if times > 1 else add(bound, const(own, extra)) if extra else bound
        return MIRRORED[op] if random.chance(25) else op, bound

    def extent(self, fewest, most, shift):
        """An argument: how many iterations there are at most."""
        random = self.random
        count = random.weighted([(1, 0), (1, 1), (2, random.below(10)), (8, most), (8, random.below(most + 1)), (1, fewest)])
        return max(fewest, min(most, count)) + shift
