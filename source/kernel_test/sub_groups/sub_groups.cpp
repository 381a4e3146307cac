// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of sub-groups where work-items go different ways: in loops that they leave at different
// times, behind returns, in both ways of a branch. OpenCL C 3.0 with extensions; the same on the
// host, work-item by work-item.
#include "sub_groups/sub_group_model.h"

#include <algorithm>
#include <bit>

namespace {

using Values = std::vector<int>;

/// A kernel body that makes `r` of `x` and the buffer `block` of the work-group in local memory,
/// and the results of a sub-group.
struct Program {
  const char* name;
  const char* body;
  std::function<Values(const SubGroup&)> expected;
};

/// The expected values of each work-item of a group.
template <typename F> std::function<Values(const SubGroup&)> each(F of_one) {
  return [=](const SubGroup& g) {
    Values values;
    for (size_t lane = 0; lane < g.size(); ++lane) {
      values.push_back(of_one(g, lane));
    }
    return values;
  };
}

/// How many work-items `holds` is true of.
template <typename F> int count_if(const SubGroup& g, F holds) {
  return int(std::ranges::count_if(g.x, holds));
}
template <typename F> int sum_if(const SubGroup& g, F holds) {
  int sum = 0;
  for (const int x : g.x) {
    sum += holds(x) ? x : 0;
  }
  return sum;
}

const Program programs[] = {
    {"loopLeftAtDifferentTimes", R"(
       for (int i = 0; i < (x & 7); ++i) {
         uint4 here = sub_group_ballot(1);
         r += (popcount(here.x) + popcount(here.y)) * (i + 1);
       })",
     each([](const SubGroup& g, size_t lane) {
       int sum = 0;
       for (int i = 0; i < (g.x[lane] & 7); ++i) {
         sum += count_if(g, [&](int x) { return (x & 7) > i; }) * (i + 1);
       }
       return sum;
     })},
    {"bothWays", R"(
       if (x & 1)
         r = sub_group_non_uniform_reduce_add(x);
       else
         r = -sub_group_non_uniform_reduce_add(x);
       r = r * 3 + sub_group_non_uniform_reduce_add(1);)",
     each([](const SubGroup& g, size_t lane) {
       const bool odd = (g.x[lane] & 1) != 0;
       const int sum = sum_if(g, [&](int x) { return ((x & 1) != 0) == odd; });
       return (odd ? sum : -sum) * 3 + int(g.size());
     })},
    {"nested", R"(
       r = -1;
       if (x & 1) {
         if (x & 2)
           r = sub_group_non_uniform_reduce_max(x);
         r += sub_group_non_uniform_reduce_min(x);
       })",
     each([](const SubGroup& g, size_t lane) {
       int largest = INT_MIN, least = INT_MAX, x = g.x[lane];
       for (const int y : g.x) {
         largest = (y & 3) == 3 ? std::max(largest, y) : largest;
         least = (y & 1) != 0 ? std::min(least, y) : least;
       }
       return (x & 1) == 0 ? -1 : ((x & 2) != 0 ? largest : -1) + least;
     })},
    {"return", R"(
       if ((x & 3) == 0) {
         out[i] = 1000;
         return;
       }
       r = sub_group_non_uniform_scan_inclusive_add(x);
       if ((x & 3) == 1) {
         out[i] = r;
         return;
       }
       r += 7 * sub_group_elect();)",
     each([](const SubGroup& g, size_t lane) {
       int sum = 0;
       size_t elected = g.size();
       for (size_t j = 0; j < g.size(); ++j) {
         sum += j <= lane && (g.x[j] & 3) != 0 ? g.x[j] : 0;
         elected = (g.x[j] & 3) > 1 ? std::min(j, elected) : elected;
       }
       return (g.x[lane] & 3) == 0 ? 1000 : sum + (lane == elected ? 7 : 0);
     })},
    {"untilAllAreDone", R"(
       int left = x & 15;
       while (sub_group_any(left > 0)) {
         ++r;
         --left;
       }
       r = r * 100 + left;)",
     each([](const SubGroup& g, size_t lane) {
       int most = 0;
       for (const int x : g.x) {
         most = std::max(most, x & 15);
       }
       return most * 100 + (g.x[lane] & 15) - most;
     })},
    {"oneAfterTheOther", R"(
       // The work-items of equal values together, those of the first value first.
       bool waits = true;
       for (int turn = 1; sub_group_any(waits); ++turn) {
         if (waits) {
           int first = sub_group_broadcast_first(x & 3);
           if ((x & 3) == first) {
             r = turn * 100 + sub_group_non_uniform_reduce_add(1);
             waits = false;
           }
         }
       })",
     each([](const SubGroup& g, size_t lane) {
       std::vector<int> order;
       for (const int x : g.x) {
         if (!std::ranges::count(order, x & 3)) {
           order.push_back(x & 3);
         }
       }
       const int own = g.x[lane] & 3;
       const auto turn = std::ranges::find(order, own) - order.begin() + 1;
       return int(turn) * 100 + count_if(g, [&](int x) { return (x & 3) == own; });
     })},
    {"continue", R"(
       for (int i = 0; i < 6; ++i) {
         if (((x + i) & 1) == 0)
           continue;
         r += sub_group_non_uniform_reduce_add(x + i);
         if (i > (x & 7))
           break;
       })",
     each([](const SubGroup& g, size_t lane) {
       const auto stays = [](int x, int i) { // until round i
         for (int j = 0; j < i; ++j) {
           if (((x + j) & 1) != 0 && j > (x & 7)) {
             return false;
           }
         }
         return true;
       };
       int sum = 0;
       for (int i = 0; i < 6; ++i) {
         const auto adds = [&](int x) { return ((x + i) & 1) != 0 && stays(x, i); };
         if (adds(g.x[lane])) {
           sum += sum_if(g, adds) + i * count_if(g, adds);
         }
       }
       return sum;
     })},
    {"switch", R"(
       switch (x & 3) {
       case 0: r = sub_group_non_uniform_reduce_add(1); break;
       case 1: r = 10 * sub_group_non_uniform_reduce_add(1);
       case 2: r += 100 * sub_group_non_uniform_reduce_add(1); break;
       default: r = 5;
       })",
     each([](const SubGroup& g, size_t lane) {
       int n[4] = {};
       for (const int x : g.x) {
         ++n[x & 3];
       }
       switch (g.x[lane] & 3) {
       case 0:
         return n[0];
       case 1:
         return 10 * n[1] + 100 * (n[1] + n[2]);
       case 2:
         return 100 * (n[1] + n[2]);
       default:
         return 5;
       }
     })},
    {"acrossBarriers", R"(
       int scan = sub_group_scan_inclusive_add(x);
       if (get_sub_group_local_id() == get_sub_group_size() - 1)
         block[get_sub_group_id()] = scan;
       barrier(CLK_LOCAL_MEM_FENCE);
       int last = block[get_sub_group_id()];
       barrier(CLK_LOCAL_MEM_FENCE);
       r = last * 1000 + scan + (int)get_num_sub_groups();)",
     each([](const SubGroup& g, size_t lane) {
       const auto add = [](int a, int b) { return a + b; };
       return g.fold(0, g.size(), 0, add) * 1000 + g.fold(0, lane + 1, 0, add) + int(g.count);
     })},
    {"vectorsAndShortValues", R"(
       float4 v = sub_group_shuffle((float)x, get_sub_group_local_id() / 2);
       char c = sub_group_non_uniform_reduce_add((char)x);
       long l = sub_group_scan_inclusive_max((long)x << 33);
       r = (int)v.y + c * 3 + (int)(l >> 33);)",
     each([](const SubGroup& g, size_t lane) {
       const auto largest = [](int a, int b) { return std::max(a, b); };
       const auto add = [](int a, int b) { return a + b; };
       return g.x[lane / 2] + int8_t(g.fold(0, g.size(), 0, add)) * 3 +
              g.fold(0, lane + 1, INT_MIN, largest);
     })},
};

const Launch launches[] = {
    {{64}, {32}, {}}, {{90}, {45}, {}}, {{6, 14}, {3, 7}, {}}, {{4, 3, 6}, {2, 3, 6}, {}}};

std::string source_of(const char* body) {
  return std::string("kernel void k(global const int* in, global int* out, local int* block) {\n"
                     "size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * "
                     "get_global_size(0) + get_global_id(0);\n"
                     "int x = in[i], r = 0;\n") +
         body + "\nout[i] = r;\n}\n";
}

constexpr char own_size[] = "r = get_max_sub_group_size();";

constexpr char version[] = "-cl-std=CL3.0";

class SubGroups : public KernelTest {};
ALL_VARIANTS(SubGroups);

TEST_P(SubGroups, programs) {
  build(source_of(own_size), version);
  Values one(1), size(1);
  run({{1}, {1}, {}}, one, size, Local{4});
  for (const Program& each : programs) {
    SCOPED_TRACE(each.name);
    if (is_gpu() && std::string_view(each.name) == "switch") {
      continue; // lanes that fall into the next case need not meet those that jumped there
    }
    build(source_of(each.body), version);
    for (const Launch& launch : launches) {
      size_t count = 1;
      for (const size_t extent : launch.global) {
        count *= extent;
      }
      Values in(count), out(count);
      for (size_t i = 0; i < count; ++i) {
        in[i] = int(i * i * 5 % 23) - 4;
      }
      run(launch, in, out, Local{1024});
      for_each_item(
          launch, size_t(size[0]), in, [](int, size_t) { return true; },
          [&](size_t item, const SubGroup& group, size_t lane) {
            ASSERT_EQ(out[item], each.expected(group)[lane])
                << "item " << item << " of " << count << ", lane " << lane << " of "
                << group.size();
          });
    }
  }
}

} // namespace
