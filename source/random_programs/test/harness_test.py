#!/usr/bin/env python3
# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How random programs are run, drawn, compared, recorded and reduced."""
import json
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from generator.generate import generate  # noqa: E402
from generator.harness import batches, configurations, record  # noqa: E402
from generator.harness.execution import LOST_IN_SPIRV, Tools, run_reference  # noqa: E402
from generator.harness.totals import OtherState, Totals, identity  # noqa: E402
from generator.printers.cpp_printer import CppPrinter  # noqa: E402
from generator.program.build import assign  # noqa: E402
from generator.reducer import Reducer, expressions_of, statements_of  # noqa: E402
from small_programs import OUT, G, item_of, program_with  # noqa: E402


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


    def test_bodies_in_place_of_calls_do_the_same(self):
        tools = Tools("", "")
        inlined = 0
        for program in map(generate, range(1, 25)):
            with tempfile.TemporaryDirectory() as folder:
                before = run_reference(tools, {program.seed: CppPrinter(program).text()}, folder)
            calls = [expr for expr in expressions_of(program) if expr.op == "function"]
            Reducer(program, lambda candidate: True, log=lambda text: None).inline_calls()
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(run_reference(tools, {program.seed: CppPrinter(program).text()}, folder), before)
            inlined += sum(not any(expr is call for expr in expressions_of(program)) for call in calls)
        self.assertGreaterEqual(inlined, 2)


class FirstWrongPass(unittest.TestCase):
    def search_for(self, is_wrong):
        folder = Path(__file__).resolve().parent.parent
        loader = SourceFileLoader("find_pass", str(folder / "find_pass"))
        module = module_from_spec(spec_from_loader("find_pass", loader))
        loader.exec_module(module)
        search = module.Search.__new__(module.Search)
        search.is_wrong = is_wrong
        return search

    def test_steps_are_those_that_a_build_can_leave_out(self):
        steps = self.search_for(None).steps
        self.assertEqual(len(steps), len(set(steps)))
        self.assertLess(steps.index("vectorize"), steps.index("optimise"))

    def test_the_step_at_fault_is_named(self):
        for fault in ("inline-generic-calls", "vectorize", "demote-phis", "widen-carried-masks"):
            search = self.search_for(lambda SKIP="", fault=fault: fault not in SKIP.split(","))
            self.assertEqual(search.first_step(), fault)
        self.assertEqual(self.search_for(lambda SKIP="": True).first_step(), "")
        self.assertIsNone(self.search_for(lambda SKIP="": False).first_step())

    def test_the_run_of_a_pass_at_fault_is_found(self):
        search = self.search_for(lambda OPTIMISE_LIMIT="": int(OPTIMISE_LIMIT) >= 4711)
        self.assertEqual(search.first_llvm_pass(), 4711)


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

    def test_a_row_goes_before_other_sections(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            page.write_text(record.HEAD + "| one |\n\n## Failures\n\nNone.\n")
            record.append(page, "| two |\n")
            self.assertEqual(page.read_text(), record.HEAD + "| one |\n| two |\n\n## Failures\n\nNone.\n")

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


if __name__ == "__main__":
    unittest.main()
