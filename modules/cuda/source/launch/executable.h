// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_EXECUTABLE_H
#define CUDA_LAUNCH_EXECUTABLE_H

#include "binary/container.h"
#include "device.h"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace cuda {

/// A program's code, which the driver makes of PTX: again for a new context of the device. The
/// context is current in every call, except for the end.
struct Executable : mux_executable_s {
  /// `in_parts` is PTX; each kernel is in one of them.
  Executable(Device& in_device, binary::Program given, const std::vector<std::string>& in_parts);
  ~Executable();
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  /// The function of that name, in the present context.
  [[nodiscard]] CUresult find(const std::string& entry, CUfunction& out);

  Device& device;
  const binary::Program program; ///< without its code

private:
  struct Part {
    std::string ptx;
    CUmodule module = nullptr;
  };
  [[nodiscard]] CUresult load();

  std::mutex lock; ///< protects what follows
  std::vector<Part> parts;
  uint64_t generation; ///< of the device's contexts: the modules'
};

/// What the driver says of a kernel's code.
struct CodeFacts {
  uint64_t max_threads = 0; ///< of a block
  uint64_t local_bytes = 0; ///< of each thread
};

/// A kernel, and the driver's information about it.
struct Kernel : mux_kernel_s {
  Kernel(Executable& in_executable, const binary::Kernel& given, CUfunction in_function,
         const CodeFacts& facts);

  /// In the present context, for a launch with so much local memory. Where the context is new,
  /// called by one thread at a time: with the engine's lock held.
  [[nodiscard]] CUresult find(uint64_t launch_local_bytes, CUfunction& out);

  Executable& executable;
  const binary::Kernel& description;
  std::atomic<uint64_t> time = 0; ///< nanoseconds of its launches, about (Engine::share_time)

private:
  [[nodiscard]] CUresult allow(uint64_t launch_local_bytes);

  CUfunction function;
  std::atomic<bool> has_much_local = false; ///< may have, as the driver knows
  uint64_t generation;                      ///< of the device's contexts: the function's
};

} // namespace cuda

#endif
