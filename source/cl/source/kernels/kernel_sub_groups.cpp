// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSubGroupInfo (OpenCL 2.1, section 5.9.4) and clGetKernelSubGroupInfoKHR.
#include "info.h"
#include "kernels/kernel.h"
#include "mux_status.h"

#include <algorithm>
#include <optional>

namespace cl {
namespace {

/// A kernel on a device, and the query's input.
struct Subject {
  mux_kernel_t kernel;
  const binary::Kernel& info;
  std::span<const size_t> input;
};

/// The work-items of a work-group; nothing if the input is no local size.
std::optional<uint64_t> items(const Subject& s) {
  if (s.input.empty() || s.input.size() > 3) {
    return std::nullopt;
  }
  uint64_t product = 1;
  for (const size_t extent : s.input) {
    if (__builtin_mul_overflow(product, uint64_t(extent), &product)) {
      return std::nullopt;
    }
  }
  return product;
}

cl_int size_for(const Subject& s, uint64_t& size) {
  uint64_t local[3] = {1, 1, 1};
  std::ranges::copy(s.input, local);
  return status_of(muxQuerySubGroupSizeForLocalSize(s.kernel, local, &size));
}

cl_int max_size(const Subject& s, Answer& answer) {
  uint64_t size = 0;
  if (!items(s)) {
    return CL_INVALID_VALUE;
  }
  const cl_int status = size_for(s, size);
  return status == CL_SUCCESS ? answer.is<size_t>(size) : status;
}

cl_int count(const Subject& s, Answer& answer) {
  uint64_t size = 0;
  const auto all = items(s);
  if (!all) {
    return CL_INVALID_VALUE;
  }
  const cl_int status = size_for(s, size);
  return status == CL_SUCCESS ? answer.is<size_t>(*all / size + (*all % size != 0)) : status;
}

/// As many dimensions as the caller's buffer holds.
cl_int local_size(const Subject& s, Answer& answer) {
  const size_t room = answer.capacity() / sizeof(size_t);
  if (s.input.size() != 1 || (answer.place() && room == 0)) {
    return CL_INVALID_VALUE;
  }
  uint64_t local[3] = {}; // no group has no sub-groups
  if (s.input[0] != 0) {
    const mux_result_t result = muxQueryLocalSizeForSubGroupCount(s.kernel, s.input[0], local);
    if (result != mux_success) {
      return status_of(result);
    }
  }
  size_t sizes[3];
  std::ranges::copy(local, sizes);
  return answer.list<size_t>(
      std::span(sizes).first(answer.place() ? std::min<size_t>(room, 3) : 3));
}

cl_int max_count(const Subject& s, Answer& answer) {
  uint64_t most = 0;
  const mux_result_t result = muxQueryMaxSubGroupCount(s.kernel, &most);
  return result == mux_success ? answer.is<size_t>(most) : status_of(result);
}

constexpr InfoRow<Subject> rows[] = {
    {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, max_size},
    {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, count},
    {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, local_size},
    {CL_KERNEL_MAX_NUM_SUB_GROUPS, max_count},
    {CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL,
     [](const Subject& s, Answer& answer) {
       return answer.is<size_t>(s.info.required_sub_group_size);
     }},
    {CL_KERNEL_COMPILE_NUM_SUB_GROUPS,
     [](const Subject& s, Answer& answer) {
       return answer.is<size_t>(s.info.required_sub_group_count);
     }},
};

cl_int sub_group_info(cl_kernel handle, cl_device_id device, cl_uint name, size_t input_size,
                      const void* input, Answer answer) {
  const auto found = on_device(handle, device);
  if (!found) {
    return found.error();
  }
  if (found->device.info().max_sub_group_count == 0) {
    return CL_INVALID_OPERATION;
  }
  const bool whole = input_size % sizeof(size_t) == 0;
  const std::span sizes(static_cast<const size_t*>(input),
                        input && whole ? input_size / sizeof(size_t) : 0);
  return answer_info<Subject>(rows, name, answer, {found->code.mux, *found->code.info, sizes});
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                           cl_kernel_sub_group_info name, size_t input_size,
                                           const void* input, size_t size, void* value,
                                           size_t* size_ret) {
  return guarded([&] {
    return sub_group_info(kernel, device, name, input_size, input, {size, value, size_ret});
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                              cl_kernel_sub_group_info name, size_t input_size,
                                              const void* input, size_t size, void* value,
                                              size_t* size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, name, input_size, input, size, value, size_ret);
}
