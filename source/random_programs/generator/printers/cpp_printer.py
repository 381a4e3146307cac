# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program as C++ for another compiler: its results are the reference.

Work-items become loops between barriers; the variables that they have across barriers are fields of a struct, of which
there is one for each work-item of a group (runtime/reference.h).
"""
from generator.makers.prints import Conversion, format_of, quoted
from generator.printers.printer import Printer
from generator.program.tree import all_statements, synchronises
from generator.program.types import Array, Image, Pointer, Scalar, UINT, is_vector, unsigned


class CppPrinter(Printer):
    def text(self) -> str:
        self.in_kernel = False
        self.line(f"namespace p{self.program.seed} {{")
        for struct in self.program.structs + self.program.pointer_structs:
            self.struct(struct)
        for var, values in self.program.constants:
            self.line(f"static const {self.declaration(var.type, var.name)} = {{"
                      + ", ".join(self.literal(var.type.element, value) for value in values) + "};")
        for var, _ in self.program.variables:
            self.line(f"static {self.declaration(var.type, var.name)};")
        for var, target in self.program.pointers:
            self.line(f"static {var.type.element}* {var.name} = {target.name};")
        for var, sampler in self.program.samplers:
            self.line(f"static const sampler_t {var.name} = {self.sampler(*sampler)};")
        for function in self.program.functions:
            self.function(function)
        for kernel in self.program.kernels:
            self.kernel(kernel)
        self.run()
        self.line("}")
        return "\n".join(self.lines) + "\n"

    def pointer(self, type: Pointer) -> str:
        const = "const " if type.is_const or type.space == "constant" else ""
        return f"{const}{type.element}*"

    def name(self, var) -> str:
        return "w." + var.name if var.place == "item" else var.name

    def params(self, params) -> str:
        return ", ".join(self.declaration(param.type, param.name) for param in params)

    def function(self, function) -> None:
        self.line(f"static {function.result} {function.name}({self.params(function.params)}) {{")
        self.body(function.body)
        self.line("}")

    # -- kernels

    def kernel(self, kernel) -> None:
        self.in_kernel = True
        self.line(f"struct Item_{kernel.name} : rt::Item {{")
        items = [stmt.data for stmt in all_statements(kernel.body)
                 if stmt.op == "declare" and stmt.data.place == "item"]
        written = [param for param in kernel.params if param.place == "item"]
        for var in items + written:
            self.line(f"  {self.declaration(var.type, var.name)};")
        self.line("};")
        self.line(f"static Item_{kernel.name} items_{kernel.name}[{kernel.max_items}];")
        for var in kernel.locals:
            self.line(f"alignas(128) static {self.declaration(var.type, var.name)};")
        self.line(f"static void {kernel.name}({self.params(kernel.params)}) {{")
        self.depth += 1
        self.line(f"rt::begin_group(items_{kernel.name});")
        for var in kernel.locals:
            self.line(f"rt::local_array({var.name}, sizeof({var.name}));")
        self.items_name = f"items_{kernel.name}"
        if kernel.sub_group_size:
            self.line(f"rt::sub_group_size = {kernel.sub_group_size};")
        if written:
            self.begin_items()
            for var in written:
                self.line(f"w.{var.name} = {var.name};")
            self.end_items()
        self.group_body(kernel.body)
        self.depth -= 1
        self.line("}")
        self.in_kernel = False

    def begin_items(self) -> None:
        self.line(f"rt::for_items({self.items_name}, [&](auto& w) {{")
        self.depth += 1

    def end_items(self) -> None:
        self.depth -= 1
        self.line("});")

    def group_body(self, statements) -> None:
        """Statements of a group: what has no barrier in it is done by one work-item after the other."""
        run = []
        for stmt in statements:
            if synchronises(stmt):
                self.item_run(run)
                run = []
                self.group_stmt(stmt)
            else:
                run.append(stmt)
        self.item_run(run)

    def item_run(self, run) -> None:
        if run:
            self.begin_items()
            for stmt in run:
                self.stmt(stmt)
            self.end_items()

    def group_stmt(self, stmt) -> None:
        if stmt.op == "barrier":
            of_local, of_global = (str(stmt.data in kinds).lower() for kinds in (("local", "both"), ("global", "both")))
            self.line(f"rt::races::barrier({of_local}, {of_global});")
            return
        if stmt.op == "collective":
            self.collective(stmt.data)
        elif stmt.op in ("group_break", "group_return"):
            what = "break" if stmt.op == "group_break" else "return"
            self.line(f"if ({self.expr(stmt.exprs[0])}) {what};")
        elif stmt.op == "group_decl":
            self.stmt_declare(stmt)
        else:
            head = {"if": lambda: f"if ({self.expr(stmt.exprs[0])}) {{", "for": lambda: self.for_head(stmt),
                    "block": lambda: "{"}[stmt.op]()
            self.line(head)
            for number, body in enumerate(stmt.bodies):
                if number:
                    self.line("} else {")
                self.depth += 1
                self.group_body(body)
                self.depth -= 1
            self.line("}")

    def collective(self, call) -> None:
        def of(var):
            return f"[](auto& w) -> auto& {{ return w.{var.name}; }}"
        arguments = [self.items_name, str(call.size or "rt::items"), of(call.var)]
        if call.active:
            arguments.append(of(call.active))
        if call.amount is not None:
            arguments.append(of(call.amount) if call.function == "shuffle" else f"{call.amount}u")
        self.line(f"rt::{call.function}({', '.join(arguments)});")

    def stmt_declare(self, stmt) -> None:
        if stmt.data.place != "item":
            super().stmt_declare(stmt)
        elif stmt.exprs:
            self.line(f"w.{stmt.data.name} = {self.expr(stmt.exprs[0])};")

    def stmt_return(self, stmt) -> None:
        if self.in_kernel:
            self.line("{ w.is_done = true; return; }")
        else:
            super().stmt_return(stmt)

    def stmt_dead(self, stmt) -> None:
        pass

    # -- what is of type bool in C++

    def expr_compare(self, expr) -> str:
        text = super().expr_compare(expr)
        return text if is_vector(expr.type) else f"int{text}"

    def expr_logic(self, expr) -> str:
        return f"int{super().expr_logic(expr)}"

    def expr_lnot(self, expr) -> str:
        return f"int{super().expr_lnot(expr)}"

    # -- vectors

    def vector_binary(self, expr, a, b) -> str:
        return f"({a} {expr.data} {b})"

    def vector_divide(self, expr, a, b) -> str:
        return f"rt::{'divide' if expr.data == '/' else 'remainder'}({a}, {b})"

    def expr_shift(self, expr) -> str:
        a, b = self.args(expr)
        type = expr.type
        if is_vector(type):
            return f"({a} {expr.data} {b})"
        left = f"({UINT if type.bits < 32 else unsigned(type)}){a}" if expr.data == "<<" else a
        return f"({type})({left} {expr.data} ({b} & {max(type.bits, 32) - 1}))"

    def expr_make(self, expr) -> str:
        return f"rt::make<{expr.type}>({', '.join(self.args(expr))})"

    def expr_component(self, expr) -> str:
        return f"{self.args(expr)[0]}.s[{expr.data}]"

    def expr_swizzle(self, expr) -> str:
        return f"rt::swizzle<{', '.join(str(number) for number in expr.data)}>({self.args(expr)[0]})"

    def stmt_swizzle_assign(self, stmt) -> None:
        target, value = (self.expr(expr) for expr in stmt.exprs)
        self.line(f"rt::assign<{', '.join(str(number) for number in stmt.data)}>({target}, {value});")

    def expr_number(self, expr) -> str:
        return f"rt::number({self.args(expr)[0]})"

    def expr_convert(self, expr) -> str:
        return f"rt::convert{'_sat' if expr.data else ''}<{expr.type}>({self.args(expr)[0]})"

    def expr_bits(self, expr) -> str:
        return f"rt::bits<{expr.type}>({self.args(expr)[0]})"

    def expr_in_space(self, expr) -> str:
        return self.expr(expr.data[1])

    def expr_dot(self, expr) -> str:
        sides = [f"rt::bits<{'uchar' if sign == 'u' else 'char'}4>({arg})" for sign, arg in zip(expr.data[0], self.args(expr))]
        return f"rt::dot<{expr.type}>({', '.join(sides + self.args(expr)[2:])})"

    def expr_call(self, expr) -> str:
        return f"rt::{expr.data}({', '.join(self.args(expr))})"

    def image(self, type) -> str:
        return f"rt::Image<{type.element}>"

    def coordinates(self, x, y, kind, size) -> str:
        return super().coordinates(x, y, kind, size).replace("(int2)(", "rt::make<int2>(").replace("(float2)(", "rt::make<float2>(")

    def expr_read_image(self, expr) -> str:
        image, sampler = (self.expr(arg) for arg in expr.args[:2])
        return f"rt::read_image({image}, {sampler}, {self.image_coordinates(expr)})"

    def stmt_write_image(self, stmt) -> None:
        self.line(f"rt::write_image({', '.join(self.expr(expr) for expr in stmt.exprs)});")

    def sampler(self, is_normalized, mode) -> str:
        return f"sampler_t{{{str(is_normalized).lower()}, rt::{mode}}}"

    def stmt_printf(self, stmt) -> None:
        values, arguments = iter(stmt.exprs), []
        for part in stmt.data:
            if isinstance(part, Conversion):
                value = quoted(part.text) if part.text is not None else self.expr(next(values))
                count = part.type.count if part.type and is_vector(part.type) else 0
                arguments += [f"{value}.s[{i}]" for i in range(count)] if count else [value]
        self.line(f"rt::print({', '.join([format_of(stmt.data, False)] + arguments)});")

    def expr_vload(self, expr) -> str:
        return f"rt::vload<{expr.type}>({self.bounded(expr.args[1], expr.data)}, {self.expr(expr.args[0])})"

    def stmt_vstore(self, stmt) -> None:
        value, index, pointer = stmt.exprs
        self.line(f"rt::vstore({self.expr(value)}, {self.bounded(index, stmt.data)}, {self.expr(pointer)});")

    def expr_vload_half(self, expr) -> str:
        return f"rt::vload_half<{expr.type}>({self.bounded(expr.args[1], expr.data)}, {self.expr(expr.args[0])})"

    def stmt_vstore_half(self, stmt) -> None:
        value, index, pointer = stmt.exprs
        self.line(f"rt::vstore_half({self.expr(value)}, {self.bounded(index, stmt.data)}, {self.expr(pointer)});")

    # -- launches

    def run(self) -> None:
        program = self.program
        self.line("static void run(rt::Results& results) {")
        self.depth += 1
        for var, values in program.variables:
            first = ", ".join(self.literal(var.type.element, value) for value in values or [0])
            self.line(f"rt::reset({var.name}, {{{first}}});")
        for number, buffer in enumerate(program.buffers):
            self.line(f"auto* b{number} = rt::buffer<{buffer.element}>({buffer.count}, {buffer.fill}, {number});")
        for launch in program.launches:
            self.launch(launch)
        self.depth -= 1
        self.line("}")

    def launch(self, launch) -> None:
        values, sizes, program_buffers = [], [], self.program.buffers
        for param, (kind, value) in zip(launch.kernel.params, launch.arguments):
            if kind == "sampler":
                values.append(self.sampler(*value))
            elif kind == "buffer" and isinstance(param.type, Image):
                size = program_buffers[value].size2
                values.append(f"{self.image(param.type)}{{b{value}, {size[0]}, {size[1]}}}")
            elif kind == "buffer":
                values.append(f"({self.pointer(param.type)})b{value}")
            elif kind == "local":
                values.append(f"({self.pointer(param.type)})rt::local_memory({value})")
            elif isinstance(param.type, Scalar) and param.type.is_integer:
                number = int.from_bytes(value, "little", signed=param.type.kind == "s")
                values.append(self.literal(param.type, number))
            else:
                data = "".join(f"\\x{byte:02x}" for byte in value)
                values.append(f'rt::of_bytes<{param.type}>("{data}")')
        local = launch.local_size or (1,) * len(launch.global_size)
        for size, fill in ((launch.global_size, 1), (local, 1), (launch.offset, 0)):
            sizes.append("{" + ", ".join(str(n) for n in (tuple(size) + (fill,) * 3)[:3]) + "}")
        self.line(f"rt::launch({len(launch.global_size)}, {', '.join(sizes)}, [&] {{ "
                  f"rt::next_local = 0; {launch.kernel.name}({', '.join(values)}); }});")
        self.line("results.record();")
