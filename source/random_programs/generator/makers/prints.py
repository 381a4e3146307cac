# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of printf. Each prints one line, so that the lines of a launch can be compared whatever their order."""
from dataclasses import dataclass

from generator.program.build import binary, cast, compare, if_, u, var
from generator.program.tree import Stmt
from generator.program.types import FLOATS, HALF, INTEGERS, UINT, Vector, element_of

TEXTS = ("a", "bc %", "x=", "")
STRINGS = ("one", "", "t w o", "%d")


@dataclass(frozen=True)
class Conversion:
    """Of the next value; `text` is a string that %s prints instead of one."""
    flags: str
    kind: str
    type: object = None
    text: str | None = None

    def length(self, is_opencl: bool) -> str:
        """OpenCL C has %hl for elements of 32 bits, of vectors only."""
        if self.type is None:
            return ""
        element = element_of(self.type)
        if isinstance(self.type, Vector) and is_opencl:
            return f"v{self.type.count}" + {8: "hh", 16: "h", 32: "hl", 64: "l"}[element.bits]
        return "" if not element.is_integer else {8: "hh", 16: "h", 32: "", 64: "l"}[element.bits]

    def format(self, is_opencl: bool) -> str:
        one = f"%{self.flags}{self.length(is_opencl)}{self.kind}"
        return one if is_opencl or not isinstance(self.type, Vector) else ",".join([one] * self.type.count)


def quoted(text: str) -> str:
    return '"' + text.replace("\n", "\\n") + '"'


def format_of(parts, is_opencl: bool) -> str:
    return quoted("".join(part.format(is_opencl) if isinstance(part, Conversion) else part.replace("%", "%%") for part in parts))


class Prints:
    """Needs what Statements needs, self.program."""
    prints = 0  # how many there are in the program

    def print_line(self, depth):
        random, env = self.random, self.env
        if not (self.has_printf and env.is_kernel) or env.cost > 8 or self.prints >= 3 or not env.ids:
            return None
        self.prints += 1
        self.features.add("printf")
        parts, values = [f"line {self.prints} "], []
        for _ in range(random.between(1, 3)):
            self.conversion(parts, values)
        # Few work-items print, and fewer in loops: the device keeps a mebibyte of a launch.
        most = 15 if env.loops else 3
        is_chosen = compare("==", binary("&", cast(UINT, random.choice(env.ids)), u(most)), u(random.below(most + 1)))
        return if_(is_chosen, [Stmt("printf", values, data=tuple(parts) + ("\n",))])

    def conversion(self, parts, values):
        random = self.random
        if random.chance(50):
            parts.append(random.choice(TEXTS))
        kind = random.weighted([(5, "integer"), (3, "float"), (2, "vector"), (1, "string")])
        vectors = [v for v in self.env.vectors() if v.type.element != HALF]
        if kind == "string":
            parts.append(Conversion("", "s", text=random.choice(STRINGS)))
            return
        if kind == "vector" and vectors:
            value = var(random.choice(vectors))
        else:
            value = self.value_for(random.choice(FLOATS if kind == "float" else INTEGERS), 2)
        parts.append(self.conversion_of(value.type))
        values.append(value)

    def conversion_of(self, type):
        random, element = self.random, element_of(type)
        flags = random.choice(("", "", "", "-", "0"))
        if element.is_integer:
            kind = random.choice("di" if element.kind == "s" else "uxXo")
            flags += random.choice(("", "+", " ") if element.kind == "s" else ("", "#") if kind != "u" else ("",))
        else:
            kind = random.choice("aAeEgG")
            flags += random.choice(("", "+", " ", "#"))
        width = random.choice(("", "", "3", "9", "14"))
        precision = random.choice(("", "", ".0", ".2", ".7"))
        return Conversion(flags.replace("0", "0" if width else "") + width + precision, kind, type)
