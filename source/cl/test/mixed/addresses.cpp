// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_unified_shared_memory in a context of both devices: an allocation for one device is that
// device's, and one for all is reached by all. Shared virtual memory there, which is always for
// all.
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

class MixedSvm : public MixedTest {
protected:
  struct Free {
    cl_context context;
    void operator()(void* pointer) const { clSVMFree(context, pointer); }
  };
  using Memory = std::unique_ptr<cl_int, Free>;
  static constexpr size_t items = 4096, bytes = items * sizeof(cl_int);

  Memory allocate(size_t size = bytes) {
    return Memory(static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0)),
                  Free{context});
  }
  void map(size_t on, const Memory& memory, cl_map_flags flags) {
    EXPECT_EQ(clEnqueueSVMMap(queues[on], CL_TRUE, flags, memory.get(), bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  void unmap(size_t on, const Memory& memory) {
    EXPECT_EQ(clEnqueueSVMUnmap(queues[on], memory.get(), 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[on]), CL_SUCCESS);
  }
  /// Enqueues "add" on a device: out = in + value.
  void add(size_t on, cl_kernel kernel, const Memory& out, const Memory& in, cl_int value) {
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, out.get()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, in.get()), CL_SUCCESS);
    set(kernel, 2, value);
    EXPECT_EQ(launch(queues[on], kernel, items), CL_SUCCESS);
    EXPECT_EQ(clFlush(queues[on]), CL_SUCCESS);
  }
};

TEST_F(MixedSvm, PassesFromDeviceToDevice) {
  const Owned<cl_program> made = program();
  const Owned<cl_kernel> kernel = kernel_of(made, "add");
  const Memory first = allocate(), second = allocate();
  ASSERT_TRUE(first && second);
  for (const size_t on : {cpu, twin}) {
    map(on, first, CL_MAP_WRITE);
    std::iota(first.get(), first.get() + items, 0);
    unmap(on, first);
    add(twin, kernel, second, first, 10);
    finish();
    add(cpu, kernel, first, second, 20);
    finish();
    map(on, first, CL_MAP_READ);
    EXPECT_EQ(first.get()[0], 30);
    EXPECT_EQ(first.get()[items - 1], cl_int(items) - 1 + 30);
    unmap(on, first);
  }
}

TEST_F(MixedSvm, BothDevicesReadItAtOnce) {
  const Owned<cl_program> made = program();
  const std::array<Owned<cl_kernel>, 2> kernels = {kernel_of(made, "add"), kernel_of(made, "add")};
  const Memory in = allocate();
  const std::array out = {allocate(), allocate()};
  ASSERT_TRUE(in && out[0] && out[1]);
  map(twin, in, CL_MAP_WRITE);
  std::iota(in.get(), in.get() + items, 0);
  unmap(twin, in);
  for (cl_int round = 0; round < 50; ++round) {
    for (const size_t on : {twin, cpu}) {
      add(on, kernels[on], out[on], in, round + cl_int(on));
    }
    finish();
    for (const size_t on : {cpu, twin}) {
      map(on, out[on], CL_MAP_READ);
      for (size_t i = 0; i < items; i += 97) {
        ASSERT_EQ(out[on].get()[i], cl_int(i) + round + cl_int(on));
      }
      unmap(on, out[on]);
    }
  }
}

TEST_F(MixedSvm, CommandsOfBothDevices) {
  const Memory from = allocate(), to = allocate();
  ASSERT_TRUE(from && to);
  for (const size_t on : {cpu, twin}) {
    const cl_int value = 7 + cl_int(on);
    ASSERT_EQ(clEnqueueSVMMemFill(queues[on], from.get(), &value, sizeof value, bytes, 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    finish();
    ASSERT_EQ(clEnqueueSVMMemcpy(queues[1 - on], CL_TRUE, to.get(), from.get(), bytes, 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    const void* list[] = {to.get()};
    ASSERT_EQ(clEnqueueSVMMigrateMem(queues[on], 1, list, nullptr, 0, 0, nullptr, nullptr),
              CL_SUCCESS);
    map(on, to, CL_MAP_READ);
    EXPECT_EQ(std::vector<cl_int>(to.get(), to.get() + items), all(value, items));
    unmap(on, to);
  }
}

TEST_F(MixedSvm, IsAsFineAsOnEachDevice) {
  const auto is_fine = [](cl_device_id device) {
    cl_device_svm_capabilities has = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(has & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
    return (has & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
  };
  void* fine = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0);
  EXPECT_EQ(fine != nullptr, std::ranges::all_of(devices, is_fine));
  clSVMFree(context, fine);
}

} // namespace
