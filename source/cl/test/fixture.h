// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of most tests: the platform, its device, a context and a queue; and handles that
// release themselves.
#ifndef CL_TEST_FIXTURE_H
#define CL_TEST_FIXTURE_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_newer.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

inline cl_int release(cl_device_id it) { return clReleaseDevice(it); }
inline cl_int release(cl_context it) { return clReleaseContext(it); }
inline cl_int release(cl_command_queue it) { return clReleaseCommandQueue(it); }
inline cl_int release(cl_mem it) { return clReleaseMemObject(it); }
inline cl_int release(cl_sampler it) { return clReleaseSampler(it); }
inline cl_int release(cl_program it) { return clReleaseProgram(it); }
inline cl_int release(cl_kernel it) { return clReleaseKernel(it); }
inline cl_int release(cl_event it) { return clReleaseEvent(it); }
inline cl_int release(cl_semaphore_khr it) { return clReleaseSemaphoreKHR(it); }

/// Releases its handle; `&owned` is where a function returns a handle to.
template <typename Handle> class Owned {
public:
  Owned() = default;
  Owned(Handle owned) : handle(owned) {}
  Owned(Owned&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Owned() {
    if (handle) {
      EXPECT_EQ(release(handle), CL_SUCCESS);
    }
  }
  operator Handle() const { return handle; }
  Handle* operator&() { return &handle; }
  Handle take() { return std::exchange(handle, nullptr); }

private:
  Handle handle = nullptr;
};

/// A handle that was valid once: released, and its object gone.
template <typename Handle> Handle stale(Owned<Handle> owned) {
  const Handle handle = owned.take();
  EXPECT_EQ(release(handle), CL_SUCCESS);
  return handle;
}

/// Maps shared virtual memory as long as it lives, so that the host reads and writes it.
class MappedSvm {
public:
  MappedSvm(cl_command_queue in_queue, void* in_pointer, size_t size)
      : queue(in_queue), pointer(in_pointer) {
    EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, pointer, size, 0, nullptr,
                              nullptr),
              CL_SUCCESS);
  }
  MappedSvm(const MappedSvm&) = delete;
  ~MappedSvm() {
    EXPECT_EQ(clEnqueueSVMUnmap(queue, pointer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

private:
  const cl_command_queue queue;
  void* const pointer;
};

/// The platform that is called as TEST_PLATFORM says, or the first; null if there is none.
inline cl_platform_id platform_of_tests() {
  cl_platform_id platforms[8] = {};
  cl_uint count = 0;
  if (clGetPlatformIDs(8, platforms, &count)) {
    return nullptr;
  }
  const char* wanted = std::getenv("TEST_PLATFORM");
  for (cl_uint i = 0; wanted && i < count; ++i) {
    char name[64] = {};
    if (!clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr) &&
        name == std::string(wanted)) {
      return platforms[i];
    }
  }
  return wanted ? nullptr : platforms[0];
}

class ClTest : public ::testing::Test {
protected:
  void SetUp() override {
    platform = platform_of_tests();
    ASSERT_TRUE(platform);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
    context = make_context();
    ASSERT_TRUE(context);
    queue = make_queue();
    ASSERT_TRUE(queue);
  }

  /// Whether the device has the host's memory, rather than its own.
  bool shares_memory() {
    cl_bool shares = CL_FALSE;
    EXPECT_EQ(
        clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shares, &shares, nullptr),
        CL_SUCCESS);
    return shares;
  }
  cl_device_svm_capabilities svm_capabilities() {
    cl_device_svm_capabilities found = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof found, &found, nullptr),
              CL_SUCCESS);
    return found;
  }
  /// The alignment of sub-buffers' origins, in bytes.
  size_t base_alignment() {
    cl_uint bits = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr),
              CL_SUCCESS);
    return bits / 8;
  }

  Owned<cl_context> make_context() {
    cl_int error = -1;
    Owned<cl_context> made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_command_queue> make_queue(cl_command_queue_properties properties = 0) {
    cl_int error = -1;
    Owned<cl_command_queue> made = clCreateCommandQueue(context, device, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_command_queue> out_of_order_queue() {
    return make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  /// The queue that kernels get from get_default_queue.
  Owned<cl_command_queue> default_queue_on_device() {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                        0};
    cl_int error = 1;
    Owned<cl_command_queue> made =
        clCreateCommandQueueWithProperties(context, device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_mem> make_buffer(size_t size = 64, cl_mem_flags flags = CL_MEM_READ_WRITE,
                            void* host = nullptr) {
    cl_int error = -1;
    Owned<cl_mem> made = clCreateBuffer(context, flags, size, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <typename T>
  Owned<cl_mem> make_buffer_of(const std::vector<T>& contents,
                               cl_mem_flags flags = CL_MEM_READ_WRITE) {
    return make_buffer(contents.size() * sizeof(T), flags | CL_MEM_COPY_HOST_PTR,
                       const_cast<T*>(contents.data()));
  }
  template <typename T> std::vector<T> contents(cl_mem buffer, size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), values.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
  Owned<cl_event> make_user_event() {
    cl_int error = -1;
    Owned<cl_event> made = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_semaphore_khr> make_semaphore(std::vector<cl_semaphore_properties_khr> more = {}) {
    std::vector<cl_semaphore_properties_khr> list = {CL_SEMAPHORE_TYPE_KHR,
                                                     CL_SEMAPHORE_TYPE_BINARY_KHR};
    list.insert(list.end(), more.begin(), more.end());
    list.push_back(0);
    cl_int error = -1;
    Owned<cl_semaphore_khr> made = clCreateSemaphoreWithPropertiesKHR(context, list.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static cl_int status(cl_event event) {
    cl_int now = -1000;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, nullptr),
              CL_SUCCESS);
    return now;
  }
  /// Another context's event, queue or buffer, for CL_INVALID_CONTEXT.
  Owned<cl_context> other_context() { return make_context(); }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  Owned<cl_context> context;
  Owned<cl_command_queue> queue;
};

#endif
