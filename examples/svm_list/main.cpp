// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: svm_list
//
// Linked lists in shared virtual memory: C++ links them with ordinary pointers, a kernel follows
// these pointers, changes what it finds and puts a node of its own at the end of each list, and C++
// then walks what the kernel linked. Nothing is copied and no pointer is translated.
//
// Notice: each node is somewhere else, so a vector of work-items would load element by element. The
// compiler sees that and leaves the loop scalar (clc -lanewise-vec-report says so): lists run, but
// arrays run faster.
#include "../common/arguments.h"
#include "../common/compare.h"
#include "../common/session.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr unsigned lists = 1 << 15;
constexpr unsigned longest = 24;

/// The kernel declares the same.
struct Node {
  Node* next;
  cl_int value;
  cl_int visits;
};

constexpr const char* source = R"(
typedef struct Node { global struct Node* next; int value, visits; } Node;

typedef struct { global Node* first; } List;

kernel void walk(global const List* lists, global Node* ends, global long* sums) {
  size_t i = get_global_id(0);
  long sum = 0;
  global Node* last = 0;
  for (global Node* node = lists[i].first; node; node = node->next) {
    sum += node->value;
    ++node->visits;
    last = node;
  }
  sums[i] = sum;
  if (last && last != &ends[i]) {
    ends[i].value = (int)(sum & 0xffff);
    ends[i].next = 0;
    last->next = &ends[i];
  }
}
)";

/// Shared memory that C++ and kernels use at the same addresses.
class Shared {
public:
  Shared(const Session& owner, size_t size) : session(owner), bytes(size) {
    cl_device_svm_capabilities can = 0;
    check(clGetDeviceInfo(session.device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, nullptr),
          "clGetDeviceInfo");
    fine = can & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
    memory = clSVMAlloc(session.context.get(),
                        CL_MEM_READ_WRITE | (fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0), size, 0);
    check(memory ? CL_SUCCESS : CL_OUT_OF_RESOURCES, "clSVMAlloc");
    map();
  }
  Shared(const Shared&) = delete;
  ~Shared() { clSVMFree(session.context.get(), memory); }

  template <typename Element> Element* as() const { return static_cast<Element*>(memory); }

  /// Coarse-grained memory belongs to C++ or to kernels in turn.
  void map() const {
    if (!fine) {
      check(clEnqueueSVMMap(session.queue.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, memory, bytes,
                            0, nullptr, nullptr),
            "clEnqueueSVMMap");
    }
  }
  void unmap() const {
    if (!fine) {
      check(clEnqueueSVMUnmap(session.queue.get(), memory, 0, nullptr, nullptr),
            "clEnqueueSVMUnmap");
    }
  }
  bool is_fine() const { return fine; }

private:
  const Session& session;
  size_t bytes;
  bool fine = false;
  void* memory = nullptr;
};

/// Links `lists` lists whose nodes lie in random order; the number of nodes.
size_t link_lists(Node* nodes, Node** heads) {
  std::minstd_rand random(5);
  std::vector<uint32_t> owners;
  for (uint32_t list = 0; list < lists; ++list) {
    heads[list] = nullptr;
    owners.insert(owners.end(), random() % (longest + 1), list);
  }
  std::shuffle(owners.begin(), owners.end(), random);
  for (size_t i = 0; i < owners.size(); ++i) {
    nodes[i] = {heads[owners[i]], cl_int(random() % 1000) - 500, 0};
    heads[owners[i]] = &nodes[i];
  }
  return owners.size();
}

/// The kernel's walk over a list in C++, except for the node at the list's end.
cl_long walk_one(Node* node) {
  cl_long sum = 0;
  for (; node; node = node->next) {
    sum += node->value;
    ++node->visits;
  }
  return sum;
}

} // namespace

int main(int argc, char** argv) {
  static_cast<void>(read_arguments(
      argc, argv,
      {.operands = "",
       .purpose =
           "Links lists in shared virtual memory and walks them in a kernel, and compares the\n"
           "results with C++."}));
  const Session session;
  const Shared nodes(session, sizeof(Node) * lists * longest);
  const Shared heads(session, sizeof(Node*) * lists);
  const Shared ends(session, sizeof(Node) * lists);
  const Shared sums(session, sizeof(cl_long) * lists);
  const size_t count = link_lists(nodes.as<Node>(), heads.as<Node*>());
  std::fill_n(ends.as<Node>(), lists, Node{});
  std::vector<cl_long> expected(lists);
  constexpr int walks = 5;
  const double cpp_time = best_milliseconds(walks, [&] {
    for_rows(lists / 256, [&](unsigned row) {
      for (unsigned i = row * 256; i < (row + 1) * 256; ++i) {
        expected[i] = walk_one(heads.as<Node*>()[i]);
      }
    });
  });

  const Program program = session.build(source);
  const Kernel walk = Session::kernel(program, "walk");
  const Shared* arguments[] = {&heads, &ends, &sums};
  for (cl_uint i = 0; i < 3; ++i) {
    check(clSetKernelArgSVMPointer(walk.get(), i, arguments[i]->as<void>()),
          "clSetKernelArgSVMPointer");
  }
  // The nodes are reached through other memory, of which the kernel has to be told.
  const void* reached[] = {nodes.as<void>()};
  check(clSetKernelExecInfo(walk.get(), CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, reached),
        "clSetKernelExecInfo");
  const auto run = [&] {
    for (const Shared* memory : {&nodes, &heads, &ends, &sums}) {
      memory->unmap();
    }
    const size_t global = lists;
    check(clEnqueueNDRangeKernel(session.queue.get(), walk.get(), 1, nullptr, &global, nullptr, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    for (const Shared* memory : {&nodes, &heads, &ends, &sums}) {
      memory->map();
    }
    check(clFinish(session.queue.get()), "clFinish");
  };
  run();

  size_t wrong = 0;
  size_t appended = 0;
  for (size_t i = 0; i < lists; ++i) {
    wrong += sums.as<cl_long>()[i] != expected[i];
    const Node* node = heads.as<Node*>()[i];
    const bool empty = node == nullptr;
    for (; node && node->next; node = node->next) {
      wrong += node->visits != walks + 1;
    }
    // The last one is the kernel's.
    wrong += empty ? 0 : node != &ends.as<Node>()[i] || node->value != int(expected[i] & 0xffff);
    appended += !empty;
  }
  const double kernel_time = best_milliseconds(walks, run);
  std::printf("%u lists with %zu nodes in %s-grained shared memory: %zu differences\n", lists,
              count, nodes.is_fine() ? "fine" : "coarse", wrong);
  std::printf(
      "the kernel followed pointers of C++ such as %p, and C++ found the %zu nodes that the "
      "kernel linked\n",
      static_cast<void*>(heads.as<Node*>()[1]), appended);
  print_speeds(kernel_time, cpp_time);
  return wrong ? 1 : 0;
}
