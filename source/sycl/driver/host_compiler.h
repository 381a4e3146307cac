// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fsycl-host-compiler=: Clang compiles sources for the device, another compiler for the host.
//
// Of each source Clang makes bitcode and a table of the kernels' names, the other compiler an
// object; these become one object, which is linked like those that Clang makes alone. The table is
// needed as compilers number lambdas differently (sycl/detail/host_names.hpp).
#ifndef OCLSYCL_HOST_COMPILER_H
#define OCLSYCL_HOST_COMPILER_H

#include "cargo/expected.h"
#include "command.h"

namespace oclsycl {

/// The commands for one command line, in order; files between them are in `folder`. The error is a
/// sentence about what cannot be done with another compiler.
[[nodiscard]] cargo::expected<std::vector<Command>, std::string>
host_compiler_commands(const Places& places, const Options& options, const std::string& folder);

} // namespace oclsycl

#endif
