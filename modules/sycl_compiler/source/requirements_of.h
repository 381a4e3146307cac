// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the attributes of sycl_compiler/requirements.h.
#ifndef SYCL_COMPILER_REQUIREMENTS_OF_H
#define SYCL_COMPILER_REQUIREMENTS_OF_H

#include <array>
#include <cstdint>
#include <llvm/IR/Function.h>
#include <string>
#include <vector>

namespace sycl_compiler {

/// The numbers of an attribute; none if the function does not have it.
[[nodiscard]] std::vector<uint64_t> numbers(const llvm::Function& function, const char* attribute);

/// Adds a number to an attribute's, in ascending order.
void add_number(llvm::Function& function, const char* attribute, uint64_t number);

/// Extents of a work-group in OpenCL's order; zeros if the kernel does not have the attribute.
[[nodiscard]] std::array<uint64_t, 3> extents_of(const llvm::Function& kernel,
                                                 const char* attribute);

/// Equal for kernels that can be built for the same devices.
[[nodiscard]] std::string requirements_text(const llvm::Function& kernel);

} // namespace sycl_compiler

#endif
