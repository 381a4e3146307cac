// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory runs out in what OpenCL 2.0 and later, and extensions, have added: allocations by address,
// pipes, clones of kernels, objects from lists of properties.
#include "failures/allocations_fixture.h"

class OutOfMemoryLater : public AllocationsTest {
protected:
  /// A call that gives an address, which is freed again.
  template <typename Allocate>
  std::function<cl_int()> allocating(Allocate allocate,
                                     cl_int (*free)(cl_context, void*) = clMemFreeINTEL) {
    return [this, allocate, free] {
      cl_int error = CL_SUCCESS;
      void* pointer = allocate(&error);
      allocations::stop_failing();
      EXPECT_EQ(pointer != nullptr, error == CL_SUCCESS);
      EXPECT_TRUE(!pointer || free(context, pointer) == CL_SUCCESS);
      return error;
    };
  }
};

TEST_F(OutOfMemoryLater, AllocationsByAddress) {
  int most = 0;
  expect_no_leak([&] {
    for (const cl_svm_mem_flags flags :
         {CL_MEM_READ_WRITE, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
          CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS}) {
      most = std::max(most, each_fails("shared virtual memory",
                                       allocating(
                                           [&](cl_int* error) {
                                             void* made = clSVMAlloc(context, flags, 5000, 64);
                                             *error = made ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
                                             return made;
                                           },
                                           [](cl_context owner, void* pointer) {
                                             clSVMFree(owner, pointer);
                                             return CL_SUCCESS;
                                           })));
    }
    const cl_mem_properties_intel list[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, 0};
    each_fails("host memory", allocating([&](cl_int* error) {
                 return clHostMemAllocINTEL(context, list, 5000, 0, error);
               }));
    each_fails("device memory", allocating([&](cl_int* error) {
                 return clDeviceMemAllocINTEL(context, device, list, 5000, 0, error);
               }));
    each_fails("shared memory", allocating([&](cl_int* error) {
                 return clSharedMemAllocINTEL(context, device, list, 5000, 0, error);
               }));
  });
  EXPECT_GT(most, 0);
}

/// Frees have no error to give: they succeed.
TEST_F(OutOfMemoryLater, FreeingByAddress) {
  expect_no_leak([&] {
    for (int i = 1; i < 5; ++i) {
      void* pointer = clSVMAlloc(context, CL_MEM_READ_WRITE, 100, 0);
      void* other = clHostMemAllocINTEL(context, nullptr, 100, 0, nullptr);
      ASSERT_TRUE(pointer);
      ASSERT_TRUE(other);
      allocations::fail(i);
      clSVMFree(context, pointer);
      EXPECT_EQ(clMemFreeINTEL(context, other), CL_SUCCESS);
      allocations::stop_failing();
    }
  });
}

TEST_F(OutOfMemoryLater, MapsByAddress) {
  void* pointer = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
  ASSERT_TRUE(pointer);
  for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
    expect_no_leak([&] {
      each_fails("map", [&] {
        const cl_int result =
            clEnqueueSVMMap(queue, blocking, CL_MAP_WRITE, pointer, 4096, 0, nullptr, nullptr);
        allocations::stop_failing();
        EXPECT_TRUE(result || clEnqueueSVMUnmap(queue, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
        return result;
      });
      each_fails("unmap", [&] {
        for (int i = 1;; ++i) {
          allocations::stop_failing();
          EXPECT_EQ(
              clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, pointer, 4096, 0, nullptr, nullptr),
              CL_SUCCESS);
          allocations::fail(i);
          const cl_int result = clEnqueueSVMUnmap(queue, pointer, 0, nullptr, nullptr);
          const bool failed = allocations::stop_failing();
          if (!failed) {
            return result;
          }
          EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY) << result;
          // Still mapped then: nothing was lost.
          EXPECT_TRUE(result == CL_SUCCESS ||
                      clEnqueueSVMUnmap(queue, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
        }
      });
    });
  }
  clSVMFree(context, pointer);
}

TEST_F(OutOfMemoryLater, PipesImagesAndSemaphores) {
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const cl_mem_properties no_properties[] = {0};
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                0};
  int most = 0;
  expect_no_leak([&] {
    most = std::max(most, each_fails("pipe", creating([&](cl_int* error) {
                                       return clCreatePipe(context, CL_MEM_HOST_NO_ACCESS, 4, 100,
                                                           nullptr, error);
                                     })));
    each_fails("image from a list", creating([&](cl_int* error) {
                 return clCreateImageWithProperties(context, no_properties, 0, &format,
                                                    &description, nullptr, error);
               }));
    each_fails("semaphore", creating([&](cl_int* error) {
                 return clCreateSemaphoreWithPropertiesKHR(context, binary, error);
               }));
  });
  EXPECT_GT(most, 0);
}

TEST_F(OutOfMemoryLater, Kernels) {
  const Owned<cl_program> program = program_of_kernels();
  const Owned<cl_kernel> kernel = kernel_of(program, "add");
  const Owned<cl_mem> buffer = make_buffer();
  const cl_mem memory = buffer;
  const cl_int three = 3;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof three, &three), CL_SUCCESS);
  void* pointer = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
  ASSERT_TRUE(pointer);
  int most = 0;
  expect_no_leak([&] {
    most = std::max(most, each_fails("clone", creating([&](cl_int* error) {
                                       return clCloneKernel(kernel, error);
                                     })));
    each_fails("address", [&] { return clSetKernelArgSVMPointer(kernel, 1, pointer); });
    each_fails("addresses", [&] {
      void* list[20];
      std::fill(std::begin(list), std::end(list), pointer);
      return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list);
    });
  });
  EXPECT_GT(most, 0);
  clSVMFree(context, pointer);
}

/// All that were registered are called.
TEST_F(OutOfMemoryLater, Callbacks) {
  expect_no_leak([&] {
    Owned<cl_context> other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    ASSERT_TRUE(other);
    int taken = 0, called = 0;
    for (int i = 1;; ++i) {
      allocations::fail(i);
      const cl_int result = clSetContextDestructorCallback(
          other, [](cl_context, void* data) { ++*static_cast<int*>(data); }, &called);
      const bool failed = allocations::stop_failing();
      taken += result == CL_SUCCESS;
      if (!failed) {
        EXPECT_EQ(result, CL_SUCCESS);
        break;
      }
      EXPECT_EQ(result, CL_OUT_OF_HOST_MEMORY);
    }
    other = {};
    EXPECT_EQ(called, taken);
  });
}
