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

  /// The host's answer to a query of the kernel that was built.
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
    // The last group is smaller: the sizes are its own, except for the enqueued one.
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

/// `count` cases of a switch, each made of its number.
std::string cases(unsigned count, const std::function<std::string(unsigned)>& body) {
  std::string lines;
  for (unsigned i = 0; i < count; ++i) {
    lines += "case " + std::to_string(i) + ": " + body(i) + "\n";
  }
  return lines;
}

/// More ways than are worth a vector form.
TEST_P(RequiredSubGroups, switchOfManyCases) {
  constexpr unsigned items = 64, count = 500, size = 8;
  if (!has_sub_groups_of(size)) {
    GTEST_SKIP() << "the device has no sub-groups of " << size;
  }
  build_for(size, "REQUIRED kernel void k(global uint* io, global const uint* op) {\n"
                  "  uint i = get_global_id(0), a = i, b = 1, c = 2;\n"
                  "  global uint* p = io + i * 8;\n"
                  "  switch (op[i]) {\n" +
                      cases(count,
                            [](unsigned i) {
                              const std::string place = std::to_string(i % 7);
                              return "a = p[" + place + "] + " + std::to_string(i) + "u; b ^= p[" +
                                     std::to_string(i % 5) + "] * a; c += b / (a | 1); p[" + place +
                                     "] = c; break;";
                            }) +
                      "  }\n"
                      "  p[7] = (a + b + c) * 64 + get_sub_group_local_id();\n}");
  std::vector<unsigned> io(items * 8), op(items);
  for (unsigned i = 0; i < io.size(); ++i) {
    io[i] = i * 2654435761U;
  }
  std::vector<unsigned> expected = io;
  for (unsigned i = 0; i < items; ++i) {
    op[i] = i * 7 % (count + 9); // some are none of them
    unsigned a = i, b = 1, c = 2;
    unsigned* p = &expected[size_t(i) * 8];
    if (op[i] < count) {
      a = p[op[i] % 7] + op[i];
      b ^= p[op[i] % 5] * a;
      c += b / (a | 1);
      p[op[i] % 7] = c;
    }
    p[7] = (a + b + c) * 64 + i % size;
  }
  run({{items}, {32}, {}}, io, op);
  EXPECT_EQ(io, expected);
}

/// A kernel of (out, op, t) whose work-items meet in each of `count` cases that they come to, in
/// loops there and behind the switch, and those of a group at barriers. Every fourth case goes on
/// into the next one.
std::string source_of_meetings(unsigned count) {
  const auto body = [](unsigned i) {
    const std::string number = std::to_string(i + 1) + "u";
    const char* loop =
        "for (uint j = 0; j < (l & 3); ++j) c += sub_group_non_uniform_reduce_add(1u);";
    return "b += sub_group_non_uniform_reduce_add(a + " + number + "); c = c * 3 + " + number +
           "; d ^= b; e += d; f ^= e; g += f; " + (i % 10 == 4 ? loop : "") +
           (i % 4 == 1 ? "" : " break;");
  };
  return R"(
      REQUIRED kernel void k(global uint* out, global const uint* op, local uint* t) {
        uint i = get_global_id(0), l = get_local_id(0), last = get_local_size(0) - 1;
        uint a = op[i], b = i, c = 0, d = 1, e = 2, f = 3, g = 4;
        switch (op[i]) {
        )" +
         cases(count, body) + R"(
        }
        t[l] = b;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        b = t[last - l];
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (op[i] == 3) {
          out[i] = b;
          return;
        }
        b = sub_group_non_uniform_reduce_add(b);
        out[i] = b * 5 + c + get_sub_group_local_id() + (d ^ e ^ f ^ g);
      })";
}

/// The kernel's computation on the host.
std::vector<unsigned> meetings(unsigned count, const std::vector<unsigned>& op, unsigned local,
                               unsigned size) {
  std::vector<unsigned> b(op.size()), rest(op.size()), out(op.size());
  const auto begin_of = [&](unsigned i) { return i - i % local % size; };
  const auto end_of = [&](unsigned i) {
    return std::min(begin_of(i) + size, i / local * local + local);
  };
  const auto comes_to = [&](unsigned i, unsigned number) {
    return op[i] == number || (number % 4 == 2 && op[i] + 1 == number);
  };
  for (unsigned i = 0; i < op.size(); ++i) {
    unsigned c = 0, d = 1, e = 2, f = 3, g = 4;
    b[i] = i;
    for (unsigned number = 0; number < count; ++number) {
      if (!comes_to(i, number)) {
        continue;
      }
      unsigned rounds[4] = {}; // how many work-items are in each round of the loop
      for (unsigned other = begin_of(i); other < end_of(i); ++other) {
        b[i] += comes_to(other, number) ? op[other] + number + 1 : 0;
        for (unsigned j = 0; j < (other % local & 3); ++j) {
          rounds[j] += comes_to(other, number) ? 1 : 0;
        }
      }
      c = c * 3 + number + 1;
      for (unsigned j = 0; number % 10 == 4 && j < (i % local & 3); ++j) {
        c += rounds[j];
      }
      d ^= b[i];
      e += d;
      f ^= e;
      g += f;
    }
    rest[i] = c + i % local % size + (d ^ e ^ f ^ g);
  }
  const auto mirrored = [&](unsigned i) { return b[i / local * local + local - 1 - i % local]; };
  for (unsigned i = 0; i < op.size(); ++i) {
    unsigned sum = 0;
    for (unsigned other = begin_of(i); other < end_of(i); ++other) {
      sum += op[other] == 3 ? 0 : mirrored(other);
    }
    out[i] = op[i] == 3 ? mirrored(i) : sum * 5 + rest[i];
  }
  return out;
}

/// More ways than masks can be made for.
TEST_P(RequiredSubGroups, switchOfManyCasesThatExchangeValues) {
  constexpr unsigned count = 150, size = 16;
  if (is_gpu() || !has_sub_groups_of(size)) {
    GTEST_SKIP() << "lanes that fall into the next case need not meet those that jumped there";
  }
  build_for(size, source_of_meetings(count));
  for (const unsigned local : {32U, 45U}) {
    std::vector<unsigned> out(size_t(local) * 2), op(out.size());
    for (unsigned i = 0; i < op.size(); ++i) {
      op[i] = i % 5 == 0 ? 14 : i % 5 == 1 ? 13 : i * 11 % (count + 5); // 13 goes on into 14
    }
    run({{out.size()}, {local}, {}}, out, op, Local{local * sizeof(unsigned)});
    EXPECT_EQ(out, meetings(count, op, local, size)) << local;
  }
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
