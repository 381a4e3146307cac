// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests in which each allocation of a call fails once: the first, then the second, until the
// call needs no more.
#ifndef CL_TEST_FAILURES_ALLOCATIONS_FIXTURE_H
#define CL_TEST_FAILURES_ALLOCATIONS_FIXTURE_H

#include "binary/container.h"
#include "failures/allocations.h"
#include "fixture.h"
#include "test_kernels.h"

#include <functional>

class AllocationsTest : public ClTest {
protected:
  /// `call` gives its status; it must undo what it did, and calls allocations::stop_failing before
  /// it calls the driver for that. Gives how many allocations failed.
  int each_fails(const char* name, const std::function<cl_int()>& call,
                 allocations::Of whose = allocations::Of::this_thread) {
    for (int i = 1; i < 2000; ++i) {
      allocations::fail(i, whose);
      const cl_int result = call();
      const bool failed = allocations::stop_failing();
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      if (!failed) {
        EXPECT_EQ(result, CL_SUCCESS) << name;
        return i - 1;
      }
      // Some allocations can be done without; else the call says that memory ran out.
      EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY ||
                  result == CL_OUT_OF_RESOURCES || result == CL_MEM_OBJECT_ALLOCATION_FAILURE)
          << name << " gave " << result << " when allocation " << i << " failed";
    }
    ADD_FAILURE() << name << " never ends to allocate";
    return 0;
  }

  /// Repeats `round` and expects that the memory in use stops growing: pools and slabs grow at
  /// first, the more so the more earlier tests have left in them; a leak grows without end.
  static void expect_no_leak(const std::function<void()>& round) {
    constexpr int some = 10, most = 500;
    for (int i = 0; i < most && !HasFailure(); ++i) {
      const int64_t before = allocations::live();
      for (int k = 0; k < some; ++k) {
        round();
      }
      if (allocations::live() <= before) {
        return;
      }
    }
    ADD_FAILURE() << "something is lost in each round";
  }

  /// A call that creates something, which is released again.
  template <typename Create> static std::function<cl_int()> creating(Create create) {
    return [create] {
      cl_int error = 1;
      auto handle = create(&error);
      allocations::stop_failing();
      EXPECT_EQ(handle != nullptr, error == CL_SUCCESS);
      if (handle) {
        EXPECT_EQ(release(handle), CL_SUCCESS);
      }
      return error;
    };
  }

  /// A program of kernels that need no compiler (modules/host/test/kernels).
  Owned<cl_program> program_of_kernels() {
    const unsigned char* place = kernels.data();
    const size_t size = kernels.size();
    cl_int error = 1;
    Owned<cl_program> program =
        clCreateProgramWithBinary(context, 1, &device, &size, &place, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  static Owned<cl_kernel> kernel_of(cl_program program, const char* name) {
    cl_int error = 1;
    Owned<cl_kernel> kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel;
  }

  const std::vector<unsigned char> kernels = binary::write(test_kernels::program());
};

#endif
