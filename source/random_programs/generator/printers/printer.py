# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What OpenCL C and C++ have in common when a program is written: expressions of scalars, and statements."""
from generator.program import intervals
from generator.program.types import Array, INT, Image, Pointer, Sampler, Scalar, Struct, UINT, ULONG, Vector, is_vector, unsigned


class Printer:
    """Subclasses write vectors, functions, kernels and what they need before them."""

    def __init__(self, program):
        self.program = program
        self.lines = []
        self.depth = 0

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    # -- types

    def pointer(self, type: Pointer) -> str:
        raise NotImplementedError

    def declaration(self, type, name: str) -> str:
        if isinstance(type, Array):
            return self.declaration(type.element, f"{name}[{type.count}]")
        if isinstance(type, Pointer):
            return f"{self.pointer(type)} {name}"
        if isinstance(type, Sampler):
            return f"sampler_t {name}"
        if isinstance(type, Image):
            return f"{self.image(type)} {name}"
        return f"{type} {name}"

    # -- images

    def image(self, type: Image) -> str:
        raise NotImplementedError

    def coordinates(self, x, y, kind, size) -> str:
        """Texels, quarters of texels, or both divided by powers of two: all exact."""
        if kind == "int":
            return f"(int2)({x}, {y})"
        scales = [0.25 / (length if kind == "normalized" else 1) for length in size]
        return f"(float2)((float)({x}) * {scales[0]!r}f, (float)({y}) * {scales[1]!r}f)"

    def image_coordinates(self, expr) -> str:
        """args: image, sampler, x, y; data: kind of coordinates, size, whether they have to be inside."""
        kind, size, is_inside = expr.data
        x, y = expr.args[2:]
        if is_inside:
            x, y = (self.bounded(at, length) for at, length in zip((x, y), size))
            # Quarters of texels, from the middle ones that are inside.
            scale = "" if kind == "int" else " * 4"
            return self.coordinates(f"(int)({x}){scale}", f"(int)({y}){scale}", kind, size)
        limited = []
        for at in (x, y):
            is_small = intervals.fits(intervals.of(at), (-1 << 12, 1 << 12))
            limited.append(self.expr(at) if is_small or kind == "int" else f"(({self.expr(at)} & 255) - 100)")
        return self.coordinates(*limited, kind, size)

    # -- expressions

    def name(self, var) -> str:
        return var.name

    def expr(self, expr) -> str:
        return getattr(self, "expr_" + expr.op)(expr)

    def args(self, expr) -> list[str]:
        return [self.expr(arg) for arg in expr.args]

    def literal(self, type: Scalar, value) -> str:
        if type.kind == "f":
            text = repr(float(value)) + ("" if type.bits == 64 else "f")
            if type.bits == 16:
                return f"(half)({text})"
            return f"({text})" if value < 0 else text
        if type.bits < 32:
            return f"({type}){value}" if value >= 0 else f"({type})({value})"
        suffix = ("u" if type.kind == "u" else "") + ("l" if type.bits == 64 else "")
        if type.kind == "s" and value == type.limits[0]:
            return f"({value + 1}{suffix} - 1)"
        return f"{value}{suffix}" if value >= 0 else f"({value}{suffix})"

    def expr_const(self, expr) -> str:
        return self.literal(expr.type, expr.data)

    def expr_var(self, expr) -> str:
        return self.name(expr.data)

    def expr_id(self, expr) -> str:
        """data: function, dimension (None where it takes none or that is computed), interval of the result."""
        name, dimension, _ = expr.data
        return f"{name}({self.expr(expr.args[0]) if expr.args else '' if dimension is None else dimension})"

    def expr_binary(self, expr) -> str:
        a, b = self.args(expr)
        op, type = expr.data, expr.type
        if is_vector(type):
            return self.vector_binary(expr, a, b)
        if type.kind == "f":
            return f"({a} {op} {b})"
        exact = intervals.of_binary(op, intervals.of(expr.args[0]), intervals.of(expr.args[1]))
        small = type.bits < 32
        computed = INT if small else type
        if type.kind == "u" and not small or op in "&|^" or exact and intervals.fits(exact, computed.limits):
            return f"({type})({a} {op} {b})" if small else f"({a} {op} {b})"
        wide = UINT if type.bits <= 32 else ULONG
        return f"({type})(({wide}){a} {op} ({wide}){b})"

    def expr_shift(self, expr) -> str:
        raise NotImplementedError

    def expr_divide(self, expr) -> str:
        a, b = self.args(expr)
        if is_vector(expr.type):
            return self.vector_divide(expr, a, b)
        low, high = intervals.of(expr.args[1])
        if low <= 0 <= high or low <= -1 <= high:
            b = f"(({b} & 62) | 1)" if expr.type.kind == "s" else f"({b} | 1)"
        return f"({expr.type})({a} {expr.data} {b})"

    def expr_not(self, expr) -> str:
        return f"(~{self.args(expr)[0]})" if is_vector(expr.type) else f"({expr.type})(~{self.args(expr)[0]})"

    def expr_negate(self, expr) -> str:
        """Of floating point."""
        return f"(-{self.args(expr)[0]})"

    def expr_lnot(self, expr) -> str:
        return f"(!{self.args(expr)[0]})"

    def expr_compare(self, expr) -> str:
        a, b = self.args(expr)
        return f"({a} {expr.data} {b})"

    def expr_logic(self, expr) -> str:
        a, b = self.args(expr)
        return f"({a} {expr.data} {b})"

    def expr_choose(self, expr) -> str:
        a, b, c = self.args(expr)
        small = expr.type.is_integer and expr.type.bits < 32  # of which C makes int
        return f"({expr.type})({a} ? {b} : {c})" if small else f"({a} ? {b} : {c})"

    def expr_cast(self, expr) -> str:
        """Between scalars, but from floating point to integers."""
        return f"({expr.type}){self.args(expr)[0]}" if not expr.args[0].op == "cast" else \
            f"({expr.type})({self.args(expr)[0]})"

    def expr_field(self, expr) -> str:
        return f"{self.args(expr)[0]}.{expr.data}"

    def bounded(self, index, count: int) -> str:
        """An index below `count`."""
        text = self.expr(index)
        if intervals.fits(intervals.of(index), (0, count - 1)):
            return text
        type = index.type
        if type.kind == "s":
            type = unsigned(type)
            text = f"({type}){text}"
        if count & (count - 1) == 0:
            return f"({text} & {count - 1}u)"
        return f"({text} % {count}u)"

    def expr_index(self, expr) -> str:
        """args: array or pointer, index; data: how many elements there are."""
        return f"{self.expr(expr.args[0])}[{self.bounded(expr.args[1], expr.data)}]"

    def expr_element(self, expr) -> str:
        """An element whose index is known to be right."""
        base, index = self.args(expr)
        return f"{base}[{index}]"

    def expr_dynamic(self, expr) -> str:
        """args: array or pointer, unsigned index, how many elements there are."""
        base, index, count = self.args(expr)
        return f"{base}[{index} % {count}]"

    def expr_strided(self, expr) -> str:
        """args: pointer, index, stride; data: how many elements there are."""
        base, _, stride = self.args(expr)
        return f"{base}[{self.bounded(expr.args[1], expr.data)} * {stride}]"

    def expr_linear(self, expr) -> str:
        """args: pointer, number of the work-item, index; data: how many elements each work-item has."""
        base, item, _ = self.args(expr)
        index = self.bounded(expr.args[2], expr.data)
        return f"{base}[{item} * {expr.data} + {index}]" if expr.data != 1 else f"{base}[{item}]"

    def expr_offset(self, expr) -> str:
        """A pointer moved by an index that need not be bounded."""
        base, index = self.args(expr)
        return f"({base} + {index})"

    def expr_generic(self, expr) -> str:
        return f"({self.pointer(expr.type)}){self.args(expr)[0]}"

    def expr_choose_pointer(self, expr) -> str:
        a, b, c = self.args(expr)
        return f"({a} ? {b} : {c})"

    def expr_address(self, expr) -> str:
        return f"&{self.args(expr)[0]}"

    def expr_function(self, expr) -> str:
        return f"{expr.data.name}({', '.join(self.args(expr))})"

    # -- statements

    def body(self, statements) -> None:
        self.depth += 1
        for statement in statements:
            self.stmt(statement)
        self.depth -= 1

    def stmt(self, stmt) -> None:
        getattr(self, "stmt_" + stmt.op)(stmt)

    def stmt_declare(self, stmt) -> None:
        init = f" = {self.expr(stmt.exprs[0])}" if stmt.exprs else ""
        const = "const " if stmt.data.is_fixed and stmt.exprs and not isinstance(stmt.data.type, Pointer) else ""
        self.line(f"{const}{self.declaration(stmt.data.type, stmt.data.name)}{init};")

    stmt_group_decl = stmt_declare

    def stmt_assign(self, stmt) -> None:
        target, value = (self.expr(expr) for expr in stmt.exprs)
        self.line(f"{target} {stmt.data} {value};")

    def stmt_expr(self, stmt) -> None:
        self.line(self.expr(stmt.exprs[0]) + ";")

    def stmt_block(self, stmt) -> None:
        self.line("{")
        self.body(stmt.bodies[0])
        self.line("}")

    def stmt_if(self, stmt) -> None:
        self.line(f"if ({self.expr(stmt.exprs[0])}) {{")
        self.body(stmt.bodies[0])
        if len(stmt.bodies) > 1:
            self.line("} else {")
            self.body(stmt.bodies[1])
        self.line("}")

    def for_head(self, stmt) -> str:
        """data: variable, form, step; exprs: first value and bound. Of the form "stride": stride_head."""
        var, form, step = stmt.data[:3]
        if form == "stride":
            return self.stride_head(stmt)
        start, bound = (self.expr(expr) for expr in stmt.exprs)
        i = var.name
        compare, update = {"up": ("<", f"{i} += {step}" if step != 1 else f"++{i}"),
                           "down": (">", f"{i} -= {step}" if step != 1 else f"--{i}"),
                           "halve": (">", f"{i} >>= 1"), "double": ("<", f"{i} <<= 1")}[form]
        return f"for ({var.type} {i} = {start}; {i} {compare} {bound}; {update}) {{"

    def stride_head(self, stmt) -> str:
        """data: variable, form, operator, whether it is declared here; exprs: first value, bound and step, then other counters,
        each with its step."""
        var, _, op, declares = stmt.data[:4]
        start, bound, *counters = (self.expr(expr) for expr in stmt.exprs)
        i = self.name(var)
        condition = f"{i} {op} {bound}" if op[0] == "<" else f"{bound} {op} {i}"
        counters.insert(0, i)
        updates = ", ".join(f"{one} += {step}" for one, step in zip(counters[::2], counters[1::2]))
        return f"for ({f'{var.type} ' if declares else ''}{i} = {start}; {condition}; {updates}) {{"

    def stmt_for(self, stmt) -> None:
        self.line(self.for_head(stmt))
        self.body(stmt.bodies[0])
        self.line("}")

    def stmt_while(self, stmt) -> None:
        """data: the variable that ends it at last."""
        fuel = self.name(stmt.data)
        self.line(f"while ({self.expr(stmt.exprs[0])} && {fuel} != 0u) {{")
        self.depth += 1
        self.line(f"--{fuel};")
        self.depth -= 1
        self.body(stmt.bodies[0])
        self.line("}")

    def stmt_do(self, stmt) -> None:
        fuel = self.name(stmt.data)
        self.line("do {")
        self.depth += 1
        self.line(f"if ({fuel} == 0u) break;")
        self.line(f"--{fuel};")
        self.depth -= 1
        self.body(stmt.bodies[0])
        self.line(f"}} while ({self.expr(stmt.exprs[0])});")

    def stmt_switch(self, stmt) -> None:
        """data: for each body its labels (None: default) and whether it falls through to the next."""
        self.line(f"switch ({self.expr(stmt.exprs[0])}) {{")
        for body, (labels, falls) in zip(stmt.bodies, stmt.data):
            for label in labels:
                self.line("default:" if label is None else f"case {label}:")
            self.line("{")
            self.body(body)
            self.line("}" if falls else "} break;")
        self.line("}")

    def stmt_break(self, stmt) -> None:
        self.line("break;")

    def stmt_continue(self, stmt) -> None:
        self.line("continue;")

    def stmt_return(self, stmt) -> None:
        self.line(f"return {self.expr(stmt.exprs[0])};" if stmt.exprs else "return;")

    def stmt_group_break(self, stmt) -> None:
        self.line(f"if ({self.expr(stmt.exprs[0])}) break;")

    def label(self, text: str) -> str:
        """A label's name in the function that is written."""
        return text

    def stmt_labelled(self, stmt) -> None:
        """A body that "jump" leaves; data: a number."""
        self.line("{")
        self.body(stmt.bodies[0])
        self.line(f"}} {self.label(f'after_{stmt.data}')}: ;")

    def stmt_jump(self, stmt) -> None:
        self.line(f"goto {self.label(f'after_{stmt.data}')};")

    def stmt_irreducible(self, stmt) -> None:
        """A loop of several parts, several of which control may come to first. data: fuel, a number, and from behind which part
        (-1: before the first) to which (or behind all) a jump leads; exprs: when."""
        fuel, number, ways = self.name(stmt.data[0]), stmt.data[1], stmt.data[2]
        labels = [self.label(f"part{part}_{number}") for part in range(len(stmt.bodies) + 1)]
        for part in range(-1, len(stmt.bodies)):
            if part >= 0:
                self.line(f"{labels[part]}: ; {{")
                self.body(stmt.bodies[part])
                self.line("}")
            for (source, target), condition in zip(ways, stmt.exprs):
                if source == part and target > part:
                    self.line(f"if ({self.expr(condition)}) goto {labels[target]};")
                elif source == part:
                    self.line(f"if ({self.expr(condition)} && {fuel} != 0u) {{ --{fuel}; goto {labels[target]}; }}")
        self.line(f"{labels[-1]}: ;")

    # -- structs

    def struct(self, struct: Struct) -> None:
        kind = "union" if struct.is_union else "struct"
        self.line(f"typedef {kind} {{")
        for name, type in struct.fields:
            self.line(f"  {self.declaration(type, name)};")
        aligned = f" __attribute__((aligned({struct.alignment})))" if struct.alignment else ""
        self.line(f"}}{aligned} {struct.name};")
