# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program as OpenCL C."""
from generator.makers.prints import Conversion, format_of, quoted
from generator.printers.form import Form
from generator.printers.inline import InliningPrinter
from generator.printers.outline import can_be_function, captured, is_passed_by_pointer
from generator.printers.regroup import sees_groups
from generator.program.types import Array, Pointer, UINT, Vector, element_of, is_vector, unsigned

LETTERS = "xyzw"
HEX = "0123456789abcdef"
# With which work-item of its sub-group one exchanges values; a number that none has, also if it would be below 0, is one that
# is not smaller than the size.
PARTNERS = {"shuffle": "{amount}", "shuffle_xor": "(get_sub_group_local_id() ^ {amount}u)",
            "shuffle_up": "(get_sub_group_local_id() - {amount}u)", "shuffle_down": "(get_sub_group_local_id() + {amount}u)",
            "rotate": "((get_sub_group_local_id() + {amount}u) % {size}u)"}


class OpenClPrinter(InliningPrinter):
    def __init__(self, program, form: Form = Form()):
        super().__init__(program)
        self.form = form
        self.by_pointer = set()    # variables that the function that is written has pointers to
        self.outlined = None       # functions made of a kernel's statements; None: not in a kernel
        self.candidates = 0
        self.numbers = set()  # types of which a function that replaces NaN is needed
        self.is_interface = False  # whether parameters of a kernel are written
        self.atomics = 0

    def text(self) -> str:
        self.line("#pragma OPENCL FP_CONTRACT OFF")
        if "arithmetic of half" in self.program.features:
            self.lines.insert(0, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable")
        for struct in self.program.structs + self.program.pointer_structs:
            self.struct(struct)
        for var, values in self.program.constants:
            self.line(f"constant {self.declaration(var.type, var.name)} = {{"
                      + ", ".join(self.literal(var.type.element, value) for value in values) + "};")
        for var, values in self.program.variables:
            first = " = {" + ", ".join(self.literal(var.type.element, value) for value in values) + "}" if values else ""
            self.line(f"global {self.declaration(var.type, var.name)}{first};")
        for number, (var, target) in enumerate(self.program.pointers):
            space = "constant" if number % 2 else "global"
            self.line(f"global {var.type.element}* {space} {var.name} = {target.name};")
        for var, (is_normalized, mode) in self.program.samplers:
            mode = "CLK_ADDRESS_" + mode
            self.line(f"constant sampler_t {var.name} = CLK_NORMALIZED_COORDS_{'TRUE' if is_normalized else 'FALSE'} | {mode} "
                      "| CLK_FILTER_NEAREST;")
        for function in self.program.functions:
            self.function(function)
        for kernel in self.program.kernels:
            self.kernel(kernel)
        begin = self.lines.index("#pragma OPENCL FP_CONTRACT OFF") + 1
        self.lines[begin:begin] = sorted(self.number_function(type) for type in self.numbers)
        return "\n".join(self.lines) + "\n"

    def pointer(self, type: Pointer) -> str:
        const = "const " if type.is_const and type.space != "constant" else ""
        restrict = " restrict" if type.is_restrict and not self.form.drops_restrict else ""
        return f"{self.space(type.space)}{const}{type.element}*{restrict}"

    def space(self, name: str) -> str:
        """Of a pointer; nothing if it is a generic one."""
        is_generic = name == "generic" or self.form.is_later and name != "constant" and not self.is_interface
        return "" if is_generic else name + " "

    def params(self, params) -> str:
        return ", ".join(self.declaration(param.type, param.name) for param in params)

    def function(self, function) -> None:
        noinline = function.is_noinline != self.form.flips_noinline
        self.line(("__attribute__((noinline)) " if noinline else "")
                  + f"{function.result} {function.name}({self.params(function.params)}) {{")
        self.body(function.body)
        self.line("}")

    def kernel(self, kernel) -> None:
        begin = len(self.lines)
        regroups = self.form.regroups and not sees_groups(kernel)
        if kernel.required_size and not self.form.hides_size and not regroups:
            size = ", ".join(str(n) for n in (kernel.required_size + (1, 1, 1))[:3])
            self.line(f"__attribute__((reqd_work_group_size({size})))")
        if kernel.sub_group_size:
            self.line(f"__attribute__((intel_reqd_sub_group_size({kernel.sub_group_size})))")
        self.is_interface = True
        self.line(f"kernel void {kernel.name}({self.params(kernel.params)}) {{")
        self.is_interface = False
        for var in kernel.locals:
            self.line(f"  local {self.declaration(var.type, var.name)};")
        self.outlined = [] if self.form.outlines else None
        self.body(kernel.body)
        self.line("}")
        self.lines[begin:begin] = self.outlined or []
        self.outlined = None

    # -- functions made of statements

    def name(self, var) -> str:
        return f"(*{var.name})" if id(var) in self.by_pointer else var.name

    def stmt(self, stmt) -> None:
        if self.outlined is not None and can_be_function(stmt):
            self.candidates += 1
            if self.candidates % 3:
                return self.outline(stmt)
        self.in_place(stmt)

    def in_place(self, stmt) -> None:
        if not self.form.inlines or not self.try_inline(stmt):
            super().stmt(stmt)

    def outline(self, stmt) -> None:
        variables = captured(stmt)
        name = f"part_{self.program.seed}_{self.candidates}"
        by_pointer = {id(var) for var in variables if is_passed_by_pointer(var, stmt)}
        params = [self.captured_param(var, id(var) in by_pointer) for var in variables]
        kept, self.lines, outlined, self.outlined = self.lines, [], self.outlined, None
        noinline = "__attribute__((noinline)) " if self.candidates % 2 else ""
        self.line(f"{noinline}void {name}({', '.join(params)}) {{")
        self.by_pointer = by_pointer
        self.in_place(stmt)
        self.line("}")
        self.by_pointer = set()
        self.lines, self.outlined = kept, outlined + self.lines
        arguments = ", ".join(("&" if id(var) in by_pointer else "") + var.name for var in variables)
        self.line(f"{name}({arguments});")

    def captured_param(self, var, is_by_pointer) -> str:
        if isinstance(var.type, Array):
            space = self.space("local" if var.place == "local" else "private")
            return f"{space}{var.type.element}* {var.name}"
        return self.declaration(var.type, ("*" if is_by_pointer else "") + var.name)

    # -- vectors

    def vector_binary(self, expr, a, b) -> str:
        type = expr.type
        if type.element.kind == "s" and expr.data in "+-*":
            wide = unsigned(type)
            return f"as_{type}(as_{wide}({a}) {expr.data} as_{wide}({b}))"
        return f"({a} {expr.data} {b})"

    def vector_divide(self, expr, a, b) -> str:
        type = expr.type
        b = f"(({b} & ({type})62) | ({type})1)" if type.element.kind == "s" else f"({b} | ({type})1)"
        return f"({a} {expr.data} {b})"

    def expr_shift(self, expr) -> str:
        a, b = self.args(expr)
        type = expr.type
        if is_vector(type):
            if expr.data == "<<" and type.element.kind == "s":
                return f"as_{type}(as_{unsigned(type)}({a}) << as_{unsigned(type)}({b}))"
            return f"({a} {expr.data} {b})"
        left = f"({UINT if type.bits < 32 else unsigned(type)}){a}" if expr.data == "<<" else a
        return f"({type})({left} {expr.data} {b})"

    def expr_make(self, expr) -> str:
        return f"({expr.type})({', '.join(self.args(expr))})"

    def component_names(self, numbers, count) -> str:
        if count <= 4 and max(numbers) < 4:
            return "".join(LETTERS[number] for number in numbers)
        return "s" + "".join(HEX[number] for number in numbers)

    def expr_component(self, expr) -> str:
        return f"{self.args(expr)[0]}.{self.component_names([expr.data], expr.args[0].type.count)}"

    def expr_swizzle(self, expr) -> str:
        return f"{self.args(expr)[0]}.{self.component_names(expr.data, expr.args[0].type.count)}"

    def stmt_swizzle_assign(self, stmt) -> None:
        target, value = (self.expr(expr) for expr in stmt.exprs)
        self.line(f"{target}.{self.component_names(stmt.data, stmt.exprs[0].type.count)} = {value};")

    def number(self, expr) -> str:
        """A floating-point value in which no NaN is."""
        self.numbers.add(expr.type)
        return f"number_{expr.type}({self.expr(expr)})"

    def number_function(self, type) -> str:
        if is_vector(type):
            return f"{type} number_{type}({type} x) {{ return select(({type})0, x, x == x); }}"
        return f"{type} number_{type}({type} x) {{ return x == x ? x : 0; }}"

    def operand(self, expr) -> str:
        return self.number(expr) if element_of(expr.type).kind == "f" else self.expr(expr)

    def expr_number(self, expr) -> str:
        return self.number(expr.args[0])

    def expr_convert(self, expr) -> str:
        """Of vectors, and of scalars from floating point to integers; data: saturated or not."""
        return f"convert_{expr.type}{'_sat' if expr.data else ''}({self.operand(expr.args[0])})"

    def expr_bits(self, expr) -> str:
        return f"as_{expr.type}({self.operand(expr.args[0])})"

    def expr_in_space(self, expr) -> str:
        """args: a generic pointer; data: an address space, and what tells whether it is of that."""
        return f"(to_{expr.data[0]}({self.args(expr)[0]}) != 0)"

    def expr_dot(self, expr) -> str:
        """args: four bytes each, as vectors or words, and perhaps what is added; data: signedness of both, whether words."""
        kind, is_packed = expr.data
        name = ("dot_acc_sat" if len(expr.args) > 2 else "dot") + (f"_4x8packed_{kind}_{expr.type}" if is_packed else "")
        return f"{name}({', '.join(self.args(expr))})"

    def expr_call(self, expr) -> str:
        if self.form.is_later and expr.data.startswith("atomic_"):
            return self.later_atomic(expr)
        return f"{expr.data}({', '.join(self.args(expr))})"

    def later_atomic(self, expr) -> str:
        """Of C11, every other one through a generic pointer, with orders and scopes that forbid no result."""
        self.atomics += 1
        pointer = expr.args[0]
        element = pointer.args[0].type if pointer.op == "address" else pointer.type.element
        space = pointer.type.space + " " if self.atomics % 2 else ""
        place = f"(volatile {space}atomic_{element}*){self.expr(pointer)}"
        name = {"inc": "add", "dec": "sub"}.get(expr.data[7:], expr.data[7:])
        value = self.expr(expr.args[1]) if len(expr.args) > 1 else self.literal(element, 1)
        order = ("relaxed", "acq_rel", "seq_cst")[self.atomics % 3]
        scope = ("device", "all_svm_devices", "work_group")[self.atomics % 3 if pointer.type.space == "local" else self.atomics % 2]
        return f"atomic_fetch_{name}_explicit({place}, {value}, memory_order_{order}, memory_scope_{scope})"

    def image(self, type) -> str:
        return f"{type.access} image2d_t"

    def expr_read_image(self, expr) -> str:
        image, sampler = (self.expr(arg) for arg in expr.args[:2])
        suffix = {"u": "ui", "s": "i", "f": "f"}[expr.type.element.kind]
        return f"read_image{suffix}({image}, {sampler}, {self.image_coordinates(expr)})"

    def stmt_write_image(self, stmt) -> None:
        image, x, y, value = (self.expr(expr) for expr in stmt.exprs)
        suffix = {"u": "ui", "s": "i", "f": "f"}[stmt.exprs[3].type.element.kind]
        self.line(f"write_image{suffix}({image}, (int2)({x}, {y}), {value});")

    def stmt_printf(self, stmt) -> None:
        """exprs: values; data: texts and conversions."""
        values = iter(stmt.exprs)
        parts = [part for part in stmt.data if isinstance(part, Conversion)]
        arguments = [self.expr(next(values)) if part.text is None else quoted(part.text) for part in parts]
        self.line(f"printf({', '.join([format_of(stmt.data, True)] + arguments)});")

    def expr_vload(self, expr) -> str:
        """args: pointer, index; data: how many vectors there are."""
        return f"vload{expr.type.count}({self.bounded(expr.args[1], expr.data)}, {self.expr(expr.args[0])})"

    def stmt_vstore(self, stmt) -> None:
        """exprs: value, index, pointer; data: how many vectors there are."""
        value, index, pointer = stmt.exprs
        self.line(f"vstore{value.type.count}({self.expr(value)}, {self.bounded(index, stmt.data)}, {self.expr(pointer)});")

    def expr_vload_half(self, expr) -> str:
        count = expr.type.count if isinstance(expr.type, Vector) else ""
        return f"vload_half{count}({self.bounded(expr.args[1], expr.data)}, (global const half*){self.expr(expr.args[0])})"

    def stmt_vstore_half(self, stmt) -> None:
        value, index, pointer = stmt.exprs
        count = value.type.count if isinstance(value.type, Vector) else ""
        self.line(f"vstore_half{count}({self.number(value)}, {self.bounded(index, stmt.data)}, "
                  f"(global half*){self.expr(pointer)});")

    def stmt_barrier(self, stmt) -> None:
        flags = {"local": "CLK_LOCAL_MEM_FENCE", "global": "CLK_GLOBAL_MEM_FENCE",
                 "both": "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"}[stmt.data]
        self.line(f"barrier({flags});")

    def stmt_collective(self, stmt) -> None:
        call = stmt.data
        value, function = self.name(call.var), call.function
        if not call.size:
            place = "".join(f", get_local_size({d}) - 1" for d in range(call.dimensions)) if function == "broadcast" else ""
            truth = " != 0" if function in ("all", "any") else ""
            self.line(f"{value} = work_group_{function}({value}{place}){truth};")
        elif function in PARTNERS:
            partner = PARTNERS[function].format(amount=self.name(call.amount) if function == "shuffle" else call.amount, size=call.size)
            amount = f"{partner} % get_sub_group_size()" if function == "shuffle" else call.amount
            self.line(f"{{ {call.var.type} other = sub_group_{function}({value}, {amount});")
            self.line(f"if ({partner} < get_sub_group_size()) {value} = other; }}" if function != "shuffle" else f"{value} = other; }}")
        else:
            head = f"if ({self.name(call.active)}) " if call.active else ""
            self.line(f"{head}{value} = {self.sub_group_call(call, value)};")

    def sub_group_call(self, call, value) -> str:
        if call.function.startswith("ballot_"):
            return f"sub_group_{call.function}(sub_group_ballot({value}))"
        if call.is_clustered:
            return f"sub_group_clustered_{call.function}({value}, {call.size})"
        kind = "non_uniform_" if call.active and call.function != "broadcast_first" else ""
        place = ", get_sub_group_size() - 1" if call.function == "broadcast" else ""
        truth = " != 0" if call.function in ("all", "any") else ""
        return f"sub_group_{kind}{call.function}({value}{place}){truth}"

    def stmt_dead(self, stmt) -> None:
        """What never runs, but no compiler knows that."""
        if self.form.has_dead_code:
            self.stmt_if(stmt)


class SpirvClangPrinter(OpenClPrinter):
    """For Clang 22's SPIR-V back end, which takes conversions between integers of the same signedness for ones from the other
    signedness: to wider types they are written without its functions, and what saturates is clamped before."""

    def expr_convert(self, expr) -> str:
        type, source = expr.type, expr.args[0].type
        if not is_vector(type) or not type.element.is_integer or not source.element.is_integer:
            return super().expr_convert(expr)
        value = self.expr(expr.args[0])
        if expr.data and source.element.kind == type.element.kind and type.element.bits < source.element.bits:
            low, high = (f"({source}){self.literal(source.element, limit)}" for limit in type.element.limits)
            value = f"clamp({value}, {low}, {high})"
        elif expr.data and source.element.kind != type.element.kind:
            return super().expr_convert(expr)
        return f"__builtin_convertvector({value}, {type})"


def source_text(program, form: Form, spirv: str) -> str:
    """`spirv`: what makes SPIR-V of it (configurations.py), if anything does."""
    return (SpirvClangPrinter if spirv == "22" else OpenClPrinter)(program, form).text()
