// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_TO_SPIRV_H
#define KERNEL_TEST_TO_SPIRV_H

#include <string>

/// The SPIR-V that the build made of an OpenCL C program by Clang (scripts/make_spirv.py);
/// `options` are for Clang too. Empty, with a failure of the test, if it made none.
[[nodiscard]] std::string spirv_of(const std::string& source, const std::string& options);

/// Whether this run is the build's, which lists the programs: LANEWISE_KERNEL_SOURCES names the
/// folder for them.
[[nodiscard]] bool lists_programs();

/// Writes a program for the build to make SPIR-V of: the options in the first line, behind "//".
void list_program(const std::string& source, const std::string& options);

/// A module from SPIR-V's assembly language; empty, with a failure of the test, if it is wrong.
[[nodiscard]] std::string assemble_spirv(const std::string& text);

/// Whether the validator of SPIRV-Tools accepts a module. LLVM 22's back end also makes some that
/// it does not (integers of different widths in one operation).
[[nodiscard]] bool is_valid_spirv(const std::string& module);

#endif
