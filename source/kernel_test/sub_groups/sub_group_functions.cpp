// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of sub-groups of OpenCL C 3.0 and its extensions, against a model on the host, for
// all work-items and for some.
#include "sub_groups/sub_group_model.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <span>

using namespace sub_group;

namespace {

struct FunctionCase {
  const char* code; ///< makes `r` of `x`
  Expected expected;
  bool by_all = false; ///< all work-items of the sub-group have to take part
};

int either(int a, int b) { return a | b; }
int any_of(int a, int b) { return a != 0 || b != 0; }
int one_of(int a, int b) { return (a != 0) != (b != 0); }

/// Over pairs; there are none in sub-groups of one.
Expected clustered(int (*combine)(int, int), int identity) {
  return [=](const SubGroup& g, size_t i) {
    return g.most < 2 ? Value() : Value(g.fold(i & ~size_t(1), (i | 1) + 1, identity, combine));
  };
}
Expected of_ballot(Value (*result)(uint64_t, size_t)) {
  return [=](const SubGroup& g, size_t i) { return result(g.ballot(is_set), i); };
}
/// A mask has the bits of the sub-group's largest size.
Expected of_mask(uint64_t (*mask)(size_t)) {
  return [=](const SubGroup& g, size_t i) {
    const uint64_t all = g.most == 64 ? ~uint64_t(0) : below(g.most);
    const uint64_t bits = mask(i) & all;
    return Value(int(uint32_t(bits) ^ uint32_t(bits >> 32)));
  };
}
size_t second(size_t, int) { return 1; }
size_t low_bits(size_t, int x) { return unsigned(x) & 3; }

const FunctionCase rows[] = {
    {"r = sub_group_all(x) != 0;", reduction(all_of, 1), true},
    {"r = sub_group_any(x) != 0;", reduction(any_of, 0), true},
    {"r = sub_group_broadcast(x, 1u);", value_at(second), true},
    {"r = (int)sub_group_broadcast((double)x, 1u);", value_at(second), true},
    {"r = sub_group_reduce_add(x);", reduction(sum, 0), true},
    {"r = (int)sub_group_reduce_add((long)x);", reduction(sum, 0), true},
    {"r = (int)sub_group_reduce_add((float)x);", reduction(sum, 0), true},
    {"r = sub_group_reduce_min(x);", reduction(least, INT_MAX), true},
    {"r = (int)sub_group_reduce_max((double)x);", reduction(greatest, INT_MIN), true},
    {"r = sub_group_scan_inclusive_add(x);", inclusive(sum, 0), true},
    {"r = sub_group_scan_inclusive_min(x);", inclusive(least, INT_MAX), true},
    {"r = sub_group_scan_inclusive_max(x);", inclusive(greatest, INT_MIN), true},
    {"r = sub_group_scan_exclusive_add(x);", exclusive(sum, 0), true},
    {"r = sub_group_scan_exclusive_min(x);", exclusive(least, INT_MAX), true},
    {"r = sub_group_scan_exclusive_max(x);", exclusive(greatest, INT_MIN), true},
    {"r = (int)get_sub_group_size();",
     [](const SubGroup& g, size_t) { return Value(int(g.size())); }},
    {"r = (int)get_sub_group_local_id();", [](const SubGroup&, size_t i) { return Value(int(i)); }},
    {"r = (int)get_sub_group_id();", [](const SubGroup& g, size_t) { return Value(int(g.id)); }},
    {"r = (int)get_num_sub_groups();",
     [](const SubGroup& g, size_t) { return Value(int(g.count)); }},
    {"sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
     "sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device); r = x;",
     [](const SubGroup& g, size_t i) { return Value(g.x[i]); }, true},
    // cl_khr_subgroup_extended_types
    {"r = sub_group_broadcast((char)x, 1u);", value_at(second), true},
    {"r = (int)sub_group_broadcast((half)x, 1u);", value_at(second), true},
    {"r = sub_group_broadcast((int3)(0, x, 1), 1u).y;", value_at(second), true},
    {"r = sub_group_broadcast((short16)(short)x, 1u).sf;", value_at(second), true},
    {"r = sub_group_reduce_max((short)x);", reduction(greatest, INT_MIN), true},
    {"r = sub_group_scan_inclusive_min((char)x);", inclusive(least, INT_MAX), true},
    // cl_khr_subgroup_non_uniform_vote
    {"r = sub_group_elect() != 0;",
     [](const SubGroup& g, size_t i) { return Value(i == g.first_active()); }},
    {"r = sub_group_non_uniform_all(x) != 0;", reduction(all_of, 1)},
    {"r = sub_group_non_uniform_any(x) != 0;", reduction(any_of, 0)},
    {"r = sub_group_non_uniform_all_equal(x) != 0;",
     [](const SubGroup& g, size_t i) {
       return Value(g.ballot([&](int x) { return x != g.x[i]; }) == 0);
     }},
    // cl_khr_subgroup_ballot
    {"r = sub_group_non_uniform_broadcast(x, 1u);", value_at(second)},
    {"r = sub_group_broadcast_first(x);",
     [](const SubGroup& g, size_t) { return g.at(g.first_active()); }},
    {"r = sub_group_ballot(x).x;", of_ballot([](uint64_t m, size_t) { return Value(int(m)); })},
    {"r = sub_group_ballot(x).y;",
     of_ballot([](uint64_t m, size_t) { return Value(int(m >> 32)); })},
    {"r = sub_group_inverse_ballot(sub_group_ballot(x)) != 0;",
     of_ballot([](uint64_t m, size_t i) { return Value(int(m >> i & 1)); })},
    {"r = sub_group_ballot_bit_extract(sub_group_ballot(x), x & 3) != 0;",
     [](const SubGroup& g, size_t i) {
       const auto bit = unsigned(g.x[i]) & 3;
       return bit < g.size() ? Value(int(g.ballot(is_set) >> bit & 1)) : Value();
     }},
    {"r = sub_group_ballot_bit_count(sub_group_ballot(x));",
     of_ballot([](uint64_t m, size_t) { return Value(std::popcount(m)); })},
    {"r = sub_group_ballot_inclusive_scan(sub_group_ballot(x));",
     of_ballot([](uint64_t m, size_t i) { return Value(std::popcount(m & (below(i) * 2 + 1))); })},
    {"r = sub_group_ballot_exclusive_scan(sub_group_ballot(x));",
     of_ballot([](uint64_t m, size_t i) { return Value(std::popcount(m & below(i))); })},
    {"r = sub_group_ballot_find_lsb(sub_group_ballot(x));",
     of_ballot([](uint64_t m, size_t) { return m ? Value(std::countr_zero(m)) : Value(); })},
    {"r = sub_group_ballot_find_msb(sub_group_ballot(x));",
     of_ballot([](uint64_t m, size_t) { return m ? Value(63 - std::countl_zero(m)) : Value(); })},
    {"uint4 m = get_sub_group_eq_mask(); r = m.x ^ m.y ^ m.z ^ m.w;",
     of_mask([](size_t i) { return below(i) + 1; })},
    {"uint4 m = get_sub_group_le_mask(); r = m.x ^ m.y ^ m.z ^ m.w;",
     of_mask([](size_t i) { return below(i) * 2 + 1; })},
    {"uint4 m = get_sub_group_lt_mask(); r = m.x ^ m.y ^ m.z ^ m.w;", of_mask(below)},
    {"uint4 m = get_sub_group_ge_mask(); r = m.x ^ m.y ^ m.z ^ m.w;",
     [](const SubGroup& g, size_t i) {
       const uint64_t all = g.size() == 64 ? ~uint64_t(0) : below(g.size());
       const uint64_t bits = all & ~below(i);
       return g.size() < g.most ? Value() : Value(int(uint32_t(bits) ^ uint32_t(bits >> 32)));
     }},
    {"uint4 m = get_sub_group_gt_mask(); r = m.x ^ m.y ^ m.z ^ m.w;",
     [](const SubGroup& g, size_t i) {
       const uint64_t all = g.size() == 64 ? ~uint64_t(0) : below(g.size());
       const uint64_t bits = all & ~(below(i) * 2 + 1);
       return g.size() < g.most ? Value() : Value(int(uint32_t(bits) ^ uint32_t(bits >> 32)));
     }},
    // cl_khr_subgroup_non_uniform_arithmetic
    {"r = sub_group_non_uniform_reduce_add(x);", reduction(sum, 0)},
    {"r = (int)sub_group_non_uniform_reduce_add((half)x);",
     [](const SubGroup& g, size_t) { return Value(g.fold(0, g.size(), 0, sum)); }},
    {"r = sub_group_non_uniform_reduce_mul(x);", reduction(product, 1)},
    {"r = sub_group_non_uniform_reduce_min(x);", reduction(least, INT_MAX)},
    {"r = sub_group_non_uniform_reduce_max(x);", reduction(greatest, INT_MIN)},
    {"r = sub_group_non_uniform_reduce_and(x);", reduction(both, -1)},
    {"r = sub_group_non_uniform_reduce_or(x);", reduction(either, 0)},
    {"r = sub_group_non_uniform_reduce_xor(x);", reduction(differ, 0)},
    {"r = sub_group_non_uniform_reduce_logical_and(x) != 0;", reduction(all_of, 1)},
    {"r = sub_group_non_uniform_reduce_logical_or(x) != 0;", reduction(any_of, 0)},
    {"r = sub_group_non_uniform_reduce_logical_xor(x) != 0;", reduction(one_of, 0)},
    {"r = sub_group_non_uniform_scan_inclusive_add(x);", inclusive(sum, 0)},
    {"r = sub_group_non_uniform_scan_inclusive_mul(x);", inclusive(product, 1)},
    {"r = (int)sub_group_non_uniform_scan_inclusive_max((double)x);", inclusive(greatest, INT_MIN)},
    {"r = sub_group_non_uniform_scan_inclusive_logical_xor(x) != 0;", inclusive(one_of, 0)},
    {"r = sub_group_non_uniform_scan_exclusive_add((char)x);",
     [](const SubGroup& g, size_t i) { return Value(int8_t(g.fold(0, i, 0, sum))); }},
    {"r = sub_group_non_uniform_scan_exclusive_min(x);", exclusive(least, INT_MAX)},
    {"r = sub_group_non_uniform_scan_exclusive_and(x);", exclusive(both, -1)},
    {"r = sub_group_non_uniform_scan_exclusive_xor(x);", exclusive(differ, 0)},
    {"r = sub_group_non_uniform_scan_exclusive_logical_and(x) != 0;", exclusive(all_of, 1)},
    // cl_khr_subgroup_shuffle, _shuffle_relative, _clustered_reduce, _rotate
    {"r = sub_group_shuffle(x, x & 3);", value_at(low_bits)},
    {"r = (int)sub_group_shuffle((half)x, x & 3);", value_at(low_bits)},
    {"r = sub_group_shuffle_xor(x, 3u);", value_at([](size_t i, int) { return i ^ 3; })},
    {"r = sub_group_shuffle_up((short)x, 1u);", value_at([](size_t i, int) { return i - 1; })},
    {"r = sub_group_shuffle_down(x, x & 3);",
     value_at([](size_t i, int x) { return i + (unsigned(x) & 3); })},
    {"r = sub_group_clustered_reduce_add(x, 2u);", clustered(sum, 0)},
    {"r = (int)sub_group_clustered_reduce_min((float)x, 2u);", clustered(least, INT_MAX)},
    {"r = sub_group_clustered_reduce_xor(x, 2u);", clustered(differ, 0)},
    {"r = sub_group_clustered_reduce_logical_and(x, 2u) != 0;", clustered(all_of, 1)},
    {"r = sub_group_rotate(x, 3);",
     [](const SubGroup& g, size_t i) { return g.at((i + 3) % g.most); }},
    {"r = sub_group_clustered_rotate(x, 1, 2u);",
     [](const SubGroup& g, size_t i) { return g.most < 2 ? Value() : g.at(i ^ 1); }},
};

const Launch launches[] = {{{48}, {16}, {}}, {{90}, {45}, {}}, {{6, 10, 2}, {3, 5, 2}, {}}};

/// The callers of a function: `code` as a condition, `holds` of a value and a lane.
struct Callers {
  const char* code;
  bool (*holds)(int x, size_t lane);
};
constexpr Callers everyone = {"true", [](int, size_t) { return true; }};
constexpr Callers odd = {"x & 1", [](int x, size_t) { return (x & 1) != 0; }};
constexpr Callers from_lane_3 = {"get_sub_group_local_id() > 2",
                                 [](int, size_t lane) { return lane > 2; }};
constexpr Callers lane_3 = {"get_sub_group_local_id() == 3",
                            [](int, size_t lane) { return lane == 3; }};

/// Makes results side by side for each work-item, one for each of `rows`.
std::string source_of(std::span<const FunctionCase* const> some, const Callers& callers) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "kernel void k(global const int* in, global int* out) {\n"
                     "  size_t i = get_global_linear_id();\n"
                     "  int x = in[i];\n";
  for (size_t n = 0; n < some.size(); ++n) {
    text += std::string("  {\nint r = x;\n") + "if (" + callers.code + ") {\n" + some[n]->code +
            "\n}\nout[i * " + std::to_string(some.size()) + " + " + std::to_string(n) +
            "] = r;\n}\n";
  }
  return text + "}\n";
}

class SubGroupFunctions : public KernelTest {
protected:
  size_t largest_size() {
    const FunctionCase row = {"r = (int)get_max_sub_group_size();", {}};
    const FunctionCase* const only = &row;
    build(source_of({&only, 1}, everyone), version);
    std::vector<int> in(1), out(1);
    run({{1}, {1}, {}}, in, out);
    return size_t(out[0]);
  }

  /// A kernel has several functions, since a build costs more than they do.
  void check(const Callers& callers) {
    constexpr size_t together = 6;
    const size_t most = largest_size();
    std::vector<const FunctionCase*> some;
    for (const FunctionCase& row : rows) {
      if (&callers == &everyone || !row.by_all) {
        some.push_back(&row);
      }
      if (some.size() == together || (&row == std::end(rows) - 1 && !some.empty())) {
        check(some, callers, most);
        some.clear();
      }
      if (HasFatalFailure()) {
        return;
      }
    }
  }

  void check(std::span<const FunctionCase* const> some, const Callers& callers, size_t most) {
    build(source_of(some, callers), version);
    for (const Launch& launch : launches) {
      size_t count = 1;
      for (const size_t extent : launch.global) {
        count *= extent;
      }
      std::vector<int> in(count), out(count * some.size(), -77);
      for (size_t i = 0; i < count; ++i) {
        in[i] = int(i * 7 % 11) - 3;
      }
      run(launch, in, out);
      for (size_t n = 0; n < some.size(); ++n) {
        SCOPED_TRACE(some[n]->code);
        for_each_item(launch, most, in, callers.holds,
                      [&](size_t item, const SubGroup& group, size_t lane) {
                        const Value expected = group.active[lane] ? some[n]->expected(group, lane)
                                                                  : Value(group.x[lane]);
                        if (expected) {
                          ASSERT_EQ(out[item * some.size() + n], *expected)
                              << "item " << item << " of " << count << ", lane " << lane << " of "
                              << group.size() << ", at most " << most;
                        }
                      });
      }
    }
  }

  static constexpr const char* version = "-cl-std=CL3.0";
};
SOURCE_VARIANTS(SubGroupFunctions);

TEST_P(SubGroupFunctions, forAll) { check(everyone); }

TEST_P(SubGroupFunctions, forSome) { check(odd); }

// A known range of the lane holds only in the lanes that are active there.
TEST_P(SubGroupFunctions, forLanesFrom3) { check(from_lane_3); }

TEST_P(SubGroupFunctions, forLane3) { check(lane_3); }

} // namespace
