#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which tests use each capability, extension, instruction, built-in variable, execution mode
and extended instruction that the reader takes, and fails if one has none.

usage: list_tests.py GRAMMAR_FOLDER [--table]        (--table: all rows, not only what is missing)

Tests are the assembly in ir/, the C++ here and that of source/kernel_test; what is refused has to be
in a test too. What the issue that asked for the reader names has to be in its tables.
"""
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "source"
SETS = {"OpenCL.std": "extinst.opencl.std.100",
        "OpenCL.DebugInfo.100": "extinst.opencl.debuginfo.100",
        "NonSemantic.Shader.DebugInfo.100": "extinst.nonsemantic.shader.debuginfo.100"}

PROMISED_CAPABILITIES = """Kernel Addresses Linkage Int8 Int16 Int64 Float16 Float16Buffer Float64
Vector16 Groups GenericPointer Int64Atomics ImageBasic LiteralSampler Sampled1D Image1D SampledBuffer
ImageBuffer ImageReadWrite Pipes SubgroupDispatch GroupNonUniform GroupNonUniformArithmetic
GroupNonUniformVote GroupNonUniformBallot GroupNonUniformShuffle GroupNonUniformShuffleRelative
GroupNonUniformClustered GroupNonUniformRotateKHR GroupUniformArithmeticKHR FunctionPointersINTEL
ExpectAssumeKHR AtomicFloat32AddEXT AtomicFloat64AddEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT
DotProduct DotProductInputAll DotProductInput4x8Bit DotProductInput4x8BitPacked BitInstructions"""
PROMISED_EXTENSIONS = """SPV_KHR_no_integer_wrap_decoration SPV_KHR_float_controls
SPV_KHR_linkonce_odr SPV_KHR_expect_assume SPV_KHR_integer_dot_product SPV_KHR_bit_instructions
SPV_KHR_uniform_group_instructions SPV_KHR_subgroup_rotate SPV_KHR_non_semantic_info
SPV_KHR_variable_pointers SPV_KHR_16bit_storage SPV_KHR_storage_buffer_storage_class
SPV_KHR_vulkan_memory_model SPV_EXT_shader_atomic_float_add SPV_EXT_shader_atomic_float_min_max
SPV_EXT_shader_atomic_float16_add SPV_INTEL_subgroups SPV_INTEL_arbitrary_precision_integers
SPV_INTEL_optnone SPV_INTEL_memory_access_aliasing SPV_INTEL_kernel_attributes
SPV_INTEL_usm_storage_classes SPV_codeplay_usm_generic_storage_class
SPV_INTEL_unstructured_loop_controls SPV_INTEL_fp_fast_math_mode SPV_INTEL_float_controls2
SPV_INTEL_arithmetic_fence SPV_INTEL_variable_length_array SPV_INTEL_long_composites
SPV_INTEL_bfloat16_conversion SPV_INTEL_fp_max_error SPV_INTEL_global_variable_decorations"""
REFUSED_EXTENSIONS = ["SPV_INTEL_function_pointers", "SPV_INTEL_inline_assembly"]


class Tests:
    def __init__(self):
        kernels = HERE.parents[2] / "source/kernel_test"
        files = [*HERE.rglob("*.spvasm"), *HERE.glob("*.cpp"), *kernels.glob("spirv*.cpp")]
        self.texts = {path: path.read_text() for path in sorted(files)}

    def using(self, *patterns: str) -> list[str]:
        found = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        return [path.name if path.suffix == ".cpp" else str(path.relative_to(HERE / "ir"))
                for path, text in self.texts.items() if found.search(text)]

    def of_set(self, name: str, instruction: str) -> list[str]:
        uses = re.compile(rf"OpExtInst %\w+ %\w+ {instruction}\b")
        return [str(path.relative_to(HERE / "ir")) for path, text in self.texts.items()
                if f'OpExtInstImport "{name}"' in text and uses.search(text)]


def plain(name: str) -> str:
    """Any of the names that versions of the grammar give a thing."""
    return re.sub(r"(KHR|EXT)$", "", name) + "(?:KHR|EXT)?"


def rows(grammar: Path):
    """(kind, name, tests) of all."""
    tests = Tests()
    capabilities = (SOURCE / "capabilities.cpp").read_text()
    known = re.findall(r"Capability::(\w+)", capabilities[capabilities.index("supported[]"):])
    known_extensions = re.findall(r'"(SPV_\w+)"', capabilities)
    for name in sorted(set(known) | set(PROMISED_CAPABILITIES.split())):
        is_known = any(re.fullmatch(plain(name), other) for other in known)
        yield "capability", name, is_known and tests.using(
            rf"OpCapability {plain(name)}\b", rf'{{"{plain(name)}"', rf"Capability::{plain(name)}\b")
    for name in sorted({*known_extensions, *PROMISED_EXTENSIONS.split(), *REFUSED_EXTENSIONS}):
        is_known = (name in known_extensions) != (name in REFUSED_EXTENSIONS)
        yield "extension", name, is_known and tests.using(rf'"{name}\b', rf"s/\w+/{name}/")
    for path in sorted(SOURCE.glob("*.cpp")):
        for name in re.findall(r"{\s*Op::(\w+),", path.read_text()):
            yield "instruction", "Op" + name, tests.using(rf"\bOp{plain(name)}\b",
                                                          rf"\bOp::{plain(name)}\b")
    for name in re.findall(r"BuiltIn::(\w+)", (SOURCE / "built_ins.cpp").read_text()):
        yield "built-in variable", name, tests.using(rf"BuiltIn {name}\b")
    for name in re.findall(r"case ExecutionMode::(\w+)", (SOURCE / "kernels.cpp").read_text()):
        yield "execution mode", name, tests.using(rf"OpExecutionMode(?:Id)? %\w+ {name}\b")
    for name, file in SETS.items():
        instructions = json.loads((grammar / f"{file}.grammar.json").read_text())["instructions"]
        for instruction in instructions:
            if not instruction["opname"].endswith("INTEL"):  # of extensions that are not taken
                yield name, instruction["opname"], tests.of_set(name, instruction["opname"])


def main() -> int:
    count = missing = 0
    for kind, name, tests in rows(Path(sys.argv[1])):
        count += 1
        missing += not tests
        if "--table" in sys.argv or not tests:
            more = f" and {len(tests) - 3} more" if tests and len(tests) > 3 else ""
            print(f"{kind:34} {name:44} {', '.join(tests[:3]) + more if tests else 'NO TEST'}")
    print(f"{count} rows, {missing} without a test")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
