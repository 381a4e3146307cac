// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short vectors that work-items access at places that are known when the kernel runs only.
#include "harness.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace {

constexpr uint32_t items = 192;

/// Whole vectors, as loaded and stored; single elements; in work-items of a condition only. Those
/// of three elements lie without gaps.
constexpr char source[] = R"(
#if COUNT == 3
#define LOAD(i, p) vload3(i, p)
#define STORE(v, i, p) vstore3(v, i, p)
#else
#define LOAD(i, p) ((global const T*)(p))[i]
#define STORE(v, i, p) ((global T*)(p))[i] = v
#endif
  kernel void k(global E* loaded, global E* strided, global E* guarded, global E* scattered,
                global E* some, global const E* from, global const uint* at) {
    size_t i = get_global_id(0);
    uint p = at[i];
    T v = LOAD(p, from);
    STORE(v + (E)1, i, loaded);
    T w = LOAD(2 * i + 1, from);
    strided[i] = w.s0 * (E)3 + w.LAST;
    if (p & 1) {
      T g = LOAD(p ^ 2, from);
      guarded[i] = g.LAST - g.s0;
      STORE(g, p, some);
    }
    STORE(v ^ (E)5, p, scattered);
  })";

template <typename Element> struct Buffers {
  std::vector<Element> loaded, strided, guarded, scattered, some;
  explicit Buffers(uint32_t count)
      : loaded(items * count), strided(items), guarded(items), scattered(items * count),
        some(items * count) {}
  bool operator==(const Buffers&) const = default;
};

template <typename Element>
Buffers<Element> expected(const std::vector<Element>& from, const std::vector<uint32_t>& at,
                          uint32_t count) {
  Buffers<Element> result(count);
  for (uint32_t i = 0; i < items; ++i) {
    const uint32_t p = at[i];
    const auto element = [&](uint32_t vector, uint32_t k) { return from[vector * count + k]; };
    for (uint32_t k = 0; k < count; ++k) {
      result.loaded[i * count + k] = Element(element(p, k) + 1);
      result.scattered[p * count + k] = Element(element(p, k) ^ 5);
      result.some[p * count + k] = (p & 1) != 0 ? element(p ^ 2, k) : Element(0);
    }
    result.strided[i] = Element(element(2 * i + 1, 0) * 3 + element(2 * i + 1, count - 1));
    result.guarded[i] =
        (p & 1) != 0 ? Element(element(p ^ 2, count - 1) - element(p ^ 2, 0)) : Element(0);
  }
  return result;
}

class ShortVectors : public KernelTest {
protected:
  template <typename Element> void check(const std::string& element) {
    for (const uint32_t count : {2, 3, 4, 8, 16}) {
      const std::string number = std::to_string(count);
      build(source, "-DE=" + element + " -DT=" + element + number + " -DCOUNT=" + number +
                        " -DLAST=s" + "0123456789abcdef"[count - 1]);
      std::mt19937_64 random(count);
      std::vector<Element> from(2 * items * count);
      for (Element& value : from) {
        value = Element(random());
      }
      std::vector<uint32_t> at(items);
      std::iota(at.begin(), at.end(), 0);
      std::shuffle(at.begin(), at.end(), random);
      for (const size_t local : {64, 24}) {
        Buffers<Element> got(count);
        run({{items}, {local}, {}}, got.loaded, got.strided, got.guarded, got.scattered, got.some,
            from, at);
        EXPECT_TRUE(got == expected(from, at, count))
            << element << count << ", groups of " << local;
      }
    }
  }
};
ALL_VARIANTS(ShortVectors);

TEST_P(ShortVectors, ofBytes) { check<uint8_t>("uchar"); }
TEST_P(ShortVectors, ofShorts) { check<uint16_t>("ushort"); }
TEST_P(ShortVectors, ofInts) { check<uint32_t>("uint"); }
TEST_P(ShortVectors, ofLongs) { check<uint64_t>("ulong"); }

} // namespace
