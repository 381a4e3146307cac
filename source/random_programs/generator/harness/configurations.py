# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configurations: the ways in which a program comes to the device."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Configuration:
    name: str
    weight: int
    environment: tuple = ()
    arguments: tuple = ()
    spirv: str = ""  # who makes SPIR-V of the source: "22" Clang's back end, "15" the translator of LLVM 15
    cpu: str = ""    # clc compiles for it, and an emulator runs the binary


def _environment(**values):
    return tuple(sorted(("LANEWISE_" + name, value) for name, value in values.items()))


def _make():
    """The weights leave each configuration at least 2 000 of the 120 000 comparisons of 30 000 programs."""
    yield Configuration("plain", 4, _environment(NUM_THREADS="2"))
    yield Configuration("disabled", 3, arguments=("--options", "-cl-opt-disable"))
    yield Configuration("scalar", 4, _environment(VECTORIZE="off"))
    yield Configuration("on", 4, _environment(VECTORIZE="on"))
    for width, remainder in (("2", "masked"), ("4", "scalar"), ("8", "masked"), ("16", ""), ("32", "scalar"), ("64", "masked")):
        rest = {"REMAINDER": remainder} if remainder else {}
        weight = 2 if width == "64" else 4  # builds take five times as long as others
        yield Configuration("width" + width, weight, _environment(VECTORIZE=width, SPECIALIZE="0", **rest))
    for level in ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"):
        yield Configuration(level, 3, _environment(CPU=level, VECTORIZE="on"))
    yield Configuration("variants", 5, _environment(SPECIALIZE="wait"))
    yield Configuration("variants-on", 5, _environment(SPECIALIZE="wait", VECTORIZE="on"))
    yield Configuration("variants-scalar", 3, _environment(SPECIALIZE="wait", VECTORIZE="off"))
    yield Configuration("variants-v2", 3, _environment(SPECIALIZE="wait", VECTORIZE="on", CPU="x86-64-v2"))
    yield Configuration("quick-forms", 4, _environment(QUICK_FORMS="all", VECTORIZE="on", SPECIALIZE="0"))
    yield Configuration("binary", 3, arguments=("--binary",))
    yield Configuration("cache", 3, arguments=("--twice",))
    yield Configuration("spirv-clang", 3, _environment(VECTORIZE="on"), spirv="22")
    yield Configuration("spirv-translator", 3, _environment(VECTORIZE="on"), spirv="15")
    yield Configuration("spirv-translator-scalar", 3, _environment(VECTORIZE="off"), spirv="15")
    yield Configuration("aarch64", 3, _environment(VECTORIZE="on"), cpu="armv8-a")


ALL = tuple(_make())
BY_NAME = {configuration.name: configuration for configuration in ALL}


def in_drawn_order(random, available):
    """All of them, the heavier the sooner."""
    rest = list(available)
    while rest:
        one = random.weighted([(configuration.weight, configuration) for configuration in rest])
        rest.remove(one)
        yield one
