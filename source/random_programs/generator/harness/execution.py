# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs: the reference, and the driver in each configuration."""
import os
import re
import select
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Without optimisation GCC takes a quarter of the time.
REFERENCE_FLAGS = ("-std=c++20", "-O0", "-fwrapv", "-ffp-contract=off", "-frounding-math", "-fno-strict-aliasing", "-fsigned-char", "-fno-exceptions", "-w", "-Wno-psabi")
STRICT = ("-DSTRICT", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
# runtime/races.h has what -fsanitize=thread calls, so libtsan is not linked.
RACES = ("-DRACES", "-fsanitize=thread", "-nodefaultlibs", "-lm", "-lc", "-lgcc")
# What LLVM's optimiser makes and Clang's back end writes as something else: of integers that SPIR-V lacks it takes the next larger
# ones and leaves the upper bits as they come; a signed bit that is set is 1 to it and not -1.
LOST_IN_SPIRV = re.compile(r"(?<![\w%@.$\"-])i(?!(?:1|8|16|32|64)\b)\d+\b|= sitofp (?:<\d+ x )?i1\b")
MAIN = """
static const ProgramEntry programs[] = {{{entries}}};
int main(int argc, char** argv) {{ return run_programs(programs, sizeof(programs) / sizeof(programs[0]), argc, argv); }}
"""


@dataclass
class Tools:
    runner: str
    libraries: str = ""  # folder of libCL.so, if the runner does not find it itself
    gxx: str = "g++"
    clang: str = ""
    clang15: str = ""
    translator: str = ""
    validator: str = ""
    header: str = ""  # declarations that Clang lacks
    clc: str = ""
    emulator: tuple = ()  # command that runs what is made for AArch64
    emulated_runner: str = ""
    emulated_libraries: str = ""

    def environment(self, folder, configuration) -> dict:
        result = {name: value for name, value in os.environ.items() if not name.startswith("LANEWISE_") or name == "LANEWISE_VERIFY"}
        result.update(LANEWISE_PLATFORMS="host", LANEWISE_CACHE="0", LANEWISE_NUM_THREADS="1")
        if "--twice" in configuration.arguments:
            del result["LANEWISE_CACHE"]
            result["LANEWISE_CACHE_DIR"] = str(Path(folder, "cache").resolve())
        result.update(configuration.environment)
        if self.libraries:
            result["LD_LIBRARY_PATH"] = self.libraries
        return result

    def command(self, configuration) -> list:
        """What runs cases."""
        if not configuration.cpu:
            return [self.runner, *configuration.arguments]
        return [*self.emulator, "-E", f"LD_LIBRARY_PATH={self.emulated_libraries}", self.emulated_runner,
                *configuration.arguments]

    def cross_compile(self, configuration, case, source, binary) -> list:
        return [self.clc, *options_of(case), "-lanewise-cpu=" + configuration.cpu, "-o", binary, source]


def lines_of(command, limit, **options):
    """Lines of a process's output; each may take `limit` seconds. Ends with the exit status, None if time ran out."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True, **options)
    rest = b""
    deadline = time.monotonic() + limit
    try:
        while True:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                yield None
                return
            chunk = os.read(process.stdout.fileno(), 1 << 20)
            if not chunk:
                break
            rest += chunk
            while b"\n" in rest:
                line, rest = rest.split(b"\n", 1)
                deadline = time.monotonic() + limit
                yield line.decode(errors="replace")
        yield process.wait()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stdout.close()


def run_reference(tools, texts, folder, name="reference", flags=(), limit=40):
    """`texts`: seed to C++. Gives seed to a list of numbers, or to what went wrong."""
    folder = Path(folder)
    source = folder / f"{name}.cpp"
    entries = ", ".join(f"{{{seed}u, p{seed}::run}}" for seed in texts)
    source.write_text('#include "reference.h"\n' + "\n".join(texts.values()) + MAIN.format(entries=entries))
    made = subprocess.run([tools.gxx, *REFERENCE_FLAGS, "-fmax-errors=3", "-I", ROOT / "runtime", source, *flags, "-o", folder / name],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        if len(texts) == 1:
            return {seed: "reference does not compile: " + made.stdout[:600] for seed in texts}
        results = {}
        for seed, text in texts.items():
            results.update(run_reference(tools, {seed: text}, folder, name, flags, limit))
        return results
    seeds, results, first = list(texts), {}, 0
    while first < len(seeds):
        status = 0
        for line in lines_of([folder / name, str(first)], limit):
            if not isinstance(line, str):
                status = line
                break
            seed, *numbers = line.split()
            bad = [number for number in numbers if number.startswith("undefined")]
            results[int(seed)] = "order of work-items matters: " + bad[0] if bad else numbers
            first += 1
        if first < len(seeds):
            results[seeds[first]] = "reference takes too long" if status is None else f"reference ends with {status}"
            first += 1
    return results


def what_is_wrong(tools, seed, text, folder) -> str:
    """Why a program's results are not defined: it leaves its memory, overflows, races. "" if nothing is found."""
    for flags in (STRICT, RACES):
        result = run_reference(tools, {seed: text}, folder, flags=flags, limit=120)[seed]
        if not isinstance(result, list):
            return result
    return ""


def run_configuration(tools, configuration, cases, folder, limit):
    """`cases`: pairs of a case's path and its source's. Gives case to a list of numbers, or to what went wrong; and to the
    milliseconds of the build."""
    rest, results, times = list(cases), {}, {}
    environment = tools.environment(folder, configuration)
    if configuration.cpu:
        rest = compiled_for_other(tools, configuration, rest, environment, limit, results)
    while rest:
        command = tools.command(configuration) + [f"{case}={source}" for case, source in rest]
        current, status, step = str(rest[0][0]), 0, "build"
        for line in lines_of(command, limit, env=environment):
            if not isinstance(line, str):
                status = line
                break
            word, *words = line.split(" ", 2)
            if word == "begin":
                current, step = words[0], "build"
            elif word == "built":
                step = "launch"
            elif word == "done":
                build, *numbers = words[1].split()
                results[words[0]], times[words[0]] = numbers, float(build)
            elif word == "failed":
                results[words[0]] = words[1]
        if current not in results:
            results[current] = step + (": takes too long" if status is None else f": ends with {status}")
        rest = [(case, source) for case, source in rest if str(case) not in results]
    return results, times


def compiled_for_other(tools, configuration, cases, environment, limit, results):
    """Pairs of cases and binaries for the configuration's CPU; `results` has what went wrong."""
    made = []
    for case, source in cases:
        binary = source.with_suffix(f".{configuration.name}.bin")
        try:
            ended = subprocess.run(tools.cross_compile(configuration, case, source, binary), env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            results[str(case)] = "build: takes too long"
            continue
        if ended.returncode:
            results[str(case)] = f"build: ends with {ended.returncode}: " + ended.stdout.strip()[-300:].replace("\n", "|")
        else:
            made.append((case, binary))
    return made


def options_of(case) -> list[str]:
    """Build options that a case asks for."""
    return [line.split()[1] for line in Path(case).read_text().splitlines() if line.startswith("option ")]


def make_spirv(tools, case, source, kind):
    """Path of the module, or what went wrong."""
    options = options_of(case)
    module = source.with_suffix(f".{kind}.spv")
    if kind == "22":
        ir = source.with_suffix(".22.ll")
        front_end = [tools.clang, "-target", "spirv64", "-x", "cl", "-w", "-O2", *options, "-Dcl_khr_extended_async_copies=1",
                     "-include", tools.header, "-S", "-emit-llvm", source, "-o", ir]
        made = subprocess.run(front_end, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        if made.returncode:
            return None, made.stdout[:400]
        if lost := LOST_IN_SPIRV.search(ir.read_text()):
            return None, f"the back end writes something else for {lost.group()}"
        steps = [[tools.clang, "-target", "spirv64", "-c", "-x", "ir", "-w", "-O2", "-Xclang", "-disable-llvm-passes",
                  "-mllvm", "-disable-lsr", ir, "-o", module]]
        if tools.validator:
            steps.append([tools.validator, "--target-env", "spv1.6", module])
    else:
        level = "1" if int(source.name.split(".")[1]) % 4 == 1 else "0"  # by the number of the form
        bitcode = source.with_suffix(".15.bc")
        steps = [[tools.clang15, "-target", "spir64-unknown-unknown", "-x", "cl", *(options or ["-cl-std=CL1.2"]), "-c", "-emit-llvm", "-w", "-O" + level,
                  "-Xclang", "-finclude-default-header", source, "-o", bitcode],
                 [tools.translator, "--spirv-ext=+SPV_KHR_integer_dot_product", bitcode, "-o", module]]
    for step in steps:
        made = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        if made.returncode:
            return None, made.stdout[:400]
    return module, ""
