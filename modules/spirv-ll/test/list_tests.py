#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which tests use each capability, extension, instruction, built-in variable, execution mode
and extended instruction that the reader takes, and fails if one has none.

usage: list_tests.py GRAMMAR_FOLDER [--table]        (--table: all rows, not only what is missing)

Tests are the assembly in ir/, the C++ here and that of source/kernel_test. What is taken has to be in a
module that is read, what is refused in one that is not. An assembly test is one of an instruction if it
is about it: named after it, or with the instruction's name in its opening comment, or with a comment or a
check above the instruction. What the issue that asked for the reader names has to be in its tables.
"""
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "source"
SUPPORT = HERE.parent.parent / "spirv_words/source/support.cpp"
SETS = {"OpenCL.std": "extinst.opencl.std.100",
        "OpenCL.DebugInfo.100": "extinst.opencl.debuginfo.100",
        "NonSemantic.Shader.DebugInfo.100": "extinst.nonsemantic.shader.debuginfo.100"}

PROMISED_CAPABILITIES = """Kernel Addresses Linkage Int8 Int16 Int64 Float16 Float16Buffer Float64
Vector16 Groups GenericPointer Int64Atomics ImageBasic LiteralSampler Sampled1D Image1D SampledBuffer
ImageBuffer ImageReadWrite Pipes DeviceEnqueue SubgroupDispatch GroupNonUniform GroupNonUniformArithmetic
GroupNonUniformVote GroupNonUniformBallot GroupNonUniformShuffle GroupNonUniformShuffleRelative
GroupNonUniformClustered GroupNonUniformRotateKHR GroupUniformArithmeticKHR
ExpectAssumeKHR AtomicFloat32AddEXT AtomicFloat64AddEXT AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT
DotProduct DotProductInputAll DotProductInput4x8Bit DotProductInput4x8BitPacked BitInstructions
ShaderClockKHR"""
REFUSED_CAPABILITIES = ["PipeStorage"]
PROMISED_EXTENSIONS = """SPV_KHR_no_integer_wrap_decoration SPV_KHR_float_controls
SPV_KHR_linkonce_odr SPV_KHR_expect_assume SPV_KHR_integer_dot_product SPV_KHR_bit_instructions
SPV_KHR_shader_clock
SPV_KHR_uniform_group_instructions SPV_KHR_subgroup_rotate SPV_KHR_non_semantic_info
SPV_KHR_variable_pointers SPV_KHR_16bit_storage SPV_KHR_storage_buffer_storage_class
SPV_KHR_vulkan_memory_model SPV_EXT_shader_atomic_float_add SPV_EXT_shader_atomic_float_min_max
SPV_EXT_shader_atomic_float16_add SPV_INTEL_subgroups SPV_INTEL_arbitrary_precision_integers
SPV_INTEL_optnone SPV_INTEL_memory_access_aliasing SPV_INTEL_kernel_attributes
SPV_INTEL_usm_storage_classes SPV_codeplay_usm_generic_storage_class
SPV_INTEL_unstructured_loop_controls SPV_INTEL_fp_fast_math_mode SPV_INTEL_float_controls2
SPV_INTEL_arithmetic_fence SPV_INTEL_variable_length_array SPV_INTEL_long_composites
SPV_INTEL_bfloat16_conversion SPV_INTEL_fp_max_error SPV_INTEL_global_variable_decorations"""
REFUSED_EXTENSIONS = ["SPV_INTEL_inline_assembly"]


REFUSING_ROWS = re.compile(r"const CapabilityCase (?:refused|wrong_modes)\w*\[\] = {.*?\n};", re.S)


class Test:
    def __init__(self, path: Path):
        self.name = path.name if path.suffix == ".cpp" else str(path.relative_to(HERE / "ir"))
        self.stem = path.stem.replace("_", "").lower()
        text = path.read_text()
        if path.suffix == ".cpp":
            # The words of what no assembler knows have their names beside them.
            text = re.sub("(?m)^((?!.*instruction\\().*?)//.*", r"\1", text)
            self.refused = "\n".join(REFUSING_ROWS.findall(text))
            self.read = REFUSING_ROWS.sub("", text)
            self.lines, self.opening = None, ""
        else:
            runs = re.findall(r"RUN:.*\bspirv-ll\b.*", text)
            refuses = bool(runs) and all("not spirv-ll" in run for run in runs)
            self.refused, self.read = (text, "") if refuses else ("", text)
            self.lines = self.read.splitlines()
            self.opening = self.read[:self.read.find("RUN:")]

    def is_about(self, instruction: str) -> bool:
        """Whether it is a test of Op`instruction` (a pattern)."""
        if self.lines is None:
            return bool(re.search(rf"\bOp(?:::)?{instruction}\b", self.read))
        use = re.compile(rf"\s*(?:%\S+ = )?Op{instruction}\b")
        places = [number for number, line in enumerate(self.lines) if use.match(line)]
        return bool(places) and bool(
            re.search(rf"\bOp{instruction}\b", self.opening)
            or re.fullmatch(instruction.lower(), self.stem, re.IGNORECASE)
            or any(self.lines[place - 1].startswith(";") for place in places))


class Tests:
    def __init__(self):
        kernels = HERE.parents[2] / "source/kernel_test"
        files = [*HERE.rglob("*.spvasm"), *HERE.glob("*.cpp"), *kernels.rglob("spirv*.cpp")]
        self.all = [Test(path) for path in sorted(files)]

    def reading(self, *patterns: str) -> list[str]:
        found = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        return [test.name for test in self.all if found.search(test.read)]

    def refusing(self, *patterns: str) -> list[str]:
        found = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        return [test.name for test in self.all if found.search(test.refused)]

    def of_instruction(self, instruction: str) -> list[str]:
        return [test.name for test in self.all if test.is_about(instruction)]

    def of_set(self, name: str, instruction: str) -> list[str]:
        uses = re.compile(rf"^%\S+ = OpExtInst %\w+ %\w+ {instruction}\b", re.M)
        return [test.name for test in self.all
                if f'OpExtInstImport "{name}"' in test.read and uses.search(test.read)]


def plain(name: str) -> str:
    """Any of the names that versions of the grammar give a thing."""
    return re.sub(r"(KHR|EXT)$", "", name) + "(?:KHR|EXT)?"


def rows(grammar: Path):
    """(kind, name, tests) of all."""
    tests = Tests()
    capabilities = (SOURCE / "reader/capabilities.cpp").read_text() + SUPPORT.read_text()
    tables = {table: re.findall(r"Capability::(\w+)", re.search(rf"{table}\[\] = {{(.*?)}};", capabilities, re.S)[1])
              for table in ("supported", "refused")}
    for table, promised, tests_of in (("supported", PROMISED_CAPABILITIES.split(), tests.reading),
                                      ("refused", REFUSED_CAPABILITIES, tests.refusing)):
        for name in sorted({*tables[table], *promised}):
            is_known = any(re.fullmatch(plain(name), other) for other in tables[table])
            yield f"{table} capability", name, is_known and tests_of(
                rf"OpCapability {plain(name)}\b", rf'{{"{plain(name)}"', rf"Capability::{plain(name)}\b")
    known_extensions = re.findall(r'"(SPV_\w+)"', capabilities)
    for name in sorted({*known_extensions, *PROMISED_EXTENSIONS.split()}):
        yield "extension", name, name in known_extensions and tests.reading(rf'"{name}\b', rf"s/\w+/{name}/")
    for name in REFUSED_EXTENSIONS:
        yield "refused extension", name, name not in known_extensions and tests.refusing(rf'"{name}\b')
    for path in sorted(SOURCE.rglob("*.cpp")):
        for name in re.findall(r"{\s*Op::(\w+),", path.read_text()):
            yield "instruction", "Op" + name, tests.of_instruction(plain(name))
    for name in re.findall(r"BuiltIn::(\w+)", (SOURCE / "built_ins/built_ins.cpp").read_text()):
        yield "built-in variable", name, tests.reading(rf"BuiltIn {name}\b")
    for name in re.findall(r"case ExecutionMode::(\w+)", (SOURCE / "declarations/kernels.cpp").read_text()):
        yield "execution mode", name, tests.reading(rf"OpExecutionMode(?:Id)? %\w+ {name}\b")
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
