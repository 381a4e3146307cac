// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpenCL set-up of the examples in C++: a device, a queue, a program, and handles that release
// themselves. Every error ends the program with a message.
#ifndef EXAMPLES_COMMON_SESSION_H
#define EXAMPLES_COMMON_SESSION_H

#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

template <typename Handle, auto Release> struct Releaser {
  using pointer = Handle;
  void operator()(Handle handle) const { Release(handle); }
};
template <typename Handle, auto Release>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Releaser<Handle, Release>>;

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;

/// Ends the program with a message if `error` is one.
void check(cl_int error, const char* what);

bool is_cpu(cl_device_id device);
/// Whether the device has sub-devices of as many compute units as one likes.
bool can_be_divided(cl_device_id device);

struct Session {
  Session();                            ///< the first device of the first platform
  explicit Session(cl_device_id shown); ///< a device that is chosen otherwise

  static cl_platform_id first_platform();
  static cl_device_id first_device();

  Program build(const std::string& source) const;
  /// From a program binary, as clc writes it.
  Program load(const std::vector<unsigned char>& binary) const;
  static Kernel kernel(const Program& program, const char* name);
  Queue in_order_queue() const; ///< one more queue
  Buffer buffer(cl_mem_flags flags, size_t size, void* contents = nullptr) const;
  void read(const Buffer& buffer, size_t size, void* to) const;

  template <typename... Values> static void set_arguments(const Kernel& kernel, Values... values) {
    cl_uint index = 0;
    (check(clSetKernelArg(kernel.get(), index++, sizeof values, &values), "clSetKernelArg"), ...);
  }

  cl_device_id device = nullptr;
  Context context;
  Queue queue;

private:
  Program built(Program program) const;
};

/// The pixels of a PNG, four bytes each, and back. Errors end the program.
struct Picture {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<unsigned char> rgba;
};
Picture read_png(const std::string& path);
void write_png(const std::string& path, const Picture& picture);

#endif
