// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes: one kernel writes packets, another one reads them. OpenCL C 3.0.
#include "harness.h"

#include <algorithm>
#include <numeric>

namespace {

class Pipes : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    constexpr cl_device_info pipe_support = 0x1071;
    cl_bool has = CL_FALSE;
    clGetDeviceInfo(device, pipe_support, sizeof has, &has, nullptr);
    if (!has) {
      GTEST_SKIP() << "the device has no pipes";
    }
  }

protected:
  void TearDown() override {
    release_pipe();
    KernelTest::TearDown();
  }
  void make_pipe(cl_uint packet_size, cl_uint max_packets) {
    release_pipe();
    cl_int error = 1;
    pipe = clCreatePipe(context, 0, packet_size, max_packets, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void release_pipe() {
    if (pipe) {
      clReleaseMemObject(pipe);
      pipe = nullptr;
    }
  }
  void build_kernel(const std::string& parameters, const std::string& body) {
    build("typedef struct { char c; short s[3]; } odd;\n"
          "kernel void k(" +
              parameters + ") {\n" + body + "\n}\n",
          "-cl-std=CL3.0");
  }
  /// Writes a packet for each work-item, and gives what write_pipe said.
  std::vector<int> write(const std::string& type, const std::string& packet, const Launch& launch) {
    build_kernel("write_only pipe " + type + " p, global int* said",
                 "int i = get_global_id(0); " + type + " v = " + packet +
                     "; said[i] = write_pipe(p, &v);");
    std::vector<int> said(launch.global[0], 77);
    run(launch, pipe, said);
    return said;
  }
  template <typename T>
  std::vector<T> read(const std::string& type, size_t count, std::vector<int>& said) {
    build_kernel("read_only pipe " + type + " p, global " + type + "* out, global int* said",
                 "int i = get_global_id(0); said[i] = read_pipe(p, &out[i]);");
    std::vector<T> out(count);
    said.assign(count, 77);
    run({{count}, {}, {}}, pipe, out, said);
    return out;
  }
  std::vector<int> counts() {
    build_kernel("read_only pipe int p, global int* out",
                 "out[0] = get_pipe_num_packets(p); out[1] = get_pipe_max_packets(p);");
    std::vector<int> out(2);
    run({{1}, {}, {}}, pipe, out);
    return out;
  }

  cl_mem pipe = nullptr;
};
ALL_VARIANTS(Pipes);

std::vector<int> sorted(std::vector<int> values) {
  std::ranges::sort(values);
  return values;
}

std::vector<int> numbers(size_t count, int first = 0) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST_P(Pipes, holdWhatWasWritten) {
  make_pipe(4, 1000);
  for (int round = 0; round < 3; ++round) { // in the second one the ring begins anew
    std::vector<int> said;
    EXPECT_EQ(write("int", "i * 3", {{700}, {70}, {}}), std::vector<int>(700, 0));
    EXPECT_EQ(counts(), (std::vector<int>{700, 1000}));
    auto values = sorted(read<int>("int", 700, said));
    for (int i = 0; i < 700; ++i) {
      ASSERT_EQ(values[i], i * 3);
    }
    EXPECT_EQ(said, std::vector<int>(700, 0));
    EXPECT_EQ(counts(), (std::vector<int>{0, 1000}));
  }
}

TEST_P(Pipes, areFullAndEmpty) {
  make_pipe(4, 50);
  std::vector<int> said;
  read<int>("int", 5, said);
  EXPECT_TRUE(std::ranges::all_of(said, [](int result) { return result < 0; })) << "empty";
  const auto written = write("int", "i", {{80}, {16}, {}});
  EXPECT_EQ(std::ranges::count(written, 0), 50);
  EXPECT_EQ(std::ranges::count_if(written, [](int result) { return result < 0; }), 30);
  const auto values = read<int>("int", 60, said);
  EXPECT_EQ(std::ranges::count(said, 0), 50);
  std::vector<int> expected, seen;
  for (int i = 0; i < 80; ++i) {
    if (written[i] == 0) {
      expected.push_back(i);
    }
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (said[i] == 0) {
      seen.push_back(values[i]);
    }
  }
  EXPECT_EQ(sorted(seen), expected);
}

struct Odd {
  char c;
  short s[3];
};

TEST_P(Pipes, packetsOfManySizes) {
  std::vector<int> said;
  make_pipe(1, 33);
  write("char", "(char)i", {{33}, {11}, {}});
  auto bytes = read<signed char>("char", 33, said);
  std::ranges::sort(bytes);
  for (int i = 0; i < 33; ++i) {
    EXPECT_EQ(bytes[i], i);
  }
  make_pipe(128, 40);
  write("long16", "(long16)(i) + (long16)(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15) * 100",
        {{40}, {8}, {}});
  struct Long16 {
    alignas(128) cl_long v[16];
  };
  auto vectors = read<Long16>("long16", 40, said);
  std::ranges::sort(vectors, {}, [](const Long16& v) { return v.v[0]; });
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 16; ++j) {
      ASSERT_EQ(vectors[i].v[j], i + j * 100);
    }
  }
  make_pipe(sizeof(Odd), 40);
  write("odd", "{(char)i, {(short)(i + 1), (short)(i + 2), (short)-i}}", {{40}, {8}, {}});
  auto odd = read<Odd>("odd", 40, said);
  std::ranges::sort(odd, {}, &Odd::c);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(odd[i].c, i);
    EXPECT_EQ(odd[i].s[0], i + 1);
    EXPECT_EQ(odd[i].s[2], -i);
  }
}

TEST_P(Pipes, reservationsOfWorkItems) {
  make_pipe(4, 96);
  const std::string write_three =
      "int i = get_global_id(0);\n"
      "reserve_id_t r = reserve_write_pipe(p, 3);\n"
      "valid[i] = is_valid_reserve_id(r);\n"
      "if (valid[i]) {\n"
      "  for (int j = 2; j >= 0; --j) { int v = 3 * i + j; said[i] |= write_pipe(p, r, j, &v); }\n"
      "  commit_write_pipe(p, r);\n"
      "}";
  std::vector<int> said(40), valid(40, 7);
  build_kernel("write_only pipe int p, global int* said, global int* valid", write_three);
  run({{40}, {8}, {}}, pipe, said, valid);
  EXPECT_EQ(said, std::vector<int>(40, 0));
  EXPECT_EQ(std::accumulate(valid.begin(), valid.end(), 0), 32) << "3 packets each, of 96";
  EXPECT_EQ(counts()[0], 96);
  build_kernel("read_only pipe int p, global int* out, global int* valid", R"(
    int i = get_global_id(0);
    reserve_id_t r = reserve_read_pipe(p, 3);
    valid[i] = is_valid_reserve_id(r);
    if (valid[i]) {
      for (int j = 0; j < 3; ++j) valid[i] += read_pipe(p, r, j, &out[3 * i + j]);
      commit_read_pipe(p, r);
    })");
  std::vector<int> out(120, -1), read_valid(40, 7);
  run({{40}, {8}, {}}, pipe, out, read_valid);
  EXPECT_EQ(std::accumulate(read_valid.begin(), read_valid.end(), 0), 32);
  std::vector<int> seen, expected;
  for (int i = 0; i < 40; ++i) {
    if (read_valid[i]) {
      EXPECT_EQ(out[3 * i] % 3, 0) << "packets of a reservation are together";
      EXPECT_EQ(out[3 * i + 1], out[3 * i] + 1);
      EXPECT_EQ(out[3 * i + 2], out[3 * i] + 2);
      seen.push_back(out[3 * i] / 3);
    }
    if (valid[i]) {
      expected.push_back(i);
    }
  }
  EXPECT_EQ(sorted(seen), expected);
  EXPECT_EQ(counts()[0], 0);
}

TEST_P(Pipes, reservationsThatCannotBe) {
  make_pipe(4, 10);
  build_kernel("write_only pipe int p, global int* out", R"(
    out[0] = is_valid_reserve_id(reserve_write_pipe(p, 11));
    out[1] = is_valid_reserve_id(CLK_NULL_RESERVE_ID);
    reserve_id_t a = reserve_write_pipe(p, 6), b = reserve_write_pipe(p, 5);
    reserve_id_t c = reserve_write_pipe(p, 4);
    out[2] = is_valid_reserve_id(a);
    out[3] = is_valid_reserve_id(b);
    out[4] = is_valid_reserve_id(c);
    commit_write_pipe(p, c);
    commit_write_pipe(p, a);)");
  std::vector<int> out(5, 7);
  run({{1}, {}, {}}, pipe, out);
  EXPECT_EQ(out, (std::vector<int>{0, 0, 1, 0, 1}));
  EXPECT_EQ(counts()[0], 10);
}

/// Nothing is written or read, and the pipe can be used.
TEST_P(Pipes, reservationsThatAreUsedWrongly) {
  make_pipe(4, 10);
  build_kernel("write_only pipe int p, global int* out", R"(
    int x = 7;
    reserve_id_t none = CLK_NULL_RESERVE_ID, a = reserve_write_pipe(p, 2);
    out[0] = write_pipe(p, none, 0, &x) < 0;
    out[1] = write_pipe(p, a, 2, &x) < 0;
    out[2] = write_pipe(p, a, ~0u, &x) < 0;
    out[3] = write_pipe(p, a, 1, &x);
    x = 5;
    out[4] = write_pipe(p, a, 0, &x);
    commit_write_pipe(p, none);
    commit_write_pipe(p, a);
    out[5] = get_pipe_num_packets(p);)");
  std::vector<int> out(6, 9);
  run({{1}, {}, {}}, pipe, out);
  EXPECT_EQ(out, (std::vector<int>{1, 1, 1, 0, 0, 2}));
  build_kernel("read_only pipe int p, global int* out", R"(
    int x = 1;
    reserve_id_t a = reserve_read_pipe(p, 2);
    out[0] = read_pipe(p, CLK_NULL_RESERVE_ID, 0, &x) < 0;
    out[1] = read_pipe(p, a, 2, &x) < 0;
    out[2] = x;
    out[3] = read_pipe(p, a, 0, &x) + x;
    out[4] = read_pipe(p, a, 1, &x) + x;
    commit_read_pipe(p, CLK_NULL_RESERVE_ID);
    commit_read_pipe(p, a);
    out[5] = is_valid_reserve_id(reserve_read_pipe(p, 1));)");
  run({{1}, {}, {}}, pipe, out);
  EXPECT_EQ(out, (std::vector<int>{1, 1, 1, 5, 7, 0}));
}

/// A kernel's packets have the size that the pipe was created with, or none is written or read.
TEST_P(Pipes, packetsOfAnotherSize) {
  make_pipe(4, 1000);
  std::vector<int> said;
  EXPECT_EQ(write("int16", "(int16)(i)", {{6}, {2}, {}}), std::vector<int>(6, -1));
  EXPECT_EQ(write("char", "(char)i", {{6}, {2}, {}}), std::vector<int>(6, -1));
  EXPECT_EQ(counts()[0], 0);
  EXPECT_EQ(write("int", "i", {{6}, {2}, {}}), std::vector<int>(6, 0));
  read<cl_long>("long", 3, said);
  EXPECT_EQ(said, std::vector<int>(3, -1));
  build_kernel("read_only pipe long p, global int* out", R"(
    reserve_id_t r = reserve_read_pipe(p, 2);
    out[0] = is_valid_reserve_id(r);
    out[1] = is_valid_reserve_id(work_group_reserve_read_pipe(p, 2));
    commit_read_pipe(p, r);)");
  std::vector<int> out(2, 7);
  run({{1}, {}, {}}, pipe, out);
  EXPECT_EQ(out, std::vector<int>(2, 0));
  EXPECT_EQ(sorted(read<int>("int", 6, said)), numbers(6));
}

/// A reservation of one pipe means nothing to another one, or at least no packet outside of it.
TEST_P(Pipes, reservationsOfAnotherPipe) {
  make_pipe(4, 1000);
  cl_int error = 1;
  const cl_mem small = clCreatePipe(context, 0, 4, 10, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  build_kernel("write_only pipe int p, write_only pipe int small, global int* out", R"(
    int x = 7;
    reserve_id_t many = reserve_write_pipe(p, 500), far = reserve_write_pipe(p, 2);
    out[0] = write_pipe(small, many, 400, &x);
    out[1] = write_pipe(small, many, 2, &x);
    out[2] = write_pipe(small, far, 1, &x);
    out[3] = write_pipe(p, far, 1, &x);
    commit_write_pipe(small, many);
    commit_write_pipe(small, far);
    out[4] = write_pipe(small, &x);)");
  std::vector<int> out(5, 9);
  run({{1}, {}, {}}, pipe, small, out);
  EXPECT_EQ(out, (std::vector<int>{-1, -1, -1, 0, 0}));
  clReleaseMemObject(small);
}

TEST_P(Pipes, reservationsOfWorkGroups) {
  for (const size_t global : {96, 90}) { // the last group may be smaller
    make_pipe(4, 100);
    build_kernel("write_only pipe int p, global int* said", R"(
      int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
      reserve_id_t r = work_group_reserve_write_pipe(p, n);
      said[i] = !is_valid_reserve_id(r);
      if (!said[i]) { int v = i; said[i] = write_pipe(p, r, n - 1 - l, &v); }
      work_group_commit_write_pipe(p, r);)");
    std::vector<int> said(global, 7), got(global, -1);
    run({{global}, {16}, {}}, pipe, said);
    EXPECT_EQ(said, std::vector<int>(global, 0));
    EXPECT_EQ(counts()[0], int(global));
    build_kernel("read_only pipe int p, global int* out", R"(
      int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
      reserve_id_t r = work_group_reserve_read_pipe(p, n);
      if (is_valid_reserve_id(r)) read_pipe(p, r, l, &out[i]);
      work_group_commit_read_pipe(p, r);)");
    run({{global}, {8}, {}}, pipe, got);
    EXPECT_EQ(sorted(got), numbers(global));
    EXPECT_EQ(counts()[0], 0);
  }
}

TEST_P(Pipes, reservationsOfSubGroups) {
  make_pipe(4, 100);
  build_kernel("write_only pipe int p, global int* said", R"(
    int i = get_global_id(0), l = get_sub_group_local_id(), n = get_sub_group_size();
    reserve_id_t r = sub_group_reserve_write_pipe(p, n);
    said[i] = !is_valid_reserve_id(r);
    if (!said[i]) { int v = i; said[i] = write_pipe(p, r, l, &v); }
    sub_group_commit_write_pipe(p, r);)");
  std::vector<int> said(90, 7), got(90, -1);
  run({{90}, {30}, {}}, pipe, said);
  EXPECT_EQ(said, std::vector<int>(90, 0));
  build_kernel("read_only pipe int p, global int* out", R"(
    int i = get_global_id(0), l = get_sub_group_local_id(), n = get_sub_group_size();
    reserve_id_t r = sub_group_reserve_read_pipe(p, n);
    if (is_valid_reserve_id(r)) read_pipe(p, r, l, &out[i]);
    sub_group_commit_read_pipe(p, r);)");
  run({{90}, {30}, {}}, pipe, got);
  EXPECT_EQ(sorted(got), numbers(90));
  EXPECT_EQ(counts()[0], 0);
}

/// Under a condition, from a function that is not inlined, and in the order of the program.
TEST_P(Pipes, inOrderAndUnderConditions) {
  make_pipe(4, 200);
  build("__attribute__((noinline)) void put(write_only pipe int p, int v) { write_pipe(p, &v); }\n"
        "kernel void k(write_only pipe int p) {\n"
        "  int i = get_global_id(0);\n"
        "  for (int j = 0; j < (i & 3); ++j) if (i % 5 != 1) put(p, 10 * i + j);\n"
        "}\n",
        "-cl-std=CL3.0");
  run({{64}, {32}, {}}, pipe);
  std::vector<int> expected, said;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < (i & 3); ++j) {
      if (i % 5 != 1) {
        expected.push_back(10 * i + j);
      }
    }
  }
  const auto values = read<int>("int", expected.size(), said);
  EXPECT_EQ(sorted(values), expected);
}

/// Work-items that run together may write to different pipes.
TEST_P(Pipes, chosenByWorkItems) {
  make_pipe(4, 100);
  cl_int error = 1;
  cl_mem other = clCreatePipe(context, 0, 4, 100, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  build_kernel("write_only pipe int p, write_only pipe int q, global int* said", R"(
    int i = get_global_id(0);
    if (i % 3 == 1) said[i] = write_pipe(p, &i); else said[i] = write_pipe(q, &i);)");
  if (was_refused()) {
    clReleaseMemObject(other);
    GTEST_SKIP() << "LLVM makes one call of both, with a pipe that is chosen";
  }
  std::vector<int> said(64, 7);
  run({{64}, {32}, {}}, pipe, other, said);
  EXPECT_EQ(said, std::vector<int>(64, 0));
  const auto third = read<int>("int", 21, said);
  std::swap(pipe, other);
  const auto rest = read<int>("int", 43, said);
  clReleaseMemObject(other);
  EXPECT_TRUE(std::ranges::all_of(third, [](int value) { return value % 3 == 1; }));
  EXPECT_TRUE(std::ranges::none_of(rest, [](int value) { return value % 3 == 1; }));
  std::vector<int> all = third;
  all.insert(all.end(), rest.begin(), rest.end());
  EXPECT_EQ(sorted(all), numbers(64));
}

/// Fewer packets than work-items that run together, with room that begins anywhere in the ring.
TEST_P(Pipes, smallerThanVectors) {
  make_pipe(4, 5);
  for (int round = 0; round < 7; ++round) {
    const auto said = write("int", "i + 1", {{48}, {16}, {}});
    ASSERT_EQ(std::ranges::count(said, 0), round == 0 ? 5 : 3);
    std::vector<int> got;
    const auto values = read<int>("int", 3, got);
    ASSERT_EQ(got, std::vector<int>(3, 0));
    ASSERT_TRUE(std::ranges::all_of(values, [](int value) { return value > 0; }));
    ASSERT_EQ(counts()[0], 2);
  }
}

/// A work-item that waits for a packet lets that run which writes it.
TEST_P(Pipes, waitedForInAGroup) {
  make_pipe(4, 64);
  build_kernel("write_only pipe int p, read_only pipe int from, global int* out", R"(
    int i = get_global_id(0), l = get_local_id(0), v;
    if (l == get_local_size(0) - 1)
      for (int j = 0; j < 32; ++j) { v = 100 + j; write_pipe(p, &v); }
    v = -1;
    while (read_pipe(from, &v) != 0);
    out[i] = v;)");
  std::vector<int> out(32, 7);
  run({{32}, {32}, {}}, pipe, pipe, out);
  EXPECT_EQ(sorted(out), numbers(32, 100));
}

} // namespace
