// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The namespace of the library, and the definitions on which both passes of a compilation have to
// agree.
#ifndef SYCL_DETAIL_CONFIG_HPP
#define SYCL_DETAIL_CONFIG_HPP

#if __cplusplus < 201703L
#error "SYCL 2020 needs C++17 or later: compile with -std=c++17"
#endif

#ifdef SYCL_LANGUAGE_VERSION
/// Both passes of Clang's -fsycl. Other compilers may read the headers for code without kernels:
/// the library's own sources, and files that only call the host's half of the API.
#define LW_SYCL_PASS 1
/// A function that other files define or kernels of other files call. Before extern "C", where no
/// such attribute may be, oclsycl++ makes the second one nothing.
#define SYCL_EXTERNAL LW_SYCL_EXTERNAL
#define LW_SYCL_EXTERNAL [[clang::sycl_external]]
#define LW_SYCL_EXTERNAL_ATTRIBUTE [[clang::sycl_external]]
#define LW_SYCL_EXTERNAL_BEFORE_LINKAGE
#define LW_SYCL_KERNEL(name) [[clang::sycl_kernel_entry_point(name)]]
/// The symbol of a kernel's name, and of another type's.
#define LW_SYCL_NAME(type) __builtin_sycl_unique_stable_name(type)
#define LW_SYCL_TYPE_NAME(type) __builtin_sycl_unique_stable_name(type)
#define LW_LOCAL __attribute__((opencl_local))
#else
#define SYCL_LANGUAGE_VERSION 202012L
#define SYCL_EXTERNAL
#define LW_SYCL_KERNEL(name)
#ifdef LW_SYCL_HOST_NAMES
/// oclsycl++ has another compiler make host code (sycl/detail/host_names.hpp).
#define LW_SYCL_NAME(type) ::sycl::detail::host_name<type>()
#define LW_SYCL_TYPE_NAME(type) ::sycl::detail::type_name<type>()
#else
#define LW_SYCL_NAME(type) ""
#define LW_SYCL_TYPE_NAME(type) ""
#endif
#define LW_LOCAL
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored_attributes "sycl::" // they are for the device
#endif
#endif
// oclsycl++ says in which folder a file is compiled.
#ifndef LW_SYCL_FOLDER
#define LW_SYCL_FOLDER ""
#endif
/// Names the file, on host and device.
#define LW_SYCL_UNIT LW_SYCL_FOLDER ":" __BASE_FILE__

#define SYCL_IMPLEMENTATION_LANEWISE 1
/// SYCL's objects are OpenCL's, for which there is interoperability.
#define SYCL_BACKEND_OPENCL 1

/// Code for a device has such a function wherever it is called, whatever its size: a vec that is an
/// argument of a call is in memory.
#ifdef __SYCL_DEVICE_ONLY__
#define LW_DEVICE_INLINE [[gnu::always_inline]]
#else
#define LW_DEVICE_INLINE
#endif

/// Marks what liboclsycl.so exports.
#define LW_SYCL_EXPORT __attribute__((visibility("default")))

namespace sycl {
/// Two versions of the library in one process do not meet.
inline namespace lw1 {
namespace detail {

/// Whether the code that is compiled is for a device.
#ifdef __SYCL_DEVICE_ONLY__
inline constexpr bool on_device = true;
#else
inline constexpr bool on_device = false;
#endif

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
