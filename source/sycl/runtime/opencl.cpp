// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl.h"

#include <algorithm>
#include <sstream>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

struct status_row {
  cl_int status;
  const char* name;
  errc code;
};
#define LW_STATUS(name, code) {name, #name, errc::code}
constexpr status_row statuses[] = {
    LW_STATUS(CL_DEVICE_NOT_FOUND, runtime),
    LW_STATUS(CL_DEVICE_NOT_AVAILABLE, runtime),
    LW_STATUS(CL_COMPILER_NOT_AVAILABLE, feature_not_supported),
    LW_STATUS(CL_MEM_OBJECT_ALLOCATION_FAILURE, memory_allocation),
    LW_STATUS(CL_OUT_OF_RESOURCES, memory_allocation),
    LW_STATUS(CL_OUT_OF_HOST_MEMORY, memory_allocation),
    LW_STATUS(CL_PROFILING_INFO_NOT_AVAILABLE, profiling),
    LW_STATUS(CL_IMAGE_FORMAT_NOT_SUPPORTED, feature_not_supported),
    LW_STATUS(CL_BUILD_PROGRAM_FAILURE, build),
    LW_STATUS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, event),
    LW_STATUS(CL_COMPILE_PROGRAM_FAILURE, build),
    LW_STATUS(CL_LINK_PROGRAM_FAILURE, build),
    LW_STATUS(CL_DEVICE_PARTITION_FAILED, invalid),
    LW_STATUS(CL_INVALID_VALUE, invalid),
    LW_STATUS(CL_INVALID_PLATFORM, platform),
    LW_STATUS(CL_INVALID_DEVICE, invalid),
    LW_STATUS(CL_INVALID_CONTEXT, invalid),
    LW_STATUS(CL_INVALID_QUEUE_PROPERTIES, invalid),
    LW_STATUS(CL_INVALID_COMMAND_QUEUE, invalid),
    LW_STATUS(CL_INVALID_IMAGE_SIZE, invalid),
    LW_STATUS(CL_INVALID_IMAGE_DESCRIPTOR, invalid),
    LW_STATUS(CL_INVALID_BINARY, build),
    LW_STATUS(CL_INVALID_PROGRAM, build),
    LW_STATUS(CL_INVALID_PROGRAM_EXECUTABLE, build),
    LW_STATUS(CL_INVALID_KERNEL_NAME, kernel),
    LW_STATUS(CL_INVALID_KERNEL, kernel),
    LW_STATUS(CL_INVALID_ARG_INDEX, kernel_argument),
    LW_STATUS(CL_INVALID_ARG_VALUE, kernel_argument),
    LW_STATUS(CL_INVALID_ARG_SIZE, kernel_argument),
    LW_STATUS(CL_INVALID_KERNEL_ARGS, kernel_argument),
    LW_STATUS(CL_INVALID_WORK_DIMENSION, nd_range),
    LW_STATUS(CL_INVALID_WORK_GROUP_SIZE, nd_range),
    LW_STATUS(CL_INVALID_WORK_ITEM_SIZE, nd_range),
    LW_STATUS(CL_INVALID_GLOBAL_OFFSET, nd_range),
    LW_STATUS(CL_INVALID_GLOBAL_WORK_SIZE, nd_range),
    LW_STATUS(CL_INVALID_EVENT_WAIT_LIST, event),
    LW_STATUS(CL_INVALID_EVENT, event),
    LW_STATUS(CL_INVALID_OPERATION, invalid),
    LW_STATUS(CL_INVALID_BUFFER_SIZE, invalid),
    LW_STATUS(CL_INVALID_DEVICE_PARTITION_COUNT, invalid),
};
#undef LW_STATUS

const status_row* row_of(cl_int status) {
  const auto* found = std::ranges::find(statuses, status, &status_row::status);
  return found == std::end(statuses) ? nullptr : found;
}

template <typename Function>
void load(Function& function, cl_platform_id platform, const char* name) {
  function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
}

} // namespace

errc errc_of(cl_int status) {
  const status_row* row = row_of(status);
  return row ? row->code : errc::runtime;
}

const char* name_of_status(cl_int status) {
  const status_row* row = row_of(status);
  return row ? row->name : "an error of the driver's own";
}

void throw_status(cl_int status, const char* function) {
  throw exception(make_error_code(errc_of(status)), std::string(function) + " failed with " +
                                                        name_of_status(status) + " (" +
                                                        std::to_string(status) + ")");
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

usm_functions::usm_functions(cl_platform_id platform) {
  load(host, platform, "clHostMemAllocINTEL");
  load(device, platform, "clDeviceMemAllocINTEL");
  load(shared, platform, "clSharedMemAllocINTEL");
  load(free, platform, "clMemBlockingFreeINTEL");
  load(info, platform, "clGetMemAllocInfoINTEL");
  load(copy, platform, "clEnqueueMemcpyINTEL");
  load(fill, platform, "clEnqueueMemFillINTEL");
  load(migrate, platform, "clEnqueueMigrateMemINTEL");
  load(advise, platform, "clEnqueueMemAdviseINTEL");
  load(set_argument, platform, "clSetKernelArgMemPointerINTEL");
}

} // namespace detail
} // namespace lw1
} // namespace sycl
