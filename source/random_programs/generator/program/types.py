# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of OpenCL C. Two types are the same if they are equal."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Scalar:
    name: str
    bits: int
    kind: str  # "s" signed integer, "u" unsigned integer, "f" floating point

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def align(self) -> int:
        return self.size

    @property
    def is_integer(self) -> bool:
        return self.kind != "f"

    @property
    def limits(self) -> tuple[int, int]:
        if self.kind == "u":
            return 0, (1 << self.bits) - 1
        return -(1 << self.bits - 1), (1 << self.bits - 1) - 1

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Vector:
    element: Scalar
    count: int

    @property
    def size(self) -> int:
        return self.element.size * (4 if self.count == 3 else self.count)

    @property
    def align(self) -> int:
        return self.size

    def __str__(self) -> str:
        return f"{self.element}{self.count}"


@dataclass(frozen=True)
class Array:
    element: object
    count: int

    @property
    def size(self) -> int:
        return self.element.size * self.count

    @property
    def align(self) -> int:
        return self.element.align


@dataclass(frozen=True)
class Struct:
    """A struct or a union; `fields` are pairs of name and type."""
    name: str
    fields: tuple
    is_union: bool = False
    alignment: int = 0  # __attribute__((aligned))

    @property
    def align(self) -> int:
        return max([self.alignment] + [type.align for _, type in self.fields])

    def offsets(self) -> list[int]:
        offsets, at = [], 0
        for _, type in self.fields:
            at = 0 if self.is_union else -(-at // type.align) * type.align
            offsets.append(at)
            at += type.size
        return offsets

    @property
    def size(self) -> int:
        end = max(at + type.size for at, (_, type) in zip(self.offsets(), self.fields))
        return -(-end // self.align) * self.align

    def field_type(self, name: str):
        return dict(self.fields)[name]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Pointer:
    element: object
    space: str  # "global", "local", "constant", "private", "generic"
    is_const: bool = False
    is_restrict: bool = False


@dataclass(frozen=True)
class Image:
    """Of two dimensions; `element` is that of its channels, of which there are four."""
    element: Scalar
    access: str  # "read_only", "write_only"


@dataclass(frozen=True)
class Sampler:
    pass


SAMPLER = Sampler()
CHAR, UCHAR = Scalar("char", 8, "s"), Scalar("uchar", 8, "u")
SHORT, USHORT = Scalar("short", 16, "s"), Scalar("ushort", 16, "u")
INT, UINT = Scalar("int", 32, "s"), Scalar("uint", 32, "u")
LONG, ULONG = Scalar("long", 64, "s"), Scalar("ulong", 64, "u")
HALF, FLOAT, DOUBLE = Scalar("half", 16, "f"), Scalar("float", 32, "f"), Scalar("double", 64, "f")
VOID = Scalar("void", 8, "v")
INTEGERS = (CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG)
FLOATS = (FLOAT, DOUBLE)  # and half, of which no buffers are
WIDTHS = (2, 3, 4, 8, 16)

_UNSIGNED = {CHAR: UCHAR, SHORT: USHORT, INT: UINT, LONG: ULONG}
_SIGNED = {UCHAR: CHAR, USHORT: SHORT, UINT: INT, ULONG: LONG, HALF: SHORT, FLOAT: INT, DOUBLE: LONG}


def unsigned(type):
    """The unsigned type as wide as an integer type, scalar or vector."""
    if isinstance(type, Vector):
        return Vector(unsigned(type.element), type.count)
    return _UNSIGNED.get(type, type)


def signed(type):
    """The signed type as wide: what comparisons of vectors give."""
    if isinstance(type, Vector):
        return Vector(signed(type.element), type.count)
    return _SIGNED.get(type, type)


def is_vector(type) -> bool:
    return isinstance(type, Vector)


def element_of(type):
    return type.element if is_vector(type) else type
