#!/usr/bin/env python3
# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the generator of random programs promises: the same programs always, valid ones, every feature."""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generator.generate import generate  # noqa: E402
from generator.harness import batches, configurations, record  # noqa: E402
from generator.harness.case_file import case_text  # noqa: E402
from generator.harness.execution import LOST_IN_SPIRV, RACES, STRICT, Tools, run_reference, what_is_wrong  # noqa: E402
from generator.harness.totals import OtherState, Totals, identity  # noqa: E402
from generator.makers.functions import converts, space_of  # noqa: E402
from generator.makers.prints import Conversion, format_of  # noqa: E402
from generator.printers.cpp_printer import CppPrinter  # noqa: E402
from generator.printers.form import FORMS, Form  # noqa: E402
from generator.printers.opencl_printer import OpenClPrinter  # noqa: E402
from generator.printers.printer import Printer  # noqa: E402
from generator.printers.regroup import regrouped, sees_groups  # noqa: E402
from generator.program import intervals  # noqa: E402
from generator.program.build import (add, assign, barrier, binary, call, cast, const, declare, if_, index, compare,  # noqa: E402
                                     loop, mul, u, var, work_item)
from generator.program.structure import structure_of  # noqa: E402
from generator.program.tree import Buffer, Collective, Expr, Function, Kernel, Launch, Program, Stmt, Var  # noqa: E402
from generator.program.types import (Array, CHAR, Image, INT, LONG, SAMPLER, Pointer, Struct, UCHAR, UINT, ULONG,  # noqa: E402
                                     USHORT, VOID, Vector)
from generator.random_numbers import Random  # noqa: E402
from generator.reducer import Reducer, statements_of  # noqa: E402


class RandomNumbers(unittest.TestCase):
    def test_are_the_same_with_every_python(self):
        random = Random(1)
        self.assertEqual([random.below(1000) for _ in range(5)], FIRST_NUMBERS)

    def test_no_seed_has_the_numbers_of_another_later(self):
        for step in range(1, 20):
            later = Random(5)
            other = {later.bits() for _ in range(100)}
            first = Random(5 + step)
            self.assertFalse(other & {first.bits() for _ in range(100)})

    def test_shuffled_has_all(self):
        self.assertEqual(sorted(Random(2).shuffled(range(20))), list(range(20)))


class AddressSpaces(unittest.TestCase):
    def test_of_what_has_program_scope(self):
        constant, written = Var("table", Array(UINT, 4), place="constant"), Var("kept", Array(UINT, 4), place="program")
        self.assertEqual((space_of(var(constant)), space_of(var(written))), ("constant", "global"))
        self.assertFalse(converts(space_of(var(written)), "constant"))


class Layout(unittest.TestCase):
    def test_offsets_are_those_of_c(self):
        struct = Struct("S", (("a", CHAR), ("b", ULONG), ("c", Vector(UCHAR, 3)), ("d", Array(USHORT, 3)), ("e", CHAR)))
        self.assertEqual(struct.offsets(), [0, 8, 16, 20, 26])
        self.assertEqual((struct.size, struct.align), (32, 8))

    def test_alignment_that_is_asked_for(self):
        self.assertEqual(Struct("S", (("a", CHAR),), False, 64).size, 64)


class Intervals(unittest.TestCase):
    def bounded(self, low, high, type=INT):
        return var(Var("x", type, (low, high)))

    def test_sums_and_products(self):
        x = self.bounded(-2, 5)
        self.assertEqual(intervals.of(add(x, const(INT, 3))), (1, 8))
        self.assertEqual(intervals.of(mul(x, const(INT, -3))), (-15, 6))

    def test_what_may_overflow_has_all_values(self):
        self.assertEqual(intervals.of(add(self.bounded(0, 2 ** 31 - 1), const(INT, 1))), INT.limits)

    def test_signed_overflow_is_written_in_unsigned_arithmetic(self):
        printer = Printer(None)
        self.assertEqual(printer.expr(add(self.bounded(0, 9), const(INT, 1))), "(x + 1)")
        self.assertEqual(printer.expr(add(var(Var("x", INT)), const(INT, 1))), "(int)((uint)x + (uint)1)")
        short = var(Var("x", USHORT))
        self.assertEqual(printer.expr(mul(short, short)), "(ushort)((uint)x * (uint)x)")

    def test_indices_are_bounded_only_where_they_have_to_be(self):
        printer, array = Printer(None), var(Var("a", Array(INT, 10)))
        self.assertEqual(printer.expr(index(array, self.bounded(0, 9), 10)), "a[x]")
        self.assertEqual(printer.expr(index(array, self.bounded(0, 10), 10)), "a[((uint)x % 10u)]")
        self.assertEqual(printer.expr(index(var(Var("a", Array(INT, 8))), self.bounded(0, 10, UINT), 8)), "a[(x & 7u)]")


class Programs(unittest.TestCase):
    def test_are_the_same_for_the_same_seed(self):
        for seed in (1, 2, 3):
            texts = {(OpenClPrinter(p).text(), CppPrinter(p).text(), case_text(p)) for p in (generate(seed), generate(seed))}
            self.assertEqual(len(texts), 1)

    def test_do_not_depend_on_hashes(self):
        """Sets and dictionaries must not decide anything."""
        code = ("import sys; sys.path.insert(0, sys.argv[1]); from generator.generate import generate;"
                "from generator.printers.cpp_printer import CppPrinter; print(CppPrinter(generate(7)).text())")
        root = str(Path(__file__).resolve().parent.parent)
        outputs = {subprocess.check_output([sys.executable, "-c", code, root], env={"PYTHONHASHSEED": value})
                   for value in ("1", "2", "3")}
        self.assertEqual(len(outputs), 1)

    def test_every_feature_occurs_often_enough(self):
        count, number = {}, 400
        for seed in range(number):
            for feature in batches.program_of(seed, batches.Settings(None)).features:
                count[feature] = count.get(feature, 0) + 1
        for feature in FEATURES:
            self.assertGreaterEqual(count.get(feature, 0), number // 100, feature)
        self.assertGreaterEqual(count["divergent loops"], number // 2)
        self.assertGreaterEqual(count["barriers"], number // 3)
        self.assertGreaterEqual(count["2 dimensions"] + count["3 dimensions"], number // 3)

    def test_larger_size_makes_larger_programs(self):
        def length(size):
            return sum(len(OpenClPrinter(generate(seed, size)).text()) for seed in range(20))
        self.assertLess(length(1) * 1.5, length(4))

    def test_are_valid(self):
        """Also with checks of memory, of undefined behaviour and of races, and for all orders of work-items."""
        seeds = range(500, 506)
        with tempfile.TemporaryDirectory() as folder:
            texts = {seed: CppPrinter(generate(seed, 2)).text() for seed in seeds}
            for flags in STRICT, RACES:
                for seed, result in run_reference(Tools(""), texts, folder, flags=flags, limit=120).items():
                    self.assertIsInstance(result, list, f"seed {seed}: {result}")

    def test_no_value_is_made_of_itself(self):
        for seed in (41501160, *range(300)):
            for name, value in re.findall(r"^\s*\w+ (v\d+) = (.*)", OpenClPrinter(generate(seed)).text(), re.MULTILINE):
                self.assertNotRegex(value, rf"\b{name}\b", f"seed {seed}")

    def test_have_no_more_local_memory_than_devices_have(self):
        for seed in (*range(300), 104468, 106172):
            settings = batches.Settings(None)
            for launch in batches.program_of(seed, settings).launches:
                sizes = [array.type.size for array in launch.kernel.locals]
                sizes += [value for kind, value in launch.arguments if kind == "local"]
                self.assertLessEqual(sum(-(-size // 128) * 128 for size in sizes), 32768, seed)

    def test_forms_differ(self):
        """Each form somewhere, in what is compiled or in how it is launched."""
        programs = [generate(seed) for seed in range(60)]
        for number in (1 << bit for bit in range(FORMS.bit_length() - 1)):
            form = Form.of_number(number)
            self.assertTrue(any((OpenClPrinter(p).text(), case_text(p)) != (OpenClPrinter(p, form).text(), case_text(p, form))
                                for p in programs), form)

    def test_later_forms_have_no_address_spaces_but_where_they_must(self):
        """Of pointers: in parameters of kernels and where memory is declared."""
        for seed in range(40):
            program, form = generate(seed), Form(is_later=True)
            for line in OpenClPrinter(program, form).text().splitlines():
                if not line.lstrip().startswith(("kernel ", "local ")):
                    self.assertNotRegex(line, r"\b(private|local) (const )?\w+\*(?! *\))", seed)
            self.assertIn("option -cl-std=CL3.0", case_text(program, form))

    def test_arrays_of_outlined_functions_have_their_address_space(self):
        """Without one they would be generic in programs of OpenCL C 3.0."""
        found = 0
        for seed in range(60):
            for line in OpenClPrinter(generate(seed), Form(outlines=True)).text().splitlines():
                if " part_" in line and line.endswith("{"):
                    found += " private " in line or "(private " in line
                    self.assertNotRegex(line, r"[(,] ?\w+\* a\d", seed)
        self.assertGreater(found, 0)

    def test_an_outlined_function_changes_the_kernels_pointers(self):
        """By their addresses; those that it only uses are its own."""
        type = Pointer(UINT, "generic")
        one, other = Var("q1", type), Var("q2", type)
        write = if_(compare("<", G, u(3)), [assign(index(var(other), u(0), 16), u(1))])
        exchange = if_(compare("<", G, u(3)), [assign(var(one), var(other))])
        declared = [declare(pointer, Expr("generic", type, [var(OUT)])) for pointer in (one, other)]
        text = OpenClPrinter(program_with(*declared, write, exchange), Form(outlines=True)).text()
        self.assertIn("part_1_1(uint* q2) {", text)
        self.assertIn("part_1_1(q2);", text)
        self.assertIn("part_1_2(uint* *q1, uint* q2) {", text)
        self.assertIn("(*q1) = q2;", text)
        self.assertIn("part_1_2(&q1, q2);", text)

    def test_what_is_of_opencl_c_3_is_named(self):
        for seed in range(120):
            program = generate(seed)
            text = OpenClPrinter(program).text()
            has = {"functions of groups": " = work_group_" in text, "functions of sub-groups": "get_sub_group_local_id()" in text,
                   "program-scope variables": re.search(r"^global \w+ kept", text, re.M) is not None,
                   "groups of several sizes": any(launch.has_smaller_groups for launch in program.launches)}
            for feature, is_there in has.items():
                self.assertEqual(feature in program.features, is_there, (seed, feature))
            # Expressions that are made need not be used.
            uses = {"dot products": re.search(r"\bdot(_acc_sat)?(_4x8packed_\w+)?\(", text),
                    "generic pointers": re.search(r"[(,] ?(const )?\w+\* (restrict )?p\d|\bq\d+ = \(\(c\d+ != 0\) \? \(\w+\*\)", text)}
            for feature, is_there in uses.items():
                self.assertIn(feature, program.features if is_there else {feature}, seed)
            self.assertEqual("option -cl-std=CL3.0" in case_text(program),
                             any(has.values()) or not program.features.isdisjoint(uses), seed)

    def test_generic_pointers_and_questions_for_them(self):
        """In the reference the condition that has chosen a pointer answers."""
        program = Program(1)
        chosen, pointer = Var("c", INT, (0, 1)), Var("q", Pointer(UINT, "generic"))
        first, second = var(Var("a", Pointer(UINT, "global"))), var(Var("b", Pointer(UINT, "local")))
        choice = Expr("choose_pointer", pointer.type, [var(chosen), *(Expr("generic", pointer.type, [p]) for p in (first, second))])
        question = Expr("in_space", INT, [var(pointer)], ("local", Expr("lnot", INT, [var(chosen)])))
        self.assertEqual(OpenClPrinter(program).expr(choice), "(c ? (uint*)a : (uint*)b)")
        self.assertEqual(OpenClPrinter(program).declaration(pointer.type, "q"), "uint* q")
        self.assertEqual(OpenClPrinter(program).expr(question), "(to_local(q) != 0)")
        self.assertEqual(CppPrinter(program).expr(question), "int(!c)")

    def test_dot_products(self):
        words = [var(Var(name, UINT)) for name in "ab"]
        vectors = [var(Var("a", Vector(CHAR, 4))), var(Var("b", Vector(UCHAR, 4))), var(Var("c", INT))]
        packed, saturated = Expr("dot", UINT, words, ("uu", True)), Expr("dot", INT, vectors, ("su", False))
        self.assertEqual(OpenClPrinter(Program(1)).expr(packed), "dot_4x8packed_uu_uint(a, b)")
        self.assertEqual(OpenClPrinter(Program(1)).expr(saturated), "dot_acc_sat(a, b, c)")
        self.assertEqual(CppPrinter(Program(1)).expr(packed), "rt::dot<uint>(rt::bits<uchar4>(a), rt::bits<uchar4>(b))")
        self.assertEqual(CppPrinter(Program(1)).expr(saturated), "rt::dot<int>(rt::bits<char4>(a), rt::bits<uchar4>(b), c)")

    def test_every_program_is_launched_often_enough_for_variants(self):
        self.assertGreaterEqual(min(len(generate(seed).launches) for seed in range(100)), 4)


class Inlining(unittest.TestCase):
    def text(self, *body, calls=1):
        """Of a program in whose kernel a function with this body is called in assignments."""
        x = Var("x", UINT)
        function = Function("f", UINT, [x], list(body), False)
        called = assign(item_of(OUT, G), add(Expr("function", UINT, [G], function), u(3)))
        program = program_with(*([called] * calls))
        program.functions.append(function)
        text = OpenClPrinter(program, Form(inlines=True)).text()
        return text[text.index("kernel void"):]

    def test_a_result_is_assigned(self):
        text = self.text(Stmt("return", [var(Var("x", UINT))]))
        self.assertNotIn("f(", text)
        self.assertIn("result_1 = x;", text)
        self.assertNotIn("goto", text)

    def test_leaving_early_is_a_jump(self):
        early = if_(compare("<", var(Var("x", UINT)), u(3)), [Stmt("return", [u(1)])])
        text = self.text(early, Stmt("return", [u(2)]))
        self.assertIn("{ result_1 = 1u; goto returned_1; }", text)
        self.assertIn("returned_1: ;", text)

    def test_labels_differ_from_call_to_call(self):
        text = self.text(Stmt("labelled", bodies=[[Stmt("jump", data=7)]], data=7), Stmt("return", [u(2)]), calls=2)
        for label in ("after_7_1: ;", "after_7_2: ;"):
            self.assertEqual(text.count(label), 1)

    def test_what_need_not_happen_stays_a_call(self):
        x = Var("x", UINT)
        function = Function("f", UINT, [x], [Stmt("return", [var(x)])], False)
        value = Expr("choose", UINT, [compare("<", G, u(3)), Expr("function", UINT, [G], function), u(1)])
        text = OpenClPrinter(program_with(assign(item_of(OUT, G), value)), Form(inlines=True)).text()
        self.assertIn("f(", text)


class Regrouping(unittest.TestCase):
    def kernel(self, *body, locals=()):
        return Kernel("k", [OUT], list(locals), list(body), None, 8)

    def test_only_where_it_is_not_seen(self):
        self.assertFalse(sees_groups(self.kernel(assign(item_of(OUT, G), G))))
        self.assertTrue(sees_groups(self.kernel(assign(item_of(OUT, G), L))))
        self.assertTrue(sees_groups(self.kernel(barrier())))
        self.assertTrue(sees_groups(self.kernel(locals=[TILE])))

    def test_what_a_function_sees_counts(self):
        function = Function("f", UINT, [], [Stmt("return", [L])], False)
        self.assertTrue(sees_groups(self.kernel(assign(item_of(OUT, G), Expr("function", UINT, [], function)))))

    def test_groups_divide_the_range(self):
        for seed in range(50):
            local = regrouped(Launch(None, [], (24, 35), (8, 5), (0, 0)), seed)
            if local:
                self.assertEqual((24 % local[0], 35 % local[1]), (0, 0))
                self.assertNotEqual(local, (8, 5))
        self.assertIn(None, [regrouped(Launch(None, [], (24,), (8,), (0,)), seed) for seed in range(50)])


class Structure(unittest.TestCase):
    def of(self, *body):
        return structure_of(program_with(*body))

    def loop(self, bound, *body):
        return loop(Var("i", UINT, (0, 9), is_fixed=True), u(0), bound, list(body))

    def test_divergent_loops(self):
        self.assertIn("divergent loops", self.of(self.loop(L)))
        self.assertNotIn("divergent loops", self.of(self.loop(u(4))))
        leave = if_(compare("<", L, u(3)), [Stmt("break")])
        self.assertIn("divergent loops", self.of(self.loop(u(4), leave)))
        self.assertNotIn("divergent loops", self.of(self.loop(u(4), self.loop(u(2), if_(compare("<", L, u(3)), [])))))

    def test_dead_code_and_functions_that_nobody_calls_do_not_count(self):
        self.assertNotIn("divergent loops", self.of(Stmt("dead", [u(0)], [[self.loop(L)]])))
        function = Function("f", UINT, [], [self.loop(L), Stmt("return", [u(1)])], False)
        program = program_with()
        program.functions.append(function)
        self.assertNotIn("divergent loops", structure_of(program))
        self.assertIn("divergent loops", self.of(assign(item_of(OUT, G), Expr("function", UINT, [], function))))


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


OUT = Var("out", Pointer(UINT, "global"), place="group", is_fixed=True)
TILE = Var("t", Array(UINT, 8), place="local")
G6 = cast(UINT, work_item("get_global_id", 0, (0, 11)))
L, G = (cast(UINT, work_item(name, 0, (0, most))) for name, most in (("get_local_id", 7), ("get_global_id", 15)))


def item_of(base, at):
    return index(var(base), at, base.type.count if base is TILE else 16)


def program_with(*body):
    """Two groups of eight."""
    kernel = Kernel("k0", [OUT], [TILE], list(body), None, 8)
    program = Program(1, kernels=[kernel], buffers=[Buffer(UINT, 16, 1)])
    program.launches.append(Launch(kernel, [("buffer", 0)], (16,), (8,), (0,)))
    return program


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


class Reduction(unittest.TestCase):
    def test_leaves_what_is_at_fault(self):
        """A "bug" that any program with a switch has."""
        program = next(p for p in map(generate, range(100)) if "switch" in p.features)
        def fails(candidate):
            return bool(candidate.launches) and any(stmt.op == "switch" for stmt in statements_of(candidate))
        reducer = Reducer(program, fails, log=lambda text: None)
        before = reducer.size()
        reducer.reduce()
        self.assertLess(reducer.size(), before // 4)
        self.assertTrue(fails(program))
        self.assertEqual(len(program.launches), 1)


class Printing(unittest.TestCase):
    def test_formats_of_both_languages(self):
        parts = ("50 % ", Conversion("-5", "x", UCHAR), Conversion("", "d", Vector(INT, 3)), "\n")
        self.assertEqual(format_of(parts, True), '"50 %% %-5hhx%v3hld\\n"')
        self.assertEqual(format_of(parts, False), '"50 %% %-5hhx%d,%d,%d\\n"')

    def test_lines_count_in_any_order(self):
        """The reference runs them in three orders."""
        line = Stmt("printf", [G], data=("item ", Conversion("", "u", UINT), "\n"))
        with tempfile.TemporaryDirectory() as folder:
            numbers = []
            for body in ([line, line], [line], [if_(compare("!=", G, u(3)), [line])]):
                result = run_reference(Tools(""), {1: CppPrinter(program_with(*body)).text()}, folder)[1]
                self.assertIsInstance(result, list)
                numbers.append(result[1])
            self.assertEqual(len(set(numbers)), 3)


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


class SpirvOfClang(unittest.TestCase):
    def test_what_the_back_end_translates_wrongly_is_seen(self):
        for line in ("  %4 = phi i3 [ 0, %2 ]", "  %5 = trunc <4 x i32> %3 to <4 x i2>", "  %6 = zext i33 %5 to i64",
                     "  %5 = sitofp i1 %4 to float", "  %5 = sitofp <4 x i1> %4 to <4 x half>"):
            self.assertTrue(LOST_IN_SPIRV.search(line), line)
        for line in ("  %i3 = add i32 %i2, 1", "  call void @i3(i8 1, i64 2)", "  br i1 %5, label %i7.exit, label %8",
                     "  %5 = sitofp i16 %4 to float", "  %5 = uitofp i1 %4 to float"):
            self.assertFalse(LOST_IN_SPIRV.search(line), line)


class Draws(unittest.TestCase):
    def settings(self, without=()):
        names = [configuration.name for configuration in configurations.ALL
                 if not any(configuration.name.startswith(one) for one in without)]
        return batches.Settings(None, available=tuple(names))

    def drawn(self, seed, settings):
        return [configuration.name for configuration, _ in islice(batches.drawn(seed, settings), settings.per_program)]

    def test_are_different_ones(self):
        for seed in range(20):
            self.assertEqual(len(set(self.drawn(seed, self.settings()))), 4)

    def test_every_configuration_is_drawn_often_enough(self):
        """Of 30 000 programs 2 000 in each, so of 3 000 about 200; with all of them the numbers are the smallest."""
        for without in ((), ("spirv", "aarch64"), ("aarch64", "x86-64-v4")):
            settings, count = self.settings(without), {}
            for seed in range(3000):
                for name in self.drawn(seed, settings):
                    count[name] = count.get(name, 0) + 1
            self.assertEqual(set(count), set(settings.available))
            self.assertGreaterEqual(min(count.values()), 240, count)

    def test_references_are_checked_for_one_seed_in_eight(self):
        self.assertAlmostEqual(sum(map(batches.is_reference_checked, range(8000))), 1000, delta=100)

    def test_a_configuration_that_is_not_there_is_an_error(self):
        tool = Path(__file__).resolve().parent.parent / "random_programs"
        ended = subprocess.run([tool, "--aarch64=", "--configurations", "plain,aarch64"], stderr=subprocess.PIPE, text=True)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("no configuration aarch64", ended.stderr)


class CheckedReferences(unittest.TestCase):
    def test_a_reference_that_depends_on_optimisation_is_reported(self):
        seed = next(filter(batches.is_reference_checked, range(100)))
        text = CppPrinter(program_with(assign(item_of(OUT, G), G))).text().replace("p1 ", f"p{seed} ")
        wrong = text.replace("rt::begin_group(", "\n#ifdef __OPTIMIZE__\nout[0] += 1;\n#endif\nrt::begin_group(")
        for reference, number in ((text, 0), (wrong, 1)):
            with tempfile.TemporaryDirectory() as folder:
                settings, outcome = batches.Settings(Tools("")), batches.Outcome()
                references = run_reference(Tools(""), {seed: reference}, folder)
                batches.check_references({seed: reference}, references, folder, settings, outcome)
            self.assertEqual((outcome.checked_references, len(outcome.wrong_references)), (1, number), references)


class Runs(unittest.TestCase):
    def test_too_few_programs_are_a_failure(self):
        """Not even one is begun, as after --seconds."""
        tool = Path(__file__).resolve().parent.parent / "random_programs"
        ended = subprocess.run([tool, "--seeds", "1:4", "--seconds", "1e-9", "--at-least", "1"], stdout=subprocess.PIPE, text=True)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("only 0 programs ran", ended.stdout)


class Records(unittest.TestCase):
    def cells(self, total, **options):
        defaults = {"seeds": "1:100", "jobs": 2, "size": 0, "per_program": 4, "configurations": "", "seconds": 0.0, "limit": 60.0,
                    "batch": 16, "without": "", "only": ""}
        text = record.given(SimpleNamespace(**{**defaults, **options}), defaults, ("aarch64",))
        return [cell.strip() for cell in record.row(total, text, ("plain", "scalar")).strip("|\n").split(" | ")]

    def test_a_row_says_what_ran(self):
        total = batches.Outcome(programs=8, comparisons={"plain": 7, "scalar": 25}, features={"divergent loops": 4, "barriers": 2,
                                "2 dimensions": 1, "3 dimensions": 1}, seconds={"driver": 60}, slowest=[(2.5, 3, "scalar", 0)])
        _, machine, options, programs, comparisons, failures, draws = self.cells(total, seeds="3:8", seconds=540.0)
        self.assertRegex(machine, r"\d+ CPUs$")
        self.assertEqual(options, "`--seeds 3:8 --jobs 2 --seconds 540`, without `aarch64`")
        self.assertEqual((programs, comparisons, failures), ("8", "32", "0"))
        self.assertEqual(draws, "50 % divergent loops, 25 % barriers, 25 % two or three dimensions; each configuration in 7 programs "
                                "(`plain`) or more; 8 programs a minute and CPU; slowest build 2.5 s (seed 3, `scalar`)")

    def test_failures_are_named_by_their_seeds(self):
        failures = [batches.Failure(seed, name, 0, "") for seed, name in ((9, "plain"), (9, "scalar"), (4, "plain"))]
        total = batches.Outcome(programs=8, failures=failures, unusable=[(6, "a race")], wrong_references=[(5, "")])
        self.assertEqual(self.cells(total)[5], "3 (seeds 4, 9); 1 programs not usable (seeds 6); 1 wrong references (seeds 5)")

    def test_the_page_is_begun_once_and_grows(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            for text in ("| one |\n", "| two |\n"):
                record.append(page, text)
            self.assertEqual(page.read_text(), record.HEAD + "| one |\n| two |\n")

    def test_the_page_of_the_tree_is_one_of_these(self):
        """The folder may have been carried to another machine without the tree."""
        page = Path(__file__).resolve().parents[3] / "doc/results/random_programs.md"
        self.assertTrue(not page.exists() or page.read_text().startswith(record.HEAD))

    def test_a_run_without_programs_leaves_no_row(self):
        tool = Path(__file__).resolve().parent.parent / "random_programs"
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([tool, "--seconds", "1e-9", "--record", f"{folder}/page.md"], stdout=subprocess.PIPE)
            self.assertFalse((Path(folder) / "page.md").exists())


class TotalsOfRuns(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name, "total.json")

    def one(self, seed):
        return batches.Outcome(programs=1, comparisons={"plain": 4}, launches=[5], slowest=[(seed / 10, seed, "plain", 0)],
                               failures=[batches.Failure(seed, "plain", 1, "differs")], unusable=[(seed, "a race")],
                               seconds={"driver": 1.5})

    def test_a_run_adds_to_the_one_before(self):
        for seed in (17, 1):
            totals = Totals(self.path, "a state")
            totals.add(seed, self.one(seed))
            totals.write()
        totals = Totals(self.path, "a state")
        self.assertEqual(totals.done, {1, 17})
        expected = self.one(17)
        expected.add(self.one(1))
        self.assertEqual(totals.outcome, expected)

    def test_an_interrupted_run_leaves_what_it_has(self):
        Totals(self.path, "a state", seconds_between_writes=0).add(33, self.one(33))
        self.assertEqual(Totals(self.path, "a state").done, {33})

    def test_runs_of_another_state_are_not_added(self):
        Totals(self.path, "a state").write()
        with self.assertRaises(OtherState):
            Totals(self.path, "another one")

    def test_a_state_is_what_decides_about_results(self):
        libraries = Path(self.folder.name)
        tools = SimpleNamespace(runner="", libraries=libraries, clc="", emulated_runner="", emulated_libraries="")
        states = [identity(tools, 1), identity(tools, 2)]
        for contents in "ab":
            (libraries / "libCL.so").write_text(contents)
            states.append(identity(tools, 1))
        self.assertEqual(len(set(states)), 4)
        self.assertEqual(states[-1], identity(tools, 1))

    def test_seeds_that_have_run_are_left_out(self):
        tool = Path(__file__).resolve().parent.parent / "random_programs"
        command = [tool, "--seeds", "1:4", "--jobs", "1", "--only", "no such feature", "--total", self.path]
        for _ in range(2):
            self.assertEqual(subprocess.run(command, stdout=subprocess.PIPE).returncode, 0)
            self.assertEqual(json.loads(self.path.read_text())["done"], [1])
        ended = subprocess.run([*command, "--size", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("name another file", ended.stderr)
        self.assertEqual(ended.returncode, 1)


class Comparison(unittest.TestCase):
    def test_says_what_differs(self):
        reference = ["1", "2", "0", "3", "4", "0"]
        self.assertEqual(batches.difference(reference[:], reference, 2), "")
        self.assertEqual(batches.difference(["1", "2", "0", "3", "5", "0"], reference, 2), "differs after launch 1 in buffer 1")
        self.assertEqual(batches.difference(["1", "2", "1", "3", "4", "0"], reference, 2), "differs after launch 0 in what it prints")
        self.assertEqual(batches.difference("build: crashed", ["1"], 1), "build: crashed")
        self.assertIn("instead of", batches.difference(["1"], ["1", "2"], 1))


FIRST_NUMBERS = [81, 187, 712, 208, 92]
FEATURES = ("divergent loops", "switch", "goto", "irreducible loops", "barriers", "barriers in loops", "barriers under conditions",
            "reductions", "scans", "tiles", "transposes", "atomics", "structs", "structs by value", "unions", "written arguments",
            "large arrays", "half", "stencils", "restrict", "two kernels", "buffers that change places", "1 dimensions",
            "2 dimensions", "3 dimensions", "exchanges in global memory", "returns before barriers", "functions of groups", "functions of sub-groups",
            "program-scope variables", "groups of several sizes", "swapped pointers", "regular kernels",
            "generic pointers", "questions for address spaces", "pointers in structs", "dot products", "large switches",
            "turned arrays", "functions of groups in floating point",
            "printf", "images", "written images", "normalized coordinates",
            "arithmetic of half", "required group sizes", "offsets", "loops with several exits", "calls of functions", "group sizes of the driver's choice", "returns in loops",
            *(f"vectors of {count}" for count in (2, 3, 4, 8, 16)))

if __name__ == "__main__":
    unittest.main()
