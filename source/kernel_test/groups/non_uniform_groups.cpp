// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches whose local size does not divide their global size: the last groups of a dimension are
// smaller than the others. In one to three dimensions, for kernels with and without a required
// size.
#include "harness.h"

#include <array>
#include <functional>

namespace {

using Size = std::array<size_t, 3>;

Size three(const std::vector<size_t>& given, size_t otherwise) {
  Size size = {otherwise, otherwise, otherwise};
  std::copy(given.begin(), given.end(), size.begin());
  return size;
}

/// A group as its work-items see it.
struct Group {
  Size id, size;
  size_t items = 1;
};

/// A work-item: where it is in the launch, and in its group.
struct Item {
  Size global, local;
  size_t linear = 0, in_group = 0;
  Group group;
};

/// Launches with smaller groups in every combination of dimensions; groups that are all smaller;
/// and some that are uniform.
const Launch launches[] = {
    {{100}, {64}, {}},
    {{65}, {64}, {5}},
    {{7}, {16}, {}},
    {{96}, {32}, {1}},
    {{131}, {1}, {}},
    {{200}, {67}, {}},
    {{17, 13}, {8, 4}, {3, 0}},
    {{17, 8}, {8, 4}, {}},
    {{16, 9}, {16, 4}, {0, 7}},
    {{5, 70}, {1, 64}, {}},
    {{3, 40}, {4, 16}, {}},
    {{9, 7, 5}, {4, 3, 2}, {1, 2, 3}},
    {{8, 8, 5}, {4, 4, 2}, {}},
    {{8, 7, 4}, {4, 4, 2}, {}},
    {{33, 4, 3}, {16, 3, 3}, {}},
    {{3, 5, 2}, {7, 2, 2}, {}},
    {{1, 1, 37}, {1, 1, 8}, {}},
};

std::string text(const Launch& launch) {
  std::string result;
  for (size_t i = 0; i < launch.global.size(); ++i) {
    result += std::to_string(launch.global[i]) + "/" + std::to_string(launch.local[i]) + " ";
  }
  return result;
}

/// Calls `check` for every work-item of a launch.
void each_item(const Launch& launch, const std::function<void(const Item&)>& check) {
  const Size global = three(launch.global, 1), local = three(launch.local, 1);
  Item item;
  for (size_t z = 0; z < global[2]; ++z) {
    for (size_t y = 0; y < global[1]; ++y) {
      for (size_t x = 0; x < global[0]; ++x, ++item.linear) {
        item.global = {x, y, z};
        item.group.items = 1;
        for (size_t d = 0; d < 3; ++d) {
          item.local[d] = item.global[d] % local[d];
          item.group.id[d] = item.global[d] / local[d];
          item.group.size[d] = std::min(local[d], global[d] - item.group.id[d] * local[d]);
          item.group.items *= item.group.size[d];
        }
        item.in_group = (item.local[2] * item.group.size[1] + item.local[1]) * item.group.size[0] +
                        item.local[0];
        check(item);
      }
    }
  }
}

size_t items_of(const Launch& launch) {
  const Size global = three(launch.global, 1);
  return global[0] * global[1] * global[2];
}

/// Where an item of the same group is, by its linear local id.
size_t neighbour(const Launch& launch, const Item& item, size_t in_group) {
  const Size global = three(launch.global, 1), local = three(launch.local, 1);
  const Size& size = item.group.size;
  const Size at = {in_group % size[0], in_group / size[0] % size[1], in_group / size[0] / size[1]};
  size_t linear = 0;
  for (size_t d = 3; d-- > 0;) {
    linear = linear * global[d] + item.group.id[d] * local[d] + at[d];
  }
  return linear;
}

std::string required(const Launch& launch) {
  const Size local = three(launch.local, 1);
  return "__attribute__((reqd_work_group_size(" + std::to_string(local[0]) + "," +
         std::to_string(local[1]) + "," + std::to_string(local[2]) + "))) ";
}

class NonUniformGroups : public KernelTest {
protected:
  /// Runs `check` for all launches: with the kernel built once, and built with the size required
  /// for every fourth of them.
  template <typename F> void for_each_launch(const std::string& body, F check) {
    build("kernel " + body, "-cl-std=CL3.0");
    for (const Launch& launch : launches) {
      SCOPED_TRACE(text(launch));
      ASSERT_NO_FATAL_FAILURE(check(launch));
    }
    for (size_t i = 0; i < std::size(launches); i += 4) {
      SCOPED_TRACE("required: " + text(launches[i]));
      build("kernel " + required(launches[i]) + body, "-cl-std=CL3.0");
      ASSERT_NO_FATAL_FAILURE(check(launches[i]));
    }
  }

  static size_t local_bytes(const Launch& launch, size_t of_item) {
    const Size local = three(launch.local, 1);
    return local[0] * local[1] * local[2] * of_item;
  }
};
ALL_VARIANTS(NonUniformGroups);

/// The same where Clang cannot make SPIR-V of the source.
class NonUniformCollectives : public NonUniformGroups {};
SOURCE_VARIANTS(NonUniformCollectives);

TEST_P(NonUniformGroups, ids) {
  for_each_launch(R"(void k(global ulong* out) {
      global ulong* o = out + 24 * get_global_linear_id();
      for (uint d = 0; d < 3; ++d) {
        o[d] = get_global_id(d); o[3 + d] = get_local_id(d); o[6 + d] = get_group_id(d);
        o[9 + d] = get_global_size(d); o[12 + d] = get_local_size(d); o[15 + d] = get_num_groups(d);
        o[18 + d] = get_enqueued_local_size(d);
      }
      o[21] = get_local_linear_id(); o[22] += 1; o[23] = get_enqueued_local_size(4);
    })",
                  [&](const Launch& launch) {
                    std::vector<uint64_t> out(24 * items_of(launch));
                    run(launch, out);
                    const Size global = three(launch.global, 1), local = three(launch.local, 1);
                    const Size offset = three(launch.offset, 0);
                    each_item(launch, [&](const Item& item) {
                      const uint64_t* o = &out[24 * item.linear];
                      for (size_t d = 0; d < 3; ++d) {
                        ASSERT_EQ(o[d], item.global[d] + offset[d]);
                        ASSERT_EQ(o[3 + d], item.local[d]);
                        ASSERT_EQ(o[6 + d], item.group.id[d]);
                        ASSERT_EQ(o[9 + d], global[d]);
                        ASSERT_EQ(o[12 + d], item.group.size[d]) << item.linear;
                        ASSERT_EQ(o[15 + d], (global[d] - 1) / local[d] + 1);
                        ASSERT_EQ(o[18 + d], local[d]);
                      }
                      ASSERT_EQ(o[21], item.in_group);
                      ASSERT_EQ(o[22], 1U) << "runs once";
                      ASSERT_EQ(o[23], 1U);
                    });
                  });
}

/// Values that live across barriers, and local memory whose size the launch gives, behind a
/// variable.
TEST_P(NonUniformGroups, barriersAndLocalMemory) {
  for_each_launch(R"(void k(global int* data, local int* t) {
      local int first;
      size_t l = get_local_linear_id(), g = get_global_linear_id();
      size_t n = get_local_size(0) * get_local_size(1) * get_local_size(2);
      int mine = data[g] * 3;
      if (l == n - 1) first = mine;
      t[l] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = t[n - 1 - l] + first;
      for (int i = 0; i < 3; ++i) {
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] = other;
        barrier(CLK_LOCAL_MEM_FENCE);
        other += t[(l + 1) % n];
      }
      data[g] = other - mine;
    })",
                  [&](const Launch& launch) {
                    std::vector<int> in(items_of(launch));
                    for (size_t i = 0; i < in.size(); ++i) {
                      in[i] = int(i * 37 % 101);
                    }
                    std::vector<int> data = in;
                    run(launch, data, Local{local_bytes(launch, sizeof(int))});
                    each_item(launch, [&](const Item& item) {
                      const size_t n = item.group.items;
                      const auto value = [&](size_t l) {
                        return in[neighbour(launch, item, l % n)] * 3;
                      };
                      int sum = 0;
                      const int binomial[] = {1, 3, 3, 1};
                      for (size_t i = 0; i < 4; ++i) {
                        const size_t l = (item.in_group + i) % n;
                        sum += binomial[i] * (value(n - 1 - l) + value(n - 1));
                      }
                      ASSERT_EQ(data[item.linear], sum - value(item.in_group)) << item.linear;
                    });
                  });
}

TEST_P(NonUniformGroups, atomics) {
  for_each_launch(R"(void k(global int* data, global int* all) {
      local int count, sum;
      size_t l = get_local_linear_id();
      if (l == 0) count = sum = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_inc(&count);
      atomic_add(&sum, (int)get_global_linear_id());
      atomic_inc(all);
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_linear_id()] = count * 100000 + sum % 100000;
    })",
                  [&](const Launch& launch) {
                    std::vector<int> data(items_of(launch)), all(1);
                    run(launch, data, all);
                    ASSERT_EQ(all[0], int(data.size()));
                    each_item(launch, [&](const Item& item) {
                      size_t sum = 0;
                      for (size_t l = 0; l < item.group.items; ++l) {
                        sum += neighbour(launch, item, l);
                      }
                      ASSERT_EQ(data[item.linear], int(item.group.items * 100000 + sum % 100000));
                    });
                  });
}

/// Loops that work-items leave at different times, gathers, large private arrays.
TEST_P(NonUniformGroups, divergence) {
  for_each_launch(R"(void k(global int* out, global const int* in) {
      int i = get_global_linear_id(), kept[40];
      for (int j = 0; j < 40; ++j) kept[j] = in[(i + j) % 61];
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int j = 0; j < (i & 15); ++j) {
        if (in[(i + j) % 61] & 1) sum += kept[(j * 7 + i) % 40]; else sum -= j;
      }
      out[i] = sum;
    })",
                  [&](const Launch& launch) {
                    std::vector<int> in(61), out(items_of(launch));
                    for (size_t i = 0; i < in.size(); ++i) {
                      in[i] = int(i * i % 97);
                    }
                    run(launch, out, in);
                    for (int i = 0; i < int(out.size()); ++i) {
                      int sum = 0;
                      for (int j = 0; j < (i & 15); ++j) {
                        sum += in[(i + j) % 61] & 1 ? in[(i + (j * 7 + i) % 40) % 61] : -j;
                      }
                      ASSERT_EQ(out[i], sum) << i;
                    }
                  });
}

TEST_P(NonUniformGroups, asynchronousCopies) {
  build(R"(kernel void k(global int* out, global const int* in, local int* t) {
      size_t n = get_local_size(0), first = get_group_id(0) * get_enqueued_local_size(0);
      event_t e = async_work_group_copy(t, in + first, n, 0);
      wait_group_events(1, &e);
      int value = t[n - 1 - get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      t[get_local_id(0)] = value * 2;
      barrier(CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(out + first, t, n, 0);
      wait_group_events(1, &e);
    })",
        "-cl-std=CL3.0");
  for (const size_t local : {1, 16, 48, 100, 300}) {
    std::vector<int> in(250), out(250);
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = int(i);
    }
    run({{in.size()}, {local}, {}}, out, in, Local{local * sizeof(int)});
    for (size_t i = 0; i < in.size(); ++i) {
      const size_t first = i / local * local, n = std::min(local, in.size() - first);
      ASSERT_EQ(out[i], int(first + n - 1 - (i - first)) * 2) << i << " of " << local;
    }
  }
}

/// Each number of work-items that can be left for the last group.
TEST_P(NonUniformGroups, rowsOfEveryLength) {
  build("kernel void k(global int* out, global const int* in) {"
        "  size_t i = get_global_id(0);"
        "  out[i] = (int)get_local_size(0) * 1000 + (in[i] & 1 ? in[i] * 3 : -in[i]);"
        "}",
        "-cl-std=CL2.0");
  for (size_t items = 1; items <= 140; items += items < 40 ? 1 : 7) {
    std::vector<int> in(items), out(items);
    for (size_t i = 0; i < items; ++i) {
      in[i] = int(i * 5 % 11);
    }
    run({{items}, {32}, {}}, out, in);
    for (size_t i = 0; i < items; ++i) {
      const int size = int(std::min<size_t>(32, items - i / 32 * 32));
      ASSERT_EQ(out[i], size * 1000 + (in[i] & 1 ? in[i] * 3 : -in[i])) << i << " of " << items;
    }
  }
}

/// A group before and behind 2^31, where an int begins anew.
TEST_P(NonUniformGroups, aroundTheLargestInt) {
  build("kernel void k(global int* out, ulong base) {"
        "  int i = get_global_id(0);"
        "  out[get_global_id(0) - base] = i / 3 + (int)get_local_id(0);"
        "}",
        "-cl-std=CL3.0");
  const size_t base = (size_t(1) << 31) - 37;
  for (const size_t local : {5, 64, 100}) {
    std::vector<int> out(99);
    run({{out.size()}, {local}, {base}}, out, cl_ulong(base));
    for (size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], int32_t(base + i) / 3 + int(i % local)) << i;
    }
  }
}

TEST_P(NonUniformGroups, sizeThatTheDriverChooses) {
  build("kernel void k(global int* count, global int* least) {"
        "  atomic_inc(&count[get_global_linear_id()]);"
        "  atomic_min(least, (int)get_enqueued_local_size(0));"
        "}",
        "-cl-std=CL3.0");
  for (const auto& global : {std::vector<size_t>{10007}, {1009, 11}, {3, 1009}, {2, 3, 503}}) {
    std::vector<int> count(items_of({global, {}, {}})), least(1, 1 << 20);
    run({global, {}, {}}, count, least);
    EXPECT_EQ(count, std::vector<int>(count.size(), 1));
    EXPECT_GE(least[0], std::min(16, int(global[0]))) << "a good size for a prime";
  }
}

TEST_P(NonUniformCollectives, workGroupFunctions) {
  for_each_launch(R"(void k(global int* out) {
      int x = get_global_linear_id() % 1000;
      global int* o = out + 6 * get_global_linear_id();
      o[0] = work_group_reduce_add(x);
      o[1] = work_group_scan_inclusive_add(x);
      o[2] = work_group_scan_exclusive_max(x);
      o[3] = work_group_broadcast(x, get_local_size(0) - 1, get_local_size(1) - 1,
                                  get_local_size(2) - 1);
      o[4] = work_group_all(x >= 0 && get_local_linear_id() < 20);
      o[5] = work_group_any(get_local_linear_id() == 20);
    })",
                  [&](const Launch& launch) {
                    std::vector<int> out(6 * items_of(launch));
                    run(launch, out);
                    each_item(launch, [&](const Item& item) {
                      const auto value = [&](size_t l) {
                        return int(neighbour(launch, item, l) % 1000);
                      };
                      int sum = 0, before = 0, most = std::numeric_limits<int>::min();
                      for (size_t l = 0; l < item.group.items; ++l) {
                        sum += value(l);
                        before += l <= item.in_group ? value(l) : 0;
                        most = l < item.in_group ? std::max(most, value(l)) : most;
                      }
                      const int* o = &out[6 * item.linear];
                      ASSERT_EQ(o[0], sum) << item.linear;
                      ASSERT_EQ(o[1], before) << item.linear;
                      ASSERT_EQ(o[2], most) << item.linear;
                      ASSERT_EQ(o[3], value(item.group.items - 1)) << item.linear;
                      ASSERT_EQ(o[4] != 0, item.group.items <= 20);
                      ASSERT_EQ(o[5] != 0, item.group.items > 20);
                    });
                  });
}

TEST_P(NonUniformCollectives, subGroups) {
  for_each_launch(R"(void k(global int* out) {
      int x = get_global_linear_id() % 1000;
      global int* o = out + 9 * get_global_linear_id();
      o[0] = get_sub_group_size();
      o[1] = get_max_sub_group_size();
      o[2] = get_num_sub_groups();
      o[3] = get_enqueued_num_sub_groups();
      o[4] = get_sub_group_id();
      o[5] = get_sub_group_local_id();
      o[6] = sub_group_reduce_add(x);
      o[7] = sub_group_scan_inclusive_add(x);
      o[8] = sub_group_broadcast(x, get_sub_group_size() - 1);
    })",
                  [&](const Launch& launch) {
                    std::vector<int> out(9 * items_of(launch));
                    run(launch, out);
                    const size_t width = size_t(out[1]);
                    ASSERT_GE(width, 1U);
                    const size_t enqueued = local_bytes(launch, 1);
                    each_item(launch, [&](const Item& item) {
                      const int* o = &out[9 * item.linear];
                      const size_t first = item.in_group / width * width;
                      const size_t size = std::min(width, item.group.items - first);
                      int sum = 0, before = 0;
                      for (size_t l = first; l < first + size; ++l) {
                        const int value = int(neighbour(launch, item, l) % 1000);
                        sum += value;
                        before += l <= item.in_group ? value : 0;
                      }
                      ASSERT_EQ(o[0], int(size)) << item.linear;
                      ASSERT_EQ(o[1], int(width));
                      ASSERT_EQ(o[2], int((item.group.items + width - 1) / width));
                      ASSERT_EQ(o[3], int((enqueued + width - 1) / width));
                      ASSERT_EQ(o[4], int(item.in_group / width));
                      ASSERT_EQ(o[5], int(item.in_group % width));
                      ASSERT_EQ(o[6], sum) << item.linear;
                      ASSERT_EQ(o[7], before) << item.linear;
                      ASSERT_EQ(o[8], int(neighbour(launch, item, first + size - 1) % 1000));
                    });
                  });
}

} // namespace
