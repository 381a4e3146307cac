#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates what follows from modules/mux/api/mux.xml.

usage: generate.py committed ROOT     headers and reference pages, below ROOT (the tree's root)
       generate.py sources FOLDER     C++ sources of the entry points, into FOLDER (build tree)
       generate.py list               names of the files that `sources` writes
"""
import sys
from pathlib import Path

from mux_api import entries, headers, reference, schema

API = Path(__file__).resolve().parent.parent / "api" / "mux.xml"


def committed(api: schema.Schema) -> dict[str, str]:
    include, pages = "modules/mux/include/mux/", "doc/reference/mux/"
    files = {
        include + "mux.h": headers.mux_h(api),
        include + "target.h": headers.target_h(api),
        include + "config.h": headers.config_h(api),
        include + "select.h": headers.select_h(api),
        pages + "README.md": reference.index_page(api),
        pages + "types.md": reference.types_page(api),
    }
    for target in api.targets:
        if headers.borrows(target):
            continue
        files[f"{include}targets/{target.get('name')}.h"] = headers.own_target_h(api, target)
    for group in api.groups:
        files[f"{pages}{group.name}.md"] = reference.group_page(api, group)
    return files


def sources(api: schema.Schema) -> dict[str, str]:
    files = {f"{group.name}.cpp": entries.group_cpp(api, group) for group in api.groups}
    files["targets.cpp"] = entries.targets_cpp(api)
    return files


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def main(arguments: list[str]) -> int:
    api = schema.read(API)
    match arguments:
        case ["committed", root]:
            write(Path(root), committed(api))
        case ["sources", folder]:
            write(Path(folder), sources(api))
        case ["list"]:
            print(";".join(sources(api)), end="")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
