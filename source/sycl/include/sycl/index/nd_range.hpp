// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.2.
#ifndef SYCL_INDEX_ND_RANGE_HPP
#define SYCL_INDEX_ND_RANGE_HPP

#include <sycl/index/id.hpp>
#include <sycl/index/range.hpp>

namespace sycl {
inline namespace lw1 {

/// An index space that is divided into work-groups.
template <int D = 1> class nd_range {
public:
  static constexpr int dimensions = D;

  nd_range(range<D> global_size, range<D> local_size, id<D> global_offset = id<D>())
      : global(global_size), local(local_size), offset(global_offset) {}

  range<D> get_global_range() const { return global; }
  range<D> get_local_range() const { return local; }
  range<D> get_group_range() const { return global / local; }
  id<D> get_offset() const { return offset; }

  friend bool operator==(const nd_range& a, const nd_range& b) {
    return a.global == b.global && a.local == b.local && a.offset == b.offset;
  }
  friend bool operator!=(const nd_range& a, const nd_range& b) { return !(a == b); }

private:
  range<D> global;
  range<D> local;
  id<D> offset;
};

} // namespace lw1
} // namespace sycl

#endif
