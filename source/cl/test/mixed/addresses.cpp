// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_unified_shared_memory in a context of both devices: an allocation for one device is that
// device's, and one for all is reached by all.
#include "fixture.h"

#include <algorithm>
#include <memory>

namespace {

class MixedAddresses : public MixedTest {
protected:
  struct Free {
    cl_context context;
    void operator()(void* pointer) const {
      EXPECT_EQ(clMemBlockingFreeINTEL(context, pointer), CL_SUCCESS);
    }
  };
  using Memory = std::unique_ptr<void, Free>;
  static constexpr size_t items = 256;

  /// Memory for a device, or for all.
  Memory allocate(cl_unified_shared_memory_type_intel type, cl_device_id device = nullptr) {
    constexpr size_t size = items * sizeof(cl_int);
    cl_int error = -1;
    void* made = type == CL_MEM_TYPE_HOST_INTEL
                     ? clHostMemAllocINTEL(context, nullptr, size, 0, &error)
                 : type == CL_MEM_TYPE_DEVICE_INTEL
                     ? clDeviceMemAllocINTEL(context, device, nullptr, size, 0, &error)
                     : clSharedMemAllocINTEL(context, device, nullptr, size, 0, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return Memory(made, Free{context});
  }
  /// Launches "add" on a device: out = in + value.
  void add(size_t on, void* out, void* in, cl_int value) {
    const Owned<cl_program> made = program();
    const Owned<cl_kernel> kernel = kernel_of(made, "add");
    EXPECT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArgMemPointerINTEL(kernel, 1, in), CL_SUCCESS);
    set(kernel, 2, value);
    EXPECT_EQ(launch(queues[on], kernel, items), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[on]), CL_SUCCESS);
  }
  cl_int copy(size_t on, void* to, const void* from) {
    return clEnqueueMemcpyINTEL(queues[on], CL_TRUE, to, from, items * sizeof(cl_int), 0, nullptr,
                                nullptr);
  }
};

TEST_F(MixedAddresses, MemoryForAllIsReachedByAll) {
  for (const auto type : {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_SHARED_INTEL}) {
    const Memory in = allocate(type), out = allocate(type);
    auto* const given = static_cast<cl_int*>(in.get());
    const auto* const found = static_cast<cl_int*>(out.get());
    std::iota(given, given + items, 0);
    add(twin, out.get(), in.get(), 10);
    EXPECT_EQ(found[5], 15);
    add(cpu, in.get(), out.get(), 10);
    EXPECT_EQ(given[items - 1], cl_int(items) - 1 + 20);
    add(twin, out.get(), in.get(), 10);
    EXPECT_EQ(found[items - 1], cl_int(items) - 1 + 30);
  }
}

TEST_F(MixedAddresses, MemoryOfADeviceIsThatDevices) {
  for (const size_t own : {cpu, twin}) {
    const Memory memory = allocate(CL_MEM_TYPE_DEVICE_INTEL, devices[own]);
    auto values = numbers(items);
    EXPECT_EQ(copy(own, memory.get(), values.data()), CL_SUCCESS);
    add(own, memory.get(), memory.get(), 7);
    EXPECT_EQ(copy(own, values.data(), memory.get()), CL_SUCCESS);
    EXPECT_EQ(values[9], 16);
    EXPECT_EQ(copy(1 - own, values.data(), memory.get()), CL_INVALID_VALUE);
    EXPECT_EQ(copy(1 - own, memory.get(), values.data()), CL_INVALID_VALUE);
    const cl_int zero = 0;
    EXPECT_EQ(clEnqueueMemFillINTEL(queues[1 - own], memory.get(), &zero, sizeof zero, 64, 0,
                                    nullptr, nullptr),
              CL_INVALID_VALUE);
  }
}

TEST_F(MixedAddresses, NoBufferInWhatTheHostDoesNotReach) {
  const Memory memory = allocate(CL_MEM_TYPE_DEVICE_INTEL, devices[twin]);
  for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateBuffer(context, flags, 64, memory.get(), &error));
    EXPECT_EQ(error, CL_INVALID_HOST_PTR);
  }
  const Memory shared = allocate(CL_MEM_TYPE_SHARED_INTEL);
  std::fill_n(static_cast<cl_int*>(shared.get()), items, 3);
  const Owned<cl_mem> buffer =
      make_buffer(items * sizeof(cl_int), CL_MEM_USE_HOST_PTR, shared.get());
  EXPECT_EQ(contents<cl_int>(twin, buffer, items), all(3, items));
  finish();
}

} // namespace
