# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages of the site, and their order: a hook of MkDocs (mkdocs.yml).

Pages lie in the tree where people look for them, in doc/ and beside the code. They are copied to build/site-pages with
their paths, so that links lead from one to another, together with the files that they link to. Pages that are named in
backticks become links. The navigation is the tables of doc/README.md: each headline is a group, each link in the first
column a page. The README of a folder brings the pages of that folder with it.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "build/site-pages"
INDEX = "doc/README.md"
FENCE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\A<!--.*?-->\n", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
QUOTED_PAGE = re.compile(r"(?<!\[)`([\w./-]+\.md)`(?!\])")


def listed_pages() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT,
                            text=True, capture_output=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def resolve(page: str, target: str) -> str:
    """The path in the tree of what a page links to."""
    return os.path.normpath(os.path.join(os.path.dirname(page), target))


def link_pages(page: str, text: str, pages: list[str]) -> str:
    """The text with links for the pages that it names, by their path in the tree or beside the page, but in code. MkDocs
    takes a title only from the first line, so that a comment before it goes."""
    def link(match: re.Match) -> str:
        for path in (match[1], resolve(page, match[1])):
            if path in pages and path != page:
                return f"[{match[0]}]({os.path.relpath(path, os.path.dirname(page) or '.')})"
        return match[0]

    parts = FENCE.split(COMMENT.sub("", text))
    return "".join(part if number % 2 else QUOTED_PAGE.sub(link, part) for number, part in enumerate(parts))


def copy_pages() -> list[str]:
    pages = listed_pages()
    shutil.rmtree(PAGES, ignore_errors=True)
    for page in pages:
        text = (ROOT / page).read_text()
        (PAGES / page).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / page).write_text(link_pages(page, text, pages))
        for target in {resolve(page, target) for target in LINK.findall(FENCE.sub("", text))} - set(pages):
            if (ROOT / target).is_file():
                (PAGES / target).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / target, PAGES / target)
    return pages


def navigation(pages: list[str]) -> list:
    """What MkDocs calls nav."""
    groups: list = ["README.md", {"All documents": INDEX}]
    listed: set[str] = set()
    for section in re.split(r"^## ", (ROOT / INDEX).read_text(), flags=re.MULTILINE)[1:]:
        entries: list = []
        for cell in re.findall(r"^\|([^|]*)\|", section, re.MULTILINE):
            for target in LINK.findall(cell):
                page = resolve(INDEX, target)
                if page not in listed:
                    entries.append(with_folder(page, pages))
                    listed.add(page)
        groups.append({section.splitlines()[0]: entries})
    return groups


def with_folder(page: str, pages: list[str]) -> str | dict:
    beside = sorted(other for other in pages if Path(other).parent == Path(page).parent and other != page)
    if Path(page).name != "README.md" or not beside:
        return page
    title = re.search(r"^# (.*)", (ROOT / page).read_text(), re.MULTILINE)
    return {title[1] if title else page: [page, *beside]}


def on_config(config):
    pages = copy_pages()
    config["docs_dir"] = str(PAGES)
    config["nav"] = navigation(pages)
    return config
