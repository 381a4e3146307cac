# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a kernel is launched: sizes of ranges and groups."""
from dataclasses import dataclass

LOCALS = {
    1: [(1,), (2,), (3,), (5,), (7,), (8,), (13,), (16,), (17,), (21,), (32,), (33,), (48,), (64,), (70,), (100,),
        (128,), (256,)],
    2: [(8, 8), (16, 4), (4, 4), (16, 16), (5, 3), (7, 9), (32, 2), (1, 16), (12, 5), (17, 3), (64, 1), (16, 1), (3, 8)],
    3: [(4, 4, 4), (8, 2, 2), (3, 5, 2), (2, 2, 16), (1, 8, 8), (16, 2, 3), (8, 8, 1), (32, 1, 2)],
}


def product(numbers) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


@dataclass
class Geometry:
    global_size: tuple
    local_size: tuple | None
    offset: tuple


@dataclass
class Shape:
    """Launches of one kernel. `sees_local`: the kernel asks for its place in a group or has barriers; `known`: all groups
    have the size `local`; `required`: the kernel says so."""
    dimensions: int
    sees_local: bool
    known: bool
    required: bool
    geometries: list

    @property
    def local(self) -> tuple:
        return self.geometries[0].local_size

    def most(self, what) -> tuple:
        return tuple(max(what(geometry)[d] for geometry in self.geometries) for d in range(self.dimensions))

    @property
    def max_local(self) -> tuple:
        return self.most(lambda geometry: geometry.local_size or (1,) * self.dimensions)

    @property
    def max_items(self) -> int:
        return max(product(geometry.local_size or (1,)) for geometry in self.geometries)

    @property
    def max_total(self) -> int:
        """The largest number of places in a range with its offset."""
        return max(product(size + at for size, at in zip(geometry.global_size, geometry.offset))
                   for geometry in self.geometries)

    def groups_of(self, geometry) -> tuple:
        return tuple(-(-size // local) for size, local in zip(geometry.global_size, geometry.local_size))

    @property
    def is_uneven(self) -> bool:
        """Whether some groups are smaller than others."""
        return any(size % local for geometry in self.geometries if geometry.local_size
                   for size, local in zip(geometry.global_size, geometry.local_size))


def random_geometry(random, dimensions, local, max_items, has_offset, is_uneven=False):
    size = list(local)
    for _ in range(12):
        d = random.below(dimensions)
        grown = size[:d] + [size[d] + local[d] * random.between(1, 4)] + size[d + 1:]
        if product(grown) <= max_items:
            size = grown
    if is_uneven:
        size = [whole - random.below(step) if random.chance(70) else whole for whole, step in zip(size, local)]
    offset = tuple(random.choice((0, 1, 3, 16)) if has_offset else 0 for _ in range(dimensions))
    return Geometry(tuple(size), tuple(local), offset)


def random_shape(random, sees_local, max_items, max_local=256, known=False, can_be_uneven=False):
    """`can_be_uneven`: local sizes need not divide global ones."""
    dimensions = random.weighted([(50, 1), (32, 2), (18, 3)])
    known = random.chance(55) or known
    required = known and random.chance(60)
    has_offset = random.chance(20) and not required
    is_uneven = can_be_uneven and not known and random.chance(60)
    candidates = [local for local in LOCALS[dimensions] if product(local) <= max_local]
    first = random.choice(candidates)
    geometries = [random_geometry(random, dimensions, first, max_items, has_offset, is_uneven)]
    for _ in range(random.below(3)):
        local = first if known else random.choice(candidates)
        geometry = random_geometry(random, dimensions, local, max_items, has_offset, is_uneven)
        if not sees_local and not required and random.chance(30):
            geometry.local_size = None
        geometries.append(geometry)
    return Shape(dimensions, sees_local, known, required, geometries)
