#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one source file of built-in functions: each expands a table's rows over types and widths.

usage: generate.py FAMILY TABLE OUTPUT

FAMILY is a family of opencl/functions.csv, `convert_<type>` (TABLE unused), or `math` with
abacus/functions.csv: templates at every width, those for halves in float or, where the table names
another type, element by element in that.
"""
import csv
import itertools
import re
import sys
from pathlib import Path

INTEGERS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
FLOATS = ["half", "float", "double"]
GROUPS = {"i": INTEGERS, "f": FLOATS, "g": INTEGERS + FLOATS}
BYTES = dict(zip(INTEGERS + FLOATS, [1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8]))
VECTORS = [2, 3, 4, 8, 16]
MODES = {"": "any", "_rte": "rte", "_rtz": "rtz", "_rtp": "rtp", "_rtn": "rtn"}
SPACES = ["private", "global", "local", "generic"]
HEADER = {"integer": "values/integer", "common": "values/common", "geometric": "values/geometric",
          "relational": "values/relational", "memory": "memory/memory", "shuffle": "values/shuffle",
          "async": "memory/async_copy", "atomics": "memory/atomics", "c11_atomics": "memory/c11_atomics"}
# Functions that are to go into their callers whatever their size: they choose by arguments that are
# constants there.
INLINED = {"c11_atomics"}


def rows(table):
    lines = (line for line in Path(table).read_text().splitlines() if not line.startswith("#"))
    return csv.DictReader(lines)


def vector(element, width):
    return element if width == 1 else f"vec<{element}, {width}>"


def integer(bytes_each, signed):
    return INTEGERS[{1: 0, 2: 2, 4: 4, 8: 6}[bytes_each] + (0 if signed else 1)]


def symbols(element, width, to=None):
    """What the letters in a row's types stand for."""
    size = BYTES[element]
    table = {
        "T": vector(element, width),
        "S": element,
        "U": vector(integer(size, False), width),
        "I": vector(integer(size, True), width),
        "B": "int" if width == 1 else vector(integer(size, True), width),
        "K": vector("int", width),
        "A": f"atomic_{element}",
        "i": "int",
    }
    if size < 8 and element in INTEGERS:
        table["W"] = vector(integer(2 * size, element in INTEGERS[::2]), width)
    if to:
        table["R"] = vector(element, to)
        table["M"] = vector(integer(size, False), to)
    return table


def substitute(text, table, space=""):
    text = text.replace("{as}", "__" + space)
    return re.sub(r"\b([A-Zi])\b", lambda match: table[match[1]], text)


def widths(text):
    return [w for part in text.split()
            for w in ([1] if part == "s" else VECTORS if part == "v" else [int(part)])]


def expand(row):
    """All overloads of one row of opencl/functions.csv."""
    elements = GROUPS.get(row["elements"]) or row["elements"].split()
    spaces = row["spaces"].split() or [""]
    modes = MODES if "{mode}" in row["name"] else [""]
    targets = [2, 4, 8, 16] if row["family"] == "shuffle" else [None]
    for element, width, space, mode, to in itertools.product(
            elements, widths(row["widths"]), spaces, modes, targets):
        table = symbols(element, width, to)
        name = row["name"].format(n="" if width == 1 else width, mode=mode)
        call = substitute((row["call"] or "impl::" + name).replace(
            "{rounding}", "impl::Rounding::" + MODES[mode]), table, space)
        parameters = [substitute(p, table, space) for p in row["parameters"].split(";")]
        listed = ", ".join(f"{p} a{i}" for i, p in enumerate(parameters))
        arguments = ", ".join(f"{table['T']}(a{i})" if letter == "S" else f"a{i}"
                              for i, letter in enumerate(row["parameters"].split(";")))
        result = substitute(row["result"], table)
        give = "" if result == "void" else "return "
        if row["family"] in INLINED:
            result = "__attribute__((always_inline)) " + result
        yield f"{result} {name}({listed}) {{ {give}{call}({arguments}); }}\n"


def conversions(to):
    saturations = ["", "_sat"] if to in INTEGERS else [""]
    for source, width, saturate, mode in itertools.product(
            GROUPS["g"], [1] + VECTORS, saturations, MODES):
        name = f"convert_{to}{'' if width == 1 else width}{saturate}{mode}"
        result = vector(to, width)
        saturated = "true" if saturate else "false"
        yield (f"{result} {name}({vector(source, width)} x) {{ return impl::convert<{result}, "
               f"impl::Rounding::{MODES[mode]}, {saturated}>(x); }}\n")


def abacus_headers(source):
    """How the header of each name is included. Those of polynomials are named after families, not functions."""
    return {path.stem: path.relative_to(source).as_posix()
            for path in source.rglob("*.h") if path.parent.name != "polynomials"}


class MathFunction:
    """One row of abacus/functions.csv."""

    def __init__(self, row):
        self.name = row["name"]
        self.result = row["result"]
        self.parameters = row["parameters"].split(";")
        self.beside_vectors = any(p in ("S", "i") for p in self.parameters)
        self.through = {"half": row["half"], "float": row["float"], "double": row["double"]}

    def signature(self, element, width, space):
        table = symbols(element, width)
        listed = ", ".join(f"{substitute(p, table, space)} a{i}"
                           for i, p in enumerate(self.parameters))
        return f"{substitute(self.result, table)} {self.name}({listed})"

    def spaces(self):
        return SPACES if any("{as}" in p for p in self.parameters) else [""]

    def pointee(self, parameter, element, width):
        return substitute(parameter.replace("{as} ", "").rstrip("*"), symbols(element, width))

    def body(self, element, width, space, inner):
        """Calls the scalar function of element type `inner` for each element."""
        table = symbols(element, width)
        result = substitute(self.result, table)
        lines = [f"  {result} result = {result}(0);"]
        inside, after, arguments = [], [], []
        for i, parameter in enumerate(self.parameters):
            if "{as}" in parameter:
                whole = self.pointee(parameter, element, width)
                part = self.pointee(parameter, inner, 1)
                lines.append(f"  {whole} out{i} = {whole}(0);")
                inside.append(f"    {part} part{i};")
                after.append(f"    out{i} = put(out{i}, i, part{i});")
                arguments.append(f"&part{i}")
            else:
                arguments.append(f"{substitute(parameter, symbols(inner, 1))}(get(a{i}, i))")
        value = f"{self.name}({', '.join(arguments)})"
        lines.append(f"  for (int i = 0; i < {width}; ++i) {{")
        lines += inside + [f"    result = put(result, i, {value});"] + after + ["  }"]
        lines += [f"  *a{i} = out{i};" for i, p in enumerate(self.parameters) if "{as}" in p]
        return "\n".join(lines + ["  return result;"])

    def emit_template(self, element, inner=None):
        """All widths through the template abacus::<name>; scalars beside vectors are widened, results
        behind pointers come through private memory. With an inner type, through abacus::for_<element>::<name>
        of numbers converted to that type, or where wanted the more exact abacus::<name>; the result is rounded."""
        for space in self.spaces():
            for width in VECTORS if self.beside_vectors else [1] + VECTORS:
                type_ = vector(element, width)
                before, after, arguments = "", "", []
                for i, parameter in enumerate(self.parameters):
                    if "{as}" in parameter:
                        before += f"{self.pointee(parameter, element, width)} out{i}; "
                        after += f"*a{i} = out{i}; "
                        arguments.append(f"&out{i}")
                    else:
                        wide = {"S": type_, "i": vector("int", width)}.get(parameter, "")
                        value = f"{wide}(a{i})" if wide else f"a{i}"
                        arguments.append(f"cast<{vector(inner, width)}>({value})" if inner and parameter in "TS" else value)
                call = f"{self.name}({', '.join(arguments)})"
                if inner:
                    call = (f"cast<{type_}>(__mux_wants_accurate_math() ? abacus::{call} : "
                            f"abacus::for_{element}::{call})")
                else:
                    call = f"abacus::{call}"
                body = f"return {call};" if not after else (
                    f"{before}const {type_} result = {call}; {after}return result;")
                yield f"{self.signature(element, width, space)} {{ {body} }}\n"

    def emit(self):
        for element in FLOATS:
            through = self.through[element]
            if through == "none":
                continue
            if through == "vector":
                yield from self.emit_template(element)
                continue
            if through == f"for_{element}":
                yield from self.emit_template(element, "float")
                continue
            for space in self.spaces():
                scalar = "private" if space else ""
                yield self.signature(through, 1, scalar) + ";\n"
                yield self.signature(element, 1, scalar) + ";\n"
                for width in [1] + VECTORS:
                    if width == 1 and self.beside_vectors:
                        continue
                    body = self.body(element, width, space, through if width == 1 else element)
                    yield f"{self.signature(element, width, space)} {{\n{body}\n}}\n"


def main():
    family, table, output = sys.argv[1:]
    text = ["// Generated by modules/builtins/scripts/generate.py. Do not edit.\n"]
    if family.startswith("convert_"):
        text += ['#include "values/convert.h"\n'] + list(conversions(family.removeprefix("convert_")))
    elif family == "math":
        functions = [MathFunction(row) for row in rows(table)]
        headers = abacus_headers(Path(table).parent / "source")
        own_headers = dict.fromkeys(f.name for f in functions if f.name in headers)
        text += [f'#include "{headers[name]}"\n' for name in ["elementary", "parts", *own_headers, "approximate", "native", "for_half"]]
        for function in functions:
            text += function.emit()
    else:
        text.append(f'#include "{HEADER[family]}.h"\n')
        for row in rows(table):
            if row["family"] == family:
                text += expand(row)
    Path(output).write_text("".join(text))


if __name__ == "__main__":
    main()
