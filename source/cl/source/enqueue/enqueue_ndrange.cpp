// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNDRangeKernel, clEnqueueTask, clGetKernelSuggestedLocalWorkSize and
// clGetKernelMaxConcurrentWorkGroupCountINTEL.
#include "copies/uses.h"
#include "enqueue/launch.h"
#include "enqueue/target.h"
#include "kernels/fault.h"
#include "kernels/printf.h"
#include "queues/device_queue.h"

#include "cargo/small_vector.h"

#include <algorithm>
#include <memory>

namespace cl {
namespace {

/// What a query about launches is about.
struct LaunchQuery {
  const Queue& queue;
  const Kernel& kernel;
  const KernelCode& code;
};
expected<LaunchQuery> query_of(cl_command_queue queue_handle, cl_kernel kernel_handle) {
  const Queue* queue = lookup_host_queue(queue_handle);
  if (!queue) {
    return fail(CL_INVALID_COMMAND_QUEUE);
  }
  const Kernel* kernel = lookup<Kernel>(kernel_handle);
  const auto code = check_kernel(*queue, kernel);
  if (!code) {
    return fail(code.error());
  }
  return LaunchQuery{*queue, *kernel, **code};
}

/// The local size that a launch without one would have.
cl_int suggest_local_size(cl_command_queue queue_handle, cl_kernel kernel_handle,
                          const Sizes& sizes, size_t* suggested) {
  const auto query = query_of(queue_handle, kernel_handle);
  if (!query) {
    return query.error();
  }
  const auto& [queue, kernel, code] = *query;
  if (const cl_int error = check_dimensions(queue.device, sizes)) {
    return error;
  }
  if (!sizes.global || std::count(sizes.global, sizes.global + sizes.dimensions, 0)) {
    return CL_INVALID_GLOBAL_WORK_SIZE;
  }
  const auto range = check_launch(code, kernel.arguments, sizes);
  if (!range) {
    return range.error();
  }
  if (!suggested) {
    return CL_INVALID_VALUE;
  }
  std::copy_n(range->local_size, sizes.dimensions, suggested);
  return CL_SUCCESS;
}

/// The most groups of this local size that a launch can have if all are to run at the same time.
cl_int count_concurrent_groups(cl_command_queue queue_handle, cl_kernel kernel_handle,
                               cl_uint dimensions, const size_t* offset, const size_t* local,
                               size_t* count) {
  const auto query = query_of(queue_handle, kernel_handle);
  if (!query) {
    return query.error();
  }
  const auto& [queue, kernel, code] = *query;
  const Sizes one_group = {dimensions, offset, local, local};
  if (const cl_int error = check_dimensions(queue.device, one_group)) {
    return error;
  }
  if (!local) {
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  const auto range = check_launch(code, kernel.arguments, one_group, false);
  if (!range) {
    return range.error();
  }
  if (!count) {
    return CL_INVALID_VALUE;
  }
  const uint64_t most = max_concurrent_groups(queue);
  if (most == 0) {
    return CL_INVALID_OPERATION;
  }
  *count = most;
  return CL_SUCCESS;
}

cl_int ndrange(const Target& target, cl_kernel kernel_handle, cl_command_type type,
               const Sizes& sizes) {
  Kernel* kernel = lookup<Kernel>(kernel_handle);
  const auto general = check_kernel(*target.queue, kernel);
  if (!general) {
    return general.error();
  }
  auto range = check_launch(**general, kernel->arguments, sizes);
  if (!range) {
    return range.error();
  }
  cargo::small_vector<Reference, 16> references;
  const auto keep = [&](auto object) {
    if (references.push_back(Reference(std::move(object))) != cargo::status::success) {
      throw std::bad_alloc();
    }
  };
  keep(kernel);
  kernel->arguments.each_object(keep); // before they are found to be there
  std::vector<mux_descriptor_t> own;
  const auto descriptors = kernel->arguments.all_on(target.queue->device, own);
  if (!descriptors) {
    return descriptors.error();
  }
  range->descriptors = descriptors->data();
  range->descriptors_length = descriptors->size();
  kernel->exec_info.name_uses(*range);
  if (kernel->exec_info.is_concurrent()) {
    if (const cl_int error = make_concurrent(*target.queue, sizes, *range)) {
      return error;
    }
  }
  const auto chosen = kernel->code_for(**general, *range);
  if (!chosen) {
    return chosen.error();
  }
  const KernelCode& code = **chosen;
  if (auto queue = give_default_queue(*target.queue, *(*general)->info, *range)) {
    keep(std::move(queue));
  }
  report_faults(*kernel, *range);
  PrintfOutput* output = nullptr;
  if (code.info->prints) {
    auto owned = std::make_unique<PrintfOutput>(target.queue->context, code.executable);
    output = owned.get();
    if (references.push_back(Reference(std::move(owned))) != cargo::status::success) {
      throw std::bad_alloc();
    }
  }
  Uses uses(*target.queue);
  kernel->arguments.add_uses(uses);
  const Command command{.type = type,
                        .wait_list = target.wait_list,
                        .event_ret = target.event_ret,
                        .work =
                            range->global_size[0] * range->global_size[1] * range->global_size[2],
                        .label = kernel->info.name.c_str(),
                        .uses = uses.all()};
  return target.queue->enqueue(
      command, references, [&](auto commands, const auto* given, auto* sync_point) {
        mux_command_info_t info = *given;
        if (output) {
          output->attach(*range, info);
        }
        return muxCommandNDRange(commands, code.mux, &*range, &info, sync_point);
      });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                          cl_uint dimensions, const size_t* offset,
                                          const size_t* global, const size_t* local, cl_uint count,
                                          const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return ndrange(target, kernel, CL_COMMAND_NDRANGE_KERNEL,
                   {dimensions, offset, global ? global : no_items, local});
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                                 const cl_event* list, cl_event* event) {
  constexpr size_t one = 1;
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return ndrange(target, kernel, CL_COMMAND_TASK, {1, nullptr, &one, &one});
  });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue queue, cl_kernel kernel,
                                                     cl_uint dimensions, const size_t* offset,
                                                     const size_t* global, size_t* suggested) {
  return guarded([&] {
    return suggest_local_size(queue, kernel, {dimensions, offset, global, nullptr}, suggested);
  });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel kernel,
                                                        cl_uint dimensions, const size_t* offset,
                                                        const size_t* global, size_t* suggested) {
  return clGetKernelSuggestedLocalWorkSize(queue, kernel, dimensions, offset, global, suggested);
}

cl_int CL_API_CALL clGetKernelMaxConcurrentWorkGroupCountINTEL(cl_command_queue queue,
                                                               cl_kernel kernel, cl_uint dimensions,
                                                               const size_t* offset,
                                                               const size_t* local, size_t* count) {
  return guarded(
      [&] { return count_concurrent_groups(queue, kernel, dimensions, offset, local, count); });
}
