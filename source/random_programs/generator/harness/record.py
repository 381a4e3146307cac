# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of doc/results/random_programs.md, one for each run."""
import datetime
import os
import re
from pathlib import Path

HEAD = """# Results of random programs

Each row is a run, written by `random_programs --record`. [random_programs.md](../random_programs.md) says what the options and
features are.

| date | machine | options | programs | comparisons | failures | draws and times |
|---|---|---|--:|--:|---|---|
"""
SECTION = "\n## "
# What decides which programs run, and in which configurations.
OPTIONS = ("seeds", "size", "jobs", "per_program", "configurations", "seconds", "limit", "batch", "without", "only")


def machine() -> str:
    """The CPU, and how many of it this process may use."""
    path = Path("/proc/cpuinfo")
    text = path.read_text() if path.exists() else ""

    def of(name):
        match = re.search(rf"^{name}\s*: (.*)$", text, re.MULTILINE)
        return match[1] if match else "?"

    masks = " with AVX-512" if "avx512f" in of("flags") else ""
    return f"{of('model name')} (family {of('cpu family')}, model {of('model')}){masks}, {len(os.sched_getaffinity(0))} CPUs"


def given(options, defaults, absent) -> str:
    """The options that are not as without asking, and configurations that could not be drawn."""
    texts = [f"--{name.replace('_', '-')} {getattr(options, name):g}" if isinstance(getattr(options, name), float)
             else f"--{name.replace('_', '-')} {getattr(options, name)}"
             for name in OPTIONS if name in ("seeds", "jobs") or getattr(options, name) != defaults[name]]
    return f"`{' '.join(texts)}`" + (f", without {', '.join(f'`{name}`' for name in absent)}" if absent else "")


def failures_of(total) -> str:
    programs = sorted({failure.seed for failure in total.failures})
    parts = [f"{len(total.failures)}" + (f" (seeds {', '.join(map(str, programs))})" if programs else "")]
    for what, seeds in (("programs not usable", total.unusable), ("wrong references", total.wrong_references)):
        if seeds:
            parts.append(f"{len(seeds)} {what} (seeds {', '.join(str(seed) for seed, _ in seeds)})")
    return "; ".join(parts)


def draws_of(total, available) -> str:
    def share(*features):
        return f"{100 * sum(total.features.get(feature, 0) for feature in features) / total.programs:.0f} %"

    fewest = min(available, key=lambda name: total.comparisons.get(name, 0))
    parts = [f"{share('divergent loops')} divergent loops, {share('barriers')} barriers, "
             f"{share('2 dimensions', '3 dimensions')} two or three dimensions",
             f"each configuration in {total.comparisons.get(fewest, 0)} programs (`{fewest}`) or more"]
    cpu = sum(total.seconds.values())
    if cpu:
        parts.append(f"{total.programs / cpu * 60:.0f} programs a minute and CPU")
    if total.slowest:
        took, seed, name, _ = total.slowest[0]
        parts.append(f"slowest build {took:.1f} s (seed {seed}, `{name}`)")
    if total.refused:
        parts.append(f"{sum(total.refused.values())} modules not made or not valid")
    return "; ".join(parts)


def row(total, options_text, available) -> str:
    """The row of a run in which there was a program."""
    cells = [f"{datetime.date.today():%-d %B %Y}", machine(), options_text, str(total.programs),
             str(sum(total.comparisons.values())), failures_of(total), draws_of(total, available)]
    return "| " + " | ".join(cells) + " |\n"


def append(page, text) -> None:
    """The row goes to the end of the table, before other sections. The page is begun if it is not there."""
    page = Path(page)
    table, separator, rest = (page.read_text() if page.exists() else HEAD).partition(SECTION)
    page.write_text(table + text + separator + rest)
