// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic functions of OpenCL C 3.0: every type, order and scope, on global and local memory, of all
// work-items and of those that are in a branch or a loop.
#include "harness.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

namespace {

constexpr char version[] = "-cl-std=CL3.0";
constexpr size_t items = 96;

/// The work-items that take part, and how often.
struct Crowd {
  const char* code; ///< before the statement
  std::function<int(size_t)> times;
};

const Crowd crowds[] = {
    {"", [](size_t) { return 1; }},
    {"if (i % 3 != 1)", [](size_t i) { return i % 3 != 1 ? 1 : 0; }},
    {"for (int j = 0; j < (int)(i * 5 % 7); ++j)", [](size_t i) { return int(i * 5 % 7); }},
};

struct Operation {
  const char* name;
  std::function<int64_t(int64_t, int64_t)> combine;
};

const Operation sums[] = {{"add", [](int64_t a, int64_t b) { return a + b; }},
                          {"sub", [](int64_t a, int64_t b) { return a - b; }}};
const Operation bounds[] = {{"min", [](int64_t a, int64_t b) { return std::min(a, b); }},
                            {"max", [](int64_t a, int64_t b) { return std::max(a, b); }}};
const Operation bits[] = {{"or", [](int64_t a, int64_t b) { return a | b; }},
                          {"xor", [](int64_t a, int64_t b) { return a ^ b; }},
                          {"and", [](int64_t a, int64_t b) { return a & b; }}};

class C11Atomics : public KernelTest {
protected:
  /// A work-item's operand.
  static int64_t operand(size_t i) { return int64_t(i * 37 % 101) + 3; }
  static constexpr int64_t begin = 1000;

  /// All operations on one type, each on a place of its own, for one crowd. `T` is what the host
  /// calls the type; of those without arithmetic there, an integer of the size.
  template <typename T>
  void check(
      const std::string& type, const std::vector<Operation>& operations,
      const std::string& prologue = "", T (*make)(int64_t) = [](int64_t x) { return T(x); }) {
    for (const Crowd& crowd : crowds) {
      SCOPED_TRACE(type + " " + crowd.code);
      std::string global, local, init, result;
      for (size_t o = 0; o < operations.size(); ++o) {
        const std::string place = "+ " + std::to_string(o);
        const std::string call = std::string("atomic_fetch_") + operations[o].name;
        global +=
            call + "_explicit(p " + place + ", x, memory_order_relaxed, memory_scope_device);\n";
        local += call + "(t " + place + ", x);\n";
        init += "atomic_init(t " + place + ", (" + type + ")1000);\n";
        result += "q[get_group_id(0) * " + std::to_string(operations.size()) + place +
                  "] = atomic_load(t " + place + ");\n";
      }
      const std::string number = std::to_string(operations.size());
      build(prologue + "kernel void k(global atomic_" + type + "* p, global " + type +
                "* q) {\n size_t i = get_global_id(0);\n local atomic_" + type + " t[" + number +
                "];\n if (get_local_id(0) == 0) {\n" + init + "}\nbarrier(CLK_LOCAL_MEM_FENCE);\n" +
                type + " x = (" + type + ")(i * 37 % 101 + 3);\n" + crowd.code + " {\n" + global +
                local + "}\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (get_local_id(0) == 0) {\n" + result +
                "}\n}",
            version);
      for (const size_t size : {1, 12, 48}) {
        const size_t groups = items / size;
        std::vector<T> p(operations.size(), make(begin)), q(operations.size() * groups);
        run({{items}, {size}, {}}, p, q);
        for (size_t o = 0; o < operations.size(); ++o) {
          int64_t all = begin;
          for (size_t group = 0; group < groups; ++group) {
            int64_t own = begin;
            for (size_t i = group * size; i < (group + 1) * size; ++i) {
              for (int n = crowd.times(i); n > 0; --n) {
                own = operations[o].combine(own, operand(i));
                all = operations[o].combine(all, operand(i));
              }
            }
            ASSERT_EQ(q[group * operations.size() + o], make(own))
                << operations[o].name << " on local memory, groups of " << size;
          }
          ASSERT_EQ(p[o], make(all)) << operations[o].name << ", groups of " << size;
        }
      }
    }
  }

  /// Operands are int, or what `one` is: they become what the object is. Each function with and
  /// without an order and a scope, in all address spaces; each work-item adds 6 to every sum.
  template <typename T>
  void check_operands(
      const std::string& type, const std::string& one = "1", const std::string& prologue = "",
      T (*make)(int64_t) = [](int64_t x) { return T(x); }) {
    SCOPED_TRACE(type + " " + one);
    const std::string order = ", memory_order_relaxed", scope = ", memory_scope_device";
    std::string code;
    for (const std::string object : {"p", "t", "g", "h"}) {
      const std::string said = "_explicit(" + object + ", ";
      for (const std::string& end :
           {"(" + object + ", 2 * " + one + ");\n", said + "2 * " + one + order + ");\n",
            said + "2 * " + one + order + scope + ");\n"}) {
        code += "atomic_fetch_add" + end + "atomic_fetch_add" + end + "atomic_fetch_sub" + end;
      }
      const std::string next = "(" + object + " + 1, " + one + ");\n";
      code += "atomic_fetch_max" + next + "atomic_fetch_min" + next;
    }
    build(prologue + "kernel void k(volatile global atomic_" + type + "* p, global " + type +
              "* q) {\nlocal atomic_" + type + " t[4];\nvolatile atomic_" + type +
              " *g = p + 2, *h = t + 2;\nif (get_local_id(0) == 0) {\n"
              "for (int i = 0; i < 4; ++i) atomic_init(t + i, " +
              one + ");\natomic_init(h, 2 * " + one + ");\n}\nbarrier(CLK_LOCAL_MEM_FENCE);\n" +
              code +
              "barrier(CLK_LOCAL_MEM_FENCE);\nif (get_local_id(0) < 4) q[4 * get_group_id(0) + "
              "get_local_id(0)] = atomic_exchange(t + get_local_id(0), 0);\n}",
          version);
    std::vector<T> p(4, make(1)), q(4 * items / 24);
    run({{items}, {24}, {}}, p, q);
    EXPECT_EQ(p, (std::vector<T>{make(1 + 6 * items), make(1), make(1 + 6 * items), make(1)}));
    for (size_t i = 0; i < q.size(); i += 4) {
      EXPECT_EQ(std::vector<T>(q.begin() + long(i), q.begin() + long(i) + 4),
                (std::vector<T>{make(1 + 6 * 24), make(1), make(2 + 6 * 24), make(1)}));
    }
  }

  static std::vector<Operation> for_integers() {
    std::vector<Operation> all(std::begin(sums), std::end(sums));
    all.insert(all.end(), std::begin(bounds), std::end(bounds));
    all.insert(all.end(), std::begin(bits), std::end(bits));
    return all;
  }
};
SOURCE_VARIANTS(C11Atomics);

TEST_P(C11Atomics, integersOf32Bits) {
  check<int32_t>("int", for_integers());
  check<uint32_t>("uint", for_integers());
}

TEST_P(C11Atomics, integersOf64Bits) {
  check<int64_t>("long", for_integers());
  check<uint64_t>("ulong", for_integers());
}

TEST_P(C11Atomics, operandsOfOtherTypes) {
  for (const char* one : {"1", "1.0f"}) {
    check_operands<int32_t>("int", one);
    check_operands<uint32_t>("uint", one);
    check_operands<int64_t>("long", one);
    check_operands<uint64_t>("ulong", one);
    check_operands<uint64_t>("size_t", one);
    check_operands<int64_t>("ptrdiff_t", one);
  }
}

/// Every order that a function may have, with every scope: results are the same.
TEST_P(C11Atomics, ordersAndScopes) {
  const std::vector<std::string> scopes = {"work_group", "device", "all_svm_devices", "sub_group"};
  std::string text;
  int place = 0;
  const auto add = [&](const std::string& call, const std::string& order,
                       const std::string& before = "") {
    for (const std::string& scope : scopes) {
      const auto number = std::to_string(place++);
      std::string statement = call;
      statement.replace(statement.find('$'), 1, number);
      text += before + statement + ", " + order + ", memory_scope_" + scope + ");\n";
    }
  };
  for (const char* order : {"relaxed", "acquire", "release", "acq_rel", "seq_cst"}) {
    add("atomic_fetch_add_explicit(p + $, 1", "memory_order_" + std::string(order));
  }
  for (const char* order : {"relaxed", "release", "seq_cst"}) {
    add("atomic_store_explicit(p + $, 96", "memory_order_" + std::string(order));
  }
  const int first_load = place;
  for (const char* order : {"relaxed", "acquire", "seq_cst"}) {
    add("sum += atomic_load_explicit(p + $", "memory_order_" + std::string(order));
  }
  for (const char* order : {"relaxed", "acquire", "release", "acq_rel", "seq_cst"}) {
    for (const char* failure : {"relaxed", "acquire", "seq_cst"}) {
      add("atomic_compare_exchange_strong_explicit(p + $, &seen, 96",
          "memory_order_" + std::string(order) + ", memory_order_" + failure, "seen = 0; ");
    }
  }
  build("kernel void k(global atomic_int* p, global int* out) {\nint seen, sum = 0;\n" + text +
            "out[get_global_id(0)] = sum;\n}",
        version);
  std::vector<int> p(size_t(place), 0), out(items, -1);
  run({{items}, {16}, {}}, p, out);
  for (int i = 0; i < place; ++i) {
    EXPECT_EQ(p[size_t(i)], i >= first_load && i < first_load + 12 ? 0 : 96) << i;
  }
  EXPECT_EQ(out, std::vector<int>(items, 0));
}

/// Orders and scopes that only the launch knows.
TEST_P(C11Atomics, ordersThatAreArguments) {
  build(R"(kernel void k(global atomic_int* p, int order, int scope, local atomic_int* t) {
             memory_order o = (memory_order)order;
             memory_scope s = (memory_scope)scope;
             if (get_local_id(0) == 0) atomic_init(t, 0);
             barrier(CLK_LOCAL_MEM_FENCE);
             atomic_fetch_add_explicit(p, 2, o, s);
             atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, o, s);
             atomic_fetch_or_explicit(t, 1, o, s);
             int seen = 0;
             atomic_compare_exchange_weak_explicit(p + 1, &seen, 7, o, memory_order_relaxed, s);
             barrier(CLK_LOCAL_MEM_FENCE);
             if (get_local_id(0) == 0) atomic_fetch_add(p + 2, atomic_load(t)); })",
        version);
  for (const int order : {0, 2, 3, 4, 5}) {
    for (const int scope : {1, 2, 3, 4}) {
      std::vector<int> p(3);
      run({{items}, {16}, {}}, p, order, scope, Local{4});
      EXPECT_EQ(p, (std::vector<int>{2 * int(items), 7, int(items / 16)})) << order << " " << scope;
    }
  }
}

/// Each old value comes once: work-items take numbers, also those that go round a loop.
TEST_P(C11Atomics, everyNumberIsTakenOnce) {
  build(R"(kernel void k(global atomic_uint* next, global uint* seen, uint n) {
             uint mine;
             while ((mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed,
                                                      memory_scope_device)) < n) {
               seen[mine] += mine + get_global_id(0) * 0;
             } })",
        version);
  std::vector<uint32_t> next(1), seen(1000);
  run({{items}, {24}, {}}, next, seen, uint32_t(seen.size()));
  EXPECT_EQ(next[0], seen.size() + items);
  for (size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], i);
  }
}

TEST_P(C11Atomics, exchangeKeepsEveryValue) {
  build(R"(kernel void k(global atomic_long* p, global long* out, local atomic_int* t) {
             size_t i = get_global_id(0);
             if (get_local_id(0) == 0) atomic_init(t, -1);
             barrier(CLK_LOCAL_MEM_FENCE);
             out[2 * i] = atomic_exchange(p, (long)i);
             int l = get_local_id(0);
             if (l % 2 == 0)
               out[2 * i + 1] = atomic_exchange_explicit(t, l, memory_order_acq_rel); })",
        version);
  std::vector<int64_t> p{-1}, out(2 * items, -2);
  run({{items}, {24}, {}}, p, out, Local{4});
  std::vector<int64_t> taken(p);
  for (size_t i = 0; i < items; ++i) {
    taken.push_back(out[2 * i]);
    EXPECT_EQ(out[2 * i + 1] == -2, i % 2 == 1) << i;
  }
  std::sort(taken.begin(), taken.end());
  std::vector<int64_t> all(items + 1);
  std::iota(all.begin(), all.end(), -1);
  EXPECT_EQ(taken, all);
}

/// Where the expected value is, and what is written there.
TEST_P(C11Atomics, compareAndExchange) {
  build(R"(kernel void k(global atomic_uint* p, global uint* e, global int* out) {
             size_t i = get_global_id(0);
             uint own = i % 2 ? 5 : 6;
             int r = atomic_compare_exchange_strong(p + i, &own, 9u);
             e[i] = i % 3 ? 6 : 9;
             if (i % 4 != 3)
               r |= atomic_compare_exchange_strong_explicit(p + i, e + i, 8u,
                        memory_order_acq_rel, memory_order_acquire, memory_scope_work_group) << 1;
             local uint expected[16];
             expected[get_local_id(0)] = 7;
             r |= atomic_compare_exchange_weak(p + i, expected + get_local_id(0), 1u) << 2;
             out[i] = r | own << 4 | expected[get_local_id(0)] << 8; })",
        version);
  std::vector<uint32_t> p(items, 5), e(items);
  std::vector<int> out(items);
  run({{items}, {16}, {}}, p, e, out);
  for (size_t i = 0; i < items; ++i) {
    const bool first = i % 2 == 1;
    uint32_t value = first ? 9 : 5, expected = i % 3 ? 6 : 9;
    int r = first ? 1 : 0;
    if (i % 4 != 3) {
      if (value == expected) {
        value = 8;
        r |= 2;
      } else {
        expected = value;
      }
    }
    EXPECT_EQ(p[i], value) << i;
    EXPECT_EQ(e[i], expected) << i;
    EXPECT_EQ(out[i], r | 5 << 4 | int(value) << 8) << i;
  }
}

TEST_P(C11Atomics, flags) {
  build(R"(kernel void k(global atomic_flag* f, global int* won, local atomic_flag* t) {
             size_t i = get_global_id(0);
             if (get_local_id(0) == 0) atomic_flag_clear(t);
             barrier(CLK_LOCAL_MEM_FENCE);
             won[2 * i] = !atomic_flag_test_and_set_explicit(f, memory_order_acquire);
             won[2 * i + 1] = !atomic_flag_test_and_set_explicit(t, memory_order_relaxed,
                                                                memory_scope_work_group);
             barrier(CLK_LOCAL_MEM_FENCE);
             if (get_local_id(0) == 0) {
               atomic_flag_clear_explicit(t, memory_order_release, memory_scope_work_group);
               won[2 * i + 1] |= !atomic_flag_test_and_set(t) << 1;
             } })",
        version);
  std::vector<int> f(1), won(2 * items);
  run({{items}, {16}, {}}, f, won, Local{4});
  int by_all = 0;
  for (size_t i = 0; i < items; i += 16) {
    int by_group = 0;
    for (size_t l = i; l < i + 16; ++l) {
      by_all += won[2 * l];
      by_group += won[2 * l + 1] & 1;
    }
    EXPECT_EQ(by_group, 1) << i;
    EXPECT_EQ(won[2 * i + 1] >> 1, 1) << i;
  }
  EXPECT_EQ(by_all, 1);
  EXPECT_NE(f[0], 0);
}

/// Integers of the size of pointers, with values of the other sign beside them.
TEST_P(C11Atomics, integersOfPointersSize) {
  build(R"(kernel void k(global ulong* p) {
             global atomic_uintptr_t* u = (global atomic_uintptr_t*)p;
             global atomic_intptr_t* s = (global atomic_intptr_t*)(p + 1);
             global atomic_size_t* z = (global atomic_size_t*)(p + 2);
             global atomic_ptrdiff_t* d = (global atomic_ptrdiff_t*)(p + 3);
             atomic_fetch_add(u, (ptrdiff_t)3);
             atomic_fetch_sub(s, (ptrdiff_t)2);
             atomic_fetch_add(z, (size_t)5);
             atomic_fetch_max(d, (ptrdiff_t)get_global_id(0)); })",
        version);
  std::vector<uint64_t> p(4);
  run({{items}, {16}, {}}, p);
  EXPECT_EQ(
      p, (std::vector<uint64_t>{3 * items, uint64_t(-2 * int64_t(items)), 5 * items, items - 1}));
}

uint16_t half_of(int64_t x) { // of small integers
  if (x == 0) {
    return 0;
  }
  uint16_t sign = 0;
  if (x < 0) {
    sign = 0x8000;
    x = -x;
  }
  int exponent = 0;
  while ((x >> (exponent + 1)) != 0) {
    ++exponent;
  }
  const auto mantissa = uint16_t(exponent <= 10 ? x << (10 - exponent) : x >> (exponent - 10));
  return uint16_t(sign | (exponent + 15) << 10 | (mantissa & 0x3FF));
}

/// cl_ext_float_atomics.
class C11FloatAtomics : public C11Atomics {
protected:
  void SetUp() override {
    C11Atomics::SetUp();
    if (!has_extension("cl_ext_float_atomics")) {
      GTEST_SKIP() << "the device has no such atomics";
    }
  }

protected:
  static std::vector<Operation> sums_and_bounds() {
    std::vector<Operation> all(std::begin(sums), std::end(sums));
    all.insert(all.end(), std::begin(bounds), std::end(bounds));
    return all;
  }
};
SOURCE_VARIANTS(C11FloatAtomics);

TEST_P(C11FloatAtomics, single) { check<float>("float", sums_and_bounds()); }
TEST_P(C11FloatAtomics, twice) { check<double>("double", sums_and_bounds()); }

TEST_P(C11FloatAtomics, operandsOfOtherTypes) {
  for (const char* one : {"1", "1.0"}) {
    check_operands<float>("float", one);
    check_operands<double>("double", one);
    check_operands<uint16_t>("half", one, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n",
                             half_of);
  }
}

/// Sums of small integers, which half has exactly up to 2048.
TEST_P(C11FloatAtomics, half) {
  const std::string enable = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  check<uint16_t>("half", {std::begin(bounds), std::end(bounds)}, enable, half_of);
  build(enable + R"(kernel void k(global atomic_half* p, global half* out) {
                      size_t i = get_global_id(0);
                      local atomic_half t[1];
                      if (get_local_id(0) == 0) atomic_init(t, 0);
                      barrier(CLK_LOCAL_MEM_FENCE);
                      if (i % 3 != 1) {
                        atomic_fetch_add_explicit(p, (half)2, memory_order_relaxed);
                        atomic_fetch_sub(p + 1, (half)3);
                        atomic_fetch_add(t, (half)4);
                      }
                      out[i] = atomic_exchange(p + 2 + i, (half)7);
                      barrier(CLK_LOCAL_MEM_FENCE);
                      if (i == 0) atomic_store(p + 2, atomic_load(t)); })",
        version);
  std::vector<uint16_t> p(2 + items, half_of(5)), out(items);
  p[0] = p[1] = 0;
  run({{items}, {24}, {}}, p, out);
  std::vector<uint16_t> expected(2 + items, half_of(7));
  expected[0] = half_of(64 * 2);
  expected[1] = half_of(-64 * 3);
  expected[2] = half_of(16 * 4);
  EXPECT_EQ(p, expected);
  EXPECT_EQ(out, std::vector<uint16_t>(items, half_of(5)));
}

TEST_P(C11FloatAtomics, loadsStoresAndExchanges) {
  build(R"(kernel void k(global atomic_float* f, global atomic_double* d, global double* out) {
             size_t i = get_global_id(0);
             float seen = i % 2 ? 1.5f : 2.5f;
             int r = atomic_compare_exchange_strong(f + i, &seen, 8.5f);
             double old = atomic_exchange_explicit(d + i, 0.25, memory_order_relaxed);
             atomic_store_explicit(d + i, atomic_load(d + i) + 1, memory_order_release);
             out[i] = r * 100 + seen + old; })",
        version);
  std::vector<float> f(items, 1.5f);
  std::vector<double> d(items, 1000), out(items);
  run({{items}, {16}, {}}, f, d, out);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_EQ(f[i], i % 2 ? 8.5f : 1.5f);
    EXPECT_EQ(d[i], 1.25);
    EXPECT_EQ(out[i], i % 2 ? 1101.5 : 1001.5);
  }
}

} // namespace
