#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows how the kernels of a file were vectorised, and what bounds them, as one page of HTML."""
import argparse
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
for place in (HERE.parent / "share" / "lanewise", HERE):
    if (place / "explain").is_dir():
        sys.path.insert(0, str(place))
        break

from explain import build, facts, page  # noqa: E402

# "command  what it does", as the manual page takes it, too.
EXAMPLES = """
examples:
  lanewise-explain kernel.cl                                              kernel.html, for the CPU of this machine
  lanewise-explain kernel.cl -DTILE=16 -o -                               a build option; to standard output
  lanewise-explain kernel.cl -lanewise-cpu=x86-64-v3                      for another CPU
  LANEWISE_PERF=1 LANEWISE_SPECIALIZE=0 perf record -e cpu-clock program  samples for a profile
  perf script -F ip,sym,symoff >profile.txt                               the profile as text
  lanewise-explain --profile profile.txt kernel.cl                        with it; options and CPU as of the program
"""


class Help(argparse.RawDescriptionHelpFormatter):
    """Of one width, whatever the terminal's, as the manual page is made of it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=110)


def parse(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="lanewise-explain", description=__doc__, epilog=EXAMPLES, allow_abbrev=False,
                                     formatter_class=Help,
                                     usage="%(prog)s [options] [build options] KERNEL.cl")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the page goes, - for standard output; by default KERNEL.html "
                                                                "in this folder")
    parser.add_argument("--profile", metavar="FILE", type=Path, help="samples: what 'perf script -F ip,sym,symoff' prints, or lines "
                                                                      "of 'kernel+0xOFFSET COUNT'")
    parser.add_argument("--clc", metavar="PROGRAM", help="the compiler; by default the one beside this program, or in PATH")
    line, rest = parser.parse_known_args(words)
    sources = [word for word in rest if not word.startswith("-")]
    # "-D NAME" and "-I FOLDER" may be two words.
    for option, value in zip(rest, rest[1:]):
        if option in ("-D", "-I") and value in sources:
            sources.remove(value)
    if len(sources) != 1:
        parser.error("expected one kernel file" + (f", found {len(sources)}: {' '.join(sources)}" if sources else ""))
    rest.remove(sources[0])
    line.source = Path(sources[0])
    return line, rest


def run(line: argparse.Namespace, options: list[str]) -> None:
    if not line.source.is_file():
        raise build.Failure(f"cannot read '{line.source}'", 2)
    if line.source.read_bytes()[:4] in (b"\x03\x02\x23\x07", b"\x07\x23\x02\x03"):
        raise build.Failure("the input is SPIR-V; lanewise-explain shows lines of OpenCL C", 2)
    if line.profile and not line.profile.is_file():
        raise build.Failure(f"cannot read '{line.profile}'", 2)
    wanted = [option.partition("=")[2] for option in options if option.startswith("-lanewise-cpu=")]
    if any("," in cpu for cpu in wanted):
        raise build.Failure("a page shows the code for one CPU; -lanewise-cpu names several", 2)
    cpu = wanted[-1] if wanted else os.environ.get("LANEWISE_CPU") or "native"
    made = build.build(line.clc or build.find_clc(HERE), line.source, options)
    text = page.render(line.source, facts.collect(made, line.source, cpu, line.profile), cpu, options)
    if line.output == "-":
        sys.stdout.write(text)
        return
    output = Path(line.output or line.source.with_suffix(".html").name)
    try:
        output.write_text(text)
    except OSError as error:
        raise build.Failure(f"cannot write '{output}': {error.strerror}") from error


def main() -> int:
    line, options = parse(sys.argv[1:])
    try:
        run(line, options)
    except build.Failure as failure:
        text = str(failure)
        print(text if "error:" in text else f"lanewise-explain: error: {text}", file=sys.stderr)
        return failure.status
    return 0


if __name__ == "__main__":
    sys.exit(main())
