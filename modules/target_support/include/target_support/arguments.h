// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of kernels: the descriptors that they take, and their places in a packed block.
#ifndef TARGET_SUPPORT_ARGUMENTS_H
#define TARGET_SUPPORT_ARGUMENTS_H

#include "binary/container.h"
#include "mux/mux.h"

#include <cstddef>

namespace target_support {

/// Checks that a descriptor fits an argument; mux_error_invalid_value if not.
[[nodiscard]] mux_result_t check_descriptor(const binary::Argument& argument,
                                            const mux_descriptor_t& given);

[[nodiscard]] inline bool is_local(const binary::Argument& argument) {
  return argument.kind == binary::ArgumentKind::local;
}
/// The alignment of an argument in the packed block: values and samplers as they are, 8 bytes for
/// all others.
[[nodiscard]] size_t packed_alignment(const binary::Argument& argument);
[[nodiscard]] size_t packed_size(const binary::Argument& argument);

/// Where each argument stands in the packed block; calls function(argument index, offset) and
/// gives the size of the block.
template <typename Function> size_t each_offset(const binary::Kernel& kernel, Function&& function) {
  size_t offset = 0;
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    const binary::Argument& argument = kernel.arguments[i];
    const size_t alignment = packed_alignment(argument);
    offset = (offset + alignment - 1) / alignment * alignment;
    function(i, offset);
    offset += packed_size(argument);
  }
  return offset;
}

} // namespace target_support

#endif
