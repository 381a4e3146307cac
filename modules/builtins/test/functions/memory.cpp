// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 6.12.7 and 6.12.10 to 6.12.12: vector loads and stores, copies, atomics, shuffles.
#include "functions/elementwise.h"

#include <numeric>

namespace {

/// mangle() does not know pointers; these names are written out. P is "P", "PU3AS1" and so on.
template <typename T> const char* letter() {
  static const std::string name = mangle("", {type_name<T>()}).substr(3);
  return name.c_str();
}

template <typename T>
void test_load_store(int width, const std::string& space, const std::string& pointer) {
  const std::string n = std::to_string(width), type = ir_type(vector_name<T>(width));
  // One element of offset, so that nothing but the elements' own alignment holds.
  std::vector<T> memory(size_t(width) * 5 + 1);
  for (size_t i = 0; i < memory.size(); ++i) {
    memory[i] = from_bits<T>(0x3C01 + i * 3);
  }
  T* base = memory.data() + 1;
  const uint64_t offset = 3;

  const std::string load =
      "_Z" + std::to_string(5 + n.size()) + "vload" + n + "m" + space + "K" + letter<T>();
  std::vector<T> got(size_t(room(width)));
  Native(load, type, {"i64", pointer + " " + ir_type(type_name<T>())})(1, got.data(),
                                                                       {&offset, base});
  for (int i = 0; i < width; ++i) {
    EXPECT_TRUE(same(got[size_t(i)], base[3 * width + i])) << load << " element " << i;
  }

  const std::string store = "_Z" + std::to_string(6 + n.size()) + "vstore" + n + "Dv" + n + "_" +
                            letter<T>() + "m" + space + letter<T>();
  std::vector<T> data(size_t(room(width)));
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] = from_bits<T>(0x41 + i);
  }
  auto expected = memory;
  std::copy_n(data.begin(), width, expected.begin() + 1 + 3 * width);
  Native(store, "void", {type, "i64", pointer + " " + ir_type(type_name<T>())})(
      1, nullptr, {data.data(), &offset, base});
  for (size_t i = 0; i < memory.size(); ++i) {
    EXPECT_TRUE(same(memory[i], expected[i])) << store << " element " << i;
  }
}

template <typename T> class VectorMemory : public testing::Test {};
using Types = testing::Types<int8_t, uint16_t, int32_t, uint64_t, Half, float, double>;
TYPED_TEST_SUITE(VectorMemory, Types);

TYPED_TEST(VectorMemory, loadsAndStores) {
  for (int width : {2, 3, 4, 8, 16}) {
    test_load_store<TypeParam>(width, "P", "ptr");
  }
  test_load_store<TypeParam>(4, "PU3AS1", "ptr1");
  test_load_store<TypeParam>(3, "PU3AS3", "ptr3");
}

TEST(HalfMemory, loads) {
  std::vector<uint16_t> memory(64);
  std::iota(memory.begin(), memory.end(), uint16_t(0x3C00));
  const uint64_t offset = 2;
  for (int width : all_widths) {
    for (bool aligned : {false, true}) {
      if (aligned && width == 1) {
        continue;
      }
      const std::string n = width == 1 ? "" : std::to_string(width);
      const std::string name = (aligned ? "vloada_half" : "vload_half") + n;
      std::vector<float> got(size_t(room(width)));
      Native("_Z" + std::to_string(name.size()) + name + "mPKDh",
             ir_type(vector_name<float>(width)),
             {"i64", "ptr half"})(1, got.data(), {&offset, memory.data()});
      const int step = aligned ? room(width) : width;
      for (int i = 0; i < width; ++i) {
        EXPECT_EQ(got[size_t(i)], Half{memory[size_t(2 * step + i)]}.value()) << name;
      }
    }
  }
}

TEST(HalfMemory, storesRoundAsToldAndTouchNothingElse) {
  // 1 + 1.5 units and -1 - 1.5 units of the last place
  const double exact[] = {1 + 0x1.8p-10, -1 - 0x1.8p-10};
  const struct {
    const char* suffix;
    uint16_t bits[2];
  } modes[] = {{"", {0x3C02, 0xBC02}},
               {"_rte", {0x3C02, 0xBC02}},
               {"_rtz", {0x3C01, 0xBC01}},
               {"_rtp", {0x3C02, 0xBC01}},
               {"_rtn", {0x3C01, 0xBC02}}};
  for (const auto& mode : modes) {
    for (const char* stem : {"vstore_half3", "vstorea_half3"}) {
      const std::string name = std::string(stem) + mode.suffix;
      std::vector<uint16_t> memory(12, 0xFFFF);
      const uint64_t offset = 1;
      const double data[4] = {exact[0], exact[1], exact[0], 99};
      Native("_Z" + std::to_string(name.size()) + name + "Dv3_dmPDh", "void",
             {"<3 x double>", "i64", "ptr half"})(1, nullptr, {data, &offset, memory.data()});
      std::vector<uint16_t> expected(12, 0xFFFF);
      const size_t at = std::string(stem) == "vstorea_half3" ? 4 : 3;
      expected[at] = expected[at + 2] = mode.bits[0];
      expected[at + 1] = mode.bits[1];
      EXPECT_EQ(memory, expected) << name;
    }
  }
}

TEST(Shuffle, takesLowBitsOfTheMask) {
  const float x[] = {10, 11, 12, 13}, y[] = {20, 21, 22, 23};
  const uint32_t mask[] = {3, 0, 5, 0xFFFFFFFE, 7, 4, 1, 2};
  std::vector<float> got(8);
  Native(mangle("shuffle", {"float4", "uint8"}), "<8 x float>",
         {"<4 x float>", "<8 x i32>"})(1, got.data(), {x, mask});
  EXPECT_EQ(got, (std::vector<float>{13, 10, 11, 12, 13, 10, 11, 12}));
  Native(mangle("shuffle2", {"float4", "float4", "uint8"}), "<8 x float>",
         {"<4 x float>", "<4 x float>", "<8 x i32>"})(1, got.data(), {x, y, mask});
  EXPECT_EQ(got, (std::vector<float>{13, 10, 21, 22, 23, 20, 11, 12}));
}

TEST(AsyncCopy, plainAndStrided) {
  const std::string event = "target(\"spirv.Event\")";
  std::vector<int32_t> from(12), to(4, -1), wide(12, -1);
  std::iota(from.begin(), from.end(), 0);
  const uint64_t four = 4, three = 3;
  // Zero is what a kernel begins with.
  const uint64_t no_event[4] = {};
  uint64_t out[4];
  Native("_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event", event,
         {"ptr3 i32", "ptr1 i32", "i64", event})(1, out, {to.data(), from.data(), &four, no_event});
  EXPECT_EQ(to, (std::vector<int32_t>{0, 1, 2, 3}));
  Native("_Z29async_work_group_strided_copyPU3AS3iPU3AS1Kimm9ocl_event", event,
         {"ptr3 i32", "ptr1 i32", "i64", "i64", event})(
      1, out, {to.data(), from.data(), &four, &three, no_event});
  EXPECT_EQ(to, (std::vector<int32_t>{0, 3, 6, 9}));
  Native("_Z29async_work_group_strided_copyPU3AS1iPU3AS3Kimm9ocl_event", event,
         {"ptr1 i32", "ptr3 i32", "i64", "i64", event})(
      1, out, {wide.data(), to.data(), &four, &three, no_event});
  EXPECT_EQ(wide, (std::vector<int32_t>{0, -1, -1, 3, -1, -1, 6, -1, -1, 9, -1, -1}));
}

TEST(AsyncCopy, boxes) {
  const std::string event = "target(\"spirv.Event\")";
  std::vector<uint16_t> from(60), to(60, 0), expected(60, 0);
  std::iota(from.begin(), from.end(), uint16_t(1));
  const uint64_t no_event[4] = {}, to_offset = 1, from_offset = 2, bytes = 2, width = 3, height = 2,
                 depth = 2, from_line = 5, from_area = 20, to_line = 4, to_area = 10;
  uint64_t out[4];
  Native("_Z26async_work_group_copy_3D3DPU3AS3vmPU3AS1Kvmmmmmmmmm9ocl_event", event,
         {"ptr3 i8", "i64", "ptr1 i8", "i64", "i64", "i64", "i64", "i64", "i64", "i64", "i64",
          "i64", event})(1, out,
                         {to.data(), &to_offset, from.data(), &from_offset, &bytes, &width, &height,
                          &depth, &from_line, &from_area, &to_line, &to_area, no_event});
  for (size_t z = 0; z < depth; ++z) {
    for (size_t y = 0; y < height; ++y) {
      for (size_t x = 0; x < width; ++x) {
        expected[1 + z * 10 + y * 4 + x] = from[2 + z * 20 + y * 5 + x];
      }
    }
  }
  EXPECT_EQ(to, expected);
}

template <typename T> T atomic(const std::string& name, T& memory, T operand) {
  const std::string type = ir_type(type_name<T>());
  T before = 0;
  Native("_Z" + std::to_string(name.size()) + name + "PU3AS1V" + letter<T>() + letter<T>(), type,
         {"ptr1 " + type, type})(1, &before, {&memory, &operand});
  return before;
}

template <typename T> void test_atomics(const std::string& prefix) {
  const std::string type = ir_type(type_name<T>());
  const struct {
    const char* name;
    T start, operand, result;
  } cases[] = {{"add", 5, 3, 8},
               {"sub", 5, 7, T(-2)},
               {"and", 12, 10, 8},
               {"or", 12, 10, 14},
               {"xor", 12, 10, 6},
               {"xchg", 5, 9, 9},
               {"min", T(-1), 1, std::min(T(-1), T(1))},
               {"max", T(-1), 1, std::max(T(-1), T(1))}};
  for (const auto& c : cases) {
    T memory = c.start;
    EXPECT_EQ(atomic<T>(prefix + c.name, memory, c.operand), c.start) << c.name;
    EXPECT_EQ(memory, c.result) << prefix << c.name << type_name<T>();
  }
  for (const auto& [name, step] : {std::pair("inc", 1), std::pair("dec", -1)}) {
    T memory = 5, before = 0;
    const std::string whole = prefix + name;
    Native("_Z" + std::to_string(whole.size()) + whole + "PU3AS3V" + letter<T>(), type,
           {"ptr3 " + type})(1, &before, {&memory});
    EXPECT_EQ(before, T(5));
    EXPECT_EQ(memory, T(5 + step)) << whole;
  }
  const std::string compare = prefix + "cmpxchg";
  const Native exchange("_Z" + std::to_string(compare.size()) + compare + "PU3AS1V" + letter<T>() +
                            letter<T>() + letter<T>(),
                        type, {"ptr1 " + type, type, type});
  T memory = 5, before = 0, expected = 5, desired = 9;
  exchange(1, &before, {&memory, &expected, &desired});
  EXPECT_EQ(std::pair(before, memory), std::pair(T(5), T(9)));
  exchange(1, &before, {&memory, &expected, &desired});
  EXPECT_EQ(std::pair(before, memory), std::pair(T(9), T(9)));
}

TEST(Atomics, allOperations) {
  test_atomics<int32_t>("atomic_");
  test_atomics<uint32_t>("atomic_");
  test_atomics<int32_t>("atom_");
  test_atomics<uint32_t>("atom_");
  test_atomics<int64_t>("atom_");
  test_atomics<uint64_t>("atom_");
  float memory = 1.5f, operand = 2.5f, before = 0;
  Native("_Z11atomic_xchgPU3AS1Vff", "float", {"ptr1 float", "float"})(1, &before,
                                                                       {&memory, &operand});
  EXPECT_EQ(std::pair(before, memory), std::pair(1.5f, 2.5f));
}

TEST(WorkItems, dimensionsBeyondThree) {
  const std::vector<uint32_t> in = {0, 2, 3, 1000, ~0u};
  const std::pair<const char*, uint64_t> expected[] = {
      {"get_global_id", 0},     {"get_local_id", 0},           {"get_group_id", 0},
      {"get_global_offset", 0}, {"get_global_size", 1},        {"get_local_size", 1},
      {"get_num_groups", 1},    {"get_enqueued_local_size", 1}};
  for (const auto& [name, value] : expected) {
    std::vector<uint64_t> got(in.size(), 99);
    Native(mangle(name, {"uint"}), "i64", {"i32"})(in.size(), got.data(), {in.data()});
    EXPECT_EQ(got, std::vector<uint64_t>(in.size(), value)) << name;
  }
}

} // namespace
