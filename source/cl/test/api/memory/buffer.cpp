// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers: creation, information, destruction.
#include "process.h"
#include "query.h"

#include "cargo/sanitizers.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <sys/resource.h>

class Buffer : public ClTest {
protected:
  cl_int create(cl_mem_flags flags, size_t size, void* host_ptr) {
    cl_int error = 1;
    Owned<cl_mem> made = clCreateBuffer(context, flags, size, host_ptr, &error);
    EXPECT_EQ(bool(cl_mem(made)), error == CL_SUCCESS);
    return error;
  }
  cl_int sub(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size) {
    cl_int error = 1;
    const cl_buffer_region region = {origin, size};
    Owned<cl_mem> made =
        clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(bool(cl_mem(made)), error == CL_SUCCESS);
    return error;
  }
  size_t largest() {
    cl_ulong size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  }
  char host[1024] = {};
};

/// cl_intel_mem_force_host_memory.
TEST_F(Buffer, ForcedHostMemory) {
  constexpr cl_mem_flags forced = CL_MEM_FORCE_HOST_MEMORY_INTEL;
  cl_uint line = 0;
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof line, &line, nullptr),
      CL_SUCCESS);
  alignas(256) char memory[1024] = {};
  ASSERT_EQ(256 % line, 0u);
  EXPECT_EQ(create(forced, 10, nullptr), CL_SUCCESS);
  EXPECT_EQ(create(forced | CL_MEM_ALLOC_HOST_PTR, 10, nullptr), CL_SUCCESS);
  EXPECT_EQ(create(forced | CL_MEM_COPY_HOST_PTR, 10, memory + 1), CL_SUCCESS);
  EXPECT_EQ(create(forced | CL_MEM_USE_HOST_PTR, 4 * line, memory), CL_SUCCESS);
  EXPECT_EQ(create(forced | CL_MEM_USE_HOST_PTR, 2 * line, memory + line), CL_SUCCESS);
  EXPECT_EQ(create(forced | CL_MEM_USE_HOST_PTR, 4 * line, memory + 1), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create(forced | CL_MEM_USE_HOST_PTR, 4 * line - 1, memory), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(CL_MEM_USE_HOST_PTR, 10, memory + 1), CL_SUCCESS);

  cl_int error = 1;
  const Owned<cl_mem> parent =
      clCreateBuffer(context, forced | CL_MEM_USE_HOST_PTR, 4 * line, memory, &error);
  EXPECT_EQ(sub(parent, forced, 0, line), CL_INVALID_VALUE);
  const cl_buffer_region region = {0, line};
  const Owned<cl_mem> part =
      clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  const auto query = [&](auto... args) { return clGetMemObjectInfo(part, args...); };
  EXPECT_EQ(query_as<cl_mem_flags>(query, CL_MEM_FLAGS),
            CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR | forced);
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const Owned<cl_mem> image =
      clCreateImage(context, forced, &format, &description, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
}

/// Written by the host or by a command, mapped or not.
TEST_F(Buffer, ContentsOfForcedHostMemory) {
  constexpr cl_mem_flags forced = CL_MEM_FORCE_HOST_MEMORY_INTEL;
  alignas(256) cl_int memory[256] = {1, 2, 3};
  for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    const Owned<cl_mem> buffer = make_buffer(sizeof memory, forced | flags, memory);
    EXPECT_EQ(contents<cl_int>(buffer, 3), (std::vector<cl_int>{1, 2, 3}));
    cl_int error = 1;
    auto* mapped = static_cast<cl_int*>(clEnqueueMapBuffer(
        queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 4, 8, 0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(mapped == memory + 1, flags == CL_MEM_USE_HOST_PTR);
    EXPECT_EQ(mapped[1], 3);
    mapped[1] = 30;
    ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 3)[2], 30);
    memory[2] = 3;
  }
}

TEST_F(Buffer, Flags) {
  for (const cl_mem_flags flags :
       {cl_mem_flags(0), cl_mem_flags(CL_MEM_READ_ONLY), cl_mem_flags(CL_MEM_WRITE_ONLY),
        cl_mem_flags(CL_MEM_ALLOC_HOST_PTR), cl_mem_flags(CL_MEM_HOST_READ_ONLY),
        cl_mem_flags(CL_MEM_HOST_WRITE_ONLY), cl_mem_flags(CL_MEM_HOST_NO_ACCESS)}) {
    EXPECT_EQ(create(flags, 16, nullptr), CL_SUCCESS) << flags;
  }
  for (const cl_mem_flags flags :
       {cl_mem_flags(CL_MEM_USE_HOST_PTR), cl_mem_flags(CL_MEM_COPY_HOST_PTR),
        cl_mem_flags(CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR)}) {
    EXPECT_EQ(create(flags, 16, host), CL_SUCCESS) << flags;
    EXPECT_EQ(create(flags, 16, nullptr), CL_INVALID_HOST_PTR) << flags;
  }
  for (const cl_mem_flags flags :
       {cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY),
        cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY),
        cl_mem_flags(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY),
        cl_mem_flags(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS),
        cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR),
        cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR), cl_mem_flags(1) << 40}) {
    EXPECT_EQ(create(flags, 16, host), CL_INVALID_VALUE) << flags;
  }
  EXPECT_EQ(create(0, 16, host), CL_INVALID_HOST_PTR);
}

TEST_F(Buffer, Sizes) {
  EXPECT_EQ(create(0, 0, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(0, largest() + 1, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(0, 1, nullptr), CL_SUCCESS);
  Owned<cl_mem> without_error = clCreateBuffer(context, 0, 4, nullptr, nullptr);
  EXPECT_TRUE(cl_mem(without_error));
  EXPECT_FALSE(clCreateBuffer(context, 0, 0, nullptr, nullptr));
}

TEST_F(Buffer, MemoryThatTheSystemHasNot) {
  if (with_address_sanitizer || with_thread_sanitizer) {
    GTEST_SKIP() << "it needs more address space than the test leaves";
  }
  EXPECT_EQ(in_child([&] {
              static_cast<void>(context.take());
              static_cast<void>(queue.take());
              context = make_context();
              std::ifstream statm("/proc/self/statm");
              rlim_t pages = 0;
              statm >> pages;
              const rlim_t most = pages * rlim_t(sysconf(_SC_PAGESIZE)) + (64 << 20);
              const rlimit limit = {most, most};
              if (setrlimit(RLIMIT_AS, &limit) != 0) {
                return 1;
              }
              for (int i = 0; i < 3; ++i) { // more than what other tests freed
                if (create(0, 300 << 20, nullptr) != CL_MEM_OBJECT_ALLOCATION_FAILURE) {
                  return 2;
                }
              }
              return create(0, 64, nullptr) == CL_SUCCESS && !HasFailure() ? 7 : 3;
            }),
            7);
}

TEST_F(Buffer, Info) {
  const Owned<cl_mem> buffer = make_buffer(1024, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, host);
  const auto query = [&](auto... args) { return clGetMemObjectInfo(buffer, args...); };
  EXPECT_EQ(query_as<cl_mem_object_type>(query, CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
  EXPECT_EQ(query_as<cl_mem_flags>(query, CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY));
  EXPECT_EQ(query_as<size_t>(query, CL_MEM_SIZE), 1024u);
  EXPECT_EQ(query_as<void*>(query, CL_MEM_HOST_PTR), static_cast<void*>(host));
  EXPECT_EQ(query_as<cl_uint>(query, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(query_as<cl_uint>(query, CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query_as<cl_context>(query, CL_MEM_CONTEXT), cl_context(context));
  EXPECT_EQ(query_as<cl_mem>(query, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(query_as<size_t>(query, CL_MEM_OFFSET), 0u);
  check_unknown_name(query);

  const size_t unit = base_alignment();
  const cl_buffer_region region = {unit, 64};
  const Owned<cl_mem> part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  const auto ask_part = [&](auto... args) { return clGetMemObjectInfo(part, args...); };
  EXPECT_EQ(query_as<cl_mem>(ask_part, CL_MEM_ASSOCIATED_MEMOBJECT), cl_mem(buffer));
  EXPECT_EQ(query_as<size_t>(ask_part, CL_MEM_OFFSET), unit);
  EXPECT_EQ(query_as<size_t>(ask_part, CL_MEM_SIZE), 64u);
  EXPECT_EQ(query_as<void*>(ask_part, CL_MEM_HOST_PTR), static_cast<void*>(host + unit));
  EXPECT_EQ(query_as<cl_mem_flags>(ask_part, CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY)); // inherited
}

TEST_F(Buffer, SubBufferErrors) {
  const size_t unit = base_alignment();
  const Owned<cl_mem> buffer = make_buffer(4 * unit);
  EXPECT_EQ(sub(buffer, 0, unit, 128), CL_SUCCESS);
  EXPECT_EQ(sub(buffer, 0, 0, 4 * unit), CL_SUCCESS);
  EXPECT_EQ(sub(buffer, 0, 0, 0), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(sub(buffer, 0, 4 * unit, 1), CL_INVALID_VALUE);
  EXPECT_EQ(sub(buffer, 0, unit, 3 * unit + 1), CL_INVALID_VALUE);
  EXPECT_EQ(sub(buffer, 0, unit, ~size_t(0)), CL_INVALID_VALUE);
  EXPECT_EQ(sub(buffer, 0, 4, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  EXPECT_EQ(sub(buffer, 0, unit / 2, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  EXPECT_EQ(sub(buffer, CL_MEM_USE_HOST_PTR, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(sub(buffer, CL_MEM_COPY_HOST_PTR, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(sub(buffer, CL_MEM_ALLOC_HOST_PTR, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(sub(buffer, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, 4), CL_INVALID_VALUE);

  const cl_buffer_region region = {0, 4};
  cl_int error = 0;
  EXPECT_FALSE(clCreateSubBuffer(buffer, 0, 0xBAD, &region, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const Owned<cl_mem> part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  EXPECT_EQ(sub(part, 0, 0, 4), CL_INVALID_MEM_OBJECT);
}

TEST_F(Buffer, SubBufferFlags) {
  struct Case {
    cl_mem_flags parent, own;
    cl_int expected;
  };
  for (const Case& c : {Case{CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_INVALID_VALUE},
                        {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
                        {CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY, CL_SUCCESS},
                        {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_INVALID_VALUE},
                        {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
                        {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_SUCCESS},
                        {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
                        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
                        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
                        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
                        {0, CL_MEM_HOST_NO_ACCESS, CL_SUCCESS}}) {
    const Owned<cl_mem> parent = make_buffer(64, c.parent);
    EXPECT_EQ(sub(parent, c.own, 0, 64), c.expected) << c.parent << " " << c.own;
  }
}

TEST_F(Buffer, SubBufferSharesItsParentsMemory) {
  const size_t unit = base_alignment();
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>(unit / 2, 1));
  const cl_buffer_region region = {unit, 4};
  Owned<cl_mem> part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  const cl_uint nine = 9;
  EXPECT_EQ(clEnqueueWriteBuffer(queue, part, CL_TRUE, 0, 4, &nine, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, unit / 2)[unit / 4], 9u);
  cl_uint value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, part, CL_TRUE, 0, 8, &value, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Buffer, SubBufferKeepsItsParent) {
  const size_t unit = base_alignment();
  Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>(unit / 2, 5));
  const cl_buffer_region region = {unit, 4};
  const Owned<cl_mem> part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(part, 1)[0], 5u);
}

TEST_F(Buffer, UseHostPtr) {
  alignas(4) char memory[64 + 1] = {};
  const Owned<cl_mem> buffer = make_buffer(64, CL_MEM_USE_HOST_PTR, memory + 1); // any address
  const cl_uchar seven = 7;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 1, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  cl_int error = 1;
  void* mapped =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 3, 61, 0, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped, memory + 1 + 3);
  EXPECT_EQ(memory[1], shares_memory() ? 7 : 0) << "it is not mapped";
  EXPECT_EQ(memory[4], 7);
  EXPECT_EQ(memory[64], 7);
  EXPECT_EQ(memory[0], 0);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// The "VmFlags" of the mapping that an address is in.
std::string flags_of_mapping(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
      const auto place = reinterpret_cast<unsigned long>(address);
      inside = place >= begin && place < end;
    } else if (inside && line.starts_with("VmFlags:")) {
      return line + " ";
    }
  }
  return "";
}

TEST_F(Buffer, LargeOnesAreOnHugePages) {
  std::ifstream offered("/sys/kernel/mm/transparent_hugepage/enabled");
  if (!offered) {
    GTEST_SKIP() << "the system has none";
  }
  constexpr size_t size = 32 << 20;
  const Owned<cl_mem> buffer = make_buffer(size);
  cl_int error = 1;
  void* place =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, size, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(place) % (2 << 20), 0u);
  EXPECT_NE(flags_of_mapping(place).find(" hg "), std::string::npos) << flags_of_mapping(place);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, place, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Buffer, DestructorCallbacks) {
  struct Order {
    std::vector<int> calls;
    static void CL_CALLBACK first(cl_mem, void* it) { static_cast<Order*>(it)->calls.push_back(1); }
    static void CL_CALLBACK second(cl_mem, void* it) {
      static_cast<Order*>(it)->calls.push_back(2);
    }
  } order;
  Owned<cl_mem> buffer = make_buffer();
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, Order::first, &order), CL_SUCCESS);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, Order::second, &order), CL_SUCCESS);
  EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_TRUE(order.calls.empty());
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_EQ(order.calls, (std::vector<int>{2, 1})); // in reverse order
}

TEST_F(Buffer, StaysWhileACommandNeedsIt) {
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>{11});
  cl_uint value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, &list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(value, 11u);
}
