# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a kernel file with clc, and keeps what it says on the way: the report of the vectoriser, the IR behind it, the
assembly, and the object file."""
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path


class Failure(Exception):
    """What a user has to be told, and the exit status."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


@dataclass
class Build:
    log: str
    vectorized: list[str]  # IR, one text for each part of the program
    machine: list[str]  # IR for the CPU, likewise
    assembly: list[str]
    objects: list[bytes]


def find_clc(beside: Path) -> str:
    own = beside / "clc"
    found = str(own) if own.is_file() else shutil.which("clc")
    if not found:
        raise Failure("there is no clc, neither beside this program nor in PATH")
    return found


def objects_in(binary: bytes) -> list[bytes]:
    """The ELF files in a program binary, each with whatever follows it up to the next one."""
    parts = binary.split(b"\x7fELF")
    return [b"\x7fELF" + part for part in parts[1:]]


def build(clc: str, source: Path, options: list[str]) -> Build:
    """Raises Failure with the compiler's messages if it does not compile."""
    with tempfile.TemporaryDirectory(prefix="lanewise-explain-") as place:
        folder = Path(place)
        # -g names lines in the assembly; instructions are the same with and without it.
        command = [clc, "-g", "-lanewise-vec-report", *options, str(source), "-o", str(folder / "program.bin")]
        environment = dict(os.environ, LANEWISE_DUMP=str(folder / "dump"))
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise Failure(done.stderr.rstrip() or f"{clc} ended with {done.returncode}", done.returncode)

        def texts(pattern: str) -> list[str]:
            files = sorted(folder.glob(f"dump/*/{pattern}"), key=lambda file: (len(file.parent.name), str(file)))
            return [file.read_text(errors="replace") for file in files]

        return Build(done.stderr, texts("*-vectorize.ll") or texts("*-number-barriers.ll"), texts("*-legalize-shuffles.ll"),
                     texts("*-assembly.s"), objects_in((folder / "program.bin").read_bytes()))
