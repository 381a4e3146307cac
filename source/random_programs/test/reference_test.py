#!/usr/bin/env python3
# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the reference of random programs computes, and the races that it finds."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generator.generate import generate  # noqa: E402
from generator.harness.execution import RACES, Tools, run_reference, what_is_wrong  # noqa: E402
from generator.printers.cpp_printer import CppPrinter  # noqa: E402
from generator.program.build import (add, assign, barrier, binary, call, cast, const, declare, if_, index,  # noqa: E402
                                     compare, mul, u, var, work_item)
from generator.program.tree import Buffer, Collective, Expr, Stmt, Var  # noqa: E402
from generator.program.types import Array, Image, INT, SAMPLER, Pointer, UINT, VOID, Vector  # noqa: E402
from small_programs import OUT, TILE, G6, L, G, item_of, program_with  # noqa: E402


class GroupFunctions(unittest.TestCase):
    """What the reference computes, for a group of six work-items in sub-groups of four. The value is 1 to 6."""
    ACTIVE = [0, 1, 0, 1, 1, 1]

    CASES = {
        ("scan_inclusive_add", 0, None): [1, 3, 6, 10, 15, 21],
        ("reduce_mul", 0, None): [720] * 6,
        ("broadcast", 0, None): [6] * 6,
        ("scan_exclusive_add", 4, None): [0, 1, 3, 6, 0, 5],
        ("reduce_max", 4, None): [4, 4, 4, 4, 6, 6],
        ("broadcast", 4, None): [4, 4, 4, 4, 6, 6],
        ("reduce_xor", 2, None): [3, 3, 7, 7, 3, 3],
        ("shuffle_xor", 4, 1): [2, 1, 4, 3, 6, 5],
        ("shuffle_xor", 4, 2): [3, 4, 1, 2, 5, 6],
        ("shuffle_up", 4, 1): [1, 1, 2, 3, 5, 5],
        ("shuffle_down", 4, 1): [2, 3, 4, 4, 6, 6],
        ("rotate", 4, 3): [4, 1, 2, 3, 5, 5],
        ("shuffle", 4, "item"): [4, 1, 2, 3, 6, 5],
        ("reduce_add", 4, "active"): [1, 6, 3, 6, 11, 11],
        ("broadcast_first", 4, "active"): [1, 2, 3, 2, 5, 5],
        ("scan_inclusive_or", 4, "active"): [1, 2, 3, 6, 5, 7],
    }

    def program(self, function, size, amount):
        value, active, other = (Var(name, UINT, place="item") for name in ("v", "a", "o"))
        l = cast(UINT, work_item("get_local_id", 0, (0, 5)))
        call = Collective(value, function, 1, size, active=active if amount == "active" else None)
        call.amount = other if amount == "item" else None if amount == "active" else amount
        # Six work-items of a range of twelve; those of the second group write nothing.
        body = [declare(value, add(l, u(1))), declare(active, cast(UINT, binary("|", cast(UINT, compare(">", l, u(3))), binary("&", l, u(1))))),
                declare(other, add(l, u(3))), Stmt("collective", data=call)]
        return self.with_body(body + [if_(compare("<", G6, u(6)), [assign(item_of(OUT, G6), var(value))])])

    def expected(self, numbers):
        table = Var("table", Array(UINT, 6), place="constant", is_fixed=True)
        program = self.with_body([if_(compare("<", G6, u(6)), [assign(item_of(OUT, G6), index(var(table), G6, None))])])
        program.constants.append((table, numbers))
        return program

    def with_body(self, body):
        program = program_with(*body)
        program.kernels[0].sub_group_size, program.kernels[0].max_items = 4, 6
        program.launches[0].global_size, program.launches[0].local_size = (12,), (6,)
        return program

    def test_every_function(self):
        texts = {}
        for i, (case, numbers) in enumerate(self.CASES.items()):
            for seed, program in ((100 + i, self.program(*case)), (200 + i, self.expected(numbers))):
                program.seed = seed
                texts[seed] = CppPrinter(program).text()
        with tempfile.TemporaryDirectory() as folder:
            results = run_reference(Tools(""), texts, folder)
        for i, case in enumerate(self.CASES):
            self.assertIsInstance(results[100 + i], list, case)
            self.assertEqual(results[100 + i], results[200 + i], case)


class SmallerGroups(unittest.TestCase):
    def test_the_last_group_knows_its_size(self):
        """A range of 16 in groups of 6: the last has 4."""
        size, enqueued = (cast(UINT, work_item(name, 0, None)) for name in ("get_local_size", "get_num_groups"))
        results = []
        for value in (add(mul(size, u(10)), enqueued), Expr("choose", UINT, [compare("<", G, u(12)), u(63), u(43)])):
            program = program_with(assign(item_of(OUT, G), value))
            program.launches[0].local_size = (6,)
            with tempfile.TemporaryDirectory() as folder:
                results.append(run_reference(Tools(""), {1: CppPrinter(program).text()}, folder)[1])
        self.assertIsInstance(results[0], list)
        self.assertEqual(*results)


class ProgramVariables(unittest.TestCase):
    def test_are_as_at_first_for_each_order_and_keep_their_values(self):
        """What two launches add up to."""
        results = []
        kept = Var("kept", Array(UINT, 16), place="program")
        at = index(var(kept), G, 16)
        for body, values in (([assign(at, add(at, G)), assign(item_of(OUT, G), at)], [5, 6]),
                             ([assign(item_of(OUT, G), add(index(var(kept), G, 16), mul(G, u(2))))], [5, 6])):
            program = program_with(*body)
            program.variables.append((kept, values))
            if len(body) == 2:
                program.launches += program.launches
            with tempfile.TemporaryDirectory() as folder:
                result = run_reference(Tools(""), {1: CppPrinter(program).text()}, folder)[1]
            self.assertIsInstance(result, list)
            results.append(result[-2])
        self.assertEqual(*results)


def racing_program():
    """Each work-item reads what another may have written."""
    return program_with(assign(item_of(OUT, G), add(item_of(OUT, add(G, u(1))), u(1))))


class Reference(unittest.TestCase):
    def test_a_race_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run_reference(Tools(""), {1: CppPrinter(racing_program()).text()}, folder)[1]
            self.assertIn("order of work-items matters", result)

    def test_an_error_of_the_compiler_concerns_its_program_only(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = {1: CppPrinter(generate(1)).text(), 2: "namespace p2 { nonsense }"}
            results = run_reference(Tools(""), texts, folder)
            self.assertIsInstance(results[1], list)
            self.assertIn("does not compile", results[2])


class Races(unittest.TestCase):
    """That no order of work-items shows, but the driver's."""

    def reference(self, *body):
        with tempfile.TemporaryDirectory() as folder:
            result = run_reference(Tools(""), {1: CppPrinter(program_with(*body)).text()}, folder, flags=RACES)[1]
            return result if isinstance(result, str) else ""

    def atomic(self, at):
        return Stmt("expr", [call("atomic_add", VOID, Expr("address", Pointer(UINT, "global"), [at]), u(1))])

    def test_updates_that_commute(self):
        at = item_of(OUT, binary("&", G, u(3)))
        self.assertIn("race-in-global", self.reference(assign(at, add(at, u(1)))))

    def test_updates_by_two_groups(self):
        at = item_of(OUT, L)
        self.assertIn("race-in-global", self.reference(assign(at, add(at, u(1)))))

    def test_the_same_value_is_written_twice(self):
        self.assertIn("race-in-local", self.reference(assign(item_of(TILE, u(0)), u(1))))

    def test_a_barrier_orders(self):
        write, read = assign(item_of(TILE, L), L), assign(item_of(OUT, G), item_of(TILE, add(L, u(1))))
        self.assertEqual(self.reference(write, barrier("local"), read), "")
        self.assertIn("race-in-local", self.reference(write, read))

    def test_a_barrier_orders_only_what_its_flags_name(self):
        first = if_(compare("==", L, u(0)), [assign(item_of(TILE, u(3)), u(1))])
        second = if_(compare("==", L, u(1)), [assign(item_of(TILE, u(3)), u(1))])
        self.assertEqual(self.reference(first, barrier("both"), second), "")
        self.assertIn("race-in-local", self.reference(first, barrier("global"), second))

    def test_no_barrier_orders_groups(self):
        write = assign(item_of(OUT, G), u(1))
        read = assign(item_of(TILE, L), item_of(OUT, add(G, u(8))))
        self.assertIn("race-in-global", self.reference(write, barrier("both"), read))

    def test_atomic_operations_do_not_race_with_each_other(self):
        self.assertEqual(self.reference(self.atomic(item_of(OUT, u(2)))), "")

    def test_atomic_operations_race_with_others(self):
        read = assign(item_of(TILE, L), item_of(OUT, u(2)))
        self.assertIn("race-in-global", self.reference(self.atomic(item_of(OUT, u(2))), read))

    def test_launches_are_ordered(self):
        program = program_with(assign(item_of(OUT, G), add(G, u(1))))
        program.launches += program.launches
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(what_is_wrong(Tools(""), 1, CppPrinter(program).text(), folder), "")


class ImageReads(unittest.TestCase):
    def read(self, mode, is_normalized, at, kind):
        """Reads an image of eight by one texels."""
        sampler = Var("smp", SAMPLER, place="program", is_fixed=True)
        image = Var("image", Image(UINT, "read_only"), place="group", is_fixed=True)
        read = Expr("read_image", Vector(UINT, 4), [var(image), var(sampler), const(INT, at), const(INT, 0)], (kind, (8, 1), False))
        program = program_with(assign(item_of(OUT, G), Expr("component", UINT, [read], 0)))
        program.samplers.append((sampler, (is_normalized, mode)))
        program.kernels[0].params.append(image)
        program.buffers.append(Buffer(UINT, 32, 1, (8, 1)))
        program.launches[0].arguments.append(("buffer", 1))
        return program

    def test_every_mode(self):
        """Gives the texel of a number, None for the border. "float" and "normalized" coordinates are quarters of texels."""
        cases = {("CLAMP", False, 9, "int"): None, ("CLAMP", False, -1, "float"): None, ("CLAMP", False, 7, "float"): 1,
                 ("CLAMP_TO_EDGE", False, 9, "int"): 7, ("CLAMP_TO_EDGE", False, -5, "float"): 0,
                 ("CLAMP_TO_EDGE", True, 13, "normalized"): 3, ("REPEAT", True, 33, "normalized"): 0,
                 ("REPEAT", True, -1, "normalized"): 7, ("MIRRORED_REPEAT", True, -1, "normalized"): 0,
                 ("MIRRORED_REPEAT", True, 33, "normalized"): 7, ("NONE", False, 3, "int"): 3}
        def texel(number):
            program = self.read("NONE", False, number or 0, "int")
            if number is None:
                program.kernels[0].body[0].exprs[1] = u(0)
            return program
        programs = {}
        for i, (case, number) in enumerate(cases.items()):
            for seed, program in ((100 + i, self.read(*case)), (200 + i, texel(number))):
                program.seed = seed
                programs[seed] = CppPrinter(program).text()
        with tempfile.TemporaryDirectory() as folder:
            results = run_reference(Tools(""), programs, folder)
        for i, case in enumerate(cases):
            self.assertIsInstance(results[100 + i], list)
            self.assertEqual(results[100 + i], results[200 + i], case)


if __name__ == "__main__":
    unittest.main()
