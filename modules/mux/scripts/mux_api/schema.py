# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads mux.xml into plain values. What the elements mean is said at the top of mux.xml."""
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Check:
    error: str
    unless: str
    text: str


@dataclass
class Param:
    type: str
    name: str
    text: str = ""
    out: bool = False
    optional: bool = False
    pointer: bool = False
    nonzero: bool = False
    length: str = ""
    flags: str = ""


@dataclass
class Function:
    name: str
    text: str
    dispatch: str
    synchronise: list[str]
    params: list[Param] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)

    @property
    def stem(self) -> str:
        """CreateBuffer of muxCreateBuffer."""
        return self.name.removeprefix("mux")

    @property
    def member(self) -> str:
        """create_buffer of muxCreateBuffer."""
        words = ""
        for before, char in zip(" " + self.stem, self.stem):
            words += "_" if char.isupper() and before.islower() else ""
            words += char.lower()
        return words


@dataclass
class Group:
    name: str
    title: str
    functions: list[Function]


@dataclass
class Schema:
    version: str
    targets: list
    types: list
    handles: list
    groups: list[Group]
    handle_types: dict[str, str]
    enums: dict[str, ElementTree.Element]
    checked_structs: set[str]

    @property
    def functions(self) -> list[Function]:
        return [function for group in self.groups for function in group.functions]

    def base(self, type_name: str) -> str:
        return type_name.replace("const ", "").rstrip("* ")


def text_of(element) -> str:
    return " ".join((element.text or "").split())


def truth(element, name: str) -> bool:
    return element.get(name) == "true"


ALLOCATOR = Param("mux_allocator_info_t", "allocator", "for host memory of the object")
COMMAND = [
    Param("const mux_command_info_t*", "info", "what to wait for and whom to tell; null: nothing",
          optional=True),
    Param("mux_sync_point_t*", "out_sync_point", "this command", out=True, optional=True),
]
RECORDING = Check("mux_error_invalid_state",
                  "command_buffer->state == mux_command_buffer_state_recording",
                  "the command buffer is finalized")
WAITS = Check("mux_error_invalid_value", "check::waits(info, command_buffer)",
              "the wait list of `info` names a command that has not been recorded")
RECORDING_ERRORS = [("mux_error_out_of_memory", "no memory; nothing was recorded")]


def read_param(element) -> Param:
    return Param(element.get("type"), element.get("name"), text_of(element),
                 element.get("direction") == "out", truth(element, "optional"),
                 truth(element, "pointer"), truth(element, "nonzero"), element.get("length", ""),
                 element.get("flags", ""))


def read_function(element) -> Function:
    function = Function(element.get("name"), text_of(element), element.get("dispatch", "object"),
                        element.get("synchronise", "").split())
    for child in element:
        match child.tag:
            case "param":
                function.params.append(read_param(child))
            case "allocator":
                function.params.append(ALLOCATOR)
            case "command":
                function.params += COMMAND
                function.checks[:0] = [RECORDING, WAITS]
                function.errors += RECORDING_ERRORS
            case "check":
                function.checks.append(
                    Check(child.get("error"), child.get("unless"), text_of(child)))
            case "error":
                function.errors.append((child.get("code"), text_of(child)))
            case unknown:
                raise ValueError(f"{function.name}: unknown element <{unknown}>")
    names = [param.name for param in function.params]
    for param in function.params:
        if param.length and param.length not in names:
            raise ValueError(f"{function.name}: no parameter {param.length}")
    for name in function.synchronise:
        if name not in names:
            raise ValueError(f"{function.name}: no parameter {name}")
    return function


def read(path: Path) -> Schema:
    root = ElementTree.parse(path).getroot()
    types = list(root.find("types"))
    groups = [Group(group.get("name"), group.get("title"), [read_function(f) for f in group])
              for group in root.findall("group")]
    handles = list(root.find("handles"))
    return Schema(
        root.get("version"), list(root.find("targets")), types, handles, groups,
        {f"mux_{handle.get('name')}_t": handle.get("name") for handle in handles},
        {element.get("name"): element for element in types if element.tag in ("enum", "flags")},
        {element.get("name") for element in types if truth(element, "check")})
