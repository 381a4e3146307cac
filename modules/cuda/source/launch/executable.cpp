// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/executable.h"

#include "mux/targets/cuda.h"

#include "cuda/kernel_abi.h"
#include "target_support/local_size.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace cuda {

namespace {

/// Has the driver make code. Its messages about PTX that it refuses go to standard error, the only
/// place where they would be seen.
CUresult load_module(const Driver& cu, const std::string& ptx, CUmodule& out) {
  char log[4096] = {};
  CUjitOption options[] = {cuda_jit_error_log_buffer, cuda_jit_error_log_buffer_size_bytes,
                           cuda_jit_optimization_level};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log), nullptr};
  const bool as_it_likes = !ptx.starts_with(not_optimised_line);
  const CUresult result = cu.module_load_data(
      &out, ptx.c_str(), std::size(options) - size_t(as_it_likes), options, values);
  if (result != cuda_success && log[0] != 0) {
    std::fprintf(stderr, "lanewise: NVIDIA's driver refuses the PTX: %s\n", log);
  }
  return result;
}

} // namespace

Executable::Executable(Device& in_device, binary::Program given,
                       const std::vector<std::string>& in_parts)
    : device(in_device), program(std::move(given)), generation(in_device.generation) {
  kernels_length = program.kernels.size();
  variables_size = 0;
  for (const binary::Variable& variable : program.variables) {
    variables_size = std::max(variables_size, variable.offset + variable.size);
  }
  for (const std::string& ptx : in_parts) {
    parts.push_back({ptx});
  }
}

Executable::~Executable() {
  const InContext in(device);
  if (generation == device.generation) {
    device.chains.drop();
    for (const Part& part : parts) {
      static_cast<void>(part.module != nullptr ? device.cu.module_unload(part.module)
                                               : cuda_success);
    }
  }
}

/// Has the driver load the code unless it has been loaded in this context.
CUresult Executable::load() {
  if (generation != device.generation) {
    std::ranges::for_each(parts, [](Part& part) { part.module = nullptr; });
    generation = device.generation;
  }
  for (Part& part : parts) {
    const CUresult result =
        part.module == nullptr ? load_module(device.cu, part.ptx, part.module) : cuda_success;
    if (result != cuda_success) {
      return result;
    }
  }
  return cuda_success;
}

CUresult Executable::find(const std::string& entry, CUfunction& out) {
  const std::lock_guard held(lock);
  CUresult result = load();
  if (result != cuda_success) {
    return result;
  }
  result = cuda_error_not_found;
  for (const Part& part : parts) {
    if (result == cuda_error_not_found) {
      result = device.cu.module_get_function(&out, part.module, entry.c_str());
    }
  }
  return result;
}

CUresult Kernel::find(uint64_t launch_local_bytes, CUfunction& out) {
  const Device& device = executable.device;
  if (generation != device.generation) {
    if (const CUresult result = executable.find(description.entry, function);
        result != cuda_success) {
      return result;
    }
    generation = device.generation;
    has_much_local = false;
  }
  out = function;
  return allow(launch_local_bytes);
}

/// Beyond 48 KiB a function, which several kernels may be, has to be said to use so much local
/// memory. It is said of those only that do: for others the driver may leave it to the cache.
CUresult Kernel::allow(uint64_t launch_local_bytes) {
  const Device& device = executable.device;
  constexpr uint64_t always = uint64_t(48) << 10;
  if (has_much_local || launch_local_bytes <= always) {
    return cuda_success;
  }
  const CUresult result =
      device.cu.func_set_attribute(function, cuda_function_max_dynamic_shared_size_bytes,
                                   static_cast<int>(device.gpu.local_memory_size));
  has_much_local = result == cuda_success;
  return result;
}

Kernel::Kernel(Executable& in_executable, const binary::Kernel& given, CUfunction in_function,
               const CodeFacts& facts)
    : executable(in_executable), description(given), function(in_function),
      generation(in_executable.device.generation) {
  const Device& device = executable.device;
  name = description.name.c_str();
  arguments_length = description.arguments.size();
  std::copy_n(description.required_local_size.begin(), 3, required_local_size);
  preferred_multiple = std::max<uint64_t>(description.preferred_multiple, 1);
  max_work_group_size =
      std::min(facts.max_threads,
               device.gpu.max_work_group_size); // fewer if it needs many registers
  local_bytes = description.local_bytes;
  private_bytes = facts.local_bytes;
}

namespace {

CUresult ask(const Driver& cu, CUfunction function, CodeFacts& out) {
  CUresult result = cuda_success;
  const auto asked = [&](CUfunctionAttribute which) {
    int value = 0;
    const CUresult failed = cu.func_get_attribute(&value, which, function);
    result = result == cuda_success ? failed : result;
    return static_cast<uint64_t>(std::max(value, 0));
  };
  out = {asked(cuda_function_max_threads_per_block), asked(cuda_function_local_size_bytes)};
  return result;
}

/// The payload that comes first in the list of those that the device accepts, or null.
const binary::Payload* choose(const binary::Program& program, const Gpu& gpu) {
  for (uint32_t i = 0; i < gpu.binary_formats_length; ++i) {
    const mux_binary_format_t& format = gpu.binary_formats[i];
    for (const binary::Payload& payload : program.payloads) {
      if (payload.format == format.format && payload.triple.starts_with(format.triple) &&
          payload.cpu == format.cpu && payload.features.empty()) {
        return &payload;
      }
    }
  }
  return nullptr;
}

mux_result_t load(Device& device, binary::bytes_view bytes, mux_allocator_info_t allocator,
                  mux_executable_t* out_executable) {
  auto program = binary::read(bytes);
  if (!program || program->kind != binary::Kind::executable) {
    return mux_error_invalid_binary;
  }
  const binary::Payload* payload = choose(*program, device.gpu);
  if (payload == nullptr) {
    return mux_error_unsupported_binary;
  }
  const InContext in(device);
  std::vector<std::string> parts;
  for (const binary::Payload& other : program->payloads) {
    if (other.format == payload->format && other.cpu == payload->cpu && other.features.empty()) {
      parts.emplace_back(other.code.begin(), other.code.end());
    }
  }
  program->payloads = {};
  program->ir = {};
  auto* executable =
      create<Executable>(allocator, mux_object_type_executable, device, std::move(*program), parts);
  if (executable == nullptr) {
    return mux_error_out_of_memory;
  }
  for (const binary::Kernel& kernel : executable->program.kernels) {
    CUfunction function = nullptr;
    const CUresult result = executable->find(kernel.entry, function);
    if (result != cuda_success) {
      destroy(allocator, *executable);
      return result == cuda_error_not_found ? mux_error_invalid_binary : result_of(result);
    }
  }
  *out_executable = executable;
  return mux_success;
}

/// Work-items of a group that hide the latency of memory, and leave room for other groups.
/// Neighbours in one group find in the cache what the others have read, so it has fewer only where
/// units of the GPU would have none: `groups_of_unit` are what suggest_local_size has for each
/// thread.
constexpr uint64_t good_group = 256, groups_of_unit = 4;

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaCreateExecutable(mux_device_t device, const void* binary, uint64_t binary_length,
                                  mux_allocator_info_t allocator,
                                  mux_executable_t* out_executable) {
  return guarded([&] {
    return load(cast<Device>(device), {static_cast<const uint8_t*>(binary), binary_length},
                allocator, out_executable);
  });
}

mux_result_t cudaDestroyExecutable(mux_device_t, mux_executable_t executable,
                                   mux_allocator_info_t allocator) {
  destroy(allocator, cast<Executable>(executable));
  return mux_success;
}

mux_result_t cudaCreateKernel(mux_device_t handle, mux_executable_t given, const char* name,
                              uint64_t name_length, mux_allocator_info_t allocator,
                              mux_kernel_t* out_kernel) {
  auto& executable = cast<Executable>(given);
  const Driver& cu = executable.device.cu;
  const auto& kernels = executable.program.kernels;
  const auto found =
      std::ranges::find(kernels, std::string_view(name, name_length),
                        [](const auto& kernel) { return std::string_view(kernel.name); });
  if (found == kernels.end()) {
    return mux_error_missing_kernel;
  }
  const InContext in(cast<Device>(handle));
  CUfunction function = nullptr;
  CodeFacts facts;
  CUresult result = executable.find(found->entry, function);
  result = result == cuda_success ? ask(cu, function, facts) : result;
  if (result != cuda_success) {
    return result_of(result);
  }
  auto* kernel =
      create<Kernel>(allocator, mux_object_type_kernel, executable, *found, function, facts);
  *out_kernel = kernel;
  return kernel != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaDestroyKernel(mux_device_t, mux_kernel_t kernel, mux_allocator_info_t allocator) {
  destroy(allocator, cast<Kernel>(kernel));
  return mux_success;
}

mux_result_t cudaQuerySuggestedLocalSize(mux_kernel_t handle, uint32_t dimensions,
                                         const uint64_t* global_size, const uint64_t*,
                                         uint64_t* out_local_size) {
  const auto& kernel = cast<Kernel>(handle);
  const auto& required = kernel.description.required_local_size;
  if (required[0] != 0) {
    std::ranges::copy(required, out_local_size);
    return mux_success;
  }
  target_support::LocalSizeRequest request;
  std::copy_n(global_size, dimensions, request.global_size.begin());
  request.preferred_multiple = warp_size;
  request.max_work_group_size = std::min(kernel.max_work_group_size, good_group);
  request.threads =
      std::max<uint32_t>(kernel.executable.device.gpu.compute_units / groups_of_unit, 1);
  request.non_uniform = kernel.description.non_uniform != 0;
  std::array<uint64_t, 3> size = target_support::suggest_local_size(request);
  size[2] = std::min(size[2], kernel.executable.device.gpu.max_work_item_sizes[2]);
  if (request.global_size[2] % size[2] != 0) {
    size[2] = 1;
  }
  std::ranges::copy(size, out_local_size);
  return mux_success;
}

mux_result_t cudaQuerySubGroupSizeForLocalSize(mux_kernel_t, const uint64_t*,
                                               uint64_t* out_sub_group_size) {
  *out_sub_group_size = warp_size;
  return mux_success;
}

mux_result_t cudaQueryLocalSizeForSubGroupCount(mux_kernel_t handle, uint64_t count,
                                                uint64_t* out_local_size) {
  const auto& kernel = cast<Kernel>(handle);
  const auto& required = kernel.description.required_local_size;
  const bool fits = count <= kernel.max_work_group_size / warp_size;
  const bool allowed = required[0] == 0 ||
                       (required[0] == count * warp_size && required[1] == 1 && required[2] == 1);
  std::fill_n(out_local_size, 3, fits && allowed ? 1 : 0);
  out_local_size[0] *= count * warp_size;
  return mux_success;
}

mux_result_t cudaQueryKernelTime(mux_kernel_t kernel, uint64_t* out_time) {
  *out_time = cast<Kernel>(kernel).time.load(std::memory_order_relaxed);
  return mux_success;
}

mux_result_t cudaQueryMaxSubGroupCount(mux_kernel_t handle, uint64_t* out_count) {
  const auto& kernel = cast<Kernel>(handle);
  const auto& required = kernel.description.required_local_size;
  const uint64_t items =
      required[0] == 0 ? kernel.max_work_group_size : required[0] * required[1] * required[2];
  *out_count = (items + warp_size - 1) / warp_size;
  return mux_success;
}
