// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's statuses as exceptions, its queries as values, its extensions' functions.
#ifndef SYCL_RUNTIME_OPENCL_H
#define SYCL_RUNTIME_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_command_buffer.h>
#include <CL/cl_ext.h>
#include <string>
#include <sycl/runtime/exception.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Throws the exception for a status, with the name of the function that returned it, unless it is
/// CL_SUCCESS.
[[noreturn]] void throw_status(cl_int status, const char* function);
inline void check(cl_int status, const char* function) {
  if (status != CL_SUCCESS) {
    throw_status(status, function);
  }
}
/// The one table of statuses.
errc errc_of(cl_int status);
const char* name_of_status(cl_int status);

/// Releases an object of OpenCL's.
template <typename Handle, cl_int (*release)(Handle)> class owned {
public:
  owned() = default;
  explicit owned(Handle take) : handle(take) {}
  owned(owned&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  owned& operator=(owned&& other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~owned() {
    if (handle) {
      (void)release(handle);
    }
  }
  Handle get() const { return handle; }
  Handle take() { return std::exchange(handle, nullptr); }
  explicit operator bool() const { return handle != nullptr; }

private:
  Handle handle = nullptr;
};
using owned_mem = owned<cl_mem, clReleaseMemObject>;
using owned_sampler = owned<cl_sampler, clReleaseSampler>;
using owned_context = owned<cl_context, clReleaseContext>;
using owned_queue = owned<cl_command_queue, clReleaseCommandQueue>;
using owned_program = owned<cl_program, clReleaseProgram>;
using owned_kernel = owned<cl_kernel, clReleaseKernel>;
using owned_event = owned<cl_event, clReleaseEvent>;

/// A query of a size that is known.
template <typename T, typename Get, typename Object, typename Name>
T query(Get get, Object object, Name name) {
  T value{};
  check(get(object, name, sizeof(T), &value, nullptr), "a query of OpenCL");
  return value;
}
template <typename Get, typename Object, typename Name>
std::string query_text(Get get, Object object, Name name) {
  size_t size = 0;
  check(get(object, name, 0, nullptr, &size), "a query of OpenCL");
  std::string text(size, '\0');
  check(get(object, name, size, text.data(), nullptr), "a query of OpenCL");
  while (!text.empty() && text.back() == '\0') {
    text.pop_back();
  }
  return text;
}
template <typename T, typename Get, typename Object, typename Name>
std::vector<T> query_list(Get get, Object object, Name name) {
  size_t size = 0;
  check(get(object, name, 0, nullptr, &size), "a query of OpenCL");
  std::vector<T> list(size / sizeof(T));
  check(get(object, name, list.size() * sizeof(T), list.data(), nullptr), "a query of OpenCL");
  return list;
}
/// The words of a list that is separated by spaces.
std::vector<std::string> words_of(const std::string& text);

/// cl_intel_unified_shared_memory.
struct usm_functions {
  clHostMemAllocINTEL_fn host = nullptr;
  clDeviceMemAllocINTEL_fn device = nullptr;
  clSharedMemAllocINTEL_fn shared = nullptr;
  clMemBlockingFreeINTEL_fn free = nullptr;
  clGetMemAllocInfoINTEL_fn info = nullptr;
  clEnqueueMemcpyINTEL_fn copy = nullptr;
  clEnqueueMemFillINTEL_fn fill = nullptr;
  clEnqueueMigrateMemINTEL_fn migrate = nullptr;
  clEnqueueMemAdviseINTEL_fn advise = nullptr;
  clSetKernelArgMemPointerINTEL_fn set_argument = nullptr;

  explicit usm_functions(cl_platform_id platform);
  bool complete() const {
    return host && device && shared && free && info && copy && fill && migrate && advise &&
           set_argument;
  }
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
