// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.4.3: explicit copies with accessors. The part of a buffer that an
// accessor shows is a list of rows, pieces of memory without gaps.
#ifndef SYCL_MEMORY_COPIES_HPP
#define SYCL_MEMORY_COPIES_HPP

#include <memory>
#include <sycl/detail/commands.hpp>
#include <sycl/memory/access.hpp>
#include <sycl/runtime/exception.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

struct memory_row {
  char* at;
  std::size_t bytes;
};

/// Copies what is in from, row after row, into the rows of to, however these are cut.
inline void add_rows(command_group& group, const std::vector<memory_row>& to,
                     const std::vector<memory_row>& from) {
  std::size_t row = 0;
  std::size_t filled = 0; // of that row
  for (const memory_row& source : from) {
    for (std::size_t done = 0; done < source.bytes;) {
      if (row == to.size()) {
        throw exception(make_error_code(errc::invalid),
                        "the destination of a copy is smaller than its source");
      }
      const std::size_t left = source.bytes - done;
      const std::size_t space = to[row].bytes - filled;
      const std::size_t bytes = left < space ? left : space;
      add_copy(group, to[row].at + filled, source.at + done, bytes);
      done += bytes;
      filled += bytes;
      if (filled == to[row].bytes) {
        ++row;
        filled = 0;
      }
    }
  }
  if (from.empty()) {
    add_copy(group, nullptr, nullptr, 0);
  }
}

inline std::size_t bytes_of(const std::vector<memory_row>& rows) {
  std::size_t bytes = 0;
  for (const memory_row& one : rows) {
    bytes += one.bytes;
  }
  return bytes;
}

/// Memory without gaps, as long as other.
inline std::vector<memory_row> one_row(const void* at, const std::vector<memory_row>& other) {
  return {{static_cast<char*>(const_cast<void*>(at)), bytes_of(other)}};
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
