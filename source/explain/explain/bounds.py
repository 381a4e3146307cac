# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bounds a loop: counted in its assembly, and with llvm-mca, if it is there, cycles of the CPU's model."""
import re
import shutil
import subprocess
from dataclasses import dataclass, field

from . import assembly

# What a core gets of the memory of a machine whose cores all ask for it: what the verdict assumes.
MEMORY_BYTES_PER_CYCLE = 4


@dataclass
class Bound:
    loop: assembly.Loop
    instructions: int
    vectors: int
    loaded: int  # bytes in vector registers, a round
    stored: int
    gathers: int
    reloads: int
    divisions: int
    cycles: float | None = None  # a round, with all data in the first cache
    bottleneck: str = ""
    lines: list[int] = field(default_factory=list)  # of the kernel that it is code of


def is_store(instruction: assembly.Instruction) -> bool:
    last = instruction.text.rsplit(",", 1)[-1] if "[" not in instruction.text else ""
    return bool(assembly.MEMORY.search(instruction.text)) and (
        (")" in instruction.text.split("{")[0].rstrip()[-1:] and "mov" in instruction.mnemonic and ")" in last)
        or instruction.mnemonic.startswith(("st", "vscatter", "vpscatter", "vcompress", "vpcompress")))


def count(loop: assembly.Loop) -> Bound:
    bound = Bound(loop, len(loop.body), 0, 0, 0, 0, 0, 0)
    for instruction in loop.body:
        size = instruction.moved_bytes()
        bound.vectors += bool(size)
        bound.gathers += "gather" in instruction.mnemonic or "scatter" in instruction.mnemonic
        bound.divisions += bool(re.match(r"v?(div|sqrt|idiv)|[fsu]div|fsqrt", instruction.mnemonic))
        if instruction.is_reload or instruction.is_spill:
            bound.reloads += 1
        elif size and assembly.MEMORY.search(instruction.text) and "%rip" not in instruction.text:
            if is_store(instruction):
                bound.stored += size
            else:
                bound.loaded += size
    return bound


def find_mca() -> str | None:
    return next((path for name in ("llvm-mca-22", "llvm-mca") if (path := shutil.which(name))), None)


def estimate(bounds: list[Bound], cpu: str, mca: str | None) -> None:
    """Adds cycles to the loops that llvm-mca can tell them of."""
    for bound in bounds if mca else []:
        text = "\n".join(re.sub(r"\.L\w+$", ".Lsomewhere", instruction.text) for instruction in bound.loop.body
                         if not instruction.mnemonic.startswith(("call", "ret", "bl")))
        done = subprocess.run([mca, "-mtriple=x86_64" if "%" in text else "-mtriple=aarch64", f"-mcpu={cpu}",
                               "-iterations=100", "-bottleneck-analysis"], input=text + "\n.Lsomewhere:\n",
                              capture_output=True, text=True)
        total = re.search(r"Total Cycles:\s+(\d+)", done.stdout)
        if done.returncode == 0 and total:
            bound.cycles = int(total[1]) / 100
            bound.bottleneck = bottleneck(done.stdout)


def bottleneck(text: str) -> str:
    """Of llvm-mca's two kinds the larger one, if either counts."""
    def percent(name: str) -> float:
        found = re.search(name + r":?\s+\[ ([\d.]+)% \]", text)
        return float(found[1]) if found else 0

    units, results = percent("Resource Pressure"), percent("Data Dependencies")
    if max(units, results) < 10:
        return "the number of instructions"
    return "execution units" if units > results else "latency: operations wait for each other's results"


def verdict(bound: Bound, global_share: float) -> str:
    """In one clause, for people. `global_share`: how much of what is moved is global memory."""
    if bound.gathers:
        return "gathers and scatters: an element at a time from the caches"
    if bound.reloads > 4 and bound.reloads > bound.instructions / 4:
        return "spills: more values live at once than there are registers"
    if bound.divisions and bound.vectors:
        return "divisions or square roots, which take several cycles each"
    if not bound.vectors:
        return "scalar code"
    moved = (bound.loaded + bound.stored) * global_share
    memory = moved / MEMORY_BYTES_PER_CYCLE
    if bound.cycles is not None and memory > bound.cycles:
        return f"memory, unless a cache has the data: {moved:.0f} bytes take about {memory:.0f} cycles"
    return bound.bottleneck or ("arithmetic" if bound.cycles is not None else "")
