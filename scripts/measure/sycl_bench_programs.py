# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How programs of sycl-bench are built and run."""
import re
import signal
import struct
import subprocess
from pathlib import Path

from sycl_program_commands import COMMANDS, OPTIONS


def run(command, folder, seconds, environment=None):
    """Exit status, None if it takes more processor time or ten times that in all, and what the command printed."""
    words = ["timeout", "-k", "2", str(10 * seconds), "prlimit", f"--cpu={seconds}:{seconds + 5}", *command]
    done = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    ended = (124, 128 + signal.SIGKILL, -signal.SIGKILL, 128 + signal.SIGXCPU, -signal.SIGXCPU)
    status = None if done.returncode in ended else done.returncode
    return status, done.stdout.decode(errors="replace")


class SyclBench:
    """sycl-bench: one program a source; a program prints the verdict of each of its benchmarks."""
    name = "sycl-bench"

    def __init__(self, source, compiler, name="lanewise", options=("-fsycl", "-D__DPCPP__")):
        self.source, self.compiler, self.options = source, compiler, options
        self.out = source / f"build-{name}"
        listed = re.findall(r"^\s+([\w-]+/[\w/]+\.cpp)", (source / "CMakeLists.txt").read_text(), re.MULTILINE)
        listed += re.findall(r"APPEND benchmarks ([\w/]+\.cpp)", (source / "CMakeLists.txt").read_text())
        self.sources = {Path(one).stem: one for one in listed}

    def programs(self):
        return sorted(self.sources)

    def build(self, program, seconds):
        self.folder(program)
        return run([self.compiler, *self.options, "-std=c++17", "-O3", "-march=native", "-ffast-math", "-DNDEBUG",
                    "-DSYCL_BENCH_HAS_FP64_SUPPORT=1", *OPTIONS.get(program, []), f"-I{self.source}/include", f"-I{self.source}/polybench/common",
                    self.source / self.sources[program], "-o", self.out / program], self.out, seconds)

    def commands(self, program):
        options = COMMANDS[self.name].get(program, "--size=256 --local=64 --num-runs=1")
        return [f"../../{program} {options}"]

    def folder(self, _):
        folder = self.out / "run" / "here"
        folder.mkdir(parents=True, exist_ok=True)
        for place in (self.out, self.out / "run"):
            write_picture(place / "share/Brommy.bmp")
        return folder


def write_picture(file):
    """A picture for the filters; the clone may lack its own, which is large."""
    if file.exists():
        return
    width, height = 64, 48
    file.parent.mkdir(parents=True, exist_ok=True)
    pixels = bytes((x * 7 + y * 13 * c) % 256 for y in range(height) for x in range(width) for c in range(3))
    file.write_bytes(b"BM" + struct.pack("<IIIIiiHHIIiiII", 54 + len(pixels), 0, 54, 40, width, height, 1, 24, 0,
                                         len(pixels), 2835, 2835, 0, 0) + pixels)
