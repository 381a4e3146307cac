# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions, of a given type, that are defined for all values of what they use."""
from generator.program.build import add, binary, call, cast, choose, compare, const, divide, logic, shift, u, var
from generator.program.tree import Expr
from generator.program.types import (Array, DOUBLE, FLOAT, FLOATS, HALF, INT, INTEGERS, LONG, Scalar, SHORT, UCHAR, UINT, ULONG,
                                     USHORT, CHAR, Vector, WIDTHS, element_of, is_vector, signed, unsigned)

COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")


class Expressions:
    """Needs self.random, self.env and self.floats."""

    def expr(self, type, depth=2):
        if is_vector(type):
            return self.vector_expr(type, depth)
        if type.is_integer:
            return self.integer_expr(type, depth)
        return self.float_expr(type, depth)

    # -- integers

    def constant(self, type):
        random = self.random
        low, high = type.limits
        value = random.weighted([(6, random.below(9)), (2, random.below(256)), (1, high - random.below(3)),
                                 (1, low + random.below(3)), (1, random.bits() % (high + 1)), (1, 1 << random.below(type.bits - 1))])
        return const(type, max(low, min(high, value)))

    def uniform_expr(self, depth=1):
        """A uint that all work-items agree on."""
        random = self.random
        if depth and random.chance(25):
            return binary(random.choice("+-*&^|"), self.uniform_expr(depth - 1), self.uniform_expr(depth - 1))
        if self.env.uniforms and random.chance(80):
            return cast(UINT, random.choice(self.env.uniforms))
        return u(random.below(7))

    def id_expr(self, depth=1):
        """An int made of ids, loop counters and small numbers, mostly in signed arithmetic."""
        random, env = self.random, self.env
        if depth and random.chance(60):
            a = self.id_expr(depth - 1)
            if random.chance(45):
                return binary(random.choice("+-*"), a, const(INT, random.between(1, 5)))
            if random.chance(20):
                return shift(random.choice(("<<", ">>")), a, const(INT, random.between(1, 3)))
            if random.chance(20):
                return divide(random.choice("/%"), a, const(INT, random.choice((2, 3, 4, 7, 8, 16))))
            return binary(random.choice("++-*^&|"), a, self.id_expr(depth - 1))
        counters = [var for var in env.integers() if var.range]
        if counters and random.chance(50):
            return cast(INT, var(random.choice(counters)))
        if env.ids and random.chance(85):
            return cast(INT, random.choice(env.ids))
        return const(INT, random.below(12))

    def index(self, depth=1):
        """An index into an array: int or uint; whoever uses it bounds it."""
        if self.random.chance(55):
            return self.id_expr(depth)
        return self.integer_expr(UINT, depth)

    def leaf(self, type):
        random, env = self.random, self.env
        kind = random.weighted([(4, "var"), (2, "id"), (2, "uniform"), (2, "const"), (1, "component"), (1, "field")])
        if kind == "var":
            own = [v for v in env.integers() if v.type == type] or env.integers()
            if own:
                return cast(type, var(random.choice(own)))
        if kind == "id" and env.ids:
            return cast(type, random.choice(env.ids))
        if kind == "uniform" and env.uniforms:
            return cast(type, random.choice(env.uniforms))
        if kind == "component":
            vectors = [v for v in env.vectors() if v.type.element.is_integer]
            if vectors:
                return self.component(cast, type, random.choice(vectors))
        if kind == "field":
            field = self.field(lambda t: isinstance(t, Scalar) and t.is_integer)
            if field is not None:
                return cast(type, field)
        return self.constant(type)

    def component(self, convert, type, vector):
        return convert(type, Expr("component", vector.type.element, [var(vector)], self.random.below(vector.type.count)))

    def field(self, test, writable=False):
        """A field of a struct or union that is in scope: of a union only one whose fields are integers."""
        found = []
        for variable in self.env.structs(writable):
            self.collect_fields(var(variable), variable.type, test, found)
        return self.random.choice(found) if found else None

    def collect_fields(self, base, struct, test, found):
        for name, type in struct.fields:
            at = Expr("field", type, [base], name)
            if test(type):
                found.append(at)
            elif isinstance(type, Array) and test(type.element):
                found.append(Expr("index", type.element, [at, self.index(0)], type.count))
            elif hasattr(type, "fields"):
                self.collect_fields(at, type, test, found)

    def integer_expr(self, type, depth):
        random = self.random
        if depth <= 0:
            return self.leaf(type)
        make = random.weighted([
            (14, self.arithmetic), (4, self.shifted), (4, self.divided), (5, self.mixed), (4, self.chosen),
            (3, self.integer_call), (7, self.loaded), (2, self.compared), (2, self.from_float), (2, self.from_vector),
            (3, self.function_call), (6, lambda type, depth: self.leaf(type)), (1, self.reinterpreted), (4, self.computed_id), (2 if self.is_later else 0, self.dot_product)])
        return make(type, depth - 1)

    def arithmetic(self, type, depth):
        return binary(self.random.choice("+++--**&|^"), self.expr(type, depth), self.expr(type, depth))

    def shifted(self, type, depth):
        random = self.random
        amount = const(INT, random.below(type.bits)) if random.chance(50) else self.expr(type, depth)
        return shift(random.choice(("<<", ">>")), self.expr(type, depth), amount)

    def divided(self, type, depth):
        random = self.random
        by = const(type, random.choice((2, 3, 5, 7, 8, 10, 16, 100))) if random.chance(50) else self.expr(type, depth)
        return divide(random.choice("/%"), self.expr(type, depth), by)

    def mixed(self, type, depth):
        return cast(type, self.expr(self.random.choice(INTEGERS), depth))

    def chosen(self, type, depth):
        return choose(self.condition(depth), self.expr(type, depth), self.expr(type, depth))

    def compared(self, type, depth):
        return cast(type, self.condition(depth))

    def integer_call(self, type, depth):
        random = self.random
        name = random.choice(("min", "max", "clamp", "abs", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate",
                              "popcount", "clz", "not", "bitselect"))
        if name == "not":
            return Expr("not", type, [self.expr(type, depth)])
        if name == "abs":
            return cast(type, call(name, unsigned(type), self.expr(type, depth)))
        if name == "clamp":
            limits = sorted(self.constant(type).data for _ in range(2))
            return call(name, type, self.expr(type, depth), const(type, limits[0]), const(type, limits[1]))
        count = {"popcount": 1, "clz": 1, "bitselect": 3}.get(name, 2)
        return call(name, type, *(self.expr(type, depth) for _ in range(count)))

    def loaded(self, type, depth):
        value = self.load(lambda t: isinstance(t, Scalar) and t.is_integer, depth)
        return self.leaf(type) if value is None else cast(type, value)

    def load(self, test, depth):
        """An element of something that may be read here."""
        random, env = self.random, self.env
        options = [(3, lambda base=base, element=element, count=count:
                    Expr("index", element, [base, self.index(depth)], count))
                   for base, element, count in env.arrays if test(element)]
        options += [(4, lambda base=base, element=element, count=count:
                     Expr("dynamic", element, [base, cast(UINT, self.index(depth)), count]))
                    for base, element, count in env.dynamics if test(element)]
        options += [(2, lambda place=place: place.make(self.index(depth))) for place in env.places if test(place.element)]
        options += [(3, lambda v=v: Expr("index", v.type.element, [var(v), self.index(depth)], v.type.count))
                    for v in env.private_arrays() if test(v.type.element)]
        pixel = self.pixel(test, depth) if env.images and random.chance(60) else None
        if pixel is not None:
            options += [(9, lambda: Expr("component", pixel.type.element, [pixel], random.below(4)))]
        return random.weighted(options)() if options else None

    def dot_product(self, type, depth):
        """Of four bytes each, in words or in vectors; perhaps added to a number, and saturated."""
        random = self.random
        self.features.add("dot products")
        kind, is_packed = random.choice(("uu", "ss", "us", "su")), random.chance(60)
        result = UINT if kind == "uu" else INT
        args = [self.expr(UINT if is_packed else Vector(UCHAR if sign == "u" else CHAR, 4), min(depth, 1)) for sign in kind]
        if random.chance(40):
            args.append(self.expr(result, min(depth, 1)))
        return cast(type, Expr("dot", result, args, (kind, is_packed)))

    def from_float(self, type, depth):
        value = self.expr(self.random.choice(self.floats), depth)
        return Expr("convert", type, [value], True)

    def reinterpreted(self, type, depth):
        source = {2: HALF if HALF in self.floats else None, 4: FLOAT, 8: DOUBLE}.get(type.size)
        return Expr("bits", type, [self.expr(source, depth)]) if source else self.leaf(type)

    def from_vector(self, type, depth):
        random = self.random
        vector_type = Vector(type, random.choice(WIDTHS[:4]))
        kind = random.below(3)
        if kind == 0:
            mask = self.vector_expr(Vector(signed(type), vector_type.count), depth)
            return cast(type, call(random.choice(("any", "all")), INT, mask))
        return Expr("component", type, [self.vector_expr(vector_type, depth)], random.below(vector_type.count))

    def function_call(self, type, depth):
        options = [f for f in self.env.functions if f.is_value]
        if not options or self.env.cost > 300:
            return self.leaf(type)
        callee = self.random.choice(options)
        value = callee.call(self, depth)
        return self.leaf(type) if value is None else cast(type, value)

    def computed_id(self, type, depth):
        """A function of ids of a dimension that is computed, which may be out of range."""
        names = self.env.id_functions if self.env.is_kernel else ()
        if not names or not self.random.chance(70):
            return self.leaf(type)
        dimension = binary("&", self.integer_expr(UINT, min(depth, 1)), u(3))
        return cast(type, Expr("id", ULONG, [dimension], (self.random.choice(names), None, None)))

    # -- conditions

    def condition(self, depth=1):
        random = self.random
        kind = random.weighted([(6, "compare"), (3, "bits"), (2, "float"), (2, "both"), (1, "not"), (2, "uniform"), (3, "id")])
        if kind == "bits":
            value = binary("&", self.expr(UINT, depth), u(random.choice((1, 3, 7))))
            return compare("==", value, u(random.below(4)))
        if kind == "float":
            type = random.choice(self.floats)
            return compare(random.choice(COMPARISONS), self.expr(type, depth), self.expr(type, depth))
        if kind == "both" and depth:
            return logic(random.choice(("&&", "||")), self.condition(depth - 1), self.condition(depth - 1))
        if kind == "not":
            return Expr("lnot", INT, [self.expr(random.choice(INTEGERS), depth)])
        if kind == "uniform":
            return compare(random.choice(COMPARISONS), self.uniform_expr(), self.uniform_expr())
        if kind == "id":
            return compare(random.choice(COMPARISONS), self.id_expr(), self.id_expr())
        type = random.choice(INTEGERS)
        return compare(random.choice(COMPARISONS), self.expr(type, depth), self.expr(type, depth))

    # -- floating point

    def float_leaf(self, type):
        random, env = self.random, self.env
        kind = random.below(6)
        own = [v for v in env.scalars() if v.type.kind == "f"]
        if kind < 3 and own:
            return cast(type, var(random.choice(own)))
        if kind == 3:
            vectors = [v for v in env.vectors() if not v.type.element.is_integer]
            if vectors:
                return self.component(cast, type, random.choice(vectors))
        if kind == 4:
            return cast(type, self.id_expr(0))
        return const(type, (random.below(64) - 24) / 8)

    def float_expr(self, type, depth):
        random = self.random
        if depth <= 0:
            return self.float_leaf(type)
        kind = random.weighted([(10, "arithmetic"), (2, "negate"), (3, "call"), (3, "integer"), (3, "load"), (2, "chosen"),
                                (1, "other"), (1, "divide"), (3, "leaf"), (1, "fma")])
        if kind == "arithmetic":
            return binary(random.choice("++-**"), self.expr(type, depth - 1), self.expr(type, depth - 1))
        if kind == "negate":
            return Expr("negate", type, [self.expr(type, depth - 1)])
        if kind == "call":
            return call(random.choice(("fabs", "floor", "ceil", "trunc", "rint")), type, self.expr(type, depth - 1))
        if kind == "fma" and type != HALF:
            return call("fma", type, *(self.expr(type, depth - 1) for _ in range(3)))
        if kind == "integer":
            return cast(type, self.expr(random.choice(INTEGERS), depth - 1))
        if kind == "load":
            value = self.load(lambda t: isinstance(t, Scalar) and t.kind == "f", depth - 1)
            return self.float_leaf(type) if value is None else cast(type, value)
        if kind == "chosen":
            return choose(self.condition(depth - 1), self.expr(type, depth - 1), self.expr(type, depth - 1))
        if kind == "other":
            return cast(type, self.expr(FLOAT if type == DOUBLE else DOUBLE, depth - 1))
        return self.float_leaf(type)

    # -- vectors

    def vector_leaf(self, type):
        own = [v for v in self.env.vectors() if v.type == type]
        if own and self.random.chance(75):
            return var(self.random.choice(own))
        return Expr("make", type, [self.expr(type.element, 0)])

    def vector_expr(self, type, depth):
        random = self.random
        if depth <= 0:
            return self.vector_leaf(type)
        kind = random.weighted([(8, "arithmetic"), (3, "make"), (4, "swizzle"), (3, "select"), (3, "convert"), (3, "load"),
                                (2, "call"), (2, "shift"), (1, "divide"), (1, "bits"), (1, "compare"), (4, "leaf")])
        depth -= 1
        is_float = type.element.kind == "f"
        if kind == "arithmetic":
            ops = "+-*" if is_float else "+-*&|^"
            return binary(random.choice(ops), self.expr(type, depth), self.expr(type, depth))
        if kind == "make":
            return self.composed(type, depth)
        if kind == "swizzle":
            return self.swizzled(type, depth)
        if kind == "select":
            like = signed(type)
            source = type if random.chance(50) else Vector(random.choice(self.as_wide(type.element)), type.count)
            mask = compare(random.choice(COMPARISONS), self.expr(source, depth), self.expr(source, depth))
            assert mask.type == like
            if is_float or random.chance(60):
                return call("select", type, self.expr(type, depth), self.expr(type, depth), mask)
            return mask if mask.type == type else Expr("bits", type, [mask])
        if kind == "convert":
            element = random.choice(INTEGERS + self.floats)
            saturates = not is_float and (element.kind == "f" or random.chance(40))
            return Expr("convert", type, [self.expr(Vector(element, type.count), depth)], saturates)
        if kind == "load":
            return self.vector_load(type, depth)
        if kind == "call" and is_float:
            return call(random.choice(("fabs", "floor", "ceil", "trunc", "rint")), type, self.expr(type, depth))
        if kind == "call":
            name = random.choice(("min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate", "popcount", "clz"))
            count = 1 if name in ("popcount", "clz") else 2
            return call(name, type, *(self.expr(type, depth) for _ in range(count)))
        if kind == "shift" and not is_float:
            return shift(random.choice(("<<", ">>")), self.expr(type, depth), self.expr(type, depth))
        if kind == "divide" and not is_float:
            return divide(random.choice("/%"), self.expr(type, depth), self.expr(type, depth))
        if kind == "bits":
            return self.vector_bits(type, depth)
        return self.vector_leaf(type)

    def as_wide(self, element):
        return [t for t in INTEGERS + FLOATS if t.bits == element.bits]

    def composed(self, type, depth):
        """Scalars and shorter vectors side by side."""
        parts, rest = [], type.count
        while rest:
            width = self.random.choice([w for w in (1, 1, 2, 3, 4, 8) if w <= rest and w < type.count])
            parts.append(self.expr(Vector(type.element, width) if width > 1 else type.element, min(depth, 1)))
            rest -= width
        return Expr("make", type, parts)

    def swizzled(self, type, depth):
        random = self.random
        sources = [v for v in self.env.vectors() if v.type.element == type.element]
        if not sources:
            return self.vector_leaf(type)
        source = random.choice(sources)
        numbers = tuple(random.below(source.type.count) for _ in range(type.count))
        return Expr("swizzle", type, [var(source)], numbers)

    def vector_bits(self, type, depth):
        """The bytes of another vector of the same size."""
        random = self.random
        options = [Vector(element, type.size // element.size) for element in INTEGERS + FLOATS
                   if type.count != 3 and type.size // element.size in (2, 4, 8, 16)]
        options = [other for other in options if type.element.kind != "f" and other != type]
        if not options:
            return self.vector_leaf(type)
        return Expr("bits", type, [self.expr(random.choice(options), depth)])

    def vector_load(self, type, depth):
        random, env = self.random, self.env
        options = [(base, count) for base, element, count in env.arrays if element == type.element and count >= type.count]
        options += [(place.pointer, place.count) for place in env.places
                    if place.pointer and place.element == type.element and place.count >= type.count]
        options += [(var(v), v.type.count) for v in env.private_arrays()
                    if v.type.element == type.element and v.type.count >= type.count]
        pixel = self.pixel(lambda t: type == Vector(t, 4)) if env.images else None
        if pixel is not None or not options:
            return pixel or self.vector_leaf(type)
        base, count = random.choice(options)
        return Expr("vload", type, [base, self.index(min(depth, 1))], count // type.count)
