#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the test suites of dpctl and dpnp, Python packages of SYCL programs that DPC++ compiled, on the driver and on Intel's
CPU driver, and compares test by test. Everything comes from PyPI, into a virtual environment in build/clients/dpcpp.

usage: dpcpp.py [--packages dpctl,dpnp] [--drivers lanewise,intel] [--jobs COUNT] [--select EXPRESSION] [BUILD]

What a driver said of each test stays in build/clients/dpcpp/<driver>.<package>.xml; a driver that is left out is taken from
there. Ends with 1 if a test fails on Lanewise that passes on Intel's driver.
"""
import argparse
import collections
import os
import subprocess
import sys
import time
import venv
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "build/clients/dpcpp"
# The wheels of 2026 lack the adapter for OpenCL.
WHEELS = ["dpctl==0.21.1", "dpnp==0.19.1", "dpcpp-cpp-rt==2025.3.*", "intel-opencl-rt==2025.3.*", "numpy<2.4", "scipy",
          "pytest", "pytest-timeout", "pytest-xdist"]


def install():
    if not (PLACE / "installed").exists():
        venv.create(PLACE, with_pip=True)
        subprocess.run([PLACE / "bin/pip", "install", "--quiet", *WHEELS], check=True)
        (PLACE / "installed").touch()


def libraries_of(build):
    """The drivers that are compared, by name."""
    return {"lanewise": build.resolve() / "lib/liblanewise-opencl.so.0", "intel": PLACE / "lib/libintelocl.so"}


def environment(driver, library):
    """The wheels' loader takes a folder; the runtime has a list of vendors whose devices it shows."""
    drivers = PLACE / f"icd.{driver}"
    drivers.mkdir(exist_ok=True)
    (drivers / f"{driver}.icd").write_text(f"{library}\n")
    return dict(os.environ, OCL_ICD_VENDORS=str(drivers), SYCL_DEVICE_ALLOWLIST="", ONEAPI_DEVICE_SELECTOR="opencl:cpu",
                LD_LIBRARY_PATH=str(PLACE / "lib"))


def run_suite(package, driver, library, jobs, select):
    results = PLACE / f"{driver}.{package}.xml"
    command = [PLACE / "bin/python", "-m", "pytest", "-q", "-W", "ignore", "-p", "no:cacheprovider", "--timeout", "300", "--timeout-method", "thread", "-n", str(jobs),
               "--pyargs", f"{package}.tests", f"--junitxml={results}"]
    command += ["-k", select] if select else []
    begin = time.time()
    with open(PLACE / f"{driver}.{package}.log", "w") as log:
        subprocess.run(command, cwd=PLACE, env=environment(driver, library), stdout=log, stderr=log)
    print(f"{package} on {driver}: {time.time() - begin:.0f} s", flush=True)


def outcomes(package, driver):
    """Of each test "passed", "skipped" or "failed", and what the failure says first."""
    found = {}
    for case in xml.parse(PLACE / f"{driver}.{package}.xml").iter("testcase"):
        kinds = {child.tag: child for child in case}
        name = f"{case.get('classname')}::{case.get('name')}"
        failure = kinds.get("failure", kinds.get("error"))
        if failure is not None:
            found[name] = ("failed", (failure.get("message") or "").split("\n")[0][:150])
        else:
            found[name] = ("skipped" if "skipped" in kinds else "passed", "")
    return found


def compare(package, drivers):
    """Prints the counts, and which tests fail here alone; returns how many these are."""
    found = {driver: outcomes(package, driver) for driver in drivers}
    print("| package | driver | passed | failed | skipped |\n|---|---|--:|--:|--:|")
    for driver, tests in found.items():
        counts = collections.Counter(outcome for outcome, _ in tests.values())
        print(f"| {package} | {driver} | {counts['passed']} | {counts['failed']} | {counts['skipped']} |")
    peer = found.get("intel", {})
    alone = collections.defaultdict(list)
    for name, (outcome, message) in found["lanewise"].items():
        if outcome == "failed" and peer.get(name, ("passed",))[0] == "passed":
            alone[message].append(name)
    for message, names in sorted(alone.items(), key=lambda row: -len(row[1])):
        print(f"{len(names)} fail on Lanewise alone: {message}")
        for name in names[:5]:
            print(f"    {name}")
    return sum(map(len, alone.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="dpctl,dpnp")
    parser.add_argument("--drivers", default="lanewise,intel")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--select", help="pytest's -k")
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build/release")
    arguments = parser.parse_args()
    install()
    libraries = libraries_of(arguments.build)
    failed = 0
    for package in arguments.packages.split(","):
        for driver in arguments.drivers.split(","):
            run_suite(package, driver, libraries[driver], arguments.jobs, arguments.select)
        known = [driver for driver in libraries if (PLACE / f"{driver}.{package}.xml").exists()]
        failed += compare(package, known)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
