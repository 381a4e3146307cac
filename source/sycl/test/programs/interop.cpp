// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's objects behind SYCL's, and SYCL's made of OpenCL's.
#include "check.h"

#include <CL/cl.h>
#include <numeric>
#include <vector>

#ifndef SYCL_BACKEND_OPENCL
#error "programs ask this macro whether there is interoperability with OpenCL"
#endif

namespace {

constexpr auto opencl = sycl::backend::opencl;

void there_and_back() {
  sycl::queue queue;
  const cl_platform_id platform = sycl::get_native<opencl>(queue.get_device().get_platform());
  CHECK(sycl::make_platform<opencl>(platform) == queue.get_device().get_platform());
  const cl_device_id device = sycl::get_native<opencl>(queue.get_device());
  CHECK(sycl::make_device<opencl>(device) == queue.get_device());
  const cl_context context = sycl::get_native<opencl>(queue.get_context());
  const cl_command_queue native = sycl::get_native<opencl>(queue);
  CHECK(context && native);
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context());
  for (const cl_program program : sycl::get_native<opencl>(bundle)) {
    CHECK(clReleaseProgram(program) == CL_SUCCESS);
  }
  int* data = sycl::malloc_shared<int>(1, queue);
  const sycl::event done = queue.single_task([=] { *data = 3; });
  const auto events = sycl::get_native<opencl>(done);
  CHECK(events.size() == 1 && clWaitForEvents(1, events.data()) == CL_SUCCESS && *data == 3);
  sycl::make_event<opencl>(events, queue.get_context()).wait();
  sycl::make_event<opencl>({events[0], events[0]}, queue.get_context()).wait();
  clReleaseEvent(events[0]);

  const sycl::context made = sycl::make_context<opencl>(context);
  sycl::queue other = sycl::make_queue<opencl>(native, made);
  CHECK(other.get_device() == queue.get_device());
  other.single_task([=] { *data = 4; }).wait();
  CHECK(*data == 4);
  sycl::free(data, queue);
  clReleaseCommandQueue(native);
  clReleaseContext(context);
  clReleaseDevice(device);
}

void kernels_and_buffers() {
  sycl::queue queue;
  const cl_context context = sycl::get_native<opencl>(queue.get_context());
  const char* source = "kernel void scale(global int* data, int by, local int* scratch) {"
                       "  const size_t i = get_global_id(0);"
                       "  scratch[get_local_id(0)] = data[i];"
                       "  data[i] = scratch[get_local_id(0)] * by;"
                       "}";
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  CHECK(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const cl_kernel native = clCreateKernel(program, "scale", nullptr);
  const sycl::kernel kernel = sycl::make_kernel<opencl>(native, queue.get_context());
  CHECK(kernel.get_info<sycl::info::kernel::num_args>() == 3);
  CHECK(sycl::get_native<opencl>(kernel) == native);
  clReleaseKernel(native);

  std::vector<int> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 0);
  const cl_mem memory =
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 32 * sizeof(int), numbers.data(), nullptr);
  {
    auto buffer = sycl::make_buffer<opencl, int>(memory, queue.get_context());
    CHECK(buffer.size() == 32);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor data(buffer, group);
      const sycl::local_accessor<int> scratch(8, group);
      group.set_args(data, 3, scratch);
      group.parallel_for(sycl::nd_range<1>(32, 8), kernel);
    });
    // A host task has OpenCL's view of the same memory.
    queue.submit([&](sycl::handler& group) {
      sycl::accessor data(buffer, group, sycl::read_write_host_task);
      group.host_task([=](const sycl::interop_handle& in) {
        const cl_mem view = in.get_native_mem<opencl>(data).front();
        const cl_command_queue through = in.get_native_queue<opencl>();
        const int zero = 77;
        CHECK(clEnqueueFillBuffer(through, view, &zero, sizeof(zero), 0, sizeof(zero), 0, nullptr,
                                  nullptr) == CL_SUCCESS);
        CHECK(clFinish(through) == CL_SUCCESS);
        clReleaseMemObject(view);
        clReleaseCommandQueue(through);
      });
    });
    const sycl::host_accessor got(buffer, sycl::read_only);
    CHECK(got[0] == 77 && got[1] == 3 && got[31] == 93);
  }
  const cl_command_queue through = sycl::get_native<opencl>(queue);
  int last = 0;
  CHECK(clEnqueueReadBuffer(through, memory, CL_TRUE, 31 * sizeof(int), sizeof(int), &last, 0,
                            nullptr, nullptr) == CL_SUCCESS);
  CHECK(last == 93);

  const sycl::context foreign(queue.get_device());
  CHECK(throws(sycl::errc::invalid, [&] { sycl::make_queue<opencl>(through, foreign); }));
  CHECK(throws(sycl::errc::invalid, [&] {
    sycl::queue(foreign, queue.get_device()).submit([&](sycl::handler& group) {
      group.single_task(kernel);
    });
  }));
  clReleaseCommandQueue(through);
  clReleaseMemObject(memory);
  clReleaseProgram(program);
  clReleaseContext(context);
}

} // namespace

int main() {
  there_and_back();
  kernels_and_buffers();
  return failures;
}
