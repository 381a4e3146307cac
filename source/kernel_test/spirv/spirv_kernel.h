// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_SPIRV_SPIRV_KERNEL_H
#define KERNEL_TEST_SPIRV_SPIRV_KERNEL_H

#include <string>
#include <utility>

/// SPIR-V assembly of a kernel "k" with two arguments, `%type` the element of both buffers:
///   out[global linear id] = %r, where `code` makes %r of %x = in[global linear id].
/// There are the types %bool, %char, %short, %uint (also signed), %ulong, %half, %float, %double,
/// %uint2 and %uint4, the scopes %work_group and %sub_group, the constants %no_uint, %one_uint and
/// %no_ulong, and %in_place, the address that %x came from. `declarations` are constants and types
/// of the test's own, `functions` its other functions.
struct SpirvKernel {
  std::string type = "%uint";
  std::string code = {};
  std::string declarations = {};
  std::string capabilities =
      {};                     ///< beyond Kernel, Addresses, numbers of every width; also extensions
  std::string modes = {};     ///< execution modes and decorations
  std::string interface = {}; ///< global variables of the entry point
  std::string functions = {};
  /// The type and the name of one more parameter, or nothing.
  std::pair<std::string, std::string> parameter = {};
};

[[nodiscard]] std::string assembly(const SpirvKernel& kernel);

#endif
