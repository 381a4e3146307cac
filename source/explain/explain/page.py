# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page: HTML that needs nothing but itself."""
from html import escape
from pathlib import Path

from . import bounds, report
from .facts import KINDS, Facts

CHIPS = {"barrier": "barrier", "scalar": "scalar", "once": "uniform", "vector": "packet", "masked": "masked", "tested": "tested",
         "gather": "gather", "lanes": "by lane"}
CONTEXT = 2  # lines shown around those that are code


def number(value: float) -> str:
    return f"{value:.0f}" if value >= 10 or value == int(value) else f"{value:.2g}"


def plural(count: float, word: str) -> str:
    return f"{number(count)} {word}{'' if count == 1 else 's'}"


def tag(name: str, text: str, **attributes: str) -> str:
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{words}>{text}</{name}>"


def tile(value: str, what: str, warn: bool = False) -> str:
    return tag("div", f"<b>{escape(value)}</b><span>{escape(what)}</span>", class_="tile warn" if warn else "tile")


def tiles(facts: Facts) -> str:
    kernel, function = facts.kernel, facts.function
    shown = [tile(plural(kernel.width, "work-item"), "at once", kernel.width == 1)]
    if function:
        vectors, general, widest = function.registers()
        in_loops = sum(bound.reloads for bound in facts.loops)
        shown.append(tile(f"{vectors} {widest}".strip(), "vector registers used"))
        shown.append(tile(str(general), "general registers used"))
        shown.append(tile(str(in_loops), "spills and reloads in loops", in_loops > 4))
        shown.append(tile(plural(function.stack_bytes, "byte"), "of stack"))
        shown.append(tile(str(len(function.instructions)), "instructions in all forms"))
    shown.append(tile(plural(facts.local_bytes, "byte"), "local memory"))
    shown.append(tile(plural(kernel.private_bytes + facts.scratch_bytes, "byte"), "private memory in memory, a work-item"))
    moved = facts.total("read global") + facts.total("written global")
    computed = facts.total("flops") or facts.total("integers")
    shown.append(tile(plural(moved, "byte"), "global memory, a work-item *"))
    shown.append(tile(number(computed), ("flops" if facts.total("flops") else "integer operations") + ", a work-item *"))
    if moved and computed:
        shown.append(tile(number(computed / moved), "operations a byte *"))
    if facts.hot:
        shown.append(tile(f"{facts.share:.0%}", "of all samples"))
    return tag("div", "".join(shown), class_="tiles")


def legend(kinds: set[str]) -> str:
    return tag("div", "".join(f'<span><span class="chip {kind}">{CHIPS[kind]}</span> {escape(text)}</span>'
                              for kind, text in KINDS.items() if kind in kinds), class_="legend")


def work(facts: Facts, line: int) -> tuple[str, str]:
    """What a work-item does in this line, in short and in full."""
    done = facts.kernel.lines.get(line)
    if not done:
        return "", ""
    moved = {name: size for name, size in done.bytes.items() if size}
    operations = done.flops or (done.integers if done.integers >= 1 else 0)
    short = [f"{number(sum(moved.values()))} B"] if moved else []
    short += [f"{number(operations)} {'flop' if done.flops else 'op'}"] if operations else []
    full = [f"{count} {CHIPS[kind]}" for kind, count in done.kinds.items()]
    full += [f"{number(size)} bytes {name}" for name, size in moved.items()]
    return " · ".join(short), "instructions: " + ", ".join(full)


def note_row(note: report.Note, source: str, columns: int, kind: str) -> str:
    indent = "".join("\t" if c == "\t" else " " for c in source[:max(note.column - 1, 0)])
    caret = f'<span class="caret">{indent}^</span>' if note.column else ""
    advice = f' <span class="help">What helps: {escape(note.advice)}.</span>' if note.advice else ""
    why = f'<span class="why">{escape(note.text[0].upper() + note.text[1:])}.{advice}</span>'
    return (f'<tr class="note {kind or "scalar"}" data-line="{note.line}"><td class="number"></td>'
            + "<td></td>" * (columns - 3) + f'<td class="code">{caret}{why}</td><td></td></tr>')


def source_rows(facts: Facts, text: list[str], source: Path) -> str:
    samples = facts.samples()
    most, total = max(samples.values(), default=0), sum(samples.values())
    notes = [note for note in facts.report.notes if report.is_in(note, source)]
    code = set(facts.kernel.lines) | {note.line for note in notes} | {facts.kernel.line} - {0}
    shown = {line + step for line in code for step in range(-CONTEXT, CONTEXT + 1)}
    # Short gaps are shorter than saying that something is left out.
    shown |= {line for line in range(min(shown), max(shown)) if line - 3 in shown and line + 3 in shown}
    columns, rows, previous = 5 if samples else 4, [], 0
    for line in sorted(line for line in shown if 0 < line <= len(text)):
        if previous and line != previous + 1:
            rows.append(f'<tr class="gap"><td colspan="{columns}">…</td></tr>')
        previous = line
        kind = facts.kind(line)
        short, full = work(facts, line)
        count = samples.get(line, 0)
        heat = ""
        if samples:
            bar = f'<span class="bar" style="width:{40 * count / most:.0f}px"></span>{count / total:.1%}' if count else ""
            heat = f'<td class="heat" data-samples="{count}">{bar}</td>'
        chip = f'<span class="chip">{CHIPS[kind]}</span>' if kind else ""
        mark = f' class="{kind}" data-kind="{kind}" title="{escape(full)}"' if kind else ""
        rows.append(f'<tr{mark} data-line="{line}"><td class="number">{line}</td>{heat}<td class="kind">{chip}</td>'
                    f'<td class="code">{escape(text[line - 1])}</td><td class="work">{short}</td></tr>')
        rows += [note_row(note, text[line - 1], columns, kind) for note in notes if note.line == line]
    return "\n".join(rows)


def span(lines: list[int]) -> str:
    return str(lines[0]) if lines[0] == lines[-1] else f"{lines[0]} to {lines[-1]}"


def loop_table(facts: Facts, has_cycles: bool) -> str:
    if not facts.loops:
        return '<p class="remark">The kernel has no loop of its own.</p>'
    rows = []
    for bound in facts.loops:
        cycles = f"<td>{bound.cycles:.1f}</td>" if bound.cycles is not None else "<td>–</td>"
        rows.append(f'<tr data-loop="{bound.loop.label}"><td class="text">{span(bound.lines)}</td><td>{bound.instructions}</td>'
                    f"<td>{bound.vectors}</td><td>{bound.loaded}</td><td>{bound.stored}</td><td>{bound.gathers}</td>"
                    f"<td>{bound.reloads}</td>" + (cycles if has_cycles else "")
                    + f'<td class="text">{escape(bounds.verdict(bound, facts.global_share(bound.lines)))}</td></tr>')
    heads = ["instructions", "of vectors", "bytes loaded", "bytes stored", "gathers", "spills"] + ["cycles"] * has_cycles
    head = '<th class="text">lines</th>' + "".join(f"<th>{text}</th>" for text in heads) + '<th class="text">bound by</th>'
    return f'<div class="scroll"><table class="figures loops"><tr>{head}</tr>{"".join(rows)}</table></div>'


def hot_table(facts: Facts) -> str:
    total = sum(instruction.count for instruction in facts.hot)
    hottest = sorted(facts.hot, key=lambda instruction: -instruction.count)[:20]
    rows = [f'<tr data-offset="{hot.offset:#x}"><td>{hot.count / total:.1%}</td><td>{hot.count}</td><td>{hot.offset:#x}</td>'
            f'<td>{hot.line or "–"}</td><td class="code">{escape(hot.text)}</td><td class="code dim">{escape(hot.before)}</td></tr>'
            for hot in hottest]
    return ('<h3>Hot instructions</h3><div class="scroll"><table class="figures hot"><tr><th>share</th><th>samples</th><th>offset</th>'
            f'<th>line</th><th class="text">instruction</th><th class="text">behind</th></tr>{"".join(rows)}</table></div>'
            '<p class="remark">A sample often falls on the instruction behind the one that took the time, or that waited for the '
            "result of an earlier one.</p>")


def loop_code(facts: Facts) -> str:
    parts = []
    for bound in facts.loops:
        listing = "\n".join(f"{instruction.line or '':>5}  {instruction.text}" for instruction in bound.loop.body)
        parts.append(f"<details><summary>assembly of the loop at {span(bound.lines)}, {plural(bound.instructions, 'instruction')}</summary>"
                     f'<div class="scroll"><pre>{escape(listing)}</pre></div></details>')
    return "".join(parts)


def section(facts: Facts, text: list[str], source: Path, has_cycles: bool) -> str:
    obstacle = facts.report.obstacle
    summary = facts.report.summary or "one work-item at once, without optimisation"
    if obstacle:
        advice = facts.report.advice
        summary = (f'<span class="obstacle">Not vectorised: {escape(obstacle)}.</span>'
                   + (f" What helps: {escape(advice)}." if advice else ""))
    else:
        summary = escape(summary[0].upper() + summary[1:]) + "."
    kinds = {facts.kind(line) for line in facts.kernel.lines}
    return "\n".join([
        f'<section id="{escape(facts.name)}"><h2><code>{escape(facts.name)}</code></h2>',
        f'<p class="summary">{summary}</p>', tiles(facts), legend(kinds),
        f'<div class="scroll"><table class="source">{source_rows(facts, text, source)}</table></div>',
        hot_table(facts) if facts.hot else "",
        "<h3>Loops, as machine code has them</h3>", loop_table(facts, has_cycles), loop_code(facts), "</section>"])


def render(source: Path, facts: list[Facts], cpu: str, options: list[str]) -> str:
    text = source.read_text(errors="replace").splitlines()
    style = (Path(__file__).parent / "page.css").read_text()
    has_cycles = any(bound.cycles is not None for item in facts for bound in item.loops)
    links = tag("nav", "".join(tag("a", escape(item.name), href="#" + item.name) for item in facts)) if len(facts) > 1 else ""
    cycles = (f" Cycles are llvm-mca's estimate for {escape(cpu)} of one round in which every block of the loop runs and all data is "
              "in the first cache." if has_cycles else " With llvm-mca in PATH there would be an estimate of cycles.")
    built = f"clc {escape(' '.join(options))} {escape(source.name)}" if options else f"clc {escape(source.name)}"
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(source.name)} explained</title><style>{style}</style></head><body><main>
<h1>How <code style="font-size:22px">{escape(source.name)}</code> was vectorised</h1>
<p class="sub">Lanewise, <code>{built}</code></p>{links}
{"".join(section(item, text, source, has_cycles) for item in facts)}
<footer>* Of the vector form, each line counted once for each time that a work-item comes to it; the column on the right of the
source says the same of each line. A round of a loop in machine code may be several of the source, as LLVM unrolls loops, and
loops appear once for each form: for whole vectors, for the remainder of each row, for large ids. Where it says that memory bounds a
loop, {bounds.MEMORY_BYTES_PER_CYCLE} bytes a cycle and core are assumed.{cycles}</footer>
</main></body></html>
"""
