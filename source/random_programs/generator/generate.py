# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the program of a seed."""
from generator.makers.collectives import Collectives
from generator.makers.expressions import Expressions
from generator.makers.functions import Functions
from generator.makers.generic_pointers import GenericPointers
from generator.makers.grid_strides import GridStrides
from generator.makers.images import Images
from generator.makers.kernels import Kernels
from generator.makers.phases import Phases
from generator.makers.prints import Prints
from generator.makers.program_variables import ProgramVariables
from generator.makers.regular import Regular
from generator.makers.statements import Statements
from generator.program import weight
from generator.program.shape import random_shape
from generator.program.structure import NAMES, structure_of
from generator.program.tree import Buffer, Program, Var
from generator.program.types import (Array, FLOAT, FLOATS, HALF, INT, INTEGERS, LONG, Scalar, Struct, UCHAR, UINT, ULONG, Vector,
                                     WIDTHS)
from generator.program.weight import weight_of
from generator.random_numbers import Random


class Generator(Expressions, Statements, Prints, Images, Functions, GenericPointers, Collectives, Phases, Regular, ProgramVariables,
                GridStrides, Kernels):
    """`size`: 1 small to 4 large; `share`: how many statements of those that the seed draws are made."""

    def __init__(self, seed: int, size: int = 2, share: float = 1):
        self.share = share
        self.random = Random(seed)
        self.size = size
        self.program = Program(seed)
        self.features = self.program.features
        self.names = 0
        self.env = None
        self.helpers = []
        self.inputs = []
        self.budget = 0
        self.nesting = 3
        self.strides = 0            # statements that are grid-stride loops
        self.stride_buffers = []    # that such loops write
        self.max_cost = 200

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def generate(self) -> Program:
        random = self.random
        self.is_later = Random(self.program.seed ^ 0x30).chance(50)  # with functions that are not in OpenCL C 1.2
        self.is_regular = random.chance(28)
        loops = Random(self.program.seed ^ 0x57E9)
        self.is_grid_stride = not self.is_regular and loops.chance(17)
        self.has_strides = not self.is_regular and not self.is_grid_stride and loops.chance(25)
        self.has_images = not self.is_regular and random.chance(15)
        self.floats = FLOATS
        if not self.is_regular and random.chance(15):
            self.floats = FLOATS + (HALF, HALF)
            self.features.add("arithmetic of half")
        self.has_printf = random.chance(16)
        if not self.is_regular:
            self.program_scope()
        self.choose_arrays()
        barriers = random.chance(56) and not self.is_grid_stride
        sees_local = barriers or random.chance(50)
        shape = random_shape(random, sees_local, self.max_items, self.max_local, known=self.is_regular and barriers,
                             can_be_uneven=self.is_later)
        self.make_inputs()
        self.choose_targets()
        self.budget = int(4 * self.size * self.share)
        for _ in range(0 if self.is_regular else random.below(2 + self.size)):
            random.weighted([(4, self.value_helper), (3, self.place_helper if self.place_targets else self.value_helper),
                             (2, self.pair_helper if self.pair_targets else self.value_helper),
                             (2 if self.is_later and self.place_targets else 0, self.pointer_struct_helper)])()
        self.budget = int((10 * self.size + random.below(8 * self.size)) * self.share)
        self.kernel(shape, barriers, 0)
        self.features.add(f"{shape.dimensions} dimensions")
        if random.chance(20):
            self.second_kernel()
        self.read_back()
        return self.program

    def second_kernel(self):
        """Launches of both kernels take turns; the second reads what the first has written."""
        random, program = self.random, self.program
        self.features.add("two kernels")
        own = [place.buffer for place in self.own_places if place.buffer >= 0] + self.stride_buffers
        first, self.inputs = program.launches, self.inputs[:1] + own
        program.launches = []
        barriers = random.chance(40)
        self.launch_count = min(self.launch_count, 6)
        self.budget = int(6 * self.size * self.share)
        shape = random_shape(random, barriers or random.chance(50), self.max_items, self.max_local, can_be_uneven=self.is_later)
        self.kernel(shape, barriers, 1)
        second, program.launches = program.launches, []
        for i in range(max(len(first), len(second))):
            program.launches += first[i:i + 1] + second[i:i + 1]

    # -- what all kernels share

    def program_scope(self):
        random, program = self.random, self.program
        for _ in range(random.below(2)):
            element = random.choice(INTEGERS)
            count = random.choice((4, 8, 16, 32, 100))
            values = [random.below(1 + element.limits[1]) if random.chance(30) else random.below(100) for _ in range(count)]
            program.constants.append((Var(self.fresh("table"), Array(element, count), place="constant", is_fixed=True), values))
        for _ in range(random.weighted([(5, 0), (3, 1), (2, 2)])):
            program.structs.append(self.random_struct())

    def random_struct(self):
        random = self.random
        name = self.fresh("S")
        if random.chance(25):
            self.features.add("unions")
            widest = random.choice((ULONG, LONG, Vector(UINT, 4), Array(UINT, 4)))
            others = [type for type in INTEGERS if type.size <= widest.size]
            return Struct(name, (("a", widest), ("b", random.choice(others)),
                                 ("c", Array(UCHAR, widest.size // 2))), True)
        self.features.add("structs")
        fields = []
        for letter in "abcdef"[:random.between(2, 5)]:
            kind = random.below(8)
            if kind < 5:
                type = random.choice(INTEGERS + (FLOAT,))
            elif kind == 5:
                type = Vector(random.choice(INTEGERS), random.choice(WIDTHS[:4]))
            elif kind == 6:
                type = Array(random.choice(INTEGERS), random.between(2, 9))
            else:
                type = self.program.structs[-1] if self.program.structs else UINT
            fields.append((letter, type))
        alignment = random.choice((32, 64, 256, 1024)) if random.chance(8) else 0
        return Struct(name, tuple(fields), False, alignment)

    def choose_arrays(self):
        """Private arrays, and what their size leaves for work-items and launches."""
        random = self.random
        self.array_types = []
        self.max_items, self.max_local = 640, 256
        self.launch_count = random.weighted([(4, 5), (3, 10), (2, 40)])
        kind = random.weighted([(45, "none"), (35, "small"), (8, "medium"), (12, "large")])
        if kind == "small":
            element = random.choice(INTEGERS + (UINT, INT, FLOAT))
            count = random.choice((2, 4, 5, 8, 8, 16, 30, 32))
            if self.is_regular:
                element = random.choice((FLOAT, FLOAT, INT, UINT))
            self.array_types.append((element, count))
            if random.chance(50):
                self.array_types.append((element, count if random.chance(60) else random.choice((3, 8, 20))))
        elif kind == "medium":
            self.array_types.append((random.choice(INTEGERS + (FLOAT,)), random.choice((64, 100, 256, 300))))
            self.max_items, self.launch_count = 256, min(self.launch_count, 10)
        elif kind == "large":
            self.features.add("large arrays")
            element = random.choice((FLOAT, FLOAT, INT) if self.is_regular else (UINT, INT, FLOAT, ULONG, UCHAR, INTEGERS[2]))
            self.array_types.append((element, random.choice((2100, 4096, 4500, 8192, 16384, 65536)) // element.size))
            if random.chance(40):
                self.array_types.append((element, random.choice((8, 600, 2048)) // element.size))
            self.max_items, self.max_local, self.launch_count = 96, 64, 4

    def make_inputs(self):
        random = self.random
        for i in range(random.between(1, 2)):
            element = UINT if i == 0 and random.chance(60) else random.choice(INTEGERS + (FLOAT, FLOAT))
            count, fill = random.choice((64, 256, 256, 300, 1000)), random.choice((1, 1, 2))
            if self.is_regular:
                element, count, fill = random.choice((FLOAT, FLOAT, INT, UINT, element)), random.choice((2048, 4096, 5000)), 1
            self.inputs.append(len(self.program.buffers))
            self.program.buffers.append(Buffer(element, count, fill))

    def choose_targets(self):
        """What helpers' pointers may refer to in kernels."""
        buffers = [self.program.buffers[number] for number in self.inputs]
        self.pointer_targets = [("global", buffer.element, buffer.count) for buffer in buffers]
        self.pointer_targets += [("constant", v.type.element, v.type.count) for v, _ in self.program.constants]
        self.pointer_targets += [("private", element, count) for element, count in self.array_types]
        self.place_targets = [("global", UINT, 1), ("global", UINT, 4), ("local", UINT, 1)]
        self.place_targets += [("private", element, count) for element, count in self.array_types]
        self.pair_targets = [("global", UINT, count) for count in (2, 4)]
        self.pair_targets += [("private", element, count) for element, count in self.array_types]
        if self.is_later:
            self.pointer_targets += [("generic", buffer.element, buffer.count) for buffer in buffers]
            self.place_targets += [("generic", element, count) for _, element, count in self.place_targets]


def generate(seed: int, size: int = 2) -> Program:
    """With fewer statements if it is too heavy."""
    for share in (1, 0.6, 0.4, 0.25, 0.15, 0):
        program = Generator(seed, size, share).generate()
        if weight_of(program) <= weight.MOST * size:
            break
    program.features.difference_update(NAMES)
    program.features |= structure_of(program)
    return program
