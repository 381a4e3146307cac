# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What statements at one place of a program may use."""
from dataclasses import dataclass

from generator.program.types import Array, Pointer, Scalar, Struct, Vector


@dataclass(eq=False)
class Place:
    """Where a work-item may read and write: `make(index)` is the element at an index, of which there are `count`.
    `pointer` is a pointer to them if they lie side by side."""
    element: object
    count: int
    make: object
    pointer: object = None
    space: str = ""
    buffer: int = -1  # its number, if it is in one


class Env:
    def __init__(self):
        self.vars = []       # variables and parameters
        self.arrays = []     # (base, element, count): readable at any index
        self.dynamics = []   # (base, element, expression of the count)
        self.places = []     # of Place
        self.uniforms = []   # integer expressions that all work-items of a launch or group agree on
        self.ids = []        # integer expressions made of ids
        self.atomics = []    # (pointer expression, count): uint counters
        self.images = []     # to read: (variable, size)
        self.samplers = []   # (variable, whether it is normalized, mode)
        self.targets = []    # images to write: (variable, x and y of the work-item's texel)
        self.fuel = None
        self.loops = 0       # that "break" and "continue" may leave
        self.in_switch = False
        self.labels = []     # numbers of "labelled" statements around
        self.returns = None  # the type that "return" gives; None: no return here
        self.functions = []
        self.cost = 1        # how often this place is come to, about
        self.is_kernel = False
        self.never = None    # a uint that is 0, as no compiler knows
        self.id_functions = []

    def child(self) -> "Env":
        other = Env()
        other.__dict__.update({name: list(value) if isinstance(value, list) else value
                               for name, value in self.__dict__.items()})
        return other

    def of_type(self, test, writable=False):
        return [var for var in self.vars if test(var.type) and not (writable and var.is_fixed)]

    def scalars(self, writable=False):
        return self.of_type(lambda type: isinstance(type, Scalar), writable)

    def integers(self, writable=False):
        return self.of_type(lambda type: isinstance(type, Scalar) and type.is_integer, writable)

    def vectors(self, writable=False):
        return self.of_type(lambda type: isinstance(type, Vector), writable)

    def structs(self, writable=False):
        return self.of_type(lambda type: isinstance(type, Struct), writable)

    def private_arrays(self, writable=False):
        return self.of_type(lambda type: isinstance(type, Array), writable)

    def private_pointers(self):
        return self.of_type(lambda type: isinstance(type, Pointer))
