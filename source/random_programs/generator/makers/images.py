# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images of two dimensions and four channels, read without filters: formats and coordinates of which every result is exact."""
from generator.program.build import binary, cast, const, divide, u, var
from generator.program.shape import product
from generator.program.tree import Buffer, Expr, Stmt, Var
from generator.program.types import CHAR, FLOAT, INT, Image, SAMPLER, SHORT, UCHAR, UINT, USHORT, Vector

ELEMENTS = (UCHAR, USHORT, UINT, CHAR, SHORT, INT, FLOAT, FLOAT)
NORMALIZED, NONE, TO_EDGE, CLAMP, REPEAT, MIRRORED = "NORMALIZED_COORDS_TRUE", "NONE", "CLAMP_TO_EDGE", "CLAMP", "REPEAT", "MIRRORED_REPEAT"
MODES = (NONE, TO_EDGE, CLAMP, CLAMP, REPEAT, MIRRORED)
SIZES = ((8, 8), (16, 4), (32, 32), (4, 64), (64, 16))      # powers of two: normalized coordinates are exact then
ODD_SIZES = ((7, 9), (1, 20), (33, 5), (100, 3))


def pixel_of(element):
    """What a read gives, and a write takes."""
    return Vector({"u": UINT, "s": INT, "f": FLOAT}[element.kind], 4)


class Images:
    """Needs what Kernels needs."""

    def image_params(self, kernel):
        random = self.random
        if not self.has_images:
            return
        self.features.add("images")
        self.make_samplers(kernel)
        for _ in range(random.between(1, 2)):
            size = random.choice(SIZES * 2 + ODD_SIZES)
            number = self.add_image(random.choice(ELEMENTS), size)
            self.read_image(kernel, number, ("buffer", number))
        if random.chance(60):
            self.written_image(kernel)

    def add_image(self, element, size):
        self.program.buffers.append(Buffer(element, 4 * product(size), self.random.choice((1, 2)), size))
        return len(self.program.buffers) - 1

    def image_param(self, kernel, number, access, passed):
        buffer = self.program.buffers[number]
        return self.param(kernel, "image", Image(buffer.element, access), passed, place="group", is_fixed=True)

    def read_image(self, kernel, number, passed):
        made = self.image_param(kernel, number, "read_only", passed)
        self.env.images.append((var(made), self.program.buffers[number].size2))

    def written_image(self, kernel):
        """Each work-item writes a texel of its own; perhaps the next launch reads what this one has written."""
        random, most = self.random, self.kernel_state.shape.max_total
        width = random.choice((8, 16, 32, 50))
        size, element = (width, -(-most // width)), random.choice(ELEMENTS)
        number = self.add_image(element, size)
        passed = ("buffer", number)
        self.features.add("written images")
        if random.chance(50):
            other = self.add_image(element, size)
            self.read_image(kernel, other, ("swapped", (other, number)))
            passed = ("swapped", (number, other))
        made = self.image_param(kernel, number, "write_only", passed)
        at = cast(INT, self.g)
        self.env.targets.append((var(made), divide("%", at, const(INT, width)), divide("/", at, const(INT, width))))

    def make_samplers(self, kernel):
        random, program = self.random, self.program
        for _ in range(random.between(1, 3)):
            mode = random.choice(MODES)
            is_normalized = mode in (REPEAT, MIRRORED) or random.chance(35)
            if random.chance(60):
                made = Var(self.fresh("sampler"), SAMPLER, place="constant", is_fixed=True)
                program.samplers.append((made, (is_normalized, mode)))
            else:
                made = self.param(kernel, "sampler", SAMPLER, ("sampler", (is_normalized, mode)), place="group", is_fixed=True)
            self.env.samplers.append((var(made), is_normalized, mode))

    # -- what statements and expressions do with them

    def pixel(self, test, depth=1):
        """A read of an image whose pixels have elements of a type."""
        random, env = self.random, self.env
        images = [(image, size) for image, size in env.images if test(pixel_of(image.type.element).element)]
        if not images:
            return None
        image, size = random.choice(images)
        samplers = [sampler for sampler in env.samplers if not sampler[1] or size in SIZES]
        if not samplers:
            return None
        sampler, is_normalized, mode = random.choice(samplers)
        if is_normalized:
            self.features.add("normalized coordinates")
        x, y = (self.coordinate(length, depth) if mode != NONE else self.inside(length, depth) for length in size)
        kind = "normalized" if is_normalized else "float" if random.chance(30) else "int"
        return Expr("read_image", pixel_of(image.type.element), [image, sampler, x, y], (kind, size, mode == NONE))

    def coordinate(self, length, depth):
        """Mostly inside, or near."""
        near = binary("&", self.id_expr(depth), const(INT, 127))
        return binary("-", near, const(INT, self.random.choice((0, 0, 3, 40))))

    def inside(self, length, depth):
        return cast(INT, divide("%", cast(UINT, self.id_expr(depth)), u(length)))

    def write_image(self, depth):
        if not self.env.targets:
            return None
        image, x, y = self.random.choice(self.env.targets)
        return Stmt("write_image", [image, x, y, self.value_for(pixel_of(image.type.element))])
