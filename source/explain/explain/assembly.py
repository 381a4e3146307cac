# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The assembly of kernels as LANEWISE_DUMP writes it: functions, loops, registers, spills."""
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ENTRY = "lanewise.entry."
LABEL = re.compile(r"^(?:(?:# |// )?%(bb\.\d+)|\.L(BB\d+_\d+)):")
HEADER = re.compile(r"=>.*Loop Header: Depth=(\d+)")
INSIDE = re.compile(r"in Loop: Header=(\w+) Depth=(\d+)")
PARENT = re.compile(r"Parent Loop (\w+) Depth=(\d+)")
COMMENT = re.compile(r"\s*(?:#|//) ")
REGISTER = re.compile(r"%([xyz])mm(\d+)|\b([qvz])(\d+)\b")
GENERAL = re.compile(r"%(?:r|e)?([abcd]x|[sd]i|bp|r?(?:8|9|1[0-5]))[dwb]?\b|\b[wx](\d+)\b")
MEMORY = re.compile(r"\(%|\(,%|\[(?:x|sp)")
SIZES = {"x": 16, "y": 32, "z": 64, "q": 16, "v": 16}


@dataclass
class Instruction:
    text: str  # mnemonic and operands
    comment: str
    line: int  # 0 if it is of no line of the file

    @property
    def mnemonic(self) -> str:
        return self.text.split(None, 1)[0]

    @property
    def is_vector(self) -> bool:
        return bool(REGISTER.search(self.text))

    @property
    def is_spill(self) -> bool:
        return "Spill" in self.comment

    @property
    def is_reload(self) -> bool:
        return "Reload" in self.comment

    def moved_bytes(self) -> int:
        """What it moves if it accesses memory: the widest vector register in it, or one element of it."""
        element = {"ss": 4, "sd": 8}.get(self.mnemonic[-2:]) if self.mnemonic.startswith("v") else None
        size = max((SIZES.get(found[1] or found[3], 0) for found in REGISTER.finditer(self.text)), default=0)
        return min(size, element or size)


@dataclass
class Loop:
    label: str
    depth: int
    parent: str = ""
    has_children: bool = False
    body: list[Instruction] = field(default_factory=list)  # without inner loops

    def lines(self) -> list[int]:
        return sorted({instruction.line for instruction in self.body if instruction.line})


@dataclass
class Function:
    name: str
    instructions: list[Instruction] = field(default_factory=list)
    loops: dict[str, Loop] = field(default_factory=dict)
    stack_bytes: int = 0

    def registers(self) -> tuple[int, int, str]:
        """How many vector registers and general ones are used, and the name of the widest vectors."""
        vectors, general, widest = set(), set(), "-"
        order = "-xqvyz"
        for instruction in self.instructions:
            for found in REGISTER.finditer(instruction.text):
                kind = found[1] or found[3]
                vectors.add(found[2] or found[4])
                widest = max(widest, kind, key=lambda k: order.find(k))
            general |= {found[1] or found[2] for found in GENERAL.finditer(instruction.text)}
        name = {"x": "xmm", "y": "ymm", "z": "zmm", "-": ""}.get(widest, widest)
        return len(vectors), len(general), name

    def innermost(self) -> list[Loop]:
        return [loop for loop in self.loops.values() if not loop.has_children and loop.body]


class Reader:
    """Goes through the text once."""

    def __init__(self, text: str, source: Path) -> None:
        self.source = source
        self.files: set[str] = set()
        self.functions: dict[str, Function] = {}
        self.function: Function | None = None
        self.loop: Loop | None = None
        self.block = ""
        self.line = 0
        for line in text.splitlines():
            self.read(line)

    def read(self, line: str) -> None:
        if found := re.match(r'\t\.file\t(\d+) (.*?)(?: md5 .*)?(?: source .*)?$', line):
            names = re.findall(r'"([^"]*)"', found[2])
            if names and Path(names[-1]).name == self.source.name:
                self.files.add(found[1])
        elif found := re.match(r"\t\.loc\t(\d+) (\d+)", line):
            self.line = int(found[2]) if found[1] in self.files else 0
        elif line.startswith(ENTRY) and (found := re.match(r"([\w.$]+):", line)):
            self.function = self.functions[found[1]] = Function(found[1])
            self.loop, self.line = None, 0
        elif line.startswith(".Lfunc_end"):
            self.function = None
        elif self.function and not line.startswith("\t"):
            self.begin_block(line)
        elif self.function:
            self.take(line.strip())

    def begin_block(self, line: str) -> None:
        """A label, or a line of comment about its loops. An instruction behind belongs to the loop named last."""
        if found := LABEL.match(line):
            self.block = found[1] or found[2]
            self.loop = None
            self.parent = ""
        if found := PARENT.search(line):
            self.parent = found[1]
        if found := HEADER.search(line):
            self.loop = self.loop_of(self.block, int(found[1]))
            self.loop.parent = self.parent
            if self.parent in self.function.loops:
                self.function.loops[self.parent].has_children = True
        elif found := INSIDE.search(line):
            self.loop = self.loop_of(found[1], int(found[2]))

    def loop_of(self, label: str, depth: int) -> Loop:
        return self.function.loops.setdefault(label, Loop(label, depth))

    def take(self, line: str) -> None:
        if found := re.match(r"(?:#|//)", line):
            self.begin_block(line)
        elif line and not line.startswith("."):
            text, *comment = COMMENT.split(line, maxsplit=1)
            instruction = Instruction(re.sub(r"\s+", " ", text), comment[0] if comment else "", self.line)
            if found := re.match(r"subq \$(\d+), %rsp|sub sp, sp, #(\d+)", instruction.text):
                self.function.stack_bytes = max(self.function.stack_bytes, int(found[1] or found[2]))
            self.function.instructions.append(instruction)
            if self.loop:
                self.loop.body.append(instruction)


def functions(text: str, source: Path) -> dict[str, Function]:
    """By the names of their kernels."""
    return {name.removeprefix(ENTRY): function for name, function in Reader(text, source).functions.items()}


def count_by_line(function: Function) -> dict[int, int]:
    counts: dict[int, int] = defaultdict(int)
    for instruction in function.instructions:
        counts[instruction.line] += 1
    return counts
