// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory runs out while something is created, built or set.
#include "failures/allocations_fixture.h"

using OutOfMemory = AllocationsTest;

TEST_F(OutOfMemory, CreationOfContextsAndQueues) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform),
                                              0};
  int most = 0;
  expect_no_leak([&] {
    most = std::max(most, each_fails("context", creating([&](cl_int* error) {
                                       return clCreateContext(properties, 1, &device, nullptr,
                                                              nullptr, error);
                                     })));
    each_fails("context of type", creating([&](cl_int* error) {
                 return clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr,
                                                error);
               }));
    for (const cl_command_queue_properties kind :
         {cl_command_queue_properties(0),
          cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
          cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE),
          cl_command_queue_properties(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL)}) {
      each_fails("queue", creating([&](cl_int* error) {
                   return clCreateCommandQueue(context, device, kind, error);
                 }));
      const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, kind, 0};
      each_fails("queue from a list", creating([&](cl_int* error) {
                   return clCreateCommandQueueWithProperties(context, device, list, error);
                 }));
    }
    each_fails("user event",
               creating([&](cl_int* error) { return clCreateUserEvent(context, error); }));
  });
  EXPECT_GT(most, 0); // or the test saw none of the driver's allocations
}

TEST_F(OutOfMemory, SubDevices) {
  cl_uint units = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
            CL_SUCCESS);
  if (units < 2) {
    GTEST_SKIP() << "one compute unit";
  }
  const cl_device_partition_property each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  std::vector<cl_device_id> parts(units);
  expect_no_leak([&] {
    each_fails("sub-devices", [&] {
      cl_uint count = 0;
      const cl_int result = clCreateSubDevices(device, each, units, parts.data(), &count);
      allocations::stop_failing();
      for (cl_uint i = 0; i < count; ++i) {
        EXPECT_EQ(clReleaseDevice(parts[i]), CL_SUCCESS);
      }
      return result;
    });
  });
}

TEST_F(OutOfMemory, CreationOfBuffers) {
  const Owned<cl_mem> parent = make_buffer(256);
  const cl_buffer_region region = {0, 4};
  alignas(128) char host[4096] = {};
  int most = 0;
  expect_no_leak([&] {
    for (const auto& [flags, pointer] : {std::pair<cl_mem_flags, void*>{0, nullptr},
                                         {CL_MEM_USE_HOST_PTR, host},
                                         {CL_MEM_COPY_HOST_PTR, host},
                                         {CL_MEM_ALLOC_HOST_PTR, nullptr}}) {
      most = std::max(most, each_fails("buffer", creating([&](cl_int* error) {
                                         return clCreateBuffer(context, flags, sizeof host, pointer,
                                                               error);
                                       })));
    }
    each_fails("buffer from a list", creating([&](cl_int* error) {
                 const cl_mem_properties list[] = {0};
                 return clCreateBufferWithProperties(context, list, 0, 64, nullptr, error);
               }));
    each_fails("sub-buffer", creating([&](cl_int* error) {
                 return clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
               }));
    each_fails("destructor callback", [&] {
      const Owned<cl_mem> buffer = [&] {
        allocations::stop_failing();
        return make_buffer();
      }();
      allocations::fail(1);
      const cl_int first = clSetMemObjectDestructorCallback(buffer, [](cl_mem, void*) {}, nullptr);
      EXPECT_TRUE(allocations::stop_failing());
      EXPECT_EQ(first, CL_OUT_OF_HOST_MEMORY);
      allocations::fail(1000000);
      return clSetMemObjectDestructorCallback(buffer, [](cl_mem, void*) {}, nullptr);
    });
  });
  EXPECT_GT(most, 1);
}

TEST_F(OutOfMemory, CreationOfImagesAndSamplers) {
  const Owned<cl_mem> parent = make_buffer(256);
  alignas(128) char host[4096] = {};
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  cl_image_desc of_buffer = description;
  of_buffer.buffer = parent;
  int most = 0;
  expect_no_leak([&] {
    for (const auto& [flags, pointer] : {std::pair<cl_mem_flags, void*>{0, nullptr},
                                         {CL_MEM_USE_HOST_PTR, host},
                                         {CL_MEM_COPY_HOST_PTR, host}}) {
      most = std::max(most, each_fails("image", creating([&](cl_int* error) {
                                         return clCreateImage(context, flags, &format, &description,
                                                              pointer, error);
                                       })));
    }
    each_fails("image of a buffer", creating([&](cl_int* error) {
                 return clCreateImage(context, 0, &format, &of_buffer, nullptr, error);
               }));
    each_fails("sampler from a list", creating([&](cl_int* error) {
                 const cl_sampler_properties list[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
                 return clCreateSamplerWithProperties(context, list, error);
               }));
    each_fails("sampler", creating([&](cl_int* error) {
                 return clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR,
                                        error);
               }));
  });
  EXPECT_GT(most, 1);
}

TEST_F(OutOfMemory, Programs) {
  const char* sources[] = {"kernel void k() {} // long enough not to fit into a small string",
                           "// and another one"};
  const unsigned char* place = kernels.data();
  const size_t size = kernels.size();
  int most = 0;
  expect_no_leak([&] {
    each_fails("program from source", creating([&](cl_int* error) {
                 return clCreateProgramWithSource(context, 2, sources, nullptr, error);
               }));
    each_fails("built-in kernels", [&] {
      cl_int error = CL_SUCCESS;
      EXPECT_FALSE(clCreateProgramWithBuiltInKernels(context, 1, &device, "none", &error));
      return error == CL_INVALID_VALUE ? CL_SUCCESS : error; // there is none of that name
    });
  });
  const int rounds = 3; // has many allocations
  int64_t before = 0;
  for (int i = 0; i < rounds; ++i) {
    before = allocations::live();
    most = std::max(most, each_fails("program from binary", creating([&](cl_int* error) {
                                       cl_int status = 1;
                                       return clCreateProgramWithBinary(context, 1, &device, &size,
                                                                        &place, &status, error);
                                     })));
    each_fails("build of a binary", [&] {
      const Owned<cl_program> program = [&] {
        allocations::stop_failing();
        return program_of_kernels();
      }();
      return CL_SUCCESS;
    });
  }
  EXPECT_LT(allocations::live() - before, most);
  EXPECT_GT(most, 10);
}

TEST_F(OutOfMemory, BuildsOfBinaries) {
  const unsigned char* place = kernels.data();
  const size_t size = kernels.size();
  const Owned<cl_program> program =
      clCreateProgramWithBinary(context, 1, &device, &size, &place, nullptr, nullptr);
  ASSERT_TRUE(program);
  const char* options = "-cl-std=CL1.2 -cl-mad-enable -cl-fast-relaxed-math";
  int called = 0;
  expect_no_leak([&] {
    each_fails("build",
               [&] { return clBuildProgram(program, 1, &device, options, nullptr, nullptr); });
    each_fails("build with a callback", [&] {
      std::atomic<int> notified = 0;
      const cl_int result = clBuildProgram(
          program, 1, &device, options,
          [](cl_program, void* data) { ++*static_cast<std::atomic<int>*>(data); }, &notified);
      allocations::stop_failing();
      while (result == CL_SUCCESS && notified == 0) {
      }
      called += notified;
      cl_build_status status = CL_BUILD_IN_PROGRESS;
      EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                      &status, nullptr),
                CL_SUCCESS);
      EXPECT_NE(status, CL_BUILD_IN_PROGRESS);
      return result;
    });
  });
  EXPECT_GT(called, 0);
  EXPECT_TRUE(kernel_of(program, "add")) << "what was built before is still there, or again";
}

TEST_F(OutOfMemory, Kernels) {
  const Owned<cl_program> program = program_of_kernels();
  const Owned<cl_mem> buffer = make_buffer();
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_kernel> all(count);
  int most = 0;
  expect_no_leak([&] {
    most = std::max(most, each_fails("kernel", creating([&](cl_int* error) {
                                       return clCreateKernel(program, "local_memory", error);
                                     })));
    each_fails("kernels", [&] {
      const cl_int result = clCreateKernelsInProgram(program, count, all.data(), nullptr);
      allocations::stop_failing();
      for (cl_kernel kernel : all) {
        EXPECT_TRUE(result || clReleaseKernel(kernel) == CL_SUCCESS);
      }
      return result;
    });
  });
  EXPECT_GT(most, 1);
  const Owned<cl_kernel> kernel = kernel_of(program, "add");
  const cl_mem memory = buffer;
  EXPECT_EQ(
      each_fails("argument", [&] { return clSetKernelArg(kernel, 0, sizeof memory, &memory); }), 0);
}
