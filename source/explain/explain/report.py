# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of the vectoriser, as the build log has it."""
import re
from dataclasses import dataclass, field
from pathlib import Path

NOTE = re.compile(r"note: (?:(.*?):(\d+):(?:(\d+):)? )?(.*)")  # file, line, column, text
KERNEL = re.compile(r"kernel '([^']+)' is (.*)")
SUMMARY = re.compile(r"summary of kernel '([^']+)': (.*)")
ADVICE = re.compile(r"  what helps: (.*)")


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
        if found := NOTE.match(line):
            file, number, column, text = found.groups()
            if summary := SUMMARY.match(text):
                kernels.setdefault(summary[1], KernelReport(summary[1])).summary = summary[2]
            elif kernel := KERNEL.match(text):
                current = kernels.setdefault(kernel[1], KernelReport(kernel[1]))
                current.forms.append(kernel[2])
            elif text.startswith("kernel '"):
                current = None  # of its sub-groups
            elif current and file:
                current.notes.append(Note(file, int(number), int(column or 0), text, ""))
        elif current and (found := ADVICE.match(line)):
            (current.notes[-1] if current.notes else current).advice = found[1]
    return kernels


def is_in(note: Note, source: Path) -> bool:
    return Path(note.file).name == source.name
