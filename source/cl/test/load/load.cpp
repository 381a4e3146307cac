// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver as a loader has it: opened and closed again and again, in a program that is not linked
// with it. It stays in memory (doc/process.md), so that nothing of it runs without its code.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_newer.h>

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

namespace {

/// The words of a handle that a loader of version 2 reads.
struct IcdHeader {
  const cl_icd_dispatch* dispatch;
  void* data;
};
template <typename Handle> const IcdHeader& header_of(Handle handle) {
  return *reinterpret_cast<const IcdHeader*>(handle);
}

/// The functions that such a loader looks up in the library.
struct NewDriver : Driver {
  NewDriver()
      : function_address(reinterpret_cast<decltype(&clIcdGetFunctionAddressForPlatformKHR)>(
            dlsym(library, "clIcdGetFunctionAddressForPlatformKHR"))),
        set_data(reinterpret_cast<decltype(&clIcdSetPlatformDispatchDataKHR)>(
            dlsym(library, "clIcdSetPlatformDispatchDataKHR"))) {}

  decltype(&clIcdGetFunctionAddressForPlatformKHR) function_address;
  decltype(&clIcdSetPlatformDispatchDataKHR) set_data;
};

} // namespace

TEST(Icd2, Tags) {
  const NewDriver driver;
  EXPECT_EQ(reinterpret_cast<intptr_t>(driver.api->clGetPlatformIDs), CL_ICD2_TAG_KHR);
  EXPECT_EQ(reinterpret_cast<intptr_t>(driver.api->clUnloadCompiler), CL_ICD2_TAG_KHR);
}

TEST(Icd2, FunctionsByName) {
  const NewDriver driver;
  ASSERT_TRUE(driver.function_address);
  const auto find = [&](const char* name) {
    return driver.function_address(driver.platform, name);
  };
  for (const char* name :
       {"clGetPlatformIDs", "clGetPlatformInfo", "clUnloadCompiler", "clCreateBuffer",
        "clCreateBufferWithProperties", "clSVMAlloc", "clGetKernelSuggestedLocalWorkSize"}) {
    EXPECT_TRUE(find(name)) << name;
    EXPECT_EQ(find(name), dlsym(driver.library, name)) << name;
  }
  EXPECT_EQ(find("clGetContextInfo"), reinterpret_cast<void*>(driver.api->clGetContextInfo));
  EXPECT_TRUE(find("clCreateCommandBufferKHR")); // exported by no symbol
  for (const char* name : {"clCreateFromGLBuffer", "clNoSuchFunction", "malloc", ""}) {
    EXPECT_FALSE(find(name)) << name;
  }
  EXPECT_FALSE(find(nullptr));
  EXPECT_FALSE(driver.function_address(nullptr, "clCreateBuffer"));
}

/// Every object has the platform's word, those that were there before among them.
TEST(Icd2, DispatchData) {
  const NewDriver driver;
  const cl_icd_dispatch& api = *driver.api;
  cl_device_id device = nullptr;
  ASSERT_EQ(api.clGetDeviceIDs(driver.platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(driver.set_data(nullptr, nullptr), CL_INVALID_PLATFORM);
  EXPECT_EQ(driver.set_data(reinterpret_cast<cl_platform_id>(device), nullptr),
            CL_INVALID_PLATFORM);
  int word = 0;
  ASSERT_EQ(driver.set_data(driver.platform, &word), CL_SUCCESS);
  EXPECT_EQ(header_of(driver.platform).data, &word);
  EXPECT_EQ(header_of(device).data, &word);
  cl_context context = api.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = api.clCreateCommandQueue(context, device, 0, nullptr);
  cl_mem buffer = api.clCreateBuffer(context, 0, 4096, nullptr, nullptr);
  const cl_buffer_region region = {0, 128};
  cl_mem part = api.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  cl_sampler sampler =
      api.clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, nullptr);
  cl_event user = api.clCreateUserEvent(context, nullptr), marker = nullptr;
  EXPECT_EQ(api.clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
  const char* text = "kernel void k() {}";
  cl_program program = api.clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  const auto check = [&](auto handle) {
    ASSERT_TRUE(handle);
    EXPECT_EQ(header_of(handle).dispatch, driver.api);
    EXPECT_EQ(header_of(handle).data, &word);
  };
  check(context);
  check(queue);
  check(buffer);
  check(part);
  check(sampler);
  check(user);
  check(marker);
  check(program);
  EXPECT_EQ(api.clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseProgram(program), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseEvent(marker), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseEvent(user), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseMemObject(part), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(api.clReleaseContext(context), CL_SUCCESS);
  EXPECT_EQ(driver.set_data(driver.platform, nullptr), CL_SUCCESS);
  EXPECT_EQ(header_of(device).data, nullptr);
}

TEST(Icd2, Unloadable) {
  const NewDriver driver;
  cl_bool unloadable = CL_FALSE;
  EXPECT_EQ(driver.api->clGetPlatformInfo(driver.platform, CL_PLATFORM_UNLOADABLE_KHR,
                                          sizeof unloadable, &unloadable, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(unloadable, cl_bool(CL_TRUE)); // OpenedAndClosedAgainAndAgain shows it
}
