# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of doc/results/performance.md that scripts/measure/performance measures besides the kernels, each as lines of Markdown."""
import datetime
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
UNITS = (("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0))
FIGURES = "## Single figures\n\n"
HEAD_OF_FIGURES = "| date | machine | what | figure |\n|---|---|---|---|\n"
MATH_RANGES = ("small", "medium", "huge")


def cpu_name():
    text = Path("/proc/cpuinfo").read_text()

    def field(name):
        match = re.search(rf"^{name}\s*: (.*)$", text, re.MULTILINE)
        return match.group(1) if match else "?"

    masks = "with" if "avx512f" in field("flags") else "without"
    return f"{field('model name')} (family {field('cpu family')}, model {field('model')}, {masks} AVX-512)"


def machine():
    return f"{len(os.sched_getaffinity(0))} CPUs, {cpu_name()}"


def today():
    return f"{datetime.date.today():%-d %B %Y}"


def written(what):
    """The first line of a section."""
    return f"Written by `scripts/measure/performance` on {today()}: {machine()}; {what}."


def with_figure(text, what, figure):
    """The page with one more row at the end of its section of single figures."""
    if FIGURES not in text:
        text = text.rstrip("\n") + "\n\n" + FIGURES + HEAD_OF_FIGURES
    before, rows = text.split(FIGURES)
    rows, separator, after = rows.partition("\n## ")
    row = f"| {today()} | {machine()} | {what} | {figure} |\n"
    return before + FIGURES + rows.rstrip("\n") + "\n" + row + (f"\n{separator.lstrip()}{after}" if separator else "")


def printed(options, program, *arguments):
    return subprocess.run([options.build / "bin" / program, *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def features(options):
    yield written(f"medians of {options.samples} samples. [performance.md](../performance.md) says what the rows are")
    yield ""
    yield from printed(options, "feature_bench", f"--samples={options.samples}", f"--filter={options.filter}").splitlines()


def rows_of(program, names, page):
    """A part of the rows of a program that is made with Google's library."""
    def measure(options):
        times, busy = defaultdict(list), defaultdict(list)
        for _ in range(options.runs):
            report = printed(options, program, "--benchmark_format=json", f"--benchmark_filter={options.filter or names}")
            for row in json.loads(report)["benchmarks"]:
                name = row["name"].removesuffix("/real_time").removesuffix("/manual_time")
                times[name].append(row["real_time"] * dict(UNITS)[row["time_unit"]])
                busy[name] += [row["busy"]] if "busy" in row else []
        yield written(f"the best and the worst of {options.runs} runs. [{page}](../{page}) says what the rows are")
        yield from ("", "| row | best | worst |" + (" cores busy |" if any(busy.values()) else ""))
        yield "|---|--:|--:|" + ("--:|" if any(busy.values()) else "")
        for name, values in times.items():
            unit, factor = next((unit, factor) for unit, factor in UNITS if min(values) < 1000 * factor or unit == "s")
            share = f" {min(busy[name]):.1%} to {max(busy[name]):.1%}" if busy[name] else ""
            yield (f"| `{name}` | {min(values) / factor:.3g} {unit} | {max(values) / factor:.3g} {unit} |" +
                   (f"{share} |" if any(busy.values()) else ""))
    return measure


def scale(options):
    yield written("one run. [scale.md](../scale.md) says what the rows are")
    yield from ("", "```", *printed(options, "scale_bench", f"--filter={options.filter}").splitlines(), "```")


def processes(options):
    result = subprocess.run([SCRIPTS / "cold_cache", options.build], check=True, text=True, stdout=subprocess.PIPE)
    yield written("one run. [endurance.md](../endurance.md) says what it does")
    yield from ("", "```", result.stdout.strip(), "```")


def cells_of(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


class MathRun:
    """What one run of math_bench printed, with another driver or without."""

    def __init__(self, options, other):
        command = [options.build / "bin/math_bench", f"--samples={options.samples}", f"--filter={options.filter}"]
        command += [f"--other={other}"] if other else []
        result = subprocess.run(command, text=True, capture_output=True)
        if result.returncode:
            sys.exit(f"performance: {' '.join(map(str, command))} failed: {result.stdout[-500:]}{result.stderr[-500:]}")
        self.remarks = sorted(set(result.stderr.splitlines()))
        named = re.search(r"^other driver: (.*)$", result.stdout, re.MULTILINE)
        self.other = named[1] if named else ""
        table, _, rest = result.stdout.partition("| geometric means |")
        rows = [cells_of(line) for line in table.splitlines() if line.startswith("| ")]
        self.rows = [row for row in rows if row[2] in MATH_RANGES]
        means = rest.partition("\n\n")[0].splitlines()[2:]
        self.means = {row[0]: row[1:] for row in map(cells_of, means)}  # beside libmvec, SLEEF and the other driver

    def table(self):
        """Each function's ratios beside the other driver: a line for a range, a column for a kind."""
        kinds = list(self.means)
        yield "| function | arguments |" + "".join(f" {kind} |" for kind in kinds)
        yield "|---|---|" + "--:|" * len(kinds)
        ratios = defaultdict(dict)
        for row in self.rows:
            prefix = row[1].rpartition(", ")[2] if row[1].endswith("_") else ""
            ratios[row[0].removeprefix(prefix), row[2]][row[1]] = row[-1]
        for (name, arguments), found in ratios.items():
            yield f"| `{name}` | {arguments} |" + "".join(f" {found.get(kind, '')} |" for kind in kinds)


def math(options):
    others = dict(other.split("=", 1) for other in options.other)
    runs = {name: MathRun(options, file) for name, file in (others or {"": ""}).items()}
    first = next(iter(runs.values()))
    yield written(f"medians of {options.samples} samples, one core, geometric means of the ratios of speeds. "
                  "[accuracy.md](../accuracy.md) says what takes turns")
    yield from ("", "| beside |" + "".join(f" {kind} |" for kind in first.means), "|---|" + "--:|" * len(first.means))
    for number, library in enumerate(("libmvec", "SLEEF: its variant of 1.0 ULP for functions that are within that here, "
                                      "of 3.5 ULP for the others")):
        if any(mean[number] != "-" for mean in first.means.values()):
            yield f"| {library} |" + "".join(f" {mean[number]} |" for mean in first.means.values())
    for name, run in runs.items():
        if name:
            yield f"| {name} |" + "".join(f" {mean[2]} |" for mean in run.means.values())
    yield ""
    nearest = sorted((float(row[10]), f"`{row[0]}` of {row[1]}, {row[2]} arguments") for row in first.rows if row[10] != "-")
    yield ("The lowest beside SLEEF: " + "; ".join(f"{name}, {mark:.2f}" for mark, name in nearest[:10]) + "." if nearest
           else "Measured without SLEEF.")
    for name, run in runs.items():
        if name:
            ratios = [float(row[-1]) for row in run.rows if row[-1] != "-"]
            yield ""
            yield (f"Beside {name} ({run.other}) {sum(ratio >= 0.98 for ratio in ratios)} of {len(ratios)} rows are 0.98 and more." +
                   "".join(f" {remark}." for remark in run.remarks).replace("|", ","))
            yield ""
            yield from run.table()


def sizes(options):
    yield written("Release build, files as they are, and packages and the wheel as they are made")
    yield from ("", "| file | MB |", "|---|--:|")
    packages = options.build.resolve().parent / "packages"
    for path in [*sorted((options.build / "lib").glob("lib*.so*")), *sorted(packages.glob("*"))]:
        if path.is_file() and not path.is_symlink() and not path.name.startswith("libcompiler_of") and "twin" not in path.name:
            yield f"| `{path.name}` | {path.stat().st_size / 1e6:.1f} |"


PARTS = {
    "features": ("Features", features),
    "launches": ("Builds and launches", rows_of("cl_bench", "start_|cached|^build_and|empty|uneven", "latency.md")),
    "programs": ("Programs of many kernels", rows_of("cl_bench", "build_forty", "latency.md")),
    "scale": ("Scale", scale),
    "processes": ("Many processes, one cold cache", processes),
    "math": ("Mathematical functions", math),
    "images": ("Images", rows_of("cl_bench", "rgba", "images.md")),
    "variants": ("Variants", rows_of("cl_bench", "variant_", "variants.md")),
    "spirv": ("Reading SPIR-V", rows_of("spirv_ll_bench", ".", "spirv.md")),
    "sizes": ("Sizes", sizes),
}
