// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver as a loader has it: opened and closed again and again, in a program that is not linked
// with it. It stays in memory (doc/process.md), so that nothing of it runs without its code.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <atomic>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <thread>

namespace {

void CL_CALLBACK finish_late(void* raw) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ++**static_cast<std::atomic<int>**>(raw);
}

/// An opened driver; everything goes through the platform's table, as with the ICD loader.
struct Driver {
  Driver() : library(dlopen(LANEWISE_LIBCL, RTLD_NOW | RTLD_LOCAL)) {
    if (!library) {
      ADD_FAILURE() << dlerror();
      return;
    }
    const auto find = reinterpret_cast<decltype(&clGetExtensionFunctionAddress)>(
        dlsym(library, "clGetExtensionFunctionAddress"));
    const auto get_platforms =
        reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(find("clIcdGetPlatformIDsKHR"));
    EXPECT_EQ(get_platforms(1, &platform, nullptr), CL_SUCCESS);
    api = *reinterpret_cast<const cl_icd_dispatch* const*>(platform);
  }
  Driver(const Driver&) = delete;
  ~Driver() { EXPECT_EQ(dlclose(library), 0); }

  void* library;
  cl_platform_id platform = nullptr;
  const cl_icd_dispatch* api = nullptr;
};

/// Runs a native kernel; `wait` for its end or leave it in flight.
void use(const Driver& driver, std::atomic<int>& ended, bool wait) {
  cl_device_id device = nullptr;
  const cl_icd_dispatch& api = *driver.api;
  ASSERT_EQ(api.clGetDeviceIDs(driver.platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr),
            CL_SUCCESS);
  cl_context context = api.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = api.clCreateCommandQueue(context, device, 0, nullptr);
  std::atomic<int>* argument = &ended;
  EXPECT_EQ(api.clEnqueueNativeKernel(queue, finish_late, &argument, sizeof argument, 0, nullptr,
                                      nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(api.clFlush(queue), CL_SUCCESS);
  if (wait) {
    EXPECT_EQ(api.clFinish(queue), CL_SUCCESS);
  }
  EXPECT_EQ(api.clReleaseCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseContext(context), CL_SUCCESS);
}

} // namespace

TEST(Load, OpenedAndClosedAgainAndAgain) {
  for (int i = 1; i <= 20; ++i) {
    std::atomic<int> ended = 0;
    const Driver driver;
    ASSERT_TRUE(driver.api);
    use(driver, ended, true);
    EXPECT_EQ(ended, 1);
  }
}

TEST(Load, ClosedWithWorkInFlight) {
  static std::atomic<int> ended = 0; // outlives the work
  for (int i = 1; i <= 5; ++i) {
    {
      const Driver driver;
      ASSERT_TRUE(driver.api);
      use(driver, ended, false);
    }
    while (ended < i) { // goes on without the library's handle
      std::this_thread::yield();
    }
  }
}

TEST(Load, ClosedByAnotherThread) {
  std::atomic<int> ended = 0;
  for (int i = 0; i < 5; ++i) {
    auto driver = std::make_unique<Driver>();
    ASSERT_TRUE(driver->api);
    use(*driver, ended, true);
    std::thread([&] { driver.reset(); }).join();
  }
  EXPECT_EQ(ended, 5);
}
