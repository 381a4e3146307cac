// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel.h"

#include "target_support/local_size.h"

#include <algorithm>
#include <string_view>

using namespace host;

namespace host {
namespace {
/// 10 ns: a kernel of some length, so that its first launch is spread over the threads.
constexpr uint64_t first_guess = 10 * 1024;
} // namespace

Kernel::Kernel(const Executable& from, const binary::Kernel& given, mux_device_info_t device)
    : Kernel(from, given, from.find(given.entry), device) {}

Kernel::Kernel(const Executable& from, const binary::Kernel& given,
               std::pair<const void*, const LoadedCode*> found, mux_device_info_t device)
    : executable(from), description(given), code(*found.second),
      entry(reinterpret_cast<entry_function>(reinterpret_cast<uintptr_t>(found.first))),
      device_info(device), item_cost(first_guess) {
  name = description.name.c_str();
  arguments_length = description.arguments.size();
  std::copy_n(description.required_local_size.begin(), 3, required_local_size);
  // Code without vectors runs groups of any size equally well: the device's multiple will do.
  preferred_multiple = description.preferred_multiple > 1
                           ? description.preferred_multiple
                           : std::max(device->native_vector_widths.float32, 1U);
  max_work_group_size = device->max_work_group_size;
  local_bytes = description.local_bytes;
  private_bytes = description.private_bytes;
}

void Kernel::note_cost(uint64_t busy, uint64_t items) {
  time.fetch_add(busy, std::memory_order_relaxed);
  // Short launches are mostly fixed cost; they say little of long ones.
  constexpr uint64_t min_items = 256;
  item_cost.store(busy * 1024 / std::max(items, min_items) + 1, std::memory_order_relaxed);
}

} // namespace host

extern "C" mux_result_t hostCreateKernel(mux_device_t device, mux_executable_t handle,
                                         const char* name, uint64_t name_length,
                                         mux_allocator_info_t allocator, mux_kernel_t* out_kernel) {
  auto& executable = cast<Executable>(handle);
  const std::string_view wanted(name, name_length);
  const auto& kernels = executable.program.kernels;
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const binary::Kernel& k) { return k.name == wanted; });
  if (found == kernels.end()) {
    return mux_error_missing_kernel;
  }
  auto* kernel =
      create<Kernel>(allocator, mux_object_type_kernel, executable, *found, device->info);
  if (kernel == nullptr) {
    return mux_error_out_of_memory;
  }
  *out_kernel = kernel;
  return mux_success;
}

extern "C" mux_result_t hostDestroyKernel(mux_device_t, mux_kernel_t kernel,
                                          mux_allocator_info_t allocator) {
  destroy(allocator, cast<Kernel>(kernel));
  return mux_success;
}

extern "C" mux_result_t hostQuerySuggestedLocalSize(mux_kernel_t handle, uint32_t dimensions,
                                                    const uint64_t* global_size, const uint64_t*,
                                                    uint64_t* out_local_size) {
  const auto& kernel = cast<Kernel>(handle);
  const auto& required = kernel.description.required_local_size;
  if (required[0] != 0) {
    std::copy(required.begin(), required.end(), out_local_size);
    return mux_success;
  }
  target_support::LocalSizeRequest request;
  std::copy_n(global_size, dimensions, request.global_size.begin());
  request.preferred_multiple = std::max<uint64_t>(kernel.description.preferred_multiple, 1);
  request.max_work_group_size = kernel.max_work_group_size;
  request.threads = kernel.device_info->compute_units;
  request.non_uniform = kernel.description.non_uniform != 0;
  request.rows = std::max<uint64_t>(kernel.description.rows_of_groups, 1);
  request.long_work_items = kernel.description.long_work_items != 0;
  const auto size = target_support::suggest_local_size(request);
  std::copy(size.begin(), size.end(), out_local_size);
  return mux_success;
}

extern "C" mux_result_t hostQueryKernelTime(mux_kernel_t kernel, uint64_t* out_time) {
  *out_time = cast<Kernel>(kernel).time.load(std::memory_order_relaxed);
  return mux_success;
}

extern "C" mux_result_t hostQuerySubGroupSizeForLocalSize(mux_kernel_t kernel, const uint64_t*,
                                                          uint64_t* out_sub_group_size) {
  *out_sub_group_size = cast<Kernel>(kernel).sub_group_size();
  return mux_success;
}

extern "C" mux_result_t hostQueryLocalSizeForSubGroupCount(mux_kernel_t handle, uint64_t count,
                                                           uint64_t* out_local_size) {
  const auto& kernel = cast<Kernel>(handle);
  const auto& required = kernel.description.required_local_size;
  const uint64_t size = kernel.sub_group_size();
  const bool fits = count <= kernel.max_work_group_size / size;
  const bool allowed =
      required[0] == 0 || (required[0] == count * size && required[1] == 1 && required[2] == 1);
  std::fill_n(out_local_size, 3, 0);
  if (fits && allowed) {
    std::fill_n(out_local_size, 3, 1);
    out_local_size[0] = count * size;
  }
  return mux_success;
}

extern "C" mux_result_t hostQueryMaxSubGroupCount(mux_kernel_t handle, uint64_t* out_count) {
  const auto& kernel = cast<Kernel>(handle);
  const auto& required = kernel.description.required_local_size;
  const uint64_t items =
      required[0] == 0 ? kernel.max_work_group_size : required[0] * required[1] * required[2];
  *out_count = (items + kernel.sub_group_size() - 1) / kernel.sub_group_size();
  return mux_success;
}
