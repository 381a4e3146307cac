// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNDRangeKernel, clEnqueueTask and clGetKernelSuggestedLocalWorkSizeKHR.
#include "queues/queue.h"

#include "kernels/fault.h"
#include "kernels/kernel.h"
#include "kernels/printf.h"
#include "memory/buffer.h"

#include "cargo/small_vector.h"

#include <algorithm>
#include <memory>

namespace cl {
namespace {

struct Sizes {
  cl_uint dimensions;
  const size_t* offset;
  const size_t* global;
  const size_t* local;
};

/// Global sizes and offsets: section 5.8, clEnqueueNDRangeKernel.
cl_int check_global(const Device& device, const Sizes& sizes) {
  if (sizes.dimensions < 1 || sizes.dimensions > device.info().max_work_dimensions) {
    return CL_INVALID_WORK_DIMENSION;
  }
  if (!sizes.global) {
    return CL_INVALID_GLOBAL_WORK_SIZE;
  }
  // Ids must fit the device's size_t.
  const uint64_t limit = device.info().address_bits == 32 ? UINT32_MAX : UINT64_MAX;
  uint64_t items = 1;
  for (cl_uint i = 0; i < sizes.dimensions; ++i) {
    if (sizes.global[i] == 0 || sizes.global[i] > limit ||
        __builtin_mul_overflow(items, sizes.global[i], &items)) {
      return CL_INVALID_GLOBAL_WORK_SIZE;
    }
    if (sizes.offset && sizes.offset[i] > limit - sizes.global[i]) {
      return CL_INVALID_GLOBAL_OFFSET;
    }
  }
  return CL_SUCCESS;
}

/// Local sizes that the application gives.
cl_int check_local(const Kernel::Code& code, const Sizes& sizes) {
  const auto& info = code.executable->device.info();
  const auto& required = code.info->required_local_size;
  uint64_t items = 1;
  for (cl_uint i = 0; i < sizes.dimensions; ++i) {
    if (sizes.local[i] == 0) {
      return CL_INVALID_WORK_GROUP_SIZE;
    }
    if (sizes.local[i] > info.max_work_item_sizes[i]) {
      return CL_INVALID_WORK_ITEM_SIZE;
    }
    if (__builtin_mul_overflow(items, sizes.local[i], &items) ||
        sizes.global[i] % sizes.local[i] != 0) {
      return CL_INVALID_WORK_GROUP_SIZE;
    }
  }
  if (required[0]) {
    for (cl_uint i = 0; i < 3; ++i) {
      if ((i < sizes.dimensions ? sizes.local[i] : 1) != required[i]) {
        return CL_INVALID_WORK_GROUP_SIZE;
      }
    }
  }
  return items > code.mux->max_work_group_size ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

/// The local size where the application gives none: the required one, or what the device likes.
cl_int choose_local(const Kernel::Code& code, const Sizes& sizes, uint64_t (&local)[3],
                    const mux_ndrange_t& range) {
  const auto& required = code.info->required_local_size;
  if (!required[0]) {
    return status_of(muxQuerySuggestedLocalSize(code.mux, sizes.dimensions, range.global_size,
                                                range.global_offset, local));
  }
  for (cl_uint i = 0; i < 3; ++i) {
    const bool fits = i < sizes.dimensions ? sizes.global[i] % required[i] == 0 : required[i] == 1;
    if (!fits) {
      return CL_INVALID_WORK_GROUP_SIZE;
    }
    local[i] = required[i];
  }
  return CL_SUCCESS;
}

expected<mux_ndrange_t> make_range(const Kernel::Code& code, const Sizes& sizes) {
  mux_ndrange_t range = {};
  range.dimensions = sizes.dimensions;
  for (cl_uint i = 0; i < 3; ++i) {
    const bool used = i < sizes.dimensions;
    range.global_size[i] = used ? sizes.global[i] : 1;
    range.global_offset[i] = used && sizes.offset ? sizes.offset[i] : 0;
    range.local_size[i] = used && sizes.local ? sizes.local[i] : 1;
  }
  const cl_int error =
      sizes.local ? check_local(code, sizes) : choose_local(code, sizes, range.local_size, range);
  if (error) {
    return fail(error);
  }
  return range;
}

/// A launch: what runs, and how much of it.
struct Launch {
  const Kernel::Code& code;
  mux_ndrange_t range;
};

/// What a launch of a kernel on a queue is, or what forbids it.
expected<Launch> check_launch(const Queue& queue, const Kernel* kernel, const Sizes& sizes) {
  if (!kernel) {
    return fail(CL_INVALID_KERNEL);
  }
  if (kernel->program->context != queue.context) {
    return fail(CL_INVALID_CONTEXT);
  }
  const Kernel::Code* code = kernel->code(queue.device);
  if (!code) {
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  }
  if (const cl_int error = check_global(queue.device, sizes)) {
    return fail(error);
  }
  const auto arguments = kernel->arguments();
  if (!arguments) {
    return fail(arguments.error());
  }
  auto range = make_range(*code, sizes);
  if (!range) {
    return fail(range.error());
  }
  if (kernel->local_bytes(*code) > queue.device.info().local_memory_size) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  range->descriptors = arguments->data();
  range->descriptors_length = arguments->size();
  range->program_variables = code->executable->variables();
  return Launch{*code, *range};
}

/// The local size that a launch without one would have.
cl_int suggest_local_size(cl_command_queue queue_handle, cl_kernel kernel_handle,
                          const Sizes& sizes, size_t* suggested) {
  const Queue* queue = lookup<Queue>(queue_handle);
  if (!queue) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  const auto launch = check_launch(*queue, lookup<Kernel>(kernel_handle), sizes);
  if (!launch) {
    return launch.error();
  }
  if (!suggested) {
    return CL_INVALID_VALUE;
  }
  std::copy_n(launch->range.local_size, sizes.dimensions, suggested);
  return CL_SUCCESS;
}

cl_int ndrange(cl_command_queue queue_handle, cl_kernel kernel_handle, cl_command_type type,
               const Sizes& sizes, cl_uint count, const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  Queue& queue = *target->queue;
  Kernel* kernel = lookup<Kernel>(kernel_handle);
  auto launch = check_launch(queue, kernel, sizes);
  if (!launch) {
    return launch.error();
  }
  auto& range = launch->range;
  const Kernel::Code& code = kernel->code_for(launch->code, range);
  cargo::small_vector<Keep, 16> keeps;
  const auto keep = [&](auto* object) {
    if (keeps.push_back(Keep(object)) != cargo::status::success) {
      throw std::bad_alloc();
    }
  };
  keep(kernel);
  report_faults(*kernel, range);
  kernel->each_object(keep);
  PrintfOutput* output = nullptr;
  if (code.info->prints) {
    auto owned = std::make_unique<PrintfOutput>(queue.context, code.executable);
    output = owned.get();
    if (keeps.push_back(Keep(std::move(owned))) != cargo::status::success) {
      throw std::bad_alloc();
    }
  }
  const Command command{.type = type,
                        .wait_list = target->wait_list,
                        .event_ret = event,
                        .work = range.global_size[0] * range.global_size[1] * range.global_size[2],
                        .label = kernel->info.name.c_str()};
  return queue.enqueue(command, keeps, [&](auto commands, const auto* given, auto* sync_point) {
    mux_command_info_t info = *given;
    if (output) {
      output->attach(range, info);
    }
    return muxCommandNDRange(commands, code.mux, &range, &info, sync_point);
  });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                          cl_uint dimensions, const size_t* offset,
                                          const size_t* global, const size_t* local, cl_uint count,
                                          const cl_event* list, cl_event* event) {
  return guarded([&] {
    return ndrange(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, {dimensions, offset, global, local},
                   count, list, event);
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                                 const cl_event* list, cl_event* event) {
  constexpr size_t one = 1;
  return guarded([&] {
    return ndrange(queue, kernel, CL_COMMAND_TASK, {1, nullptr, &one, &one}, count, list, event);
  });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel kernel,
                                                        cl_uint dimensions, const size_t* offset,
                                                        const size_t* global, size_t* suggested) {
  return guarded([&] {
    return suggest_local_size(queue, kernel, {dimensions, offset, global, nullptr}, suggested);
  });
}
