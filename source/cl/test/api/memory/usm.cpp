// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_unified_shared_memory, except for what kernels do with it.
#include "binary_fixture.h"
#include "query.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

namespace {

constexpr cl_mem_alloc_flags_intel of_device = CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL;
constexpr cl_mem_alloc_flags_intel of_host = CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

class Usm : public ClBinaryTest {
protected:
  using Properties = const cl_mem_properties_intel*;

  void* host(size_t size, cl_uint alignment = 0, Properties properties = nullptr) {
    return clHostMemAllocINTEL(context, properties, size, alignment, &error);
  }
  void* on_device(size_t size, cl_uint alignment = 0, Properties properties = nullptr) {
    return clDeviceMemAllocINTEL(context, device, properties, size, alignment, &error);
  }
  void* shared(size_t size, cl_uint alignment = 0, Properties properties = nullptr) {
    return clSharedMemAllocINTEL(context, device, properties, size, alignment, &error);
  }
  template <typename T> T info(const void* pointer, cl_mem_info_intel name) {
    return query_as<T>(
        [&](cl_uint which, size_t size, void* value, size_t* size_ret) {
          return clGetMemAllocInfoINTEL(context, pointer, which, size, value, size_ret);
        },
        name);
  }
  cl_uint type_of(const void* pointer) {
    return info<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL);
  }
  cl_int error = 1;
};

TEST_F(Usm, KindsAndQueries) {
  const cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL, of_host, 0};
  void* a = host(1000);
  void* b = on_device(100000);
  void* c = shared(64, 0, properties);
  void* d = clSharedMemAllocINTEL(context, nullptr, nullptr, 64, 0, &error);
  struct ExpectedAllocation {
    void* base;
    cl_uint type;
    size_t size;
    cl_device_id owner;
    cl_mem_alloc_flags_intel flags;
  };
  const ExpectedAllocation rows[] = {{a, CL_MEM_TYPE_HOST_INTEL, 1000, nullptr, 0},
                                     {b, CL_MEM_TYPE_DEVICE_INTEL, 100000, device, 0},
                                     {c, CL_MEM_TYPE_SHARED_INTEL, 64, device, of_host},
                                     {d, CL_MEM_TYPE_SHARED_INTEL, 64, nullptr, 0}};
  for (const ExpectedAllocation& row : rows) {
    ASSERT_TRUE(row.base);
    for (const size_t offset : {size_t(0), size_t(1), row.size - 1}) {
      const void* inside = static_cast<char*>(row.base) + offset;
      EXPECT_EQ(type_of(inside), row.type);
      EXPECT_EQ(info<void*>(inside, CL_MEM_ALLOC_BASE_PTR_INTEL), row.base);
      EXPECT_EQ(info<size_t>(inside, CL_MEM_ALLOC_SIZE_INTEL), row.size);
      EXPECT_EQ(info<cl_device_id>(inside, CL_MEM_ALLOC_DEVICE_INTEL), row.owner);
      EXPECT_EQ(info<cl_mem_alloc_flags_intel>(inside, CL_MEM_ALLOC_FLAGS_INTEL), row.flags);
    }
    EXPECT_EQ(type_of(static_cast<char*>(row.base) + row.size), cl_uint(CL_MEM_TYPE_UNKNOWN_INTEL));
  }
  for (const ExpectedAllocation& row : rows) {
    EXPECT_EQ(clMemFreeINTEL(context, row.base), CL_SUCCESS);
    EXPECT_EQ(type_of(row.base), cl_uint(CL_MEM_TYPE_UNKNOWN_INTEL));
  }
}

TEST_F(Usm, WhatIsNoAllocation) {
  int of_the_host = 0;
  void* svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  for (const void* pointer :
       {static_cast<const void*>(&of_the_host), static_cast<const void*>(svm),
        static_cast<const void*>(nullptr), reinterpret_cast<const void*>(~uintptr_t(0))}) {
    EXPECT_EQ(type_of(pointer), cl_uint(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(info<void*>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
    EXPECT_EQ(info<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL), 0u);
    EXPECT_EQ(info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
  }
  EXPECT_EQ(clGetMemAllocInfoINTEL(context, svm, 0xBAD0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  clSVMFree(context, svm);
}

TEST_F(Usm, Alignments) {
  for (const cl_uint alignment : {0u, 1u, 2u, 64u, 128u, 4096u, 1u << 20}) {
    for (const size_t size : {size_t(1), size_t(129), size_t(5000)}) {
      for (void* pointer :
           {host(size, alignment), on_device(size, alignment), shared(size, alignment)}) {
        ASSERT_TRUE(pointer);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % (alignment ? alignment : 128), 0u);
        EXPECT_EQ(clMemFreeINTEL(context, pointer), CL_SUCCESS);
      }
    }
  }
}

TEST_F(Usm, WrongRequests) {
  cl_ulong largest = 0;
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, nullptr),
      CL_SUCCESS);
  const auto all_fail = [&](cl_int expected, size_t size, cl_uint alignment,
                            Properties properties) {
    EXPECT_FALSE(host(size, alignment, properties));
    EXPECT_EQ(error, expected);
    EXPECT_FALSE(on_device(size, alignment, properties));
    EXPECT_EQ(error, expected);
    EXPECT_FALSE(shared(size, alignment, properties));
    EXPECT_EQ(error, expected);
  };
  all_fail(CL_INVALID_BUFFER_SIZE, 0, 0, nullptr);
  all_fail(CL_INVALID_BUFFER_SIZE, largest + 1, 0, nullptr);
  all_fail(CL_INVALID_VALUE, 4, 3, nullptr);
  const cl_mem_properties_intel unknown[] = {0xBAD0, 0, 0};
  all_fail(CL_INVALID_PROPERTY, 4, 0, unknown);
  const cl_mem_properties_intel wrong[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 10, 0};
  all_fail(CL_INVALID_PROPERTY, 4, 0, wrong);
  const cl_mem_properties_intel twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0,
                                           0};
  all_fail(CL_INVALID_PROPERTY, 4, 0, twice);
  const cl_mem_properties_intel both[] = {CL_MEM_ALLOC_FLAGS_INTEL, of_device | of_host, 0};
  all_fail(CL_INVALID_PROPERTY, 4, 0, both);
  const cl_mem_properties_intel one[] = {CL_MEM_ALLOC_FLAGS_INTEL, of_device, 0};
  EXPECT_FALSE(host(4, 0, one));
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_FALSE(on_device(4, 0, one));
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_FALSE(clDeviceMemAllocINTEL(context, nullptr, nullptr, 4, 0, &error));
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_FALSE(clSharedMemAllocINTEL(context, reinterpret_cast<cl_device_id>(cl_context(context)),
                                     nullptr, 4, 0, &error));
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

TEST_F(Usm, WrongFrees) {
  char* pointer = static_cast<char*>(shared(64));
  EXPECT_EQ(clMemFreeINTEL(context, nullptr), CL_SUCCESS);
  EXPECT_EQ(clMemBlockingFreeINTEL(context, nullptr), CL_SUCCESS);
  EXPECT_EQ(clMemFreeINTEL(context, pointer + 1), CL_INVALID_VALUE);
  EXPECT_EQ(clMemFreeINTEL(other_context(), pointer), CL_INVALID_VALUE);
  EXPECT_EQ(clMemFreeINTEL(context, &pointer), CL_INVALID_VALUE);
  EXPECT_EQ(clMemFreeINTEL(context, pointer), CL_SUCCESS);
  EXPECT_EQ(clMemFreeINTEL(context, pointer), CL_INVALID_VALUE) << "twice";
  char* large = static_cast<char*>(shared(1 << 20));
  EXPECT_EQ(clMemFreeINTEL(context, large + 4096), CL_INVALID_VALUE);
  EXPECT_EQ(clMemBlockingFreeINTEL(context, large), CL_SUCCESS);
  EXPECT_EQ(clMemBlockingFreeINTEL(context, large), CL_INVALID_VALUE);
}

TEST_F(Usm, BlockingFreeWaits) {
  auto* values = static_cast<cl_uint*>(shared(1 << 17)); // a half for each queue
  std::vector<cl_uint> copy(4);
  const Owned<cl_command_queue> other = out_of_order_queue();
  const cl_uint five = 5;
  ASSERT_EQ(clEnqueueMemFillINTEL(other, values, &five, 4, 1 << 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueMemcpyINTEL(queue, CL_FALSE, copy.data(), values + (1 << 14), 16, 0, nullptr,
                                 &event),
            CL_SUCCESS);
  ASSERT_EQ(clMemBlockingFreeINTEL(context, values), CL_SUCCESS);
  EXPECT_EQ(status(event), CL_COMPLETE);
}

TEST_F(Usm, BlockingFreeWhileQueuesComeAndGo) {
  std::atomic<bool> done = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (!done) {
        const Owned<cl_command_queue> own = make_queue();
        EXPECT_EQ(clEnqueueMarkerWithWaitList(own, 0, nullptr, nullptr), CL_SUCCESS);
      }
    });
  }
  for (int i = 0; i < 2000; ++i) {
    cl_int status = 1;
    void* pointer = clSharedMemAllocINTEL(context, device, nullptr, 64, 0, &status);
    EXPECT_EQ(clMemBlockingFreeINTEL(context, pointer), CL_SUCCESS);
  }
  done = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_F(Usm, Commands) {
  auto* values = static_cast<cl_uint*>(shared(1 << 20));
  auto* device_values = static_cast<cl_uint*>(on_device(1 << 20));
  ASSERT_EQ(clEnqueueMemsetINTEL(queue, values, 0x101, 1 << 20, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueMemcpyINTEL(queue, CL_FALSE, device_values, values, 1 << 20, 0, nullptr, nullptr),
      CL_SUCCESS);
  std::vector<cl_uint> of_the_host(1 << 18);
  ASSERT_EQ(clEnqueueMemcpyINTEL(queue, CL_TRUE, of_the_host.data(), device_values, 1 << 20, 0,
                                 nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(of_the_host, std::vector<cl_uint>(1 << 18, 0x01010101));
  EXPECT_EQ(clEnqueueMigrateMemINTEL(queue, values, 64, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueMigrateMemINTEL(queue, nullptr, 64, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemINTEL(queue, values, 64, 1 << 9, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMemAdviseINTEL(queue, values, 64, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueMemAdviseINTEL(queue, values, 64, 7, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMemcpyINTEL(queue, CL_TRUE, values, values + 1, 64, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueMemFillINTEL(queue, values, values, 3, 3, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clMemBlockingFreeINTEL(context, values), CL_SUCCESS);
  EXPECT_EQ(clMemBlockingFreeINTEL(context, device_values), CL_SUCCESS);
}

/// Commands know where allocations are and end; addresses in none of them are the system's.
TEST_F(Usm, CommandsKeepToAllocations) {
  for (const size_t size : {size_t(100), size_t(5000)}) {
    SCOPED_TRACE(size);
    auto* pointer = static_cast<std::byte*>(shared(size));
    std::vector<std::byte> own(2 * size);
    const auto set = [&](size_t offset, size_t count) {
      return clEnqueueMemsetINTEL(queue, pointer + offset, 1, count, 0, nullptr, nullptr);
    };
    const auto copy = [&](void* to, const void* from, size_t count, cl_bool blocking = CL_TRUE) {
      return clEnqueueMemcpyINTEL(queue, blocking, to, from, count, 0, nullptr, nullptr);
    };
    EXPECT_EQ(set(0, size), CL_SUCCESS);
    EXPECT_EQ(set(1, size), CL_INVALID_VALUE);
    EXPECT_EQ(set(size, 0), CL_SUCCESS);
    EXPECT_EQ(set(size, 1), CL_INVALID_VALUE);
    EXPECT_EQ(copy(own.data(), pointer, size), CL_SUCCESS);
    EXPECT_EQ(copy(own.data(), pointer + 1, size), CL_INVALID_VALUE);
    EXPECT_EQ(copy(pointer, own.data(), size + 1, CL_FALSE), CL_INVALID_VALUE);
    EXPECT_EQ(own[size - 1], std::byte(1));
    EXPECT_EQ(clMemBlockingFreeINTEL(context, pointer), CL_SUCCESS);
  }
}

/// Small allocations of memory that the host shares lie beside each other, which the context knows.
TEST_F(Usm, CommandsLeaveFreedMemoryAlone) {
  if (!shares_memory()) {
    GTEST_SKIP() << "freed addresses may be the system's by now";
  }
  void *kept = shared(64), *gone = shared(64);
  EXPECT_EQ(clMemFreeINTEL(context, gone), CL_SUCCESS);
  EXPECT_EQ(clEnqueueMemsetINTEL(queue, gone, 1, 64, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, kept, gone, 64, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clMemFreeINTEL(context, kept), CL_SUCCESS);
}

TEST_F(Usm, Capabilities) {
  const auto query = [&](cl_uint name, size_t size, void* value, size_t* size_ret) {
    return clGetDeviceInfo(device, name, size, value, size_ret);
  };
  constexpr cl_device_unified_shared_memory_capabilities_intel
      access = CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL,
      atomic = CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL,
      concurrent = CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL;
  struct Row {
    cl_uint name;
    cl_device_unified_shared_memory_capabilities_intel of_own_memory; ///< on such a device
  };
  for (const Row& row :
       {Row{CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, access | concurrent},
        Row{CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, access | atomic},
        Row{CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, access | atomic},
        Row{CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, access | atomic},
        Row{CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, 0}}) {
    EXPECT_EQ(query_as<cl_device_unified_shared_memory_capabilities_intel>(query, row.name),
              shares_memory() ? 15u : row.of_own_memory)
        << row.name;
  }
}

/// Shared memory is the host's whenever no launch uses it, and that of the host always.
TEST_F(Usm, TheHostTouchesIt) {
  constexpr size_t count = 1 << 14;
  auto* a = static_cast<cl_int*>(shared(count * 4));
  auto* b = static_cast<cl_int*>(host(count * 4));
  auto* c = static_cast<cl_int*>(shared(count * 4));
  auto* untouched = static_cast<cl_int*>(shared(64));
  ASSERT_TRUE(a && b && c && untouched);
  std::iota(b, b + count, 0);
  const Owned<cl_kernel> kernel = this->kernel("add");
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, a), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 1, b), CL_SUCCESS);
  for (int round = 0; round < 20; ++round) {
    set(kernel, 2, round);
    const size_t items = count;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    for (size_t i = 0; i < count; ++i) { // the launch does not use it
      c[i] = round;
    }
    Owned<cl_event> copied;
    ASSERT_EQ(clEnqueueMemcpyINTEL(queue, CL_FALSE, untouched, a, 64, 0, nullptr, &copied),
              CL_SUCCESS);
    const cl_event event = copied;
    ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    EXPECT_EQ(a[count - 1], cl_int(count) - 1 + round);
    EXPECT_EQ(untouched[1], 1 + round);
    EXPECT_EQ(c[0], round);
    a[count - 1] = 0;
  }
  const Owned<cl_mem> buffer = make_buffer(count * 4, CL_MEM_USE_HOST_PTR, a);
  set(kernel, 0, buffer);
  const size_t items = 16;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(a[15], 15 + 19);
  for (void* each : {a, b, c, untouched}) {
    EXPECT_EQ(clMemBlockingFreeINTEL(context, each), CL_SUCCESS);
  }
}

/// A clone has its original's list of memory that the kernel reaches through pointers.
TEST_F(Usm, ExecInfoOfAClone) {
  auto* a = static_cast<cl_int*>(shared(256));
  const Owned<cl_kernel> kernel = this->kernel("add");
  const void* const pointers[] = {a};
  const cl_bool yes = CL_TRUE;
  ASSERT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof pointers, pointers),
      CL_SUCCESS);
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
                                sizeof yes, &yes),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, a), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 1, a), CL_SUCCESS);
  set(kernel, 2, cl_int(1));
  std::fill_n(a, 64, 5);
  const Owned<cl_kernel> clone = clCloneKernel(kernel, &error);
  const size_t items = 64;
  for (const cl_kernel each : {cl_kernel(kernel), cl_kernel(clone)}) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, each, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(a[63], 7);
  EXPECT_EQ(clMemFreeINTEL(context, a), CL_SUCCESS);
}

TEST_F(Usm, FunctionsAreFoundByName) {
  for (const char* name :
       {"clHostMemAllocINTEL", "clDeviceMemAllocINTEL", "clSharedMemAllocINTEL", "clMemFreeINTEL",
        "clMemBlockingFreeINTEL", "clGetMemAllocInfoINTEL", "clSetKernelArgMemPointerINTEL",
        "clEnqueueMemFillINTEL", "clEnqueueMemcpyINTEL", "clEnqueueMigrateMemINTEL",
        "clEnqueueMemAdviseINTEL", "clEnqueueMemsetINTEL"}) {
    EXPECT_TRUE(clGetExtensionFunctionAddressForPlatform(platform, name)) << name;
  }
}

/// A callback of an event frees memory that commands behind its own still use, as Unified Runtime
/// does: no thread waits without end, and the memory goes when these commands have ended.
TEST_F(Usm, blockingFreeInACallback) {
  struct Freeing {
    cl_context context;
    void* memory;
    cl_int status;
  };
  void* memory = shared(4096);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  cl_event first = nullptr;
  ASSERT_EQ(clEnqueueMemsetINTEL(queue, memory, 1, 4096, 1, &list, &first), CL_SUCCESS);
  const Owned<cl_event> owned = first;
  ASSERT_EQ(clEnqueueMemsetINTEL(queue, memory, 2, 4096, 0, nullptr, nullptr), CL_SUCCESS);
  Freeing freeing = {context, memory, 1};
  ASSERT_EQ(clSetEventCallback(
                first, CL_COMPLETE,
                [](cl_event, cl_int, void* data) {
                  auto& all = *static_cast<Freeing*>(data);
                  all.status = clMemBlockingFreeINTEL(all.context, all.memory);
                },
                &freeing),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(freeing.status, CL_SUCCESS);
  cl_unified_shared_memory_type_intel type = CL_MEM_TYPE_SHARED_INTEL;
  for (int i = 0; i < 500 && type != CL_MEM_TYPE_UNKNOWN_INTEL; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_EQ(clGetMemAllocInfoINTEL(context, memory, CL_MEM_ALLOC_TYPE_INTEL, sizeof type, &type,
                                     nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(type, CL_MEM_TYPE_UNKNOWN_INTEL);
}

} // namespace
