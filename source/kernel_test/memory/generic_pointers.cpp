// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers into the generic address space (OpenCL C 3.0, 6.7.5): whichever memory they point to,
// known to the compiler or not.
#include "harness.h"

#include <numeric>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

constexpr size_t items = 96;
const Launch in_groups = {{items}, {16}, {}};

/// A kernel's answer about a pointer, as `ask` in `queries` computes it.
enum Space { to_global = 1, to_local = 2, to_private = 4 };

const std::string queries = R"(
  int ask(const int* p) {
    int* q = (int*)p;
    return (to_global(q) ? 1 : 0) | (to_local(q) ? 2 : 0) | (to_private(q) ? 4 : 0) |
           (get_fence(q) == CLK_LOCAL_MEM_FENCE ? 8 : 0);
  }
)";

class GenericPointers : public KernelTest {
protected:
  /// Runs a kernel (global int* in, global int* out, local int* scratch) and gives its output.
  std::vector<int> output(const std::string& source, const std::string& options = version) {
    build(queries + source, options);
    std::vector<int> in(items), out(items, -1);
    std::iota(in.begin(), in.end(), 100);
    run(in_groups, in, out, Local{16 * sizeof(int)});
    return out;
  }

  static std::vector<int> expected(int (*of)(int)) {
    std::vector<int> result(items);
    for (size_t i = 0; i < items; ++i) {
      result[i] = of(int(i));
    }
    return result;
  }

  /// The answers of items that point into global, local and private memory in turn.
  static int in_turn(int i) {
    constexpr int answers[] = {to_global, to_local | 8, to_private};
    return answers[i % 3] + 100 * i;
  }
};
SOURCE_VARIANTS(GenericPointers);

TEST_P(GenericPointers, knowTheirSpaceWhereItIsNamed) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0);
      int own[4] = {i, 0, 0, 0};
      local int fixed[3];
      fixed[i % 3] = 0;
      out[i] = ask(in + i) | ask(scratch) << 4 | ask(own + i % 4) << 8 | ask(&fixed[i % 3]) << 12;
    }
  )"),
            expected([](int) { return 1 | 10 << 4 | 4 << 8 | 10 << 12; }));
}

TEST_P(GenericPointers, areToldApartByTheirAddress) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0);
      int own[4] = {i, i + 1, i + 2, i + 3};
      scratch[get_local_id(0)] = i;
      int* p = i % 3 == 0 ? (int*)&in[i] : i % 3 == 1 ? (int*)&scratch[get_local_id(0)] : &own[i & 3];
      int value = i % 3 == 0 ? *p - 100 : i % 3 == 1 ? *p : *p - (i & 3);
      out[i] = ask(p) + 100 * value;
    }
  )"),
            expected(in_turn));
}

TEST_P(GenericPointers, comeFromMemory) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0);
      int own = i;
      scratch[get_local_id(0)] = i;
      int* volatile kept[3] = {in + i, scratch + get_local_id(0), &own};
      int* p = kept[i % 3];
      out[i] = ask(p) + 100 * (*p % 100);
    }
  )"),
            expected([](int i) {
              constexpr int answers[] = {to_global, to_local | 8, to_private};
              return answers[i % 3] + 100 * (i % 3 == 0 ? (100 + i) % 100 : i);
            }));
}

TEST_P(GenericPointers, pointToMemoryThatLivesAcrossBarriers) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0), l = get_local_id(0);
      int own[2] = {i, -i};
      int* p = i % 3 == 0 ? (int*)&in[i] : i % 3 == 1 ? (int*)&scratch[l] : &own[0];
      if (i % 3 == 0) *p -= 100;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i % 3 == 1) *p = i;
      barrier(CLK_LOCAL_MEM_FENCE);
      *p += own[1] + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = ask(p) + 100 * *p;
    }
  )"),
            expected(in_turn));
}

TEST_P(GenericPointers, pointToLargeVariables) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0);
      int large[6000];
      for (int j = 0; j < 6000; ++j) large[j] = j + i;
      int* p = i % 3 == 0 ? (int*)in : i % 3 == 1 ? (int*)scratch : &large[in[i] % 6000];
      out[i] = ask(p) + 100 * (i % 3 == 2 ? *p - 100 - i : i);
    }
  )"),
            expected(in_turn));
}

TEST_P(GenericPointers, ofNothing) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0);
      int* p = i % 2 ? (int*)&in[i] : (int*)0;
      global int* g = 0;
      int* q = g;
      out[i] = (to_global(p) != 0) + 2 * (p == 0) + 4 * (q == 0) + 8 * !to_local(p) + 16 * !to_private(p);
    }
  )"),
            expected([](int i) { return (i % 2 ? 1 : 2) + 4 + 8 + 16; }));
}

TEST_P(GenericPointers, areArgumentsOfFunctions) {
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    EXPECT_EQ(output(R"(
      __attribute__((noinline)) void swap_values(int* a, int* b) { int c = *a; *a = *b; *b = c; }
      __attribute__((noinline)) int total(const int* a, int n) {
        int sum = 0;
        for (int j = 0; j < n; ++j) sum += a[j];
        return sum;
      }
      kernel void k(global int* in, global int* out, local int* scratch) {
        int i = get_global_id(0), l = get_local_id(0);
        int own[2] = {1, 2};
        scratch[l] = 3;
        swap_values(&own[0], &scratch[l]);
        swap_values(&own[1], &in[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = own[0] + 10 * own[1] + 10000 * in[i] + 100000 * total(scratch, 16) + 10000000 * total(own, 1);
      }
    )",
                     options),
              expected([](int i) { return 3 + 10 * (100 + i) + 20000 + 1600000 + 30000000; }))
        << options;
  }
}

TEST_P(GenericPointers, areTakenByBuiltInFunctions) {
  EXPECT_EQ(output(R"(
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0), l = get_local_id(0);
      int own = 0;
      int* p = i % 3 == 0 ? (int*)&out[i] : i % 3 == 1 ? (int*)&scratch[l] : &own;
      float rest = frexp((float)(1 << i % 20), p);
      int power = *p;
      float whole;
      rest += modf(i + 0.25f, &whole);
      int4 four = (int4)(power, (int)(4 * rest), (int)whole, 0);
      int room[4];
      vstore4(four, 0, i % 2 ? room : (int*)room);
      int2 two = vload2(0, i % 3 == 1 ? (const int*)room : (const int*)(room + 2));
      out[i] = room[0] + 100 * room[1] + 1000 * room[2] + 1000000 * (two.x == room[i % 3 == 1 ? 0 : 2]);
    }
  )"),
            expected([](int i) { return i % 20 + 1 + 300 + 1000 * i + 1000000; }));
}

TEST_P(GenericPointers, linkNodesInMemory) {
  EXPECT_EQ(output(R"(
    struct Node { int value; struct Node* next; };
    kernel void k(global int* in, global int* out, local int* scratch) {
      int i = get_global_id(0);
      struct Node nodes[5];
      for (int j = 0; j < 5; ++j) {
        nodes[j].value = in[i] * (j + 1);
        nodes[j].next = j < i % 5 ? &nodes[j + 1] : 0;
      }
      int sum = 0;
      for (const struct Node* node = nodes; node; node = node->next) sum += node->value;
      out[i] = sum;
    }
  )"),
            expected([](int i) {
              const int n = i % 5 + 1;
              return (100 + i) * n * (n + 1) / 2;
            }));
}

} // namespace
