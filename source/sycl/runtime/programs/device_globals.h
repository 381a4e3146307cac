// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of variables of the class device_global. A program says at its start which ones it has; a
// context makes the memory of one, on each of its devices, when an image with it is built or the
// host copies from or to it.
#ifndef SYCL_RUNTIME_PROGRAMS_DEVICE_GLOBALS_H
#define SYCL_RUNTIME_PROGRAMS_DEVICE_GLOBALS_H

#include "opencl.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

class context_impl;
class device_impl;

/// The memory in one context. Thread-safe.
class device_global_memory {
public:
  explicit device_global_memory(context_impl& of) : context(of) {}
  device_global_memory(const device_global_memory&) = delete;
  device_global_memory& operator=(const device_global_memory&) = delete;
  ~device_global_memory();

  /// The address on a device, which is one of the context's or a part of one. Throws errc::invalid
  /// for an object that no program has named.
  void* at(const void* object, const device_impl& on);
  /// Writes the addresses of the named ones to the program's variables, for all devices. Throws
  /// errc::runtime if no program has named one of them.
  void write_addresses(cl_program program, const std::vector<std::string>& names);

private:
  void* make(size_t number, cl_device_id device);

  context_impl& context;
  std::mutex mutex; ///< protects places
  /// By the number that a variable got when it was named.
  std::map<std::pair<size_t, cl_device_id>, void*> places;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
