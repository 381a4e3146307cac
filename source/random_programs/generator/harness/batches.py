# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batches of programs, each compared with its reference in the configurations that its seed draws."""
import os
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from generator.generate import generate
from generator.harness import configurations
from generator.harness.case_file import case_text
from generator.harness.execution import make_spirv, run_configuration, run_reference
from generator.printers.cpp_printer import CppPrinter
from generator.printers.form import FORMS, Form
from generator.printers.opencl_printer import source_text
from generator.random_numbers import Random


@dataclass
class Settings:
    tools: object
    size: int = 0              # 0: each seed draws it
    per_program: int = 4
    available: tuple = ()      # names of configurations to draw from
    keep: str = ""             # folder for programs that fail
    without: tuple = ()        # programs with these features are left out
    only: tuple = ()           # programs without all of these features are left out
    limit: float = 60          # seconds for one program in one configuration

    def options(self) -> tuple:
        """What decides which programs run and in what."""
        return self.size, self.per_program, self.without, self.only


@dataclass
class Failure:
    seed: int
    configuration: str
    form: int
    what: str


@dataclass
class Outcome:
    programs: int = 0
    comparisons: dict = field(default_factory=dict)  # configuration to number
    features: dict = field(default_factory=dict)     # feature to number of programs
    failures: list = field(default_factory=list)
    unusable: list = field(default_factory=list)     # faults of the generator: (seed, what)
    launches: list = field(default_factory=list)     # of each program
    checked_references: int = 0                      # that were compiled with optimisation as well
    wrong_references: list = field(default_factory=list)  # GCC's results differ: (seed, what)
    refused: dict = field(default_factory=dict)      # configuration to number: SPIR-V that could not be made
    seconds: dict = field(default_factory=dict)      # of CPUs, for each kind of work
    configuration_seconds: dict = field(default_factory=dict)
    slowest: list = field(default_factory=list)      # builds: (seconds, seed, configuration, form)

    def note_build(self, *build) -> None:
        self.slowest = sorted(self.slowest + [build], reverse=True)[:5]

    def add(self, other) -> None:
        self.programs += other.programs
        self.failures += other.failures
        self.unusable += other.unusable
        self.launches += other.launches
        for build in other.slowest:
            self.note_build(*build)
        self.checked_references += other.checked_references
        self.wrong_references += other.wrong_references
        for mine, theirs in ((self.comparisons, other.comparisons), (self.features, other.features),
                             (self.refused, other.refused), (self.seconds, other.seconds),
                             (self.configuration_seconds, other.configuration_seconds)):
            for name, number in theirs.items():
                mine[name] = mine.get(name, 0) + number


def size_of(seed: int, settings) -> int:
    return settings.size or Random(seed ^ 0x51).weighted([(8, 1), (5, 2), (2, 3), (1, 4)])


def program_of(seed: int, settings):
    return generate(seed, size_of(seed, settings))


def drawn(seed: int, settings):
    """Configurations in the order in which a seed takes them, each with the number of a form."""
    random = Random(seed ^ 0xC0F)
    available = [configurations.BY_NAME[name] for name in settings.available]
    for configuration in configurations.in_drawn_order(random, available):
        yield configuration, random.below(FORMS) if random.chance(50) else 0


def is_reference_checked(seed: int) -> bool:
    return Random(seed ^ 0x0F1).below(8) == 0


class Clock:
    """Adds up what parts of the work take of the CPU, with the processes that they start."""

    def __init__(self, outcome):
        self.outcome, self.last = outcome, sum(os.times()[:4])

    def lap(self, name):
        now = sum(os.times()[:4])
        took, self.last = now - self.last, now
        self.outcome.seconds[name] = self.outcome.seconds.get(name, 0) + took
        return took


def run_batch(seeds, settings) -> Outcome:
    outcome = Outcome()
    clock = Clock(outcome)
    with tempfile.TemporaryDirectory(prefix="random_programs.") as name:
        folder = Path(name)
        programs = {seed: program_of(seed, settings) for seed in seeds}
        programs = {seed: program for seed, program in programs.items() 
                    if not program.features & set(settings.without) and program.features >= set(settings.only)}
        if not programs:
            return outcome
        texts = {seed: CppPrinter(program).text() for seed, program in programs.items()}
        clock.lap("generating")
        references = run_reference(settings.tools, texts, folder)
        clock.lap("reference")
        check_references(texts, references, folder, settings, outcome)
        clock.lap("optimised reference")
        open_programs = []
        for seed, program in programs.items():
            if not isinstance(references[seed], list):
                if seed not in dict(outcome.wrong_references):
                    outcome.unusable.append((seed, references[seed]))
                continue
            note_program(program, outcome)
            open_programs.append(OpenProgram(seed, program, texts[seed], references[seed], drawn(seed, settings),
                                             settings.per_program))
        # Modules that nobody could make, or that are not valid, leave programs for which others are drawn.
        while open_programs:
            compare(open_programs, folder, settings, outcome, clock)
            open_programs = [one for one in open_programs if one.wanted]
    return outcome


@dataclass
class OpenProgram:
    """A program that is to be compared in `wanted` further configurations."""
    seed: int
    program: object
    reference_text: str
    reference: list
    configurations: object  # an iterator
    wanted: int


def note_program(program, outcome) -> None:
    outcome.programs += 1
    outcome.launches.append(len(program.launches))
    for feature in program.features:
        outcome.features[feature] = outcome.features.get(feature, 0) + 1


def check_references(texts, references, folder, settings, outcome) -> None:
    """GCC's results with optimisation are those without, or the reference is wrong."""
    checked = {seed: text for seed, text in texts.items() if isinstance(references[seed], list) and is_reference_checked(seed)}
    if not checked:
        return
    outcome.checked_references += len(checked)
    for seed, result in run_reference(settings.tools, checked, folder, name="optimised", flags=("-O1",)).items():
        if result != references[seed]:
            what = result if isinstance(result, str) else "the reference differs with -O1"
            outcome.wrong_references.append((seed, what))
            references[seed] = None


def compare(open_programs, folder, settings, outcome, clock) -> None:
    work = {}
    for one in open_programs:
        while one.wanted:
            configuration, form = next(one.configurations, (None, 0))
            if configuration is None:
                one.wanted = 0
                break
            case, source = prepare(folder, one.seed, one.program, configuration, form, settings, outcome)
            if source:
                work.setdefault(configuration, []).append((case, source, one, form))
                one.wanted -= 1
    clock.lap("preparing")
    for configuration, cases in work.items():
        results, times = run_configuration(settings.tools, configuration, [(case, source) for case, source, _, _ in cases],
                                           folder, settings.limit)
        for case, source, one, form in cases:
            if is_invalid_spirv(configuration, results[str(case)]):
                outcome.refused[INVALID] = outcome.refused.get(INVALID, 0) + 1
                one.wanted += 1
                continue
            if str(case) in times:
                outcome.note_build(times[str(case)] / 1000, one.seed, configuration.name, form)
            outcome.comparisons[configuration.name] = outcome.comparisons.get(configuration.name, 0) + 1
            what = difference(results[str(case)], one.reference, len(one.program.buffers))
            if what:
                outcome.failures.append(Failure(one.seed, configuration.name, form, what))
                keep(settings, source, one.reference_text, one.seed, configuration, form, what)
        outcome.configuration_seconds[configuration.name] = \
            outcome.configuration_seconds.get(configuration.name, 0) + clock.lap("driver")


def prepare(folder, seed, program, configuration, form, settings, outcome):
    """The case, and the source or module; None if it could not be made."""
    name = f"{seed}.{form}.22" if configuration.spirv == "22" else f"{seed}.{form}"
    source, case = folder / f"{name}.cl", folder / f"{name}.case"
    if not source.exists():
        source.write_text(source_text(program, Form.of_number(form), configuration.spirv))
        case.write_text(case_text(program, Form.of_number(form)))
    if not configuration.spirv:
        return case, source
    module, error = make_spirv(settings.tools, case, source, configuration.spirv)
    if module is None:
        name = f"{configuration.name}: {re.sub('[0-9]+', '#', error.strip().splitlines()[-1])[:60] if error.strip() else '?'}"
        outcome.refused[name] = outcome.refused.get(name, 0) + 1
    return case, module


INVALID = "SPIR-V that is not valid"


def is_invalid_spirv(configuration, result) -> bool:
    """The translator of LLVM 15 writes loops that Clang has rotated behind what uses their values, and takes a fourth
    component of three for get_num_groups(3)."""
    return configuration.spirv == "15" and isinstance(result, str) and any(text in result for text in (
        "is not defined", "the indices lead to no part of the composite"))


def difference(result, reference, buffers) -> str:
    if not isinstance(result, list):
        return result
    if len(result) != len(reference):
        return f"{len(result)} results instead of {len(reference)}"
    for i, (ours, theirs) in enumerate(zip(result, reference)):
        if ours != theirs:
            launch, number = divmod(i, buffers + 1)
            return f"differs after launch {launch} in " + (f"buffer {number}" if number < buffers else "what it prints")
    return ""


def keep(settings, source, reference, seed, configuration, form, what) -> None:
    if settings.keep:
        folder = Path(settings.keep) / f"{seed}-{configuration.name}"
        folder.mkdir(parents=True, exist_ok=True)
        for path in source.parent.glob(f"{seed}.{form}.*"):
            shutil.copy(path, folder)
        (folder / "reference.cpp").write_text(reference)
        (folder / "failure.txt").write_text(f"seed {seed} configuration {configuration.name} form {form}: {what}\n")
