# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels: their parameters, what they begin and end with, and their launches."""
import struct

from generator.makers.env import Env, Place
from generator.makers.phases import Shared
from generator.program.build import add, assign, binary, cast, const, declare, index, loop, mul, sub, u, var, work_item
from generator.program.shape import product
from generator.program.tree import Buffer, Expr, Kernel, Launch, Stmt, Var
from generator.program.types import Array, FLOATS, INT, INTEGERS, LONG, Pointer, Scalar, Struct, UINT, ULONG, VOID, Vector, WIDTHS

MAX_DRAWS = 3  # of a kernel's arguments: each may mean another specialised variant
MAX_LOCAL = 32 << 10  # bytes: as much as every device has, and no more than this one
OWN_LAYOUTS = ("direct", "direct", "pointer", "pointer", "interleaved", "interleaved", "reversed", "exchanged")


class KernelState:
    """What parts of a kernel have to know of its groups."""

    def __init__(self, shape, barriers):
        self.shape, self.barriers = shape, barriers
        self.known = shape.known and shape.sees_local
        self.items = product(shape.local or (1,))
        self.max_items = shape.max_items
        self.shared = []
        self.returns_early = False  # some work-items return before barriers
        self.calls_group_functions = False
        self.sub_group_size = 0  # required; 0: nothing of sub-groups is called
        self.l = self.n = None
        self.local3 = (tuple(shape.local or ()) + (1, 1, 1))[:3]
        most = (shape.max_local + (1, 1, 1))[:3]
        self.local_ids = [work_item("get_local_id", d, (0, most[d] - 1)) for d in range(3)]
        groups = [shape.groups_of(geometry) for geometry in shape.geometries if geometry.local_size]
        self.group_ids = [work_item("get_group_id", d, (0, max((g[d] for g in groups if d < len(g)), default=1) - 1))
                          for d in range(3)]


class Kernels:
    """Needs what Statements and Phases need, self.program, self.inputs."""

    def kernel(self, shape, barriers, number):
        random = self.random
        env = self.env = Env()
        env.is_kernel = True
        env.functions = list(self.helpers)
        state = self.kernel_state = KernelState(shape, barriers)
        state.calls_group_functions = barriers and self.is_later
        self.kernel_locals, self.passed, self.own_places = [], [], []
        kernel = Kernel(f"k{number}", [], self.kernel_locals, [], shape.local if shape.required else None, shape.max_items)
        body, self.made_kernel = kernel.body, kernel
        if state.calls_group_functions and random.chance(60):
            state.sub_group_size = kernel.sub_group_size = self.choose_sub_group_size()
        for variable in [constant for constant, _ in self.program.constants] + [one for one, _ in self.program.variables]:
            env.arrays.append((var(variable), variable.type.element, variable.type.count))
        self.scalar_params(kernel)
        self.input_params(kernel)
        self.describe_items(body)
        self.own_params(kernel, body)
        if self.is_regular:
            self.regular_parts(kernel, body)
        elif self.is_grid_stride and (number == 0 or random.chance(40)):
            self.atomic_params(kernel)
            self.grid_stride_kernel(body)
        else:
            self.atomic_params(kernel)
            self.image_params(kernel)
            if barriers:
                self.shared_memory(kernel, body)
            self.item_variables(kernel, body)
            self.kernel_parts(body, barriers)
            self.write_out(body)
        self.shuffle_params(kernel)
        self.program.kernels.append(kernel)
        self.kernel_launches(kernel, shape)
        if shape.required:
            self.features.add("required group sizes")
        if any(launch.has_smaller_groups for launch in self.program.launches):
            self.features.add("groups of several sizes")
        if any(any(launch.offset) for launch in self.program.launches):
            self.features.add("offsets")
        if any(launch.local_size is None for launch in self.program.launches):
            self.features.add("group sizes of the driver's choice")

    # -- parameters

    def param(self, kernel, name, type, passed, **flags):
        made = Var(self.fresh(name), type, **flags)
        kernel.params.append(made)
        self.passed.append(passed)
        return made

    def shuffle_params(self, kernel):
        order = self.random.shuffled(range(len(kernel.params)))
        kernel.params = [kernel.params[i] for i in order]
        self.passed = [self.passed[i] for i in order]

    def scalar_params(self, kernel):
        random, env = self.random, self.env
        for _ in range(random.between(2, 4)):
            type = random.choice(INTEGERS[2:])
            most = random.choice((7, 20, 100))
            written = random.chance(15)
            made = self.param(kernel, "n", type, ("number", most), place="item" if written else "group", is_fixed=not written)
            env.vars.append(made)
            if written:
                self.features.add("written arguments")
            else:
                env.uniforms.append(var(made))
        if random.chance(30):
            made = self.param(kernel, "n", random.choice(FLOATS), ("float", None), place="group", is_fixed=True)
            env.vars.append(made)
        env.never = var(self.param(kernel, "never", UINT, ("number", 0), place="group", is_fixed=True))
        if self.program.structs and random.chance(50):
            type = random.choice(self.program.structs)
            written = random.chance(50)
            made = self.param(kernel, "n", type, ("struct", None), place="item" if written else "group",
                              is_fixed=not written)
            env.vars.append(made)
            self.features.add("structs by value")
            if written:
                self.features.add("written arguments")

    def input_params(self, kernel):
        random, env = self.random, self.env
        for number in random.shuffled(self.inputs)[:random.between(1, len(self.inputs))]:
            buffer = self.program.buffers[number]
            space = "constant" if random.chance(20) else "global"
            made = self.param(kernel, "in", Pointer(buffer.element, space, True, random.chance(30)), ("buffer", number),
                              place="group", is_fixed=True)
            env.arrays.append((var(made), buffer.element, buffer.count))
            if buffer.element.is_integer:
                env.uniforms.append(index(var(made), u(random.below(16)), buffer.count))

    def add_buffer(self, element, count, fill):
        self.program.buffers.append(Buffer(element, count, fill))
        return len(self.program.buffers) - 1

    # -- ids of the work-item

    def describe_items(self, body):
        random, env, state = self.random, self.env, self.kernel_state
        shape = state.shape
        limits = shape.most(lambda geometry: tuple(a + b for a, b in zip(geometry.global_size, geometry.offset)))
        xs = []
        for d in range(shape.dimensions):
            id = work_item("get_global_id", d, (0, limits[d] - 1))
            if random.chance(75):
                x = Var(self.fresh("x"), random.choice((INT, INT, INT, UINT, ULONG, LONG)), (0, limits[d] - 1), "item", True)
                body.append(declare(x, cast(x.type, id)))
                env.ids += [var(x)] * 3
                xs.append(var(x))
            else:
                xs.append(id)
            env.ids.append(id)
        env.id_functions = ["get_global_id", "get_global_size"]
        max_sizes = shape.most(lambda geometry: geometry.global_size)
        for d in range(shape.dimensions):
            env.uniforms.append(work_item("get_global_size", d, (1, max_sizes[d])))
        if shape.sees_local:
            env.id_functions += ["get_local_id", "get_group_id", "get_group_id", "get_local_size", "get_num_groups"]
            env.ids += state.local_ids[:shape.dimensions] * 2 + state.group_ids[:shape.dimensions]
            env.uniforms += state.group_ids[:shape.dimensions] * 2
            env.uniforms += [work_item("get_local_size", d, (1, shape.max_local[d])) for d in range(shape.dimensions)]
            self.describe_group(body)
            if state.sub_group_size:
                self.describe_sub_group(body)
        self.linear_number(body, xs)

    def describe_group(self, body):
        random, env, state = self.random, self.env, self.kernel_state
        shape, l, n = state.shape, None, None
        for d in reversed(range(shape.dimensions)):
            id, size = cast(UINT, state.local_ids[d]), cast(UINT, work_item("get_local_size", d, (1, shape.max_local[d])))
            if state.known and random.chance(50):
                size = u(state.local3[d])
            l = id if l is None else add(mul(l, size), id)
            n = size if n is None else mul(n, size)
        number = Var(self.fresh("l"), UINT, (0, state.max_items - 1), "item", True)
        body.append(declare(number, l))
        state.l = var(number)
        env.ids += [state.l] * 2
        if state.known and random.chance(60):
            state.n = u(state.items)
        elif random.chance(60):
            count = Var(self.fresh("n"), UINT, (1, state.max_items), "group", True)
            body.append(Stmt("group_decl", [n], data=count))
            state.n = var(count)
        else:
            state.n = n

    def linear_number(self, body, xs):
        """g: the work-item's number, below the number of all."""
        random, shape = self.random, self.kernel_state.shape
        has_offset = any(any(geometry.offset) for geometry in shape.geometries)
        g, total = None, None
        for d in reversed(range(shape.dimensions)):
            size = work_item("get_global_size", d, None)
            if has_offset:
                size = add(size, work_item("get_global_offset", d, None))
            size = cast(UINT, size)
            x = cast(UINT, xs[d])
            g = x if g is None else add(mul(g, size), x)
            total = size if total is None else mul(total, size)
        type = random.choice((UINT, UINT, INT, ULONG))
        made = Var(self.fresh("g"), type, (0, shape.max_total - 1), "item", True)
        body.append(declare(made, cast(type, g)))
        count = Var(self.fresh("all"), UINT, (1, shape.max_total), "group", True)
        body.append(Stmt("group_decl", [total], data=count))
        self.g, self.all = var(made), var(count)
        self.env.ids += [self.g] * 2
        self.direct = xs[0] if shape.dimensions == 1 and random.chance(50) else self.g

    # -- memory

    def own_params(self, kernel, body):
        """Buffers in which each work-item has elements of its own."""
        random, shape = self.random, self.kernel_state.shape
        for i in range(random.between(1, 3)):
            element = UINT if i == 0 else random.choice(INTEGERS + FLOATS)
            count = random.choice((1, 2, 3, 4, 8, 8, 16))
            size, fill = count * shape.max_total, random.choice((0, 1, 2))
            if i and self.is_later and random.chance(35):
                base = self.program_variable(element, size)
                self.own_places.append(self.own_place_in(base, element, count, body))
                self.env.places.append(self.own_places[-1])
                continue
            number = self.add_buffer(element, size, fill)
            passed = ("buffer", number)
            if random.chance(25):
                passed = self.swapped_input(kernel, element, size, fill, number)
            made = self.param(kernel, "out", Pointer(element, "global", False, random.chance(20)), passed,
                              place="group", is_fixed=True)
            place = self.own_place_in(var(made), element, count, body)
            place.buffer = number
            self.env.places.append(place)
            self.own_places.append(place)

    def swapped_input(self, kernel, element, size, fill, number):
        """A second buffer that is read anywhere, and changes places with the first from launch to launch."""
        self.features.add("buffers that change places")
        other = self.add_buffer(element, size, fill)
        made = self.param(kernel, "in", Pointer(element, "global", True, self.random.chance(30)), ("swapped", (other, number)),
                          place="group", is_fixed=True)
        self.env.arrays.append((var(made), element, size))
        return "swapped", (number, other)

    def own_place_in(self, base, element, count, body):
        random, shape = self.random, self.kernel_state.shape
        layout = random.choice(OWN_LAYOUTS)
        pointer_type = Pointer(element, "global")
        even = all(product(a + b for a, b in zip(g.global_size, g.offset)) % 2 == 0 for g in shape.geometries)
        if layout == "direct" or layout == "exchanged" and not even:
            item = self.direct
            pointer = Expr("offset", pointer_type, [base, mul(item, const(item.type, count))])
            return Place(element, count, lambda at: Expr("linear", element, [base, item, at], count), pointer, "global")
        item, unsigned_g = self.g, cast(UINT, self.g)
        if layout == "reversed":
            item = sub(sub(self.all, u(1)), unsigned_g)
        if layout == "exchanged":
            item = binary("^", unsigned_g, u(1))
        step = count if layout != "interleaved" else 1
        own = Var(self.fresh("own"), pointer_type, place="item", is_fixed=True)
        body.append(declare(own, Expr("offset", pointer_type, [base, mul(item, const(item.type, step))])))
        if layout == "interleaved":
            return Place(element, count, lambda at: Expr("strided", element, [var(own), at, self.all], count), space="global")
        return Place(element, count, lambda at: index(var(own), at, count), var(own), "global")

    def atomic_params(self, kernel):
        random = self.random
        if not random.chance(35):
            return
        names = ("atomic_add", "atomic_max", "atomic_min", "atomic_or", "atomic_and", "atomic_xor")
        number = self.add_buffer(UINT, 16 * len(names), 2)
        made = self.param(kernel, "sums", Pointer(UINT, "global"), ("buffer", number), place="group", is_fixed=True)
        for i in range(random.between(1, 3)):
            k = random.below(len(names))
            base = Expr("offset", made.type, [var(made), u(16 * k)])
            name = random.choice(("atomic_add", "atomic_sub", "atomic_inc", "atomic_dec")) if k == 0 else names[k]
            self.env.atomics.append((base, 16, name))

    def shared_memory(self, kernel, body):
        random, state = self.random, self.kernel_state
        for _ in range(random.between(1, 2)):
            element = random.choice(INTEGERS + (UINT, UINT, INT) + FLOATS)
            count = random.choice((1, 1, 1, 2, 3, 4))
            # Groups of several sizes would need to know how many work-items are in those before.
            spaces = [(4, "static"), (4, "argument")] + ([] if state.shape.is_uneven else [(2, "global")])
            space = random.weighted(spaces)
            divides = space == "static" or (space == "argument" and state.known)
            parts = 2 if divides and random.chance(33) else 1  # of one block
            if space == "static":
                made = Var(self.fresh("t"), Array(element, parts * count * state.max_items), place="local")
                kernel.locals.append(made)
                base = var(made)
            elif space == "argument":
                made = self.param(kernel, "t", Pointer(element, "local"), ("local", element.size * parts * count), place="group",
                                  is_fixed=True)
                base = var(made)
            else:
                base = self.group_pointer(kernel, element, count, body)
                self.features.add("exchanges in global memory")
            for part in range(parts):
                if part:
                    size = state.items if space == "argument" else state.max_items
                    base = Expr("offset", Pointer(element, "local"), [base, u(count * size)])
                shared = Shared(base, element, count, "global" if space == "global" else "local", random.chance(50))
                state.shared.append(shared)
                if space != "global":
                    body += self.zero_own(shared)

    def local_bytes(self) -> int:
        """How much local memory the kernel has so far, each array at a multiple of 128."""
        sizes = [array.type.size for array in self.kernel_locals]
        sizes += [passed[1] * self.kernel_state.max_items for passed in self.passed if passed[0] == "local"]
        return sum(-(-size // 128) * 128 for size in sizes)

    def local_arrays(self, *types):
        """Arrays in local memory, or None if there is not enough for all of them."""
        made = [Var(self.fresh("t"), type, place="local") for type in types]
        before = self.kernel_locals[:]
        self.kernel_locals += made
        if self.local_bytes() > MAX_LOCAL:
            self.kernel_locals[:] = before
            return None
        return made

    def group_pointer(self, kernel, element, count, body):
        """Where a group's part of a buffer begins."""
        state = self.kernel_state
        number = self.add_buffer(element, count * state.shape.max_total, 1)
        made = self.param(kernel, "xs", Pointer(element, "global"), ("buffer", number), place="group", is_fixed=True)
        group = None
        for d in reversed(range(state.shape.dimensions)):
            id, size = cast(UINT, state.group_ids[d]), cast(UINT, work_item("get_num_groups", d, None))
            group = id if group is None else add(mul(group, size), id)
        own = Var(self.fresh("part"), made.type, place="group", is_fixed=True)
        body.append(Stmt("group_decl", [Expr("offset", made.type, [var(made), mul(mul(group, state.n), u(count))])], data=own))
        return var(own)

    def zero_own(self, shared):
        place = self.own_place(shared)
        i = Var(self.fresh("i"), INT, (0, shared.count - 1), is_fixed=True)
        value = cast(shared.element, binary("+", cast(INT, self.kernel_state.l), var(i)))
        return [fixed_loop(loop(i, const(INT, 0), const(INT, shared.count), [assign(place.make(var(i)), value)]))]

    def item_variables(self, kernel, body):
        random, env = self.random, self.env
        env.fuel = Var(self.fresh("fuel"), UINT, place="item")
        body.append(declare(env.fuel, u(random.choice((20, 40, 60)))))
        types = [random.choice(INTEGERS) for _ in range(random.between(3, 5))]
        types += [random.choice(self.floats) for _ in range(random.below(3))]
        types += [Vector(random.choice(INTEGERS + self.floats), random.choice(WIDTHS)) for _ in range(random.below(3))]
        for type in types:
            made = Var(self.fresh("v"), type, place="item")
            body.append(declare(made, self.expr(type, 2)))
            self.note_width(type)
            env.vars.append(made)
        for struct_type in self.program.structs:
            if random.chance(60):
                self.struct_variable(struct_type, body)
        for element, count in self.array_types:
            made = Var(self.fresh("a"), Array(element, count), place="item")
            body.append(declare(made))
            i = Var(self.fresh("i"), INT, (0, count - 1), is_fixed=True)
            env.vars.append(i)
            value = self.expr(element, 1)
            env.vars.remove(i)
            body.append(fixed_loop(loop(i, const(INT, 0), const(INT, count), [assign(index(var(made), var(i), count), value)])))
            env.vars.append(made)

    def struct_variable(self, type, body):
        made = Var(self.fresh("s"), type, place="item")
        body.append(declare(made))
        body.append(Stmt("block", bodies=[self.fill_struct(var(made), type)], data="fixed"))
        self.env.vars.append(made)

    def fill_struct(self, base, type):
        body = []
        fields = type.fields[:1] if type.is_union else type.fields  # of a union the widest comes first
        for name, field_type in fields:
            at = Expr("field", field_type, [base], name)
            if isinstance(field_type, Struct):
                body += self.fill_struct(at, field_type)
            elif isinstance(field_type, Array):
                i = Var(self.fresh("i"), INT, (0, field_type.count - 1), is_fixed=True)
                body.append(loop(i, const(INT, 0), const(INT, field_type.count),
                                 [assign(index(at, var(i), field_type.count), self.expr(field_type.element, 1))]))
            else:
                body.append(assign(at, self.expr(field_type, 1)))
        return body

    # -- what it does

    def kernel_parts(self, body, barriers):
        random = self.random
        if barriers:
            state = self.kernel_state
            state.returns_early = bool(state.shared) and random.chance(18)
            for _ in range(random.between(1, 2 + self.size)):
                body += self.part(2)
            if not any(self.has_barrier(stmt) for stmt in body if stmt.op != "group_decl"):
                body += self.exchange(1)
        if self.has_strides and not self.kernel_state.returns_early:
            body += self.stride_part(1)
        self.env.returns = VOID
        body += self.statements(random.between(2, 3 + 2 * self.size), self.nesting)
        if random.chance(45):
            self.sure_loop(body)

    def write_out(self, body):
        """What variables hold in the end."""
        random, env = self.random, self.env
        env.returns = None
        number = 0
        def write(value):
            nonlocal number
            place = self.own_places[number % len(self.own_places)]
            target = place.make(const(INT, number // len(self.own_places) % place.count))
            if place.element.kind == "f":
                body.append(assign(target, Expr("number", place.element, [cast(place.element, value)])))
            elif value.type.kind == "f":
                converted = Expr("convert", place.element, [value], True)
                body.append(assign(target, binary("+", target, converted)))
            else:
                body.append(assign(target, binary("^", target, cast(place.element, value))))
            number += 1
        for variable in env.scalars(writable=True):
            write(var(variable))
        for variable in env.vectors(writable=True):
            for component in sorted({random.below(variable.type.count) for _ in range(3)}):
                write(Expr("component", variable.type.element, [var(variable)], component))
        for variable in env.private_arrays():
            self.sum_array(variable, body, write)
        for variable in env.structs():
            found = []
            self.collect_fields(var(variable), variable.type, lambda t: isinstance(t, Scalar), found)
            for field in found[:4]:
                write(field)

    def sum_array(self, variable, body, write):
        total = Var(self.fresh("v"), UINT, place="item")
        body.append(declare(total, u(1)))
        count = variable.type.count
        steps = min(count, 64)
        i = Var(self.fresh("i"), INT, (0, steps - 1), is_fixed=True)
        at = mul(var(i), const(INT, count // steps))
        element = index(var(variable), at, count)
        value = cast(UINT, element) if element.type.is_integer else Expr("bits", unsigned_like(element.type), [element])
        body.append(loop(i, const(INT, 0), const(INT, steps), [
            assign(var(total), add(mul(var(total), u(31)), cast(UINT, value)))]))
        write(var(total))

    # -- launches

    def kernel_launches(self, kernel, shape):
        random = self.random
        values, draws = None, 0
        for number in range(self.launch_count):
            if values is None or draws < MAX_DRAWS and random.chance(4 if self.launch_count > 20 else 30):
                draws += 1
                values = [self.value(param, passed) for param, passed in zip(kernel.params, self.passed)]
                local_index = random.below(len(shape.geometries))
            geometry = shape.geometries[local_index]
            items = product(geometry.local_size or (1,))
            arguments = [self.argument(value, passed, items, number) for value, passed in zip(values, self.passed)]
            self.program.launches.append(Launch(kernel, arguments, geometry.global_size, geometry.local_size, geometry.offset))

    def argument(self, value, passed, items, number):
        if passed[0] == "local":
            return "local", passed[1] * items
        return ("buffer", passed[1][number % 2]) if passed[0] == "swapped" else value

    def value(self, param, passed):
        random = self.random
        kind, what = passed
        if kind in ("number", "count"):
            number = random.below(what + 1) if kind == "number" or random.chance(25) else what
            return "bytes", number.to_bytes(param.type.size, "little")
        if kind == "extent":
            number = self.extent(*what)
            return "bytes", number.to_bytes(param.type.size, "little", signed=number < 0)
        if kind == "float":
            return "bytes", struct.pack("<f" if param.type.bits == 32 else "<d", (random.below(64) - 24) / 8)
        if kind == "struct":
            data = bytearray(param.type.size)
            self.pack(param.type, data, 0)
            return "bytes", bytes(data)
        return passed

    def pack(self, type, data, at):
        """Puts a random value of the type into bytes."""
        random = self.random
        if isinstance(type, Struct):
            for offset, (_, field_type) in zip(type.offsets(), type.fields[:1] if type.is_union else type.fields):
                self.pack(field_type, data, at + offset)
        elif isinstance(type, (Array, Vector)):
            for i in range(type.count):
                self.pack(type.element, data, at + i * type.element.size)
        elif type.kind == "f":
            struct.pack_into("<f" if type.bits == 32 else "<d", data, at, (random.below(64) - 24) / 8)
        else:
            data[at:at + type.size] = (random.below(200) if type.bits > 8 else random.below(100)).to_bytes(type.size, "little")


def fixed_loop(statement):
    """What must stay whole, since it initialises."""
    statement.data = statement.data + ("fixed",)
    return statement


def unsigned_like(type):
    return UINT if type.bits == 32 else ULONG
