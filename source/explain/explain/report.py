# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of the vectorizer, as the build log has it."""
import re
from dataclasses import dataclass, field
from pathlib import Path

KERNEL = re.compile(r"note: kernel '([^']+)' is (.*)")
SUMMARY = re.compile(r"note: summary of kernel '([^']+)': (.*)")
ADVICE = re.compile(r"  what helps: (.*)")
PLACE = re.compile(r"note: (.*?):(\d+):(\d+): (.*)")


@dataclass
class Note:
    file: str
    line: int
    column: int
    text: str  # what it is
    advice: str  # what would help, or nothing


@dataclass
class KernelReport:
    name: str
    forms: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    summary: str = ""
    advice: str = ""  # on a kernel that is not vectorised

    @property
    def obstacle(self) -> str:
        first = self.forms[0] if self.forms else ""
        return first.removeprefix("not vectorised: ") if first.startswith("not vectorised") else ""


def parse(log: str) -> dict[str, KernelReport]:
    """Notes of places belong to the kernel that was named last."""
    kernels: dict[str, KernelReport] = {}
    current = None
    for line in log.splitlines():
        if found := SUMMARY.match(line):
            kernels.setdefault(found[1], KernelReport(found[1])).summary = found[2]
        elif found := KERNEL.match(line):
            current = kernels.setdefault(found[1], KernelReport(found[1]))
            current.forms.append(found[2])
        elif current and (found := PLACE.match(line)):
            current.notes.append(Note(found[1], int(found[2]), int(found[3]), found[4], ""))
        elif line.startswith("note: kernel '"):
            current = None  # of its sub-groups
        elif current and (found := ADVICE.match(line)):
            (current.notes[-1] if current.notes else current).advice = found[1]
    return kernels


def is_in(note: Note, source: Path) -> bool:
    return Path(note.file).name == source.name
