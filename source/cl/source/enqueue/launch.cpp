// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "enqueue/launch.h"

#include "queues/queue.h"

#include <algorithm>

namespace cl {

cl_int check_dimensions(const Device& device, const Sizes& sizes) {
  const bool valid = sizes.dimensions >= 1 && sizes.dimensions <= device.info().max_work_dimensions;
  return valid ? CL_SUCCESS : CL_INVALID_WORK_DIMENSION;
}

namespace {

/// Global sizes and offsets: section 5.8, clEnqueueNDRangeKernel.
cl_int check_global(const Device& device, const Sizes& sizes) {
  if (const cl_int error = check_dimensions(device, sizes)) {
    return error;
  }
  // Ids must fit the device's size_t.
  const uint64_t limit = device.info().address_bits == 32 ? UINT32_MAX : UINT64_MAX;
  uint64_t items = 1;
  for (cl_uint i = 0; i < sizes.dimensions; ++i) {
    if (sizes.global[i] > limit || __builtin_mul_overflow(items, sizes.global[i], &items)) {
      return CL_INVALID_GLOBAL_WORK_SIZE;
    }
    if (sizes.offset && sizes.offset[i] > limit - sizes.global[i]) {
      return CL_INVALID_GLOBAL_OFFSET;
    }
  }
  return CL_SUCCESS;
}

/// Local sizes that the application gives.
cl_int check_local(const KernelCode& code, const Sizes& sizes) {
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
        (sizes.global[i] % sizes.local[i] != 0 && code.info->non_uniform == 0)) {
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

/// A row of as many sub-groups as the kernel requires, with the last one as full as the global size
/// allows.
cl_int choose_row(const KernelCode& code, const Sizes& sizes, uint64_t (&local)[3]) {
  const uint64_t count = code.info->required_sub_group_count;
  const mux_result_t result = muxQueryLocalSizeForSubGroupCount(code.mux, count, local);
  if (result != mux_success) {
    return status_of(result);
  }
  const uint64_t least = local[0] - local[0] / count;
  while (local[0] > least && code.info->non_uniform == 0 && sizes.global[0] % local[0] != 0) {
    --local[0];
  }
  return local[0] > least ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

/// The local size where the application gives none: the required one, one of as many sub-groups as
/// are required, or the one that the device suggests.
cl_int choose_local(const KernelCode& code, const Sizes& sizes, uint64_t (&local)[3],
                    const mux_ndrange_t& range) {
  const auto& required = code.info->required_local_size;
  if (!required[0] && code.info->required_sub_group_count) {
    return choose_row(code, sizes, local);
  }
  if (!required[0]) {
    return status_of(muxQuerySuggestedLocalSize(code.mux, sizes.dimensions, range.global_size,
                                                range.global_offset, local));
  }
  for (cl_uint i = 0; i < 3; ++i) {
    const bool fits = i < sizes.dimensions
                          ? code.info->non_uniform != 0 || sizes.global[i] % required[i] == 0
                          : required[i] == 1;
    if (!fits) {
      return CL_INVALID_WORK_GROUP_SIZE;
    }
    local[i] = required[i];
  }
  return CL_SUCCESS;
}

/// Whether groups of this size have as many sub-groups as the kernel requires, if it does.
bool has_required_sub_groups(const KernelCode& code, const uint64_t (&local)[3]) {
  const uint64_t count = code.info->required_sub_group_count;
  const uint64_t items = local[0] * local[1] * local[2];
  uint64_t size = 0;
  return count == 0 || (muxQuerySubGroupSizeForLocalSize(code.mux, local, &size) == mux_success &&
                        size != 0 && (items + size - 1) / size == count);
}

/// Longer rows than the application's groups have, where the kernel cannot tell: they go through
/// memory from beginning to end, and there are fewer of them.
void lengthen_rows(const KernelCode& code, mux_ndrange_t& range) {
  uint64_t own[3] = {};
  const mux_result_t result = muxQuerySuggestedLocalSize(
      code.mux, range.dimensions, range.global_size, range.global_offset, own);
  if (result == mux_success && own[0] > range.local_size[0]) {
    std::copy_n(own, 3, range.local_size);
  }
}

expected<mux_ndrange_t> make_range(const KernelCode& code, const Sizes& sizes) {
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
  if (!has_required_sub_groups(code, range.local_size)) {
    return fail(CL_INVALID_WORK_GROUP_SIZE);
  }
  if (sizes.local && code.groups_are_free) {
    lengthen_rows(code, range);
  }
  return range;
}

} // namespace

expected<const KernelCode*> check_kernel(const Queue& queue, const Kernel* kernel) {
  if (!kernel) {
    return fail(CL_INVALID_KERNEL);
  }
  if (kernel->program->context != queue.context) {
    return fail(CL_INVALID_CONTEXT);
  }
  const KernelCode* code = kernel->code(queue.device);
  if (!code) {
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  }
  return code;
}

expected<mux_ndrange_t> check_launch(const KernelCode& code, const Arguments& arguments,
                                     const Sizes& sizes, bool all_arguments) {
  const auto& device = code.executable->device;
  if (const cl_int error = check_global(device, sizes)) {
    return fail(error);
  }
  if (all_arguments && !arguments.all()) {
    return fail(arguments.all().error());
  }
  auto range = make_range(code, sizes);
  if (range && arguments.local_bytes(code) > device.info().local_memory_size) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  if (range) {
    range->program_variables = code.executable->variables();
  }
  return range;
}

uint64_t max_concurrent_groups(const Queue& queue) {
  if (queue.on_callers()) {
    return std::min<uint64_t>(queue.device.info().concurrent_groups, 1); // a thread runs them
  }
  return std::min<uint64_t>(queue.device.info().concurrent_groups, queue.device.units.size());
}

cl_int make_concurrent(const Queue& queue, const Sizes& sizes, mux_ndrange_t& range) {
  if (!sizes.local) {
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  uint64_t groups = 1;
  for (cl_uint i = 0; i < sizes.dimensions; ++i) {
    if (sizes.global[i] % sizes.local[i] != 0) {
      return CL_INVALID_WORK_GROUP_SIZE;
    }
    groups *= sizes.global[i] / sizes.local[i]; // no more than work-items, which can be counted
    range.local_size[i] = sizes.local[i];
  }
  const uint64_t most = max_concurrent_groups(queue);
  if (most == 0 || groups > most) {
    return CL_INVALID_VALUE;
  }
  range.concurrent = true;
  return CL_SUCCESS;
}

} // namespace cl
