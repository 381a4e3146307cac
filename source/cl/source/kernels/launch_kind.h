// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kind of a launch: the properties by which variants of a kernel are chosen (variants.h).
#ifndef CL_KERNELS_LAUNCH_KIND_H
#define CL_KERNELS_LAUNCH_KIND_H

#include "binary/container.h"
#include "compiler_interface/request.h"
#include "mux/mux.h"

#include <array>
#include <cstdint>
#include <span>

namespace cl {

/// A launch's kind. A plain value.
struct LaunchKind {
  /// Arguments beyond these few have no part in it: of images and samplers, and of integers.
  static constexpr size_t max_objects = 8, max_integers = 8;

  std::array<uint64_t, 3> local_size = {};
  uint32_t work_dim = 0;
  bool zero_offset = false;
  uint32_t argument_count = 0;
  std::array<compiler::ArgumentFact, max_objects + max_integers> arguments; ///< the first ones

  [[nodiscard]] std::span<const compiler::ArgumentFact> facts() const {
    return std::span(arguments).first(argument_count);
  }
  bool operator==(const LaunchKind& other) const;

  /// The kind of a checked range: its sizes, and the properties of its images and samplers that
  /// kernels see.
  [[nodiscard]] static LaunchKind of(const mux_ndrange_t& range);
};

/// Adds the values of the integers among a range's arguments that govern the kernel. False if there
/// are none.
[[nodiscard]] bool add_integers(LaunchKind& kind, const binary::Kernel& kernel,
                                const mux_ndrange_t& range);

} // namespace cl

#endif
