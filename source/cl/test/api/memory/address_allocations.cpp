// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many allocations known by their address, of all sizes, against a model of them; and by many
// threads at once.
#include "fixture.h"

#include <map>
#include <random>
#include <thread>

namespace {

class AddressAllocations : public ClTest {
protected:
  /// Base and size of the allocation that a pointer lies in; null if there is none.
  std::pair<char*, size_t> find(const void* pointer) {
    char* base = nullptr;
    size_t size = 0;
    EXPECT_EQ(clGetMemAllocInfoINTEL(context, pointer, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof base,
                                     &base, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clGetMemAllocInfoINTEL(context, pointer, CL_MEM_ALLOC_SIZE_INTEL, sizeof size, &size,
                                     nullptr),
              CL_SUCCESS);
    return {base, size};
  }
  char* allocate(size_t size, cl_uint alignment) {
    cl_int error = 1;
    void* made = clSharedMemAllocINTEL(context, device, nullptr, size, alignment, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return static_cast<char*>(made);
  }
  /// Mostly small, some of many pages, of which a few cover whole nodes of the radix tree.
  static size_t random_size(std::mt19937& random) {
    const unsigned bits = random() % 100 == 0 ? 26 : random() % 10 == 0 ? 20 : 13;
    return 1 + random() % (size_t(1) << random() % bits);
  }
};

TEST_F(AddressAllocations, AgreeWithAModel) {
  std::mt19937 random(7);
  std::map<char*, size_t> model;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 5 < 3 && model.size() < 3000) {
      const size_t size = random_size(random);
      const cl_uint alignment = random() % 8 ? 0 : 1u << random() % 17;
      char* base = allocate(size, alignment);
      ASSERT_TRUE(base);
      const auto after = model.lower_bound(base);
      ASSERT_TRUE(after == model.end() || base + size <= after->first) << "overlaps";
      ASSERT_TRUE(after == model.begin() ||
                  std::prev(after)->first + std::prev(after)->second <= base)
          << "overlaps";
      base[0] = base[size - 1] = 1;
      model.emplace(base, size);
    } else if (!model.empty()) {
      auto chosen = model.begin();
      std::advance(chosen, random() % std::min<size_t>(model.size(), 50));
      ASSERT_EQ(clMemFreeINTEL(context, chosen->first), CL_SUCCESS);
      ASSERT_EQ(find(chosen->first).first, nullptr);
      model.erase(chosen);
    }
    if (step % 16 == 0 && !model.empty()) {
      auto chosen = model.begin();
      std::advance(chosen, random() % model.size());
      const auto [base, size] = *chosen;
      ASSERT_EQ(find(base + random() % size), std::pair(base, size));
      ASSERT_NE(find(base + size).first, base);
    }
  }
  for (const auto& [base, size] : model) {
    ASSERT_EQ(find(base + size / 2), std::pair(base, size));
    ASSERT_EQ(clMemFreeINTEL(context, base), CL_SUCCESS);
  }
}

TEST_F(AddressAllocations, ManyThreads) {
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([this, thread] {
      std::mt19937 random(thread);
      std::vector<std::pair<char*, size_t>> own;
      for (int step = 0; step < 2000; ++step) {
        if (own.size() < 100) {
          const size_t size = random_size(random) % 100000 + 1;
          own.emplace_back(allocate(size, 0), size);
          *own.back().first = char(thread);
        } else {
          std::swap(own.back(), own[random() % own.size()]);
          EXPECT_EQ(find(own.back().first), own.back());
          EXPECT_EQ(*own.back().first, char(thread));
          EXPECT_EQ(clMemFreeINTEL(context, own.back().first), CL_SUCCESS);
          own.pop_back();
        }
      }
      for (const auto& [base, size] : own) {
        EXPECT_EQ(clMemFreeINTEL(context, base), CL_SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_F(AddressAllocations, GoWithTheirContext) {
  for (int round = 0; round < 3; ++round) {
    const Owned<cl_context> other = make_context();
    for (const size_t size : {size_t(1), size_t(5000), size_t(1) << 22}) {
      void* pointer = clSVMAlloc(other, CL_MEM_READ_WRITE, size, 0);
      ASSERT_TRUE(pointer);
      if (svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) {
        memset(pointer, 1, size);
      }
    }
  } // leak checkers would tell
}

} // namespace
