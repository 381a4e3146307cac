// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory runs out during queries, and while the driver opens its devices.
#include "failures/allocations_fixture.h"

class OutOfMemoryQueries : public AllocationsTest {
protected:
  /// All names from `first` to `last`, known or not, with a place and without.
  template <typename Query>
  void each_name(const char* what, cl_uint first, cl_uint last, Query query) {
    for (cl_uint name = first; name <= last; ++name) {
      each_fails(what, [&] {
        std::vector<char>& place = room;
        size_t size = 0;
        const cl_int asked = query(name, 0, nullptr, &size);
        const cl_int result =
            asked == CL_SUCCESS ? query(name, place.size(), place.data(), nullptr) : asked;
        const bool ran_out = result == CL_OUT_OF_HOST_MEMORY || result == CL_OUT_OF_RESOURCES;
        return ran_out ? result : CL_SUCCESS; // many names are none
      });
    }
  }
  std::vector<char> room = std::vector<char>(1 << 16);
};

TEST_F(OutOfMemoryQueries, OfEveryObject) {
  const Owned<cl_program> program = program_of_kernels();
  const Owned<cl_kernel> kernel = kernel_of(program, "local_memory");
  const Owned<cl_mem> buffer = make_buffer();
  Owned<cl_event> event;
  const Owned<cl_command_queue> profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  ASSERT_EQ(clEnqueueFillBuffer(profiled, buffer, "a", 1, 0, 64, 0, nullptr, &event), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  expect_no_leak([&] {
    each_name("platform", 0x0900, 0x0907,
              [&](auto... args) { return clGetPlatformInfo(platform, args...); });
    each_name("platform", 0x0920, 0x0920,
              [&](auto... args) { return clGetPlatformInfo(platform, args...); });
    each_name("device", 0x1000, 0x1072,
              [&](auto... args) { return clGetDeviceInfo(device, args...); });
    each_name("context", 0x1080, 0x1084,
              [&](auto... args) { return clGetContextInfo(context, args...); });
    each_name("queue", 0x1090, 0x1095,
              [&](auto... args) { return clGetCommandQueueInfo(profiled, args...); });
    each_name("memory", 0x1100, 0x110A,
              [&](auto... args) { return clGetMemObjectInfo(buffer, args...); });
    each_name("build", 0x1181, 0x1185,
              [&](auto... args) { return clGetProgramBuildInfo(program, device, args...); });
    each_name("kernel", 0x1190, 0x1195,
              [&](auto... args) { return clGetKernelInfo(kernel, args...); });
    each_name("argument", 0x1196, 0x119A,
              [&](auto... args) { return clGetKernelArgInfo(kernel, 0, args...); });
    each_name("work-group", 0x11B0, 0x11B5,
              [&](auto... args) { return clGetKernelWorkGroupInfo(kernel, device, args...); });
    each_name("event", 0x11D0, 0x11D4,
              [&](auto... args) { return clGetEventInfo(event, args...); });
    each_name("profiling", 0x1280, 0x1284,
              [&](auto... args) { return clGetEventProfilingInfo(event, args...); });
    // Apart from CL_PROGRAM_BINARIES, whose value is a list of places.
    for (const cl_uint name :
         {0x1160u, 0x1161u, 0x1162u, 0x1163u, 0x1164u, 0x1165u, 0x1167u, 0x1168u}) {
      each_name("program", name, name,
                [&](auto... args) { return clGetProgramInfo(program, args...); });
    }
    unsigned char* place = reinterpret_cast<unsigned char*>(room.data());
    each_fails("binaries", [&] {
      return clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr);
    });
    each_fails("devices", [&] {
      cl_device_id found = nullptr;
      return clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &found, nullptr);
    });
    each_fails("formats", [&] {
      cl_uint count = 0;
      const cl_int result = clGetSupportedImageFormats(context, CL_MEM_READ_ONLY,
                                                       CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
      return result == CL_OUT_OF_HOST_MEMORY ? result : CL_SUCCESS;
    });
    each_fails("function", [&] {
      (void)clGetExtensionFunctionAddressForPlatform(platform, "clNothingOfTheKind");
      return CL_SUCCESS;
    });
  });
}

namespace {

/// The first calls of a process, each with every allocation failing once; the exit code says where
/// it went wrong.
int open_the_driver() {
  const auto until_it_works = [](auto call) {
    for (int i = 1; i < 2000; ++i) {
      allocations::fail(i, allocations::Of::all_threads);
      const cl_int result = call();
      if (!allocations::stop_failing()) {
        return result == CL_SUCCESS ? i : 0;
      }
      if (result != CL_SUCCESS && result != CL_OUT_OF_HOST_MEMORY &&
          result != CL_OUT_OF_RESOURCES) {
        return 0;
      }
    }
    return 0;
  };
  cl_platform_id platforms[4] = {};
  cl_device_id devices[4] = {};
  cl_uint count = 0;
  const int first = until_it_works([&] { return clGetPlatformIDs(4, platforms, &count); });
  if (first < 2 || count != 1) {
    return 1;
  }
  const int second = until_it_works(
      [&] { return clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 4, devices, &count); });
  if (second < 2 || count != 1) {
    return 2;
  }
  cl_int error = 1;
  const cl_context context = clCreateContext(nullptr, 1, devices, nullptr, nullptr, &error);
  const cl_command_queue queue = clCreateCommandQueue(context, devices[0], 0, nullptr);
  const cl_mem buffer = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  // The first command starts threads.
  const int third = until_it_works([&] {
    const cl_int filled = clEnqueueFillBuffer(queue, buffer, "a", 1, 0, 64, 0, nullptr, nullptr);
    return filled ? filled : clFinish(queue);
  });
  if (third < 2) {
    return 3;
  }
  // The first kernel takes a stack, local memory and scratch for each thread.
  const auto kernels = binary::write(test_kernels::program());
  const unsigned char* place = kernels.data();
  const size_t size = kernels.size(), global = 4096, local = 64;
  const cl_program program =
      clCreateProgramWithBinary(context, 1, devices, &size, &place, nullptr, nullptr);
  const cl_int built = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
  const cl_kernel kernel = clCreateKernel(program, "local_memory", nullptr);
  if (built || clSetKernelArg(kernel, 0, sizeof buffer, &buffer) ||
      clSetKernelArg(kernel, 1, 2000, nullptr) || clSetKernelArg(kernel, 2, 2000, nullptr)) {
    return 5;
  }
  const int fourth = until_it_works([&] {
    cl_event event = nullptr;
    cl_int status =
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event);
    if (status == CL_SUCCESS) {
      while (clFinish(queue) != CL_SUCCESS) {
      }
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
      clReleaseEvent(event);
    }
    return status;
  });
  if (fourth < 4 || clReleaseKernel(kernel) || clReleaseProgram(program)) {
    return 6;
  }
  return clReleaseMemObject(buffer) || clReleaseCommandQueue(queue) || clReleaseContext(context)
             ? 4
             : 0;
}

} // namespace

TEST(OutOfMemoryDeathTest, OpeningTheDriver) {
  testing::FLAGS_gtest_death_test_style = "threadsafe"; // a fresh process
  EXPECT_EXIT(std::_Exit(open_the_driver()), testing::ExitedWithCode(0), "");
}
