// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_TO_SPIRV_H
#define KERNEL_TEST_TO_SPIRV_H

#include <string>

/// OpenCL C to SPIR-V by the Clang that the tree is built with (LLVM's SPIR-V back end), as a
/// process. The build options must be ones that Clang takes too. Modules are kept in the test's
/// folder below the build tree, by a hash of what they were made of, and made once. Empty, with a
/// failure of the test, if Clang fails.
[[nodiscard]] std::string compile_to_spirv(const std::string& source, const std::string& options);

/// A module from SPIR-V's assembly language; empty, with a failure of the test, if it is wrong.
[[nodiscard]] std::string assemble_spirv(const std::string& text);

/// Whether the validator of SPIRV-Tools accepts a module. LLVM 22's back end also makes some that
/// it does not (integers of different widths in one operation).
[[nodiscard]] bool is_valid_spirv(const std::string& module);

#endif
