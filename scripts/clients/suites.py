#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of other people's OpenCL programs on the driver, and on PoCL or Intel's CPU driver beside it, and prints a table of
how many passed, how many failed, how many were not built, and the seconds that the tests ran, without their building. No driver keeps
programs for later processes.

usage: suites.py [--clients pyopencl,hashcat,...] [--drivers lanewise,pocl,intel] [--select EXPRESSION] [--limit SECONDS] [BUILD]

As root, `suites.py --install` installs what comes from Debian. PyOpenCL comes from PyPI, the tests of ViennaCL and Boost.Compute
from GitHub, all into build/clients/suites; what is there already is taken. Intel's driver is that of dpcpp.py. EXPRESSION selects
tests whose names it matches.
What the programs say stays in build/clients/suites/<driver>.<client>.log. Ends with 1 if a test fails on Lanewise that passes
on PoCL, or fails where PoCL is not among the drivers.
"""
import argparse
import os
import re
import subprocess
import sys
import time
import venv
from pathlib import Path

import dpcpp

ROOT = Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "build/clients/suites"
PACKAGES = ["clblast-utils", "clpeak", "cmake", "ffmpeg", "g++", "git", "hashcat", "libboost-test-dev", "libboost-filesystem-dev",
            "libopenblas-dev", "libvkfft-dev", "ninja-build", "ocl-icd-opencl-dev", "pocl-opencl-icd", "python3-numpy", "python3-opencv"]
PYOPENCL = "2026.1.4"
HASHCAT_MODES = [0, 100, 500, 900, 1000, 1400, 1700, 3000, 5600, 17400]  # MD5 to Keccak, MD5-Crypt, LM, NTLM
# Beside xgemv, which ends by a fault of memory on Lanewise and on PoCL, at the same configuration.
TUNERS = {"copy_fast": 512, "copy_pad": 512, "transpose_fast": 512, "transpose_pad": 512, "invert": 128, "xaxpy": 65536,
          "xdot": 65536, "xger": 512}
SLOW_TO_BUILD = ("external", "libviennacl", "bisect")  # of ViennaCL: parts of others


class Session:
    """One client on one driver: where its words go, and its limits."""

    def __init__(self, driver, library, client, arguments):
        icd = PLACE / f"icd.{driver}"
        icd.mkdir(parents=True, exist_ok=True)
        (icd / f"{driver}.icd").write_text(f"{library}\n")
        self.environment = dict(os.environ, OCL_ICD_VENDORS=f"{icd}/", LANEWISE_CACHE="0", POCL_KERNEL_CACHE="0")
        if driver == "intel":
            self.environment["LD_LIBRARY_PATH"] = str(Path(library).parent)
        self.log = open(PLACE / f"{driver}.{client}.log", "w")
        self.select = re.compile(arguments.select)
        self.limit = arguments.limit
        self.seconds = 0.0  # that tests have run

    def build(self, command):
        """Not counted. What the compiler says goes to the log."""
        print("$", *command, file=self.log, flush=True)
        return subprocess.run(command, cwd=PLACE, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT)

    def run(self, command, folder=PLACE):
        """The end of the command, and what it said."""
        print("$", *command, file=self.log, flush=True)
        begin = time.time()
        try:
            done = subprocess.run(command, cwd=folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=self.limit, errors="replace")
            ended, text = done.returncode, done.stdout
        except subprocess.TimeoutExpired as expired:
            ended, text = "timeout", (expired.stdout or b"").decode(errors="replace")
        self.seconds += time.time() - begin
        print(text, f"ended with {ended}", sep="\n", file=self.log, flush=True)
        return ended, text


def pyopencl(session):
    """PyOpenCL's own suite; results by test."""
    place = PLACE / "pyopencl"
    if not (place / "installed").exists():
        venv.create(place, with_pip=True)
        pip = [place / "bin/pip", "--quiet"]
        subprocess.run([*pip, "install", f"pyopencl=={PYOPENCL}", "mako", "pytest"], check=True)
        subprocess.run([*pip, "download", "--no-deps", "--no-binary", "pyopencl", "-d", place, f"pyopencl=={PYOPENCL}"],
                       check=True)
        subprocess.run(["tar", "xf", place / f"pyopencl-{PYOPENCL}.tar.gz", "-C", place], check=True)
        (place / "installed").touch()
    _, text = session.run([place / "bin/python", "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-W", "ignore", "."],
                          place / f"pyopencl-{PYOPENCL}/test")
    text = re.sub("<context factory .*?>>", "", text)  # in names of tests: the device and the platform
    return {name: word == "PASSED" for word, name in re.findall(r"^(PASSED|FAILED|ERROR) (\S+\.py::\S+)", text, re.M)
            if session.select.search(name)}


def run_hashcat(session, modes):
    """Its self-test of a mode comes before each benchmark."""
    results = {}
    for mode in modes:
        if session.select.search(str(mode)):
            ended, text = session.run(["hashcat", "--force", "-D", "1", "-b", "-m", str(mode)])
            results[f"mode {mode}"] = ended == 0 and "Speed.#1" in text and "self-test failed" not in text
    return results


def hashcat(session):
    return run_hashcat(session, HASHCAT_MODES)


def hashcat_modes(session):
    """All of them: the rows of three columns of its help behind the title, up to the next title."""
    text = subprocess.run(["hashcat", "--help"], text=True, capture_output=True).stdout
    modes = text.partition("[ Hash modes ]")[2].partition("- [")[0]
    return run_hashcat(session, re.findall(r"^ +(\d+) \|", modes, re.M))


def clpeak(session):
    ended, text = session.run(["clpeak", "--compute-integer", "--compute-sp", "--compute-dp", "--global-bandwidth",
                               "--kernel-latency", "--transfer-bandwidth"])
    return {"clpeak": ended == 0 and "GFLOPS" in text and not re.search("error|fail", text, re.I)}


def clblast(session):
    """The tuners compare each configuration with the reference."""
    results = {}
    for tuner, size in TUNERS.items():
        if session.select.search(tuner):
            ended, text = session.run([f"clblast_tuner_{tuner}", "-n", str(size), "-m", str(size), "-runs", "2"])
            results[tuner] = ended == 0 and "results match" in text and "mismatch" not in text
    return results


def clblast_tests(session):
    """Each is a program that compares a routine in all precisions with OpenBLAS; results by routine and precision."""
    folder = sources("CNugteren", "CLBlast") / "build"
    session.build(["cmake", "-G", "Ninja", "-S", folder.parent, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DTESTS=ON", "-DTUNERS=OFF",
                   "-DCLIENTS=OFF"]).check_returncode()
    session.build(["ninja", "-C", folder]).check_returncode()
    results = {}
    for program in sorted(folder.glob("clblast_test_*")):
        if session.select.search(program.name):
            ended, text = session.run([program], folder)
            routines = re.findall(r"tests for the '(\w+)' routine.*?(\d+) test\(s\) failed", re.sub(r"\x1b\[[\d;]*m", "", text), re.S)
            results |= {routine: failed == "0" for routine, failed in routines} or {program.name: ended == 0}
    return results


def sources(owner, name):
    folder = PLACE / name
    if not folder.exists():
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"https://github.com/{owner}/{name}", folder], check=True)
    return folder


def run_each(session, client, files, options, libraries, folder=PLACE):
    """A program of each file, run in `folder`; None for what the compiler refuses."""
    results = {}
    for file in sorted(files):
        if not session.select.search(file.stem):
            continue
        program = PLACE / f"{client}.{file.stem}"
        if not program.exists():
            session.build(["g++", "-O0", "-w", *options, file, "-o", program, *libraries])
        if program.exists():
            ended, _ = session.run([program], folder)
            results[file.stem] = ended == 0
        else:
            results[file.stem] = None
    return results


def viennacl(session):
    folder = sources("viennacl", "viennacl-dev")
    files = [file for file in (folder / "tests/src").glob("*.cpp") if not file.name.startswith(SLOW_TO_BUILD)]
    return run_each(session, "viennacl", files, ["-DVIENNACL_WITH_OPENCL", f"-I{folder}"], ["-lOpenCL"],
                    folder / "tests")  # which is where ../examples/testdata is


def boost_compute(session):
    folder = sources("boostorg", "compute")
    options = ["-std=c++17", "-DBOOST_TEST_DYN_LINK", "-DCL_TARGET_OPENCL_VERSION=200", f"-I{folder}/include",
               f'-DBOOST_COMPUTE_TEST_DATA_PATH="{folder}/test/data"']
    return run_each(session, "boost_compute", (folder / "test").glob("test_*.cpp"), options,
                    ["-lboost_unit_test_framework", "-lOpenCL"])


def vkfft(session):
    """VkFFT is a header; the program beside this one compares its transforms with the sum that defines them."""
    program = PLACE / "vkfft"
    if not program.exists():
        session.build(["g++", "-std=c++17", "-O1", "-w", ROOT / "scripts/clients/vkfft.cpp", "-o", program, "-lOpenCL"]).check_returncode()
    _, text = session.run([program])
    results = re.findall(r"^(ok|wrong) (\d+ \w+)", text, re.M)
    return {name: word == "ok" for word, name in results if session.select.search(name)} or {"vkfft": False}


def run_rows(session, script):
    """One that prints a row for each comparison with the program's path on the CPU."""
    ended, text = session.run(["/usr/bin/python3", ROOT / "scripts/clients" / script, "--any-driver"])
    rows = re.findall(r"^(ok|FAIL) +(\S+)", text, re.M)
    return {name: word == "ok" for word, name in rows if session.select.search(name)} or {script: ended == 0}


def opencv(session):
    return run_rows(session, "opencv.py")


def ffmpeg(session):
    return run_rows(session, "ffmpeg.py")


CLIENTS = {function.__name__: function for function in (pyopencl, hashcat, hashcat_modes, clpeak, clblast, clblast_tests, viennacl,
                                                          boost_compute, vkfft, opencv, ffmpeg)}
LONG = ("hashcat_modes", "clblast_tests")  # which run only where they are named


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--clients", default=",".join(name for name in CLIENTS if name not in LONG))
    parser.add_argument("--drivers", default="lanewise,pocl")
    parser.add_argument("--select", default="")
    parser.add_argument("--limit", type=int, default=1200, help="seconds for a program")
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build/release")
    arguments = parser.parse_args()
    if arguments.install:
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES], check=True)
        return 0
    libraries = {**dpcpp.libraries_of(arguments.build), "pocl": "libpocl.so.2"}
    drivers = arguments.drivers.split(",")
    if "intel" in drivers:
        dpcpp.install()
    wrong = 0
    print("| client | driver | passed | failed | not built | seconds |\n|---|---|--:|--:|--:|--:|")
    for client in arguments.clients.split(","):
        outcomes = {}
        for driver in drivers:
            session = Session(driver, libraries[driver], client, arguments)
            results = CLIENTS[client](session)
            outcomes[driver] = {name: good for name, good in results.items() if good is not None}
            good, ran = sum(outcomes[driver].values()), len(outcomes[driver])
            print(f"| {client} | {driver} | {good} | {ran - good} | {len(results) - ran} | {session.seconds:.0f} |", flush=True)
        for name, good in outcomes.get("lanewise", {}).items():
            if not good:
                elsewhere = outcomes.get("pocl", {}).get(name)
                print(f"    {name} fails{ {None: '', True: ', and passes on PoCL', False: ', on PoCL too'}[elsewhere]}")
                wrong += elsewhere is not False
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
