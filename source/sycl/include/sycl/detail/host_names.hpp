// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of kernels for host code of other compilers than Clang 22 (-fsycl-host-compiler=). Host
// code names a kernel by typeid; a table that Clang made of the same source says which kernel that
// is. A kernel that is not in the table is not found when it is launched.
#ifndef SYCL_DETAIL_HOST_NAMES_HPP
#define SYCL_DETAIL_HOST_NAMES_HPP

#include <sycl/detail/config.hpp>

#ifdef LW_SYCL_HOST_NAMES
#include <cstring>
#include <typeinfo>
#endif

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The library's text for a name that is in no table. No kernel has such a name.
LW_SYCL_EXPORT const char* unknown_host_name(const char* name);
/// The symbol of a type that is named alike by all compilers.
LW_SYCL_EXPORT const char* symbol_of_type(const char* name);

} // namespace detail
} // namespace lw1
} // namespace sycl

#ifdef LW_SYCL_HOST_NAMES

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A kernel's symbol on the device, and the names of typeid, without its prefix: where lambdas of a
/// function are numbered among those with the same parameters, and where they are among all. Empty
/// if it is not known. The last row is of null pointers.
struct host_names {
  const char* device;
  const char* by_parameters;
  const char* by_place;
};

/// GCC numbers among all up to version 12.
#if defined(__GXX_ABI_VERSION) && !defined(__clang__) && __GXX_ABI_VERSION < 1018
inline constexpr auto host_numbering = &host_names::by_place;
#else
inline constexpr auto host_numbering = &host_names::by_parameters;
#endif

} // namespace detail
} // namespace lw1
} // namespace sycl

/// The table of this file. Its symbol is of no other one.
extern "C" __attribute__((visibility("hidden")))
const sycl::detail::host_names LW_SYCL_HOST_NAMES[];

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The symbol of a kernel's name.
template <typename Name> const char* host_name() {
  static const char* const found = [] {
    const char* const own = typeid(Name*).name() + 1; // behind the P of a pointer
    for (const host_names* row = LW_SYCL_HOST_NAMES; row->device; ++row) {
      if (std::strcmp(row->*host_numbering, own) == 0) {
        return row->device;
      }
    }
    return unknown_host_name(own);
  }();
  return found;
}

/// The symbol of a type that has no lambda in its name.
template <typename T> const char* type_name() {
  static const char* const kept = symbol_of_type(typeid(T*).name() + 1);
  return kept;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif

#endif
