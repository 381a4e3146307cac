# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What became of each source line in a kernel's vector form: read from the IR behind the vectoriser."""
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

DEFINE = re.compile(r'define .*?@"?([^"(]+)"?\(')
LOCATION = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+), (?:column: \d+, )?scope: !(\d+)")
SCOPE = re.compile(r"^!(\d+) = (?:distinct )?!(?:DILexicalBlock|DILexicalBlockFile|DISubprogram)\((.*)\)$")
FILE = re.compile(r'^!(\d+) = !DIFile\(filename: "([^"]*)"')
FORM = re.compile(r"^(.*)\.vecz\.(\d+)(\.masked)?$")
VECTOR = re.compile(r"<(\d+) x ")
OPERATION = re.compile(r"^  (?:%\S+ = )?(?:tail |musttail |notail )?(\w+)(.*)$")
BYTES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8,
         "f16": 2, "f32": 4, "f64": 8, "p0": 8, "p1": 8, "p2": 8, "p3": 8, "p4": 8, "ptr": 8}
FLOPS = {"fadd": 1, "fsub": 1, "fmul": 1, "fdiv": 1, "frem": 1}
INTEGERS = {"add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "sdiv", "udiv", "srem", "urem"}
SPACES = {"": "private", "0": "private", "1": "global", "2": "constant", "3": "local", "4": "generic"}
# No instruction comes of these.
SILENT = re.compile(r"@llvm\.(dbg|lifetime|assume|experimental\.noalias)|^  (?:br label|#dbg_)|__mux_get_(?!local_block)")


@dataclass
class Line:
    """Of one source line: instructions by kind, and what one work-item computes and moves, in one round of its loops."""
    kinds: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    flops: float = 0
    integers: float = 0
    bytes: dict[str, float] = field(default_factory=lambda: defaultdict(float))  # "read global", "written local"


@dataclass
class Kernel:
    name: str
    width: int = 1  # of the form that is described
    line: int = 0
    attributes: dict[str, str] = field(default_factory=dict)
    private_bytes: int = 0  # of one work-item
    lines: dict[int, Line] = field(default_factory=lambda: defaultdict(Line))


def type_bytes(text: str) -> int:
    """Of `<16 x float>`, `i32`, ...; 0 if it is of another kind."""
    found = re.match(r"(?:<(\d+) x )?(\w+)", text)
    size = BYTES.get(found[2].split(" ")[0], 0) if found else 0
    return size * int(found[1] or 1) if size else 0


def moved(name: str, rest: str) -> tuple[str, int] | None:
    """The kind and the bytes of an access, for all lanes."""
    if name == "load":
        found = re.match(r" (?:volatile |atomic )*(<[^>]*>|\w+), ptr(?: addrspace\((\d)\))?", rest)
        return (f"read {SPACES[found[2] or '']}", type_bytes(found[1])) if found else None
    if name == "store":
        found = re.match(r" (?:volatile |atomic )*(<[^>]*>|\w+) .*, ptr(?: addrspace\((\d)\))? [^,]+", rest)
        return (f"written {SPACES[found[2] or '']}", type_bytes(found[1])) if found else None
    found = re.search(r"@llvm\.masked\.(load|gather|store|scatter)\.v(\d+)(\w+)\.(?:v\d+)?p(\d)", rest)
    if not found:
        return None
    word = "read" if found[1] in ("load", "gather") else "written"
    return f"{word} {SPACES[found[4]]}", int(found[2]) * BYTES.get(found[3], 0)


def kind_of(name: str, rest: str, width: int) -> str:
    if re.search(r"@llvm\.masked\.(gather|scatter)", rest):
        return "gather"
    if re.search(r"barrier", rest) and name == "call":
        return "barrier"
    if width == 1:
        return "scalar"
    if re.search(r"@llvm\.masked\.(load|store)", rest):
        return "masked"
    return "vector" if any(int(n) % width == 0 for n in VECTOR.findall(rest)) else "once"


def add(line: Line, name: str, rest: str, width: int) -> None:
    line.kinds[kind_of(name, rest, width)] += 1
    lanes = max((int(n) for n in VECTOR.findall(rest)), default=1)
    flops = FLOPS.get(name, 2 if re.search(r"@llvm\.(fma|fmuladd)\.", rest) else 0)
    line.flops += flops * lanes / width
    line.integers += (name in INTEGERS) * lanes / width
    if access := moved(name, rest):
        line.bytes[access[0]] += access[1] / width


class Module:
    """One text of IR."""

    def __init__(self, text: str, source: Path) -> None:
        self.functions: dict[str, list[str]] = {}
        self.heads: dict[str, str] = {}
        self.attributes: dict[str, dict[str, str]] = {}
        locations, scopes, files, self.starts = {}, {}, {}, {}
        body = None
        for line in text.splitlines():
            if line.startswith("define "):
                name = DEFINE.match(line)[1]
                self.heads[name] = line
                body = self.functions[name] = []
            elif line == "}":
                body = None
            elif body is not None:
                body.append(line)
            elif found := LOCATION.match(line):
                locations[found[1]] = (int(found[2]), found[3])
            elif found := SCOPE.match(line):
                in_file, begin = re.search(r"file: !(\d+)", found[2]), re.search(r"\bline: (\d+)", found[2])
                scopes[found[1]] = in_file[1] if in_file else ""
                self.starts[found[1]] = int(begin[1]) if begin else 0
            elif found := FILE.match(line):
                files[found[1]] = Path(found[2]).name
            elif found := re.match(r"attributes #(\d+) = \{(.*)\}", line):
                self.attributes[found[1]] = dict(re.findall(r'"([\w.-]+)"="([^"]*)"', found[2]))
        self.lines = {number: line for number, (line, scope) in locations.items()
                      if line and files.get(scopes.get(scope, "")) == source.name}

    def kernel(self, name: str) -> Kernel:
        forms = [(int(found[2]), bool(found[3]), function) for function in self.functions
                 if (found := FORM.match(function)) and found[1] == name]
        whole = [form for form in forms if not form[1]] or forms
        width, _, function = min(whole) if whole else (1, False, name)
        kernel = Kernel(name, width)
        head = self.heads[name]
        if found := re.search(r" #(\d+)", head):
            kernel.attributes = self.attributes.get(found[1], {})
        if found := re.search(r"!dbg !(\d+)", head):
            kernel.line = self.starts.get(found[1], 0)
        for text in self.functions[name]:
            if found := re.match(r"\s+%\S+ = alloca (.*?), align", text):
                kernel.private_bytes += alloca_bytes(found[1])
        for text in self.functions[function]:
            found, where = OPERATION.match(text), re.search(r"!dbg !(\d+)", text)
            if found and where and where[1] in self.lines and not SILENT.search(text):
                add(kernel.lines[self.lines[where[1]]], found[1], found[2].split(", !dbg")[0], width)
        return kernel

    def kernels(self) -> list[str]:
        return [name for name, head in self.heads.items() if " spir_kernel " in head and not FORM.match(name)]


def alloca_bytes(text: str) -> int:
    count = 1
    while found := re.match(r"\[(\d+) x (.*)\]$", text):
        count, text = count * int(found[1]), found[2]
    return count * type_bytes(text)
