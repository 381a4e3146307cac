// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with sub-groups of a required size that are hard to vectorise, or better left scalar.
// They have the sizes and ids that are required, and compute the same.
#include "limited_test.h"
#include "sub_groups/sub_group_model.h"

#include <CL/cl_ext.h>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

/// A lock that is held for a moment by each work-item, so written that it ends on GPUs whose lanes
/// run in lockstep. Vector code of it would not end.
constexpr char takes_the_lock[] = R"(
  int got;
  do {
    got = atomic_cmpxchg(lock, 0, 1) == 0;
    if (got) {
      lock[1] += 1;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock, 0);
    }
  } while (!got);
)";

class RequiredSubGroups : public LimitedTest {
protected:
  /// Calls `run_it(size)` for several sizes that the device has.
  template <typename F> void in_sizes(F run_it) {
    for (const unsigned size : {2U, 8U, 16U, 64U}) {
      if (has_sub_groups_of(size)) {
        SCOPED_TRACE(size);
        run_it(size);
      }
    }
  }

  /// Builds a program in which `REQUIRED` is the attribute for that size.
  void build_for(unsigned size, const std::string& source) {
    build("#define REQUIRED __attribute__((intel_reqd_sub_group_size(" + std::to_string(size) +
              ")))\n" + source,
          version);
  }

  /// What the host is told of the kernel that was built.
  [[nodiscard]] size_t told(cl_kernel_sub_group_info what, std::vector<size_t> local) const {
    size_t size = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, what, local.size() * sizeof(size_t),
                                      local.data(), sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  }
};
ALL_VARIANTS(RequiredSubGroups);

/// Groups of 8 are one sub-group of 8. The host is told the size.
TEST_P(RequiredSubGroups, lockWithAFlag) {
  in_sizes([&](unsigned size) {
    for (const char* qualifier : {"volatile ", ""}) {
      if (*qualifier && size != 8) {
        continue; // makes no difference to sizes
      }
      build_for(size, std::string("REQUIRED kernel void k(") + qualifier + "global int* lock) {" +
                          takes_the_lock + "}");
      for (const size_t local : {8, 16, 64}) {
        std::vector<int> lock(2);
        run({{64}, {local}, {}}, lock);
        EXPECT_EQ(lock, (std::vector<int>{0, 64})) << local;
      }
    }
    EXPECT_EQ(told(CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), size);
    EXPECT_EQ(told(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}), size);
    EXPECT_EQ(told(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {50, 3}), (150 + size - 1) / size);
  });
}

/// The same with all functions that tell a work-item its place.
TEST_P(RequiredSubGroups, places) {
  const struct {
    const char* source;
    std::function<size_t(const SubGroup&, size_t)> expected;
  } places[] = {
      {"get_max_sub_group_size()", [](const SubGroup& g, size_t) { return g.most; }},
      {"get_sub_group_size()", [](const SubGroup& g, size_t) { return g.size(); }},
      {"get_num_sub_groups()", [](const SubGroup& g, size_t) { return g.count; }},
      {"get_enqueued_num_sub_groups()", [](const SubGroup& g, size_t) { return g.count; }},
      {"get_sub_group_id()", [](const SubGroup& g, size_t) { return g.id; }},
      {"get_sub_group_local_id()", [](const SubGroup&, size_t lane) { return lane; }},
      {"get_sub_group_lt_mask().x",
       [](const SubGroup&, size_t lane) { return uint32_t(sub_group::below(lane)); }},
      {"sub_group_ballot_exclusive_scan((uint4)(0x55555555, 0x55555555, 0, 0))",
       [](const SubGroup&, size_t lane) { return (lane + 1) / 2; }},
  };
  const Launch launches[] = {
      {{64}, {32}, {}}, {{90}, {45}, {}}, {{6, 14}, {3, 7}, {}}, {{4, 3, 6}, {2, 3, 6}, {}}};
  std::string writes;
  for (const auto& place : places) {
    writes += std::string("*out++ = ") + place.source + ";\n";
  }
  in_sizes([&](unsigned size) {
    build_for(size, "REQUIRED kernel void k(global uint* out, global int* lock) {\n"
                    "out += ((get_global_id(2) * get_global_size(1) + get_global_id(1)) * "
                    "get_global_size(0) + get_global_id(0)) * " +
                        std::to_string(std::size(places)) + ";\n" + takes_the_lock + writes + "}");
    for (const Launch& launch : launches) {
      size_t count = 1;
      for (const size_t extent : launch.global) {
        count *= extent;
      }
      std::vector<int> in(count), out(count * std::size(places)), lock(2);
      run(launch, out, lock);
      EXPECT_EQ(lock, (std::vector<int>{0, int(count)}));
      for_each_item(
          launch, size, in, [](int, size_t) { return true; },
          [&](size_t item, const SubGroup& group, size_t lane) {
            for (size_t i = 0; i < std::size(places); ++i) {
              ASSERT_EQ(unsigned(out[item * std::size(places) + i]),
                        places[i].expected(group, lane))
                  << places[i].source << ", item " << item << " of " << count << ", lane " << lane
                  << " of " << group.size();
            }
          });
    }
    // The last group is smaller: the sizes are its own, but for the enqueued one.
    constexpr unsigned items = 100, local = 40;
    std::vector<unsigned> out(items * std::size(places));
    std::vector<int> lock(2);
    run({{items}, {local}, {}}, out, lock);
    for (unsigned i = 0; i < items; ++i) {
      const unsigned group = std::min(local, items - i / local * local), id = i % local / size;
      const auto count = [&](unsigned of) { return (of + size - 1) / size; };
      const unsigned* told_sizes = &out[i * std::size(places) + 1];
      ASSERT_EQ(std::vector<unsigned>(told_sizes, told_sizes + 4),
                (std::vector<unsigned>{std::min(size, group - id * size), count(group),
                                       count(local), id}))
          << i;
    }
  });
}

/// More ways than are worth a vector form.
TEST_P(RequiredSubGroups, switchOfManyCases) {
  constexpr unsigned items = 64, cases = 500;
  std::string lines;
  for (unsigned i = 0; i < cases; ++i) {
    const std::string number = std::to_string(i) + "u", place = std::to_string(i % 7);
    lines += "case " + number + ": a = p[" + place + "] + " + number + "; b ^= p[" +
             std::to_string(i % 5) + "] * a; c += b / (a | 1); p[" + place + "] = c; break;\n";
  }
  std::vector<unsigned> first(items * 8), op(items);
  for (unsigned i = 0; i < first.size(); ++i) {
    first[i] = i * 2654435761U;
  }
  for (unsigned i = 0; i < items; ++i) {
    op[i] = i * 7 % (cases + 9); // some are none of them
  }
  const auto computed = [&](unsigned size) {
    std::vector<unsigned> expected = first;
    for (unsigned i = 0; i < items; ++i) {
      unsigned a = i, b = 1, c = 2;
      unsigned* p = &expected[size_t(i) * 8];
      if (op[i] < cases) {
        a = p[op[i] % 7] + op[i];
        b ^= p[op[i] % 5] * a;
        c += b / (a | 1);
        p[op[i] % 7] = c;
      }
      p[7] = (a + b + c) * 64 + i % size;
    }
    return expected;
  };
  in_sizes([&](unsigned size) {
    if (size > 16) {
      return; // as vector code these take long to build
    }
    build_for(size, "REQUIRED kernel void k(global uint* io, global const uint* op) {\n"
                    "  uint i = get_global_id(0), a = i, b = 1, c = 2;\n"
                    "  global uint* p = io + i * 8;\n"
                    "  switch (op[i]) {\n" +
                        lines +
                        "  }\n"
                        "  p[7] = (a + b + c) * 64 + get_sub_group_local_id();\n}");
    std::vector<unsigned> io = first;
    run({{items}, {32}, {}}, io, op);
    EXPECT_EQ(io, computed(size));
  });
}

/// Arrays of all lanes together fit no cache. Where work-items exchange nothing, the kernel may be
/// scalar, or vectorised in rows of its groups at another width.
TEST_P(RequiredSubGroups, privateArrays) {
  constexpr unsigned items = 64, n = 1300;
  for (const bool reduces : {false, true}) {
    SCOPED_TRACE(reduces);
    in_sizes([&](unsigned size) {
      build_for(size, std::string(R"(
          REQUIRED kernel void k(global uint* out, uint n) {
            uint w[1300], i = get_global_id(1) * get_global_size(0) + get_global_id(0), sum = 0;
            for (uint j = 0; j < n; j++) w[j] = j ^ i;
            for (uint j = 0; j < n; j++) sum += w[n - 1 - j] * j;
            out[i] = )") + (reduces ? "sub_group_reduce_add(sum)" : "sum") +
                          " + get_sub_group_local_id() * 3 + get_sub_group_id() * 1000; }");
      std::vector<unsigned> out(items), sums(items);
      run({{8, 8}, {8, 8}, {}}, out, n);
      const auto place = [&](unsigned i) { return reduces ? i / size * size : i; };
      for (unsigned i = 0; i < items; ++i) {
        for (unsigned j = 0; j < n; ++j) {
          sums[place(i)] += ((n - 1 - j) ^ i) * j;
        }
      }
      for (unsigned i = 0; i < items; ++i) {
        ASSERT_EQ(out[i], sums[place(i)] + i % size * 3 + i / size * 1000) << i;
      }
    });
  }
}

} // namespace
