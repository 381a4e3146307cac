// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that kernels know by its address: shared virtual memory, unified shared memory, and memory
// of the system.
#include "kernel_fixture.h"

#include <atomic>
#include <numeric>
#include <sys/mman.h>
#include <thread>

namespace {

class SharedMemory : public ClKernelTest {
protected:
  template <typename T> T* allocate(size_t count) {
    return static_cast<T*>(clSVMAlloc(context, CL_MEM_READ_WRITE, count * sizeof(T), 0));
  }
  void finish_and_free(std::initializer_list<void*> pointers) {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    for (void* pointer : pointers) {
      clSVMFree(context, pointer);
    }
  }
};

struct Node {
  Node* next;
  cl_int value;
};

constexpr const char* list_source = R"(
typedef struct Node { global struct Node* next; int value; } Node;
typedef struct { global Node* first; } Head;
kernel void k(global Head* heads, global int* sums) {
  int sum = 0;
  for (global Node* node = heads[get_global_id(0)].first; node; node = node->next) {
    sum += node->value;
    node->value = -node->value;
  }
  sums[get_global_id(0)] = sum;
})";

TEST_F(SharedMemory, KernelsFollowLists) {
  constexpr size_t lists = 64;
  auto* nodes = allocate<Node>(lists * lists);
  auto* heads = allocate<Node*>(lists);
  auto* sums = allocate<cl_int>(lists);
  std::vector<cl_int> expected(lists);
  {
    const MappedSvm mapped_nodes(queue, nodes, lists * lists * sizeof(Node));
    const MappedSvm mapped_heads(queue, heads, lists * sizeof(Node*));
    for (size_t i = 0; i < lists; ++i) {
      heads[i] = nullptr;
      for (size_t j = 0; j < i; ++j) {
        Node* node = &nodes[j * lists + i];
        *node = {heads[i], cl_int(i * 1000 + j)};
        heads[i] = node;
        expected[i] += node->value;
      }
    }
  }
  const Owned<cl_kernel> kernel = this->kernel(list_source);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, heads), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, sums), CL_SUCCESS);
  const void* const beside[] = {nodes};
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof beside, beside),
            CL_SUCCESS);
  for (int round = 0; round < 4; ++round) { // variants take over meanwhile
    ASSERT_EQ(launch(kernel, lists), CL_SUCCESS);
    const MappedSvm mapped(queue, sums, lists * sizeof(cl_int));
    for (size_t i = 0; i < lists; ++i) {
      EXPECT_EQ(sums[i], round % 2 ? -expected[i] : expected[i]) << i;
    }
  }
  finish_and_free({nodes, heads, sums});
}

/// The same in shared memory that the host touches without mapping it.
TEST_F(SharedMemory, KernelsFollowListsOfUsm) {
  constexpr size_t length = 100;
  cl_int error = 1;
  const auto shared = [&](size_t size) {
    return clSharedMemAllocINTEL(context, device, nullptr, size, 0, &error);
  };
  auto* nodes = static_cast<Node*>(shared(length * sizeof(Node)));
  auto* head = static_cast<Node**>(shared(sizeof(Node*)));
  auto* sum = static_cast<cl_int*>(shared(sizeof(cl_int)));
  ASSERT_TRUE(nodes && head && sum);
  const Owned<cl_kernel> kernel = this->kernel(list_source);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, head), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 1, sum), CL_SUCCESS);
  const cl_bool yes = CL_TRUE;
  const void* const beside[] = {nodes};
  for (const bool all : {false, true}) {
    ASSERT_EQ(all ? clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
                                        sizeof yes, &yes)
                  : clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof beside,
                                        beside),
              CL_SUCCESS);
    for (size_t i = 0; i < length; ++i) {
      nodes[i] = {i + 1 < length ? &nodes[i + 1] : nullptr, cl_int(i)};
    }
    *head = nodes;
    ASSERT_EQ(launch(kernel, 1), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(*sum, cl_int(length * (length - 1) / 2));
    EXPECT_EQ(nodes[7].value, -7);
  }
  for (void* pointer :
       {static_cast<void*>(nodes), static_cast<void*>(head), static_cast<void*>(sum)}) {
    EXPECT_EQ(clMemFreeINTEL(context, pointer), CL_SUCCESS);
  }
}

constexpr const char* twice_source = R"(
kernel void k(global const int* in, global int* out) {
  out[get_global_id(0)] = in[get_global_id(0)] * 2;
})";

TEST_F(SharedMemory, MemoryOfTheSystem) {
  std::vector<cl_int> in(1000), out(1001);
  std::iota(in.begin(), in.end(), 0);
  const Owned<cl_kernel> kernel = this->kernel(twice_source);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, in.data()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, out.data() + 1), CL_SUCCESS);
  ASSERT_EQ(launch(kernel, 1000), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1000], 999 * 2);
}

TEST_F(SharedMemory, TheHostSeesACounterMove) {
  auto* counters = static_cast<std::atomic<cl_int>*>(
      clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 8, 0));
  ASSERT_TRUE(counters);
  counters[0] = counters[1] = 0;
  const Owned<cl_kernel> kernel = this->kernel(R"(
kernel void k(volatile global int* counters) {
  atomic_inc(counters);
  while (atomic_add(counters + 1, 0) == 0) {
  }
})");
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, counters), CL_SUCCESS);
  ASSERT_EQ(launch(kernel, 1, 1), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  while (counters[0] == 0) {
  }
  counters[1] = 1;
  finish_and_free({counters});
}

/// A kernel that ends when the host says so, which frees other memory first.
TEST_F(SharedMemory, FreesDoNotWaitForKernels) {
  auto* flags = static_cast<std::atomic<cl_int>*>(
      clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 8, 0));
  ASSERT_TRUE(flags);
  flags[0] = flags[1] = 0;
  const Owned<cl_kernel> kernel = this->kernel(R"(
kernel void k(volatile global int* flags) {
  atomic_inc(flags);
  while (atomic_add(flags + 1, 0) == 0) {
  }
})");
  auto* before = allocate<cl_int>(1 << 20);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, flags), CL_SUCCESS);
  ASSERT_EQ(launch(kernel, 1, 1), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  while (flags[0] == 0) {
  }
  clSVMFree(context, before);
  clSVMFree(context, allocate<cl_int>(1));
  {
    const Owned<cl_context> other = make_context();
    EXPECT_TRUE(clSVMAlloc(other, CL_MEM_READ_WRITE, 1 << 20, 0)) << "it goes with its context";
  }
  EXPECT_EQ(flags[1], 0);
  flags[1] = 1;
  finish_and_free({flags});
}

/// A thread that waits for another queue does not take up a kernel that waits for this thread.
TEST_F(SharedMemory, AWaitingThreadLeavesKernelsThatWaitForIt) {
  cl_uint units = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
            CL_SUCCESS);
  if (units < 2) {
    GTEST_SKIP() << "the kernel has the only unit";
  }
  auto* flags = static_cast<std::atomic<cl_int>*>(
      clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 8, 0));
  ASSERT_TRUE(flags);
  const Owned<cl_kernel> waits = this->kernel(R"(
kernel void k(volatile global int* flags) {
  while (atomic_add(flags, 0) == 0) {
  }
  atomic_inc(flags + 1);
})");
  const Owned<cl_kernel> ends = this->kernel("kernel void k(global int* p) { p[0]++; }");
  const Owned<cl_command_queue> other = make_queue();
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(1));
  ASSERT_EQ(clSetKernelArgSVMPointer(waits, 0, flags), CL_SUCCESS);
  set(ends, 0, buffer);
  constexpr cl_int rounds = 50;
  // Ends the test where the thread does.
  std::atomic<bool> done = false, hangs = false;
  std::thread guard([&] {
    for (int i = 0; i < 20'000 && !done; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    hangs = !done;
    while (!done) {
      flags[0] = 1;
    }
  });
  flags[1] = 0;
  for (cl_int i = 0; i < rounds && !hangs; ++i) {
    flags[0] = 0;
    EXPECT_EQ(launch(waits, 1, 1), CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    EXPECT_EQ(launch(ends, 1, 1, other), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
    EXPECT_FALSE(hangs) << i;
    flags[0] = 1;
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(flags[1], i + 1);
  }
  done = true;
  guard.join();
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], rounds);
  finish_and_free({flags});
}

TEST_F(SharedMemory, FaultsAtMemoryThatIsGoneFailTheCommand) {
  // Memory of the system, which gives it back at once: a sanitizer keeps what the driver has freed.
  const size_t bytes = 1 << 20;
  void* values = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(values, MAP_FAILED);
  const Owned<cl_kernel> kernel = this->kernel(twice_source);
  auto* out = allocate<cl_int>(64);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, values), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, out), CL_SUCCESS);
  ASSERT_EQ(munmap(values, bytes), 0);
  ASSERT_EQ(launch(kernel, 64), CL_SUCCESS);
  EXPECT_NE(clFinish(queue), CL_SUCCESS);
  clSVMFree(context, out);
}

TEST_F(SharedMemory, AllKindsOfUsmInOneKernel) {
  cl_int error = 1;
  const size_t bytes = 256 * sizeof(cl_int);
  auto* host = static_cast<cl_int*>(clHostMemAllocINTEL(context, nullptr, bytes, 0, &error));
  auto* on_device =
      static_cast<cl_int*>(clDeviceMemAllocINTEL(context, device, nullptr, bytes, 0, &error));
  auto* shared =
      static_cast<cl_int*>(clSharedMemAllocINTEL(context, device, nullptr, bytes, 0, &error));
  ASSERT_TRUE(host && on_device && shared);
  std::iota(host, host + 256, 0);
  const Owned<cl_kernel> kernel = this->kernel(twice_source);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, host), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 1, on_device), CL_SUCCESS);
  ASSERT_EQ(launch(kernel, 256), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, on_device), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgMemPointerINTEL(kernel, 1, shared), CL_SUCCESS);
  ASSERT_EQ(launch(kernel, 256), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(shared[255], 255 * 4);
  for (void* pointer : {host, on_device, shared}) {
    EXPECT_EQ(clMemFreeINTEL(context, pointer), CL_SUCCESS);
  }
}

} // namespace
