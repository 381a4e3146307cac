#!/usr/bin/env python3
# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the generator of random programs promises: the same programs always, valid ones, every feature."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generator.generate import generate  # noqa: E402
from generator.harness import batches  # noqa: E402
from generator.harness.case_file import case_text  # noqa: E402
from generator.harness.execution import RACES, STRICT, Tools, run_reference  # noqa: E402
from generator.makers.functions import converts, space_of  # noqa: E402
from generator.makers.prints import Conversion, format_of  # noqa: E402
from generator.printers.cpp_printer import CppPrinter  # noqa: E402
from generator.printers.form import FORMS, Form  # noqa: E402
from generator.printers.opencl_printer import OpenClPrinter  # noqa: E402
from generator.printers.printer import Printer  # noqa: E402
from generator.printers.regroup import regrouped, sees_groups  # noqa: E402
from generator.program import intervals  # noqa: E402
from generator.program.build import add, assign, barrier, const, cast, declare, if_, index, compare, loop, mul, u, var, work_item  # noqa: E402
from generator.program.structure import structure_of  # noqa: E402
from generator.program.tree import Expr, Function, Kernel, Launch, Program, Stmt, Var  # noqa: E402
from generator.program.types import Array, CHAR, INT, Pointer, Struct, UCHAR, UINT, ULONG, USHORT, Vector  # noqa: E402
from generator.random_numbers import Random  # noqa: E402
from small_programs import OUT, TILE, L, G, item_of, program_with  # noqa: E402

FIRST_NUMBERS = [81, 187, 712, 208, 92]
FEATURES = ("divergent loops", "switch", "goto", "irreducible loops", "barriers", "barriers in loops", "barriers under conditions",
            "reductions", "scans", "tiles", "transposes", "atomics", "structs", "structs by value", "unions", "written arguments",
            "large arrays", "half", "stencils", "neighbours at borders", "walks along bytes", "restrict", "two kernels", "buffers that change places", "1 dimensions",
            "2 dimensions", "3 dimensions", "exchanges in global memory", "returns before barriers", "functions of groups", "functions of sub-groups",
            "program-scope variables", "groups of several sizes", "swapped pointers", "regular kernels",
            "grid-stride kernels", "grid-stride kernels with obstacles", "grid-stride loops", "grid-stride loops between barriers",
            "sums in strides before barriers",
            "nested grid-stride loops", "grid-stride loops over parts", "sums of grid-stride loops", "counters behind grid-stride loops",
            "generic pointers", "questions for address spaces", "pointers in structs", "dot products", "large switches",
            "turned arrays", "functions of groups in floating point",
            "printf", "images", "written images", "normalized coordinates",
            "arithmetic of half", "required group sizes", "offsets", "loops with several exits", "calls of functions", "group sizes of the driver's choice", "returns in loops",
            *(f"vectors of {count}" for count in (2, 3, 4, 8, 16)))


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
        for feature in ("grid-stride kernels", "grid-stride loops"):
            self.assertGreaterEqual(count[feature], number // 12)
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
                   "enqueued group sizes": "get_enqueued_local_size(" in text,
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

    def stride_loop(self, op, declares, *others):
        counter, n = Var("i", INT, None, "block"), Var("n", UINT, None, "group", True)
        step = work_item("get_global_size", 0, (1, 16))
        body = [assign(item_of(OUT, var(counter)), u(1))]
        return counter, Stmt("for", [cast(INT, G), var(n), step, *others], [body], (counter, "stride", op, declares))

    def test_grid_stride_loops(self):
        other = Var("k", USHORT)
        _, inside = self.stride_loop("<", True, var(other), const(INT, 3))
        _, before = self.stride_loop(">=", False)
        for printer in Printer, CppPrinter:
            self.assertEqual(printer(Program(1)).for_head(inside),
                             "for (int i = (int)((uint)get_global_id(0)); i < n; i += get_global_size(0), k += 3) {")
            self.assertEqual(printer(Program(1)).for_head(before),
                             "for (i = (int)((uint)get_global_id(0)); n >= i; i += get_global_size(0)) {")

    def test_an_outlined_loop_changes_the_counter_that_it_does_not_declare(self):
        counter, stmt = self.stride_loop("<", False)
        text = OpenClPrinter(program_with(declare(counter, const(INT, 0)), if_(compare("<", G, u(3)), [stmt])), Form(outlines=True)).text()
        self.assertRegex(text, r"part_1_1\(.*int \*i.*\)")
        self.assertIn("for ((*i) = (int)((uint)get_global_id(0)); (*i) < n; (*i) += get_global_size(0)) {", text)

    def test_the_extent_of_a_loop_is_within_its_limits(self):
        from generator.generate import Generator
        generator = Generator(1)
        numbers = {generator.extent(-9, 20, -1) for _ in range(400)}
        self.assertEqual((min(numbers), max(numbers)), (-10, 19))
        self.assertTrue({-1, 0} < numbers)

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


if __name__ == "__main__":
    unittest.main()
