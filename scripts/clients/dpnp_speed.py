#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times functions of dpnp on the driver and on Intel's CPU driver: twenty of 10^7 elements or so, and the first call of some
in a process, with nothing cached and with Lanewise's cache. Prints tables in Markdown.

usage: dpnp_speed.py [--samples COUNT] [--rows NAME,...] [BUILD]

`dpcpp.py` installs what it needs. Processes of the two drivers take turns; each row is the median of all samples.
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from dpcpp import PLACE, ROOT, environment, install, libraries_of

COUNT = 10**7
# What is timed; x and y are in [1, 2), of single precision.
ROWS = {
    "add": "x + y", "multiply": "x * y", "divide": "x / y", "sqrt": "dpnp.sqrt(x)", "exp": "dpnp.exp(x)",
    "log": "dpnp.log(x)", "sin": "dpnp.sin(x)", "tanh": "dpnp.tanh(x)", "power": "dpnp.power(x, y)",
    "where": "dpnp.where(x > y, x, y)", "astype double": "x.astype('f8')", "sum": "dpnp.sum(x)", "max": "dpnp.max(x)",
    "argmax": "dpnp.argmax(x)", "mean of rows": "dpnp.mean(m, axis=1)", "std": "dpnp.std(x)", "cumsum": "dpnp.cumsum(x)",
    "sort": "dpnp.sort(x)", "matmul": "dpnp.matmul(m, m)", "fft": "dpnp.fft.fft(c)",
}
# Of which the first call is timed; x has a thousand elements.
FIRST_CALLS = [
    "dpnp.sin(x)", "x + x", "dpnp.sum(x)", "dpnp.max(x)", "dpnp.argmax(x)", "dpnp.mean(x)", "dpnp.where(x > 1, x, -x)",
    "x.astype('f8')", "dpnp.linspace(0, 1, 1000)", "dpnp.arange(1000)", "dpnp.cumsum(x)", "dpnp.sort(x)", "dpnp.argsort(x)",
    "dpnp.unique(x)",
]
PREPARE = f"""
import json, sys, time
import dpnp, numpy
random = numpy.random.default_rng(7)
x = dpnp.asarray((1 + random.random({COUNT})).astype('f4'))
y = dpnp.asarray((1 + random.random({COUNT})).astype('f4'))
m = dpnp.asarray((1 + random.random((3162, 3162))).astype('f4'))
c = dpnp.asarray((1 + random.random(1 << 23)).astype('c8'))
wait = x.sycl_queue.wait
"""
TIME = """
times = {}
for name, expression in json.loads(sys.argv[1]).items():
    code = compile(expression, name, "eval")
    for _ in range(3):
        eval(code)
        wait()
    taken = []
    for _ in range(int(sys.argv[2])):
        begin = time.perf_counter()
        result = eval(code)
        wait()
        taken.append(time.perf_counter() - begin)
        del result
    times[name] = taken
print(json.dumps(times))
"""
FIRST = """
import sys, time
import dpnp
begin = time.perf_counter()
x = dpnp.empty(1000, dtype='f4')
x.sycl_queue.wait()
call = time.perf_counter()
r = eval(sys.argv[1])
x.sycl_queue.wait()
end = time.perf_counter()
print(end - call, end - begin)
"""


def run(driver, library, code, arguments, **more):
    command = [PLACE / "bin/python", "-c", code, *arguments]
    done = subprocess.run(command, cwd=PLACE, env=environment(driver, library) | more, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def compare_rows(libraries, rows, samples):
    taken = {driver: {name: [] for name in rows} for driver in libraries}
    for _ in range(3): # processes
        for driver, library in libraries.items():
            found = json.loads(run(driver, library, PREPARE + TIME, [json.dumps(rows), str(samples)]))
            for name, times in found.items():
                taken[driver][name] += times
    print("| function | Lanewise, ms | Intel, ms | ratio |\n|---|--:|--:|--:|")
    ratios = []
    for name in rows:
        own, other = (statistics.median(taken[driver][name]) * 1e3 for driver in ("lanewise", "intel"))
        ratios.append(other / own)
        print(f"| `{rows[name]}` | {own:.3g} | {other:.3g} | {other / own:.2f} |")
    print(f"| geometric mean | | | {math.exp(statistics.fmean(map(math.log, ratios))):.2f} |")


def compare_first_calls(libraries, samples):
    print("\n| first call in a process | Lanewise, ms | with a warm cache, ms | Intel, ms | from the first array on: Lanewise, ms | Intel, ms |"
          "\n|---|--:|--:|--:|--:|--:|")
    for expression in FIRST_CALLS:
        with tempfile.TemporaryDirectory() as cache:
            def medians(driver, **more):
                """Milliseconds of the call, and from the making of the array, with which the device begins."""
                runs = [run(driver, libraries[driver], FIRST, [expression], **more).split() for _ in range(samples)]
                return [statistics.median(map(float, times)) * 1e3 for times in zip(*runs)]
            cold, cold_all = medians("lanewise", LANEWISE_CACHE="0")
            run("lanewise", libraries["lanewise"], FIRST, [expression], LANEWISE_CACHE_DIR=cache)
            warm, _ = medians("lanewise", LANEWISE_CACHE_DIR=cache)
            other, other_all = medians("intel")
            print(f"| `{expression}` | {cold:.1f} | {warm:.1f} | {other:.1f} | {cold_all:.1f} | {other_all:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=7)
    parser.add_argument("--rows", help="names of rows, with commas between; none: first calls only")
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build/release")
    arguments = parser.parse_args()
    install()
    libraries = libraries_of(arguments.build)
    wanted = ROWS if arguments.rows is None else [] if arguments.rows == "none" else arguments.rows.split(",")
    if unknown := set(wanted) - set(ROWS):
        sys.exit(f"no such row: {', '.join(sorted(unknown))}")
    if wanted:
        compare_rows(libraries, {name: ROWS[name] for name in wanted}, arguments.samples)
    compare_first_calls(libraries, arguments.samples)


if __name__ == "__main__":
    main()
