// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory: OpenCL 3.0, section 5.6, except for what kernels do with it.
#include "binary_fixture.h"
#include "query.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace {

class Svm : public ClBinaryTest {
protected:
  void SetUp() override {
    ClBinaryTest::SetUp();
    values = static_cast<cl_uint*>(clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0));
    ASSERT_TRUE(values);
    const MappedSvm mapped(queue, values, bytes);
    std::iota(values, values + count, 0u);
  }
  void TearDown() override {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clSVMFree(context, values);
  }
  /// A value as the host sees it.
  cl_uint value(size_t index) {
    const MappedSvm mapped(queue, values + index, sizeof(cl_uint));
    return values[index];
  }
  static constexpr size_t count = 1 << 18, bytes = count * sizeof(cl_uint);
  cl_uint* values = nullptr;
};

bool is_aligned(const void* pointer, size_t alignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

TEST_F(Svm, Allocates) {
  for (const cl_uint alignment : {0u, 1u, 64u, 128u, 4096u, 65536u}) {
    for (const size_t size :
         {size_t(1), size_t(100), size_t(4096), size_t(4097), size_t(1) << 24}) {
      void* pointer = clSVMAlloc(context, CL_MEM_READ_WRITE, size, alignment);
      ASSERT_TRUE(pointer) << size << " " << alignment;
      EXPECT_TRUE(is_aligned(pointer, alignment ? alignment : 128)) << size << " " << alignment;
      {
        const MappedSvm mapped(queue, pointer, size);
        memset(pointer, 1, size);
      }
      clSVMFree(context, pointer);
    }
  }
}

TEST_F(Svm, RefusesWhatItCannotAllocate) {
  cl_ulong largest = 0;
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, nullptr),
      CL_SUCCESS);
  const auto refused = [&](cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
    return !clSVMAlloc(context, flags, size, alignment);
  };
  EXPECT_TRUE(refused(CL_MEM_READ_WRITE, 0, 0));
  EXPECT_TRUE(refused(CL_MEM_READ_WRITE, largest + 1, 0));
  EXPECT_TRUE(refused(CL_MEM_READ_WRITE, 4, 3)) << "no power of two";
  EXPECT_TRUE(refused(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 4, 0));
  EXPECT_TRUE(refused(CL_MEM_READ_WRITE | CL_MEM_SVM_ATOMICS, 4, 0)) << "of coarse grain";
  EXPECT_TRUE(refused(CL_MEM_USE_HOST_PTR, 4, 0));
  EXPECT_FALSE(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 4, 0));
}

TEST_F(Svm, FlagsOfAllKinds) {
  for (const cl_svm_mem_flags flags :
       {cl_svm_mem_flags(0), cl_svm_mem_flags(CL_MEM_READ_ONLY),
        cl_svm_mem_flags(CL_MEM_WRITE_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER),
        cl_svm_mem_flags(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS)}) {
    void* pointer = clSVMAlloc(context, flags, 4, 0);
    const bool has_it = !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) ||
                        (svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
    EXPECT_EQ(pointer != nullptr, has_it) << flags;
    clSVMFree(context, pointer);
  }
}

TEST_F(Svm, Capabilities) {
  const cl_device_svm_capabilities of_the_host =
      CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
      CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;
  EXPECT_EQ(svm_capabilities(), shares_memory() ? of_the_host : CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
}

TEST_F(Svm, FreeingNothingDoesNothing) {
  clSVMFree(context, nullptr);
  clSVMFree(nullptr, values);
  clSVMFree(context, values + 1);
  EXPECT_EQ(value(count - 1), count - 1);
}

TEST_F(Svm, Copies) {
  std::vector<cl_uint> host(count);
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), values, bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(host[count / 2], count / 2);
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, values, values + 4, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value(3), 7u);
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_FALSE, values, host.data() + 8, 16, 0, nullptr, &event),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(value(3), 11u);
  cl_command_type type = 0;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_command_type(CL_COMMAND_SVM_MEMCPY));
}

TEST_F(Svm, RefusesWrongCopies) {
  const auto copy = [&](void* to, const void* from, size_t size) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, values, 4), CL_INVALID_VALUE);
  EXPECT_EQ(copy(values, nullptr, 4), CL_INVALID_VALUE);
  EXPECT_EQ(copy(values, values + 1, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(values + 1, values, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(values + 2, values, 8), CL_SUCCESS);
  EXPECT_EQ(copy(values, values, 0), CL_SUCCESS) << "nothing overlaps";
}

TEST_F(Svm, Fills) {
  const cl_uint pattern[4] = {1, 2, 3, 4};
  const auto fill = [&](void* to, const void* what, size_t pattern_size, size_t size) {
    return clEnqueueSVMMemFill(queue, to, what, pattern_size, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(values, pattern, 16, bytes), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(value(count - 1), 4u);
  EXPECT_EQ(value(count - 2), 3u);
  EXPECT_EQ(fill(nullptr, pattern, 16, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(values, nullptr, 16, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(values, pattern, 0, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(values, pattern, 12, 24), CL_INVALID_VALUE);
  EXPECT_EQ(fill(values, pattern, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(values, pattern, 16, 24), CL_INVALID_VALUE);
  EXPECT_EQ(fill(values + 1, pattern, 16, 16), CL_INVALID_VALUE) << "not aligned";
}

TEST_F(Svm, Maps) {
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, values, bytes, 0, nullptr,
                            nullptr),
            CL_SUCCESS);
  values[0] = 77;
  EXPECT_EQ(clEnqueueSVMUnmap(queue, values, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(value(0), 77u);
  const auto map = [&](cl_map_flags flags, void* pointer, size_t size) {
    return clEnqueueSVMMap(queue, CL_FALSE, flags, pointer, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(map(CL_MAP_READ, nullptr, 4), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_READ, values, 0), CL_INVALID_VALUE);
  EXPECT_EQ(map(1 << 10, values, 4), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, values, 4), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

/// Parts are mapped apart, and unmapped in any order, also where they share a page.
TEST_F(Svm, MapsParts) {
  const auto map = [&](size_t index) {
    EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, values + index, 16, 0,
                              nullptr, nullptr),
              CL_SUCCESS);
  };
  const auto unmap = [&](size_t index) {
    EXPECT_EQ(clEnqueueSVMUnmap(queue, values + index, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  };
  map(0);
  map(64);
  map(count - 4);
  map(64);
  unmap(0);
  values[64] = 1;
  unmap(64);
  values[65] = 2;
  values[count - 1] = 3;
  unmap(count - 4);
  unmap(64);
  EXPECT_EQ(value(64), 1u);
  EXPECT_EQ(value(65), 2u);
  EXPECT_EQ(value(count - 1), 3u);
  std::vector<cl_uint> host(4);
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), values + 64, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(host[1], 2u);
}

TEST_F(Svm, ABlockingMapWaitsForWhatIsBefore) {
  const Owned<cl_event> go = make_user_event();
  const cl_event wait = go;
  const cl_uint nine = 9;
  ASSERT_EQ(clEnqueueSVMMemFill(queue, values, &nine, 4, bytes, 1, &wait, nullptr), CL_SUCCESS);
  Owned<cl_event> mapped;
  ASSERT_EQ(clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, values, bytes, 0, nullptr, &mapped),
            CL_SUCCESS);
  EXPECT_NE(status(mapped), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(go, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, values, bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(values[count - 1], 9u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(clEnqueueSVMUnmap(queue, values, 0, nullptr, nullptr), CL_SUCCESS);
  }
}

TEST_F(Svm, Migrates) {
  const void* pointers[] = {values, values + 5};
  const size_t sizes[] = {0, 16};
  const auto migrate = [&](cl_uint number, const void** what, const size_t* how_much,
                           cl_mem_migration_flags flags) {
    return clEnqueueSVMMigrateMem(queue, number, what, how_much, flags, 0, nullptr, nullptr);
  };
  EXPECT_EQ(migrate(2, pointers, sizes, 0), CL_SUCCESS);
  EXPECT_EQ(migrate(2, pointers, nullptr, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
  EXPECT_EQ(migrate(0, pointers, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, nullptr, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, pointers, nullptr, 1 << 10), CL_INVALID_VALUE);
  const size_t too_much = bytes + 1;
  EXPECT_EQ(migrate(1, pointers, &too_much, 0), CL_INVALID_VALUE);
  int of_the_host = 0;
  pointers[0] = &of_the_host;
  EXPECT_EQ(migrate(1, pointers, nullptr, 0), CL_INVALID_VALUE);
}

TEST_F(Svm, FreesInItsTurn) {
  void* own[3];
  for (void*& each : own) {
    each = clSVMAlloc(context, CL_MEM_READ_WRITE, 1 << 16, 0);
    ASSERT_TRUE(each);
  }
  const Owned<cl_event> go = make_user_event();
  const cl_event wait = go;
  Owned<cl_event> freed;
  ASSERT_EQ(clEnqueueSVMFree(queue, 3, own, nullptr, nullptr, 1, &wait, &freed), CL_SUCCESS);
  const void* pointer = own[2]; // it is still there
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, 1, &wait, nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(go, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE)
      << "it is gone";
  EXPECT_EQ(clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, own, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Svm, FreesThroughTheApplication) {
  struct Call {
    cl_command_queue queue = nullptr;
    std::vector<void*> pointers;
  } call;
  const auto free_all = [](cl_command_queue on, cl_uint number, void** pointers, void* data) {
    *static_cast<Call*>(data) = {on, std::vector<void*>(pointers, pointers + number)};
  };
  void* numbers[] = {values, values + 1};
  ASSERT_EQ(clEnqueueSVMFree(queue, 2, numbers, free_all, &call, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(call.queue, cl_command_queue(queue));
  EXPECT_EQ(call.pointers, (std::vector<void*>{values, values + 1}));
  EXPECT_EQ(value(1), 1u) << "that is the application's to do";
}

TEST_F(Svm, BuffersOverIt) {
  const Owned<cl_mem> buffer = make_buffer(bytes, CL_MEM_USE_HOST_PTR, values);
  const auto uses_svm = [](cl_mem memory) {
    cl_bool answer = 2;
    EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof answer, &answer, nullptr),
              CL_SUCCESS);
    return answer;
  };
  cl_int error = 1;
  EXPECT_FALSE(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes + 1, values, &error));
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE) << "larger than what is allocated";
  EXPECT_FALSE(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, values + 1, &error));
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(uses_svm(buffer), cl_bool(CL_TRUE));
  EXPECT_EQ(uses_svm(make_buffer(64)), cl_bool(CL_FALSE));
  EXPECT_EQ(contents<cl_uint>(buffer, count)[count - 1], count - 1);
  // Its bytes are those of the allocation, whether the host or a command writes them.
  cl_int map_error = 1;
  auto* mapped = static_cast<cl_uint*>(clEnqueueMapBuffer(
      queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 16, 64, 0, nullptr, nullptr, &map_error));
  ASSERT_EQ(map_error, CL_SUCCESS);
  EXPECT_EQ(mapped, values + 4);
  EXPECT_EQ(mapped[1], 5u);
  mapped[1] = 500;
  ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, 8)[5], 500u);
  EXPECT_EQ(value(5), 500u);
  const cl_uint seven = 7;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, &seven, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value(0), 7u);
}

TEST_F(Svm, Arguments) {
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> kernel = kernel_of(program, "add");
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 3, values), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 2, values), CL_INVALID_ARG_VALUE) << "a number";
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, values + 1024), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, values + 16), CL_SUCCESS) << "an inner address";
  set(kernel, 2, cl_int(1000));
  const auto launch = [&](cl_kernel which) {
    const size_t items = 64;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, which, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  };
  launch(kernel);
  EXPECT_EQ(value(1024 + 63), 1000u + 16 + 63);
  // A copy of the kernel has the addresses, too; and a buffer can take an address's place.
  cl_int error = 1;
  const Owned<cl_kernel> copy = clCloneKernel(kernel, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_uint zero = 0;
  ASSERT_EQ(clEnqueueSVMMemFill(queue, values + 1024, &zero, 4, 256, 0, nullptr, nullptr),
            CL_SUCCESS);
  launch(copy);
  EXPECT_EQ(value(1024 + 63), 1000u + 16 + 63);
  const Owned<cl_mem> buffer = make_buffer(256);
  set(kernel, 0, buffer);
  launch(kernel);
  EXPECT_EQ(contents<cl_uint>(buffer, 64)[1], 1000u + 16 + 1);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, values), CL_SUCCESS);
  launch(kernel);
  EXPECT_EQ(value(0), 1000u + 16);
}

TEST_F(Svm, ArgumentsThatWereFreed) {
  if (!(svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)) {
    GTEST_SKIP() << "allocations have pages of their own, and the device's driver knows them";
  }
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> kernel = kernel_of(program, "add");
  constexpr size_t size = 256;
  std::vector<std::byte*> places;
  for (int i = 0; i < 16; ++i) {
    places.push_back(static_cast<std::byte*>(clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0)));
  }
  std::ranges::sort(places);
  const auto behind_another = std::ranges::adjacent_find(
      places, [](const std::byte* a, const std::byte* b) { return a + size == b; });
  ASSERT_NE(behind_another, places.end());
  std::byte *kept = behind_another[0], *gone = behind_another[1];
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, gone), CL_SUCCESS);
  clSVMFree(context, gone);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, gone + 16), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, gone + size - 1), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, gone + size - 1), CL_SUCCESS) << "takes any";
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, gone), CL_SUCCESS) << "just behind another";
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, kept), CL_SUCCESS);
  std::erase(places, gone);
  for (std::byte* place : places) {
    clSVMFree(context, place);
  }
}

/// Also where something else has been allocated at its address since.
TEST_F(Svm, ArgumentsThatAreFreedBeforeTheLaunch) {
  if (!(svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)) {
    GTEST_SKIP() << "as above";
  }
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> kernel = kernel_of(program, "add");
  const Owned<cl_mem> buffer = make_buffer(64);
  const size_t one = 1;
  const auto launch = [&] {
    const cl_int error =
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    return error ? error : clFinish(queue);
  };
  set(kernel, 1, buffer);
  set(kernel, 2, cl_uint(1));
  for (const size_t size : {size_t(65), size_t(3000), size_t(1) << 16, size_t(1) << 20}) {
    SCOPED_TRACE(size);
    void* memory = clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, memory), CL_SUCCESS);
    EXPECT_EQ(launch(), CL_SUCCESS);
    const Owned<cl_kernel> copy = clCloneKernel(kernel, nullptr);
    clSVMFree(context, memory);
    EXPECT_EQ(launch(), CL_INVALID_KERNEL_ARGS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, copy, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    void* other = clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0);
    EXPECT_EQ(launch(), CL_INVALID_KERNEL_ARGS) << (other == memory);
    ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, other), CL_SUCCESS);
    EXPECT_EQ(launch(), CL_SUCCESS);
    clSVMFree(context, other);
    set(kernel, 0, buffer);
    EXPECT_EQ(launch(), CL_SUCCESS) << "another argument";
  }
}

/// The end of an allocation is a valid address, whatever becomes of what begins there.
TEST_F(Svm, EndsAsArguments) {
  if (!(svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)) {
    GTEST_SKIP() << "as above";
  }
  const Owned<cl_program> program = build();
  constexpr size_t size = 256;
  std::vector<std::byte*> places;
  for (int i = 0; i < 16; ++i) {
    places.push_back(static_cast<std::byte*>(clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0)));
  }
  std::ranges::sort(places);
  const auto found = std::ranges::adjacent_find(
      places, [](const std::byte* a, const std::byte* b) { return a + size == b; });
  ASSERT_NE(found, places.end());
  std::byte *kept = found[0], *gone = found[1];
  const Owned<cl_kernel> add = kernel_of(program, "add");
  const Owned<cl_mem> buffer = make_buffer(64);
  set(add, 0, buffer);
  set(add, 2, cl_uint(1));
  ASSERT_EQ(clSetKernelArgSVMPointer(add, 1, kept + size), CL_SUCCESS);
  clSVMFree(context, gone);
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  std::erase(places, gone);
  for (std::byte* place : places) {
    clSVMFree(context, place);
  }
}

TEST_F(Svm, ExecInfo) {
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> kernel = kernel_of(program, "add");
  const void* pointers[] = {values, values + 1};
  const cl_bool yes = CL_TRUE;
  const auto set = [&](cl_kernel_exec_info name, size_t size, const void* value) {
    return clSetKernelExecInfo(kernel, name, size, value);
  };
  for (const cl_kernel_exec_info name :
       {CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL}) {
    EXPECT_EQ(set(name, sizeof pointers, pointers), CL_SUCCESS);
    EXPECT_EQ(set(name, 0, nullptr), CL_SUCCESS) << "none any more";
    EXPECT_EQ(set(name, 7, pointers), CL_INVALID_VALUE);
    EXPECT_EQ(set(name, sizeof pointers, nullptr), CL_INVALID_VALUE);
  }
  for (const cl_kernel_exec_info name :
       {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    const bool is_there = name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ||
                          (svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
    EXPECT_EQ(set(name, sizeof yes, &yes), is_there ? CL_SUCCESS : CL_INVALID_OPERATION);
    EXPECT_EQ(set(name, 1, &yes), CL_INVALID_VALUE);
    EXPECT_EQ(set(name, sizeof yes, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(set(name, 0, nullptr), CL_INVALID_VALUE);
  }
  EXPECT_EQ(set(0xBAD0, sizeof yes, &yes), CL_INVALID_VALUE);
}

} // namespace
