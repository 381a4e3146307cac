# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts together what is known of one kernel, for the page and for tests."""
import re
from dataclasses import dataclass, field
from pathlib import Path

from . import assembly, bounds, ir, profile, report
from .build import Build, Failure

# From the plainest to what costs most; a line is what its worst instruction is.
KINDS = {
    "barrier": "a barrier: the kernel is cut here",
    "scalar": "scalar: one work-item at a time",
    "once": "uniform or linear: one scalar instruction for all work-items of the vector",
    "vector": "packetized: one instruction for all work-items of the vector",
    "masked": "masked: active lanes only are loaded or stored",
    "tested": "side by side if the addresses turn out so, otherwise an element a lane",
    "gather": "gathered or scattered: an element a lane",
    "lanes": "instantiated: done lane by lane",
}


@dataclass
class Facts:
    name: str
    kernel: ir.Kernel
    report: report.KernelReport
    function: assembly.Function | None
    loops: list[bounds.Bound]
    local_bytes: int
    scratch_bytes: int  # of a work-item, for what lives across barriers or is large
    hot: list[profile.Hot] = field(default_factory=list)
    share: float = 0  # of all samples

    def kind(self, line: int) -> str:
        """Of a source line; empty if it is no code."""
        kinds = set(self.kernel.lines[line].kinds) if line in self.kernel.lines else set()
        notes = [note.text for note in self.report.notes if note.line == line]
        if any("lane by lane" in note for note in notes):
            kinds.add("lanes")
        accesses = [note for note in notes if re.search(r"gathers|scatters", note)]
        if "gather" in kinds and accesses and all("not found to be" in note for note in accesses):
            kinds = kinds - {"gather"} | {"tested"}
        return max(kinds, key=list(KINDS).index, default="")

    def samples(self) -> dict[int, int]:
        counts: dict[int, int] = {}
        for instruction in self.hot:
            counts[instruction.line] = counts.get(instruction.line, 0) + instruction.count
        return counts

    def total(self, what: str) -> float:
        if what in ("flops", "integers"):
            return sum(getattr(line, what) for line in self.kernel.lines.values())
        return sum(size for line in self.kernel.lines.values() for name, size in line.bytes.items() if name == what)

    def global_share(self, lines: list[int]) -> float:
        """How much of what these lines read and write is global memory."""
        here = [item for line in lines if line in self.kernel.lines for item in self.kernel.lines[line].bytes.items()]
        moved = sum(size for _, size in here)
        return sum(size for name, size in here if not name.endswith(("local", "private"))) / moved if moved else 0


def loops_of(function: assembly.Function, kernel: ir.Kernel) -> list[bounds.Bound]:
    """Without loops that only go from one work-item or work-group to the next."""
    code = set(kernel.lines)
    trivial = {kernel.line} if code - {kernel.line} else set()
    found = []
    for loop in function.loops.values():
        own = sorted(code & set(loop.lines()) - trivial)
        bound = bounds.count(loop)
        # Outer loops that only count are not listed.
        if own and not (loop.has_children and bound.vectors < 4):
            bound.lines = own
            found.append(bound)
    return sorted(found, key=lambda bound: (bound.lines[0], -bound.instructions))


def collect(build: Build, source: Path, cpu: str, profile_path: Path | None) -> list[Facts]:
    modules = [ir.Module(text, source) for text in build.vectorized]
    machine = {name: attributes for text in build.machine for name, attributes in entries(text).items()}
    functions = {name: function for text in build.assembly for name, function in assembly.functions(text, source).items()}
    reports = report.parse(build.log)
    mca = bounds.find_mca()
    facts = []
    for module in modules:
        for name in module.kernels():
            kernel = module.kernel(name)
            function = functions.get(name)
            attributes = kernel.attributes | machine.get(name, {})
            loops = loops_of(function, kernel) if function else []
            bounds.estimate(loops, cpu, mca)
            facts.append(Facts(name, kernel, reports.get(name, report.KernelReport(name)), function, loops,
                               int(attributes.get("lanewise-local-bytes", 0)),
                               sum(int(attributes.get(f"lanewise-scratch-{part}", 0)) for part in ("per-item", "fixed"))))
    if not facts:
        raise Failure(f"{source} has no kernels")
    facts.sort(key=lambda item: item.kernel.line)
    if profile_path:
        add_profile(facts, build, source, profile_path)
    return facts


def entries(text: str) -> dict[str, dict[str, str]]:
    """Attributes of the kernels' entry functions."""
    groups = {number: dict(re.findall(r'"([\w.-]+)"="([^"]*)"', rest))
              for number, rest in re.findall(r"^attributes #(\d+) = \{(.*)\}", text, re.M)}
    return {name: groups.get(number, {}) for name, number in
            re.findall(r'^define [^\n]*?@"?lanewise\.entry\.([^"(]+)"?\([^\n]* #(\d+)', text, re.M)}


def add_profile(facts: list[Facts], build: Build, source: Path, path: Path) -> None:
    samples = profile.read(path, {item.name for item in facts})
    code = profile.instructions(build.objects, source)
    for item in facts:
        item.hot = profile.hot(samples, item.name, code.get(item.name, {}))
        item.share = samples.of(item.name) / samples.total if samples.total else 0
