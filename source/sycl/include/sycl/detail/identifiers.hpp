// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The identifiers of a work-item in SYCL's order of dimensions: the last one is the fastest, which
// is OpenCL's first.
#ifndef SYCL_DETAIL_IDENTIFIERS_HPP
#define SYCL_DETAIL_IDENTIFIERS_HPP

#include <sycl/detail/spirv.hpp>
#include <sycl/index/id.hpp>
#include <sycl/index/range.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

// Constants have to reach the functions, so each dimension is a call of its own.
#define LW_IDENTIFIER(name, type, builtin)                                                         \
  template <int D> inline type<D> name() {                                                         \
    if constexpr (D == 1) {                                                                        \
      return type<1>(builtin(0));                                                                  \
    } else if constexpr (D == 2) {                                                                 \
      return type<2>(builtin(1), builtin(0));                                                      \
    } else {                                                                                       \
      return type<3>(builtin(2), builtin(1), builtin(0));                                          \
    }                                                                                              \
  }
LW_IDENTIFIER(global_id, id, __spirv_BuiltInGlobalInvocationId)
LW_IDENTIFIER(global_offset, id, __spirv_BuiltInGlobalOffset)
LW_IDENTIFIER(global_range, range, __spirv_BuiltInGlobalSize)
LW_IDENTIFIER(local_id, id, __spirv_BuiltInLocalInvocationId)
LW_IDENTIFIER(local_range, range, __spirv_BuiltInWorkgroupSize)
LW_IDENTIFIER(group_id, id, __spirv_BuiltInWorkgroupId)
LW_IDENTIFIER(group_range, range, __spirv_BuiltInNumWorkgroups)
#undef LW_IDENTIFIER

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
