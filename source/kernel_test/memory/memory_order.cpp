// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ordering by atomic operations: of accesses of one work-item as other work-items of its group see
// them, whose order vectors and loops of work-items must keep, and as other threads see them
// (litmus tests, on threads and within a group: message passing, store buffering, load buffering,
// independent reads of independent writes).
#include "harness.h"

#include <algorithm>
#include <chrono>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

class MemoryOrder : public KernelTest {
protected:
  /// A kernel(data, counter, sum): the work-item that counts last sees what all have written
  /// before. `body` gives `last`.
  void last_one_sees_all(const std::string& body) {
    build("__attribute__((noinline)) int count(global atomic_int* counter) {\n"
          "  return atomic_fetch_add_explicit(counter, 1, memory_order_acq_rel,\n"
          "                                   memory_scope_device);\n}\n"
          "kernel void k(global int* data, global atomic_int* counter, global int* sum) {\n"
          "  int i = get_global_id(0), n = get_global_size(0), last = 0;\n" +
              body +
              "\n  if (last) {\n    int all = 0;\n    for (int j = 0; j < n; ++j) all += data[j];\n"
              "    sum[0] = all;\n  }\n}",
          version);
    for (const size_t local : {1, 16, 64}) {
      for (int round = 0; round < 20; ++round) {
        std::vector<int> data(1024, -1), counter(2), sum(1);
        run({{data.size()}, {local}, {}}, data, counter, sum);
        ASSERT_EQ(sum[0], 1024 * 1023 / 2 * 3) << "groups of " << local;
      }
    }
  }
};
SOURCE_VARIANTS(MemoryOrder);

TEST_P(MemoryOrder, lastToCount) {
  last_one_sees_all(R"(
    data[i] = 3 * i;
    last = atomic_fetch_add_explicit(counter, 1, memory_order_acq_rel, memory_scope_device) ==
           n - 1;)");
}

TEST_P(MemoryOrder, lastToCountBehindFences) {
  last_one_sees_all(R"(
    data[i] = 3 * i;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    last = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device) ==
           n - 1;
    if (last)
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);)");
}

/// Work-items write at different times.
TEST_P(MemoryOrder, lastToCountInDivergentCode) {
  last_one_sees_all(R"(
    for (int j = 0; j <= i % 5; ++j) {
      data[i] = 7;
      if (j == i % 5) {
        data[i] = 3 * i;
        last = atomic_fetch_add(counter, 1) == n - 1;
      }
    })");
}

/// The group writes; one of it counts behind a barrier that reaches beyond the group.
TEST_P(MemoryOrder, groupsCountBehindABarrier) {
  last_one_sees_all(R"(
    data[i] = 3 * i;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (get_local_id(0) == 0) {
      last = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_device) ==
             (int)get_num_groups(0) - 1;
      if (last)
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    })");
}

/// In a loop that a work-item leaves when its number is high enough: what it writes in a round is
/// there before it counts in that round.
TEST_P(MemoryOrder, roundsOfALoopThatCounts) {
  build(R"(kernel void k(global int* data, global atomic_int* next, global atomic_int* done,
                         global int* wrong, int n) {
             int seen = 0, mine;
             while ((mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed,
                                                      memory_scope_device)) < n) {
               data[mine] = mine + 1;
               atomic_store_explicit(done + mine, 1, memory_order_release, memory_scope_device);
               int other = mine * 7 % n;
               if (atomic_load_explicit(done + other, memory_order_acquire, memory_scope_device))
                 seen += data[other] != other + 1;
             }
             wrong[get_global_id(0)] = seen; })",
        version);
  for (int round = 0; round < 10; ++round) {
    std::vector<int> data(4096), next(1), done(4096), wrong(128, -1);
    run({{wrong.size()}, {32}, {}}, data, next, done, wrong, 4096);
    EXPECT_EQ(wrong, std::vector<int>(wrong.size(), 0));
    EXPECT_EQ(done, std::vector<int>(done.size(), 1));
  }
}

/// Within a group, through local memory: a work-item that sees the flag of another sees its number,
/// too.
TEST_P(MemoryOrder, flagsInLocalMemory) {
  build(R"(kernel void k(global int* wrong, global int* found, local int* data,
                         local atomic_int* flag) {
             int l = get_local_id(0), n = get_local_size(0);
             atomic_init(flag + l, 0);
             data[l] = 0;
             barrier(CLK_LOCAL_MEM_FENCE);
             int bad = 0, good = 0;
             for (int j = 0; j < 8; ++j) {
               if (l % 8 == j) {
                 data[l] = l + 5;
                 atomic_store_explicit(flag + l, 1, memory_order_release, memory_scope_work_group);
               }
               int other = (l + j * 3) % n;
               if (atomic_load_explicit(flag + other, memory_order_acquire,
                                        memory_scope_work_group)) {
                 if (data[other] == other + 5) ++good; else ++bad;
               }
             }
             wrong[get_global_id(0)] = bad;
             found[get_global_id(0)] = good; })",
        version);
  std::vector<int> wrong(256, -1), found(256);
  run({{256}, {64}, {}}, wrong, found, Local{256}, Local{256});
  EXPECT_EQ(wrong, std::vector<int>(256, 0));
  int all = 0;
  for (const int each : found) {
    all += each;
  }
  EXPECT_GT(all, 0);
}

/// Through a helper that is not inlined: stores before the call are seen.
TEST_P(MemoryOrder, helpersRelease) {
  last_one_sees_all(R"(
    data[i] = 4 * i;
    data[i] -= i;
    last = count(counter) == n - 1;)");
}

/// Litmus tests: two or four groups, each on a thread of its own if there are so many, do their
/// parts of each of many small programs at about the same time; then the work-items of one group
/// do.
class Litmus : public KernelTest {
protected:
  static constexpr int steps = 256;

  void never(const std::vector<std::string>& roles, const std::string& type, size_t results,
             bool (*is_forbidden)(const int*)) {
    never_between_groups(roles, type, results, is_forbidden);
    never_within_a_group(roles, type, results, is_forbidden, "global");
    never_within_a_group(roles, type, results, is_forbidden, "local");
  }

  /// Runs `roles`, code that has places `a` and `b` of a program and its results `r` and `s`, for a
  /// while. `is_forbidden` of all roles' results.
  void never_between_groups(const std::vector<std::string>& roles, const std::string& type,
                            size_t results, bool (*is_forbidden)(const int*)) {
    std::string code = "kernel void k(global " + type +
                       "* x, global atomic_int* y, global int* out, global atomic_int* clock) {\n"
                       "  int n = get_local_size(0), groups = get_num_groups(0);\n"
                       "  for (int j = 0; j < " +
                       std::to_string(steps) +
                       "; ++j) {\n"
                       "    int i = j * n + get_local_id(0);\n"
                       // Everybody goes on when the clock, which all move, has come so far.
                       "    while (atomic_fetch_add_explicit(clock, 1, memory_order_relaxed,\n"
                       "             memory_scope_device) < (j + 1) * n * 40) {}\n"
                       "    global " +
                       type +
                       "* a = x + i;\n"
                       "    global atomic_int* b = y + i;\n"
                       "    global int* r = out + i * " +
                       std::to_string(results) + ";\n    switch (get_group_id(0)) {\n";
    for (size_t role = 0; role < roles.size(); ++role) {
      code += "    case " + std::to_string(role) + ": {" + roles[role] + "} break;\n";
    }
    build(code + "    }\n  }\n}", version);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(60);
    for (const size_t local : {1, 8, 16}) {
      const size_t all = local * steps;
      do {
        std::vector<int> x(all), y(all), out(all * results, -1), clock(1);
        run({{local * roles.size()}, {local}, {}}, x, y, out, clock);
        for (size_t i = 0; i < all; ++i) {
          ASSERT_FALSE(is_forbidden(&out[i * results])) << "program " << i << " of " << all;
        }
      } while (std::chrono::steady_clock::now() < end);
    }
  }

  /// In the scope of the work-group, on `memory`. Roles of a program are neighbours in every other
  /// step, so those of one vector, and far from each other in the steps between.
  void never_within_a_group(const std::vector<std::string>& roles, const std::string& type,
                            size_t results, bool (*is_forbidden)(const int*),
                            const std::string& memory) {
    SCOPED_TRACE(memory + " memory of a group");
    const std::string count = std::to_string(roles.size());
    std::string code = "kernel void k(global int* out, global " + type +
                       "* x, global atomic_int* y, local " + type +
                       "* t, local atomic_int* u) {\n"
                       "  int n = get_local_size(0), l = get_local_id(0), programs = n / " +
                       count + ";\n  for (int j = 0; j < " + std::to_string(steps) +
                       "; ++j) {\n"
                       "    int program = j % 2 ? l / " +
                       count + " : l % programs;\n    int role = j % 2 ? l % " + count +
                       " : l / programs;\n"
                       "    int i = (get_group_id(0) * " +
                       std::to_string(steps) +
                       " + j) * programs + program;\n"
                       "    global int* r = out + i * " +
                       std::to_string(results) + ";\n";
    if (memory == "local") {
      code += "    local " + type + "* a = t + program;\n    local atomic_int* b = u + program;\n" +
              "    if (role == 0) {\n      " + (type == "int" ? "*a = 0;" : "atomic_init(a, 0);") +
              "\n      atomic_init(b, 0);\n    }\n    barrier(CLK_LOCAL_MEM_FENCE);\n";
    } else {
      code += "    global " + type + "* a = x + i;\n    global atomic_int* b = y + i;\n";
    }
    code += "    switch (role) {\n";
    for (size_t role = 0; role < roles.size(); ++role) {
      std::string body = roles[role];
      const auto replace = [&](const std::string& from, const std::string& to) {
        for (size_t at = 0; (at = body.find(from, at)) != std::string::npos; at += to.size()) {
          body.replace(at, from.size(), to);
        }
      };
      replace("memory_scope_device", "memory_scope_work_group");
      replace("memory_scope_all_svm_devices", "memory_scope_work_group");
      replace("CLK_GLOBAL_MEM_FENCE",
              memory == "local" ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE");
      code += "    case " + std::to_string(role) + ": {" + body + "} break;\n";
    }
    build(code + "    }\n    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n}", version);
    constexpr size_t groups = 4;
    for (const size_t programs : {1, 4, 16}) {
      const size_t local = programs * roles.size(), all = programs * steps * groups;
      std::vector<int> out(all * results, -1), x(all), y(all);
      run({{local * groups}, {local}, {}}, out, x, y, Local{4 * programs}, Local{4 * programs});
      EXPECT_EQ(std::count(out.begin(), out.end(), -1), 0) << "all roles say what they saw";
      for (size_t i = 0; i < all; ++i) {
        ASSERT_FALSE(is_forbidden(&out[i * results])) << "program " << i << " of " << all;
      }
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, Litmus,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::scalar, Variant::by_4, Variant::by_16),
                         variant_name);

std::string load(const char* place, const char* order) {
  return std::string("atomic_load_explicit(") + place + ", memory_order_" + order +
         ", memory_scope_device)";
}
std::string store(const char* place, const char* order) {
  return std::string("atomic_store_explicit(") + place + ", 1, memory_order_" + order +
         ", memory_scope_device);";
}
std::string fence(const char* order) {
  return std::string("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_") + order +
         ", memory_scope_device);";
}

bool flag_without_data(const int* r) { return r[0] == 1 && r[1] == 0; }
bool both_old(const int* r) { return r[0] == 0 && r[1] == 0; }
bool both_new(const int* r) { return r[0] == 1 && r[1] == 1; }
bool orders_differ(const int* r) { return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0; }

TEST_P(Litmus, messagePassing) {
  never({"*a = 1;" + store("b", "release"),
         "r[0] = " + load("b", "acquire") + "; r[1] = r[0] ? *a : 1;"},
        "int", 2, flag_without_data);
}

TEST_P(Litmus, messagePassingByFences) {
  never(
      {"*a = 1;" + fence("release") + store("b", "relaxed"),
       "int f = " + load("b", "relaxed") + ";" + fence("acquire") + "r[0] = f; r[1] = f ? *a : 1;"},
      "int", 2, flag_without_data);
}

TEST_P(Litmus, messagePassingByExchange) {
  never({"*a = 1; atomic_exchange_explicit(b, 1, memory_order_release, memory_scope_device);",
         "int seen = 1; r[0] = atomic_compare_exchange_strong_explicit(b, &seen, 2,"
         " memory_order_acquire, memory_order_relaxed, memory_scope_all_svm_devices);"
         " r[1] = r[0] ? *a : 1;"},
        "int", 2, flag_without_data);
}

TEST_P(Litmus, storeBuffering) {
  never({store("a", "seq_cst") + "r[0] = " + load("b", "seq_cst") + ";",
         store("b", "seq_cst") + "r[1] = " + load("a", "seq_cst") + ";"},
        "atomic_int", 2, both_old);
}

TEST_P(Litmus, storeBufferingByFences) {
  never({store("a", "relaxed") + fence("seq_cst") + "r[0] = " + load("b", "relaxed") + ";",
         store("b", "relaxed") + fence("seq_cst") + "r[1] = " + load("a", "relaxed") + ";"},
        "atomic_int", 2, both_old);
}

TEST_P(Litmus, loadBuffering) {
  never({"r[0] = " + load("a", "acquire") + ";" + store("b", "release"),
         "r[1] = " + load("b", "acquire") + ";" + store("a", "release")},
        "atomic_int", 2, both_new);
}

TEST_P(Litmus, independentReadsOfIndependentWrites) {
  never({store("a", "seq_cst"), store("b", "seq_cst"),
         "r[0] = " + load("a", "seq_cst") + "; r[1] = " + load("b", "seq_cst") + ";",
         "r[2] = " + load("b", "seq_cst") + "; r[3] = " + load("a", "seq_cst") + ";"},
        "atomic_int", 4, orders_differ);
}

} // namespace
