// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_matrix: the query for which sizes and types of matrices a device has. Products
// may have any sizes and arithmetic types on each device with sub-groups of 16 or more; the query
// names the types that matrix units have, with sizes whose rows and columns suit these sub-groups.
#ifndef SYCL_EXT_ONEAPI_MATRIX_COMBINATIONS_HPP
#define SYCL_EXT_ONEAPI_MATRIX_COMBINATIONS_HPP

#include <algorithm>
#include <cstddef>
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#include <sycl/runtime/device.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {

namespace ext::oneapi::experimental {
namespace matrix {

enum class matrix_type {
  bf16,
  fp16,
  tf32,
  fp32,
  fp64,
  sint8,
  sint16,
  sint32,
  sint64,
  uint8,
  uint16,
  uint32,
  uint64,
};

/// Of d = a * b + c. A size of 0 says that each size up to the greatest one will do.
struct combination {
  std::size_t max_msize, max_nsize, max_ksize;
  std::size_t msize, nsize, ksize;
  matrix_type atype, btype, ctype, dtype;
};

} // namespace matrix

namespace info::device {
struct matrix_combinations {
  using return_type = std::vector<matrix::combination>;
};
} // namespace info::device
} // namespace ext::oneapi::experimental

/// None on a device without sub-groups for matrices.
template <>
inline std::vector<ext::oneapi::experimental::matrix::combination>
device::get_info<ext::oneapi::experimental::info::device::matrix_combinations>() const {
  using ext::oneapi::experimental::matrix::combination;
  using type = ext::oneapi::experimental::matrix::matrix_type;
  std::vector<combination> all;
  const auto sizes = get_info<info::device::sub_group_sizes>();
  if (std::none_of(sizes.begin(), sizes.end(),
                   [](std::size_t size) { return size >= detail::least_matrix_lanes; })) {
    return all;
  }
  // A row of the left factor has 64 bytes, as a tile of AMX.
  const auto add = [&](type a, type b, type sum, std::size_t bytes) {
    all.push_back({16, 16, 64 / bytes, 0, 0, 0, a, b, sum, sum});
  };
  for (const type a : {type::uint8, type::sint8}) {
    for (const type b : {type::uint8, type::sint8}) {
      add(a, b, type::sint32, 1);
    }
  }
  add(type::bf16, type::bf16, type::fp32, 2);
  if (has(aspect::fp16)) {
    add(type::fp16, type::fp16, type::fp32, 2);
    add(type::fp16, type::fp16, type::fp16, 2);
  }
  add(type::tf32, type::tf32, type::fp32, 4);
  add(type::fp32, type::fp32, type::fp32, 4);
  if (has(aspect::fp64)) {
    add(type::fp64, type::fp64, type::fp64, 8);
  }
  return all;
}

} // namespace lw1
} // namespace sycl

#endif
