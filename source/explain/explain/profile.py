# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which instructions samples of a profile fell on."""
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from .assembly import ENTRY
from .build import Failure

# "    7f00a42 lanewise.entry.k+0x42 (...)", as `perf script -F ip,sym,symoff` prints it.
SAMPLE = re.compile(r"\s([\w.$]+)\+0x([0-9a-f]+)(?:\s|$)")
# "k+0x42 17", as written by hand or by another tool.
COUNTED = re.compile(r"^\s*([\w.$]+)\+0x([0-9a-f]+)\s+(\d+)\s*$")
SYMBOL = re.compile(r"^([0-9a-f]+) <([\w.$]+)>:$")
CODE = re.compile(r"^\s*([0-9a-f]+):\s+(?:[0-9a-f]{2} )*\s*(\S.*)$")
PLACE = re.compile(r"^(?:; )?(.*):(\d+)(?: \(discriminator \d+\))?$")


@dataclass
class Hot:
    offset: int
    text: str
    line: int
    count: int
    before: str  # the instruction in front of it


@dataclass
class Profile:
    samples: dict[str, dict[int, int]]  # of kernels, by offset
    total: int

    def of(self, kernel: str) -> int:
        return sum(self.samples.get(kernel, {}).values())


def read(path: Path, kernels: set[str]) -> Profile:
    samples: dict[str, dict[int, int]] = {kernel: defaultdict(int) for kernel in kernels}
    total = 0
    for line in path.read_text(errors="replace").splitlines():
        counted = COUNTED.match(line)
        found = counted or SAMPLE.search(" " + line)
        times = int(counted[3]) if counted else 1
        if not found:
            total += bool(re.match(r"\s*[0-9a-f]{6,}\s", line))  # a sample elsewhere
            continue
        total += times
        kernel = found[1].removeprefix(ENTRY)
        if kernel in samples:
            samples[kernel][int(found[2], 16)] += times
    if not any(samples.values()):
        raise Failure(f"{path} has no samples in these kernels: record with LANEWISE_PERF=1 and LANEWISE_SPECIALIZE=0, "
                      "and print with 'perf script -F ip,sym,symoff'", 2)
    return Profile(samples, total)


def instructions(objects: list[bytes], source: Path) -> dict[str, dict[int, tuple[str, int]]]:
    """By kernel and offset: text and source line."""
    tool = next((path for name in ("llvm-objdump-22", "llvm-objdump", "objdump") if (path := shutil.which(name))), None)
    if not tool:
        raise Failure("a profile needs llvm-objdump or objdump, to tell instructions by their addresses", 1)
    kernels: dict[str, dict[int, tuple[str, int]]] = defaultdict(dict)
    for contents in objects:
        with tempfile.NamedTemporaryFile(suffix=".o") as file:
            file.write(contents)
            file.flush()
            text = subprocess.run([tool, "-d", "-l", "--no-show-raw-insn", file.name], capture_output=True, text=True).stdout
        kernel, begin, line = "", 0, 0
        for row in text.splitlines():
            if found := SYMBOL.match(row):
                kernel, begin, line = found[2].removeprefix(ENTRY), int(found[1], 16), 0
            elif found := CODE.match(row):
                kernels[kernel][int(found[1], 16) - begin] = (re.sub(r"\s+", " ", found[2]).split(" #")[0], line)
            elif found := PLACE.match(row):
                line = int(found[2]) if Path(found[1]).name == source.name else 0
    return kernels


def hot(profile: Profile, kernel: str, code: dict[int, tuple[str, int]]) -> list[Hot]:
    """Of each sampled instruction. Samples that fall on no instruction of this code are of other code."""
    counts = profile.samples.get(kernel, {})
    strangers = sum(count for offset, count in counts.items() if offset not in code)
    if strangers * 20 > sum(counts.values()):
        raise Failure(f"the profile of '{kernel}' is of other code: {strangers} samples lie between instructions; build with the "
                      "same options and CPU, and record with LANEWISE_SPECIALIZE=0", 2)
    offsets = sorted(code)
    before = dict(zip(offsets[1:], offsets))
    return [Hot(offset, *code[offset], count, code[before[offset]][0] if offset in before else "")
            for offset, count in sorted(counts.items()) if offset in code]
