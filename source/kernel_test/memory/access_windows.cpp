// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of neighbouring work-items that lie close together, where only the launch knows it.
#include "harness.h"

#include <numeric>
#include <sys/mman.h>

namespace {

class Windows : public KernelTest {};
ALL_VARIANTS(Windows);

using Words = std::vector<uint32_t>;

constexpr uint32_t items = 192; // three groups of 64

Words numbers(size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), 1000);
  return words;
}

/// The places x, scaled and bent: what `index` below computes.
struct Places {
  uint32_t flip, factor, divisor, add;

  [[nodiscard]] uint32_t of(uint32_t id) const { return (id ^ flip) * factor + id / divisor + add; }
  [[nodiscard]] std::string name() const {
    return std::to_string(flip) + " " + std::to_string(factor) + " " + std::to_string(divisor) +
           " " + std::to_string(add);
  }
};

constexpr uint32_t never = 1 << 20; ///< as a divisor

/// Rising or not, with gaps or without, within two vectors of any width or not.
constexpr Places all_places[] = {
    {0, 1, never, 0},  {0, 1, never, 5}, {0, 2, never, 0},  {0, 2, never, 1},  {0, 3, never, 7},
    {0, 1, 1, 0},      {0, 1, 2, 3},     {0, 1, 3, 0},      {0, 1, 5, 0},      {0, 1, 15, 2},
    {0, 1, 16, 1},     {0, 1, 31, 0},    {1, 1, never, 0},  {3, 1, never, 0},  {8, 1, never, 4},
    {15, 1, never, 0}, {1, 2, never, 0}, {16, 2, never, 0}, {0, 40, never, 0},
};

constexpr char index[] = "uint id = get_global_id(0);"
                         "uint i = (id ^ flip) * factor + id / divisor + add;";
constexpr char arguments[] = "uint flip, uint factor, uint divisor, uint add";

std::string kernel_with(const std::string& parameters, const std::string& body) {
  return "kernel void k(" + parameters + ", " + arguments + ") {" + index + body + "}";
}

TEST_P(Windows, loads) {
  build(kernel_with("global uint* out, global const uint* in", "out[id] = in[i];"));
  const Words in = numbers(40 * items);
  for (const Places& places : all_places) {
    Words out(items), source = in, expected;
    for (uint32_t id = 0; id < items; ++id) {
      expected.push_back(in[places.of(id)]);
    }
    run({{items}, {64}, {}}, out, source, places.flip, places.factor, places.divisor, places.add);
    EXPECT_EQ(out, expected) << places.name();
  }
  // Several work-items at one place.
  for (const uint32_t divisor : {2, 7, 16, 100}) {
    Words out(items), source = in, expected;
    for (uint32_t id = 0; id < items; ++id) {
      expected.push_back(in[id / divisor]);
    }
    run({{items}, {64}, {}}, out, source, 0u, 0u, divisor, 0u);
    EXPECT_EQ(out, expected) << divisor;
  }
}

TEST_P(Windows, storesLeaveWhatIsBetween) {
  build(kernel_with("global uint* out", "out[i] = id * id;"));
  for (const Places& places : all_places) {
    Words out = numbers(40 * items), expected = out;
    for (uint32_t id = 0; id < items; ++id) {
      expected[places.of(id)] = id * id;
    }
    run({{items}, {64}, {}}, out, places.flip, places.factor, places.divisor, places.add);
    EXPECT_EQ(out, expected) << places.name();
  }
}

/// The same places, and others a uniform number further: what is found out once serves all.
TEST_P(Windows, exchangesInPlace) {
  build(kernel_with("global int* p, uint step", "i = 2 * step * (id / step) + id % step + add;"
                                                "int a = p[i], b = p[i + step];"
                                                "p[i] = max(a, b); p[i + step] = min(a, b) - 1;"));
  for (const uint32_t step : {1u, 2u, 3u, 4u, 5u, 8u, 16u, 32u}) {
    std::vector<int32_t> p(2 * items + 70), expected;
    for (size_t i = 0; i < p.size(); ++i) {
      p[i] = int32_t(i * 7919 % 1009) - 500;
    }
    expected = p;
    for (uint32_t id = 0; id < items; ++id) {
      const uint32_t i = 2 * step * (id / step) + id % step + 3;
      const int32_t a = p[i], b = p[i + step];
      expected[i] = std::max(a, b);
      expected[i + step] = std::min(a, b) - 1;
    }
    run({{items}, {64}, {}}, p, step, 0u, 0u, 0u, 3u);
    EXPECT_EQ(p, expected) << step;
  }
}

TEST_P(Windows, someWorkItemsOnly) {
  build(kernel_with("global float* out, global const float* in, uint bits",
                    "if ((bits >> (id % 32)) & 1) out[i] = in[i] * 2; else out[i] = 0.5f;"
                    "if (id % 7 > add) out[i] = out[i] + 1;"));
  std::vector<float> in(40 * items);
  std::iota(in.begin(), in.end(), 1.0f);
  for (const uint32_t bits : {0xffffffffu, 0u, 1u, 0x80000000u, 0x55555555u, 0xfffe8000u}) {
    for (const Places& places : all_places) {
      std::vector<float> out(in.size(), -1), source = in, expected = out;
      for (uint32_t id = 0; id < items; ++id) {
        const uint32_t i = places.of(id);
        expected[i] = (bits >> (id % 32)) & 1 ? in[i] * 2 : 0.5f;
        expected[i] += float(id % 7 > places.add);
      }
      run({{items}, {64}, {}}, out, source, bits, places.flip, places.factor, places.divisor,
          places.add);
      EXPECT_EQ(out, expected) << places.name() << " for " << bits;
    }
  }
}

/// Pairs and elements of 64 bits go as two parts, those of other sizes the usual way.
TEST_P(Windows, otherElements) {
  build(kernel_with(
      "global uchar* bytes, global ulong* longs, global uint2* pairs, global ulong2* large",
      "if (id % 5 != 3) large[i] = (ulong2)(longs[i], id);"
      "bytes[i] += 1; longs[i] += id; pairs[i] = pairs[i].yx + (uint2)(1, 0);"));
  for (const Places& places : all_places) {
    std::vector<uint8_t> bytes(40 * items, 3), more = bytes;
    std::vector<uint64_t> longs(40 * items), longer, large(80 * items, 7), larger = large;
    std::iota(longs.begin(), longs.end(), uint64_t(1) << 40);
    longer = longs;
    Words pairs = numbers(80 * items), swapped = pairs;
    for (uint32_t id = 0; id < items; ++id) {
      const uint32_t i = places.of(id);
      more[i] += 1;
      if (id % 5 != 3) {
        larger[2 * i] = longs[i];
        larger[2 * i + 1] = id;
      }
      longer[i] += id;
      swapped[2 * i] = pairs[2 * i + 1] + 1;
      swapped[2 * i + 1] = pairs[2 * i];
    }
    run({{items}, {64}, {}}, bytes, longs, pairs, large, places.flip, places.factor, places.divisor,
        places.add);
    EXPECT_EQ(bytes, more) << places.name();
    EXPECT_EQ(longs, longer) << places.name();
    EXPECT_EQ(large, larger) << places.name();
    EXPECT_EQ(pairs, swapped) << places.name();
  }
}

/// Indices of 32 bits that wrap in work-items that are not active, and signed ones.
TEST_P(Windows, indicesAtTheEndOfTheirRange) {
  build("kernel void k(global uint* out, uint factor, uint add) {"
        "  uint id = get_global_id(0);"
        "  if (id * factor >= add) out[id * factor - add] = id;"
        "  int i = (int)id * (int)factor - (int)add;"
        "  if (i >= 0) out[1000 + i] = id; }");
  for (const uint32_t factor : {1u, 2u, 3u}) {
    for (const uint32_t add : {0u, 9u, 16u, 21u, 100u}) {
      Words out(2000, 5), expected = out;
      for (uint32_t id = (add + factor - 1) / factor; id < items; ++id) {
        expected[id * factor - add] = id;
        expected[1000 + id * factor - add] = id;
      }
      run({{items}, {64}, {}}, out, factor, add);
      EXPECT_EQ(out, expected) << factor << " " << add;
    }
  }
}

/// Work-groups that run at the same time own every other element.
TEST_P(Windows, othersWriteBetween) {
  constexpr uint32_t half = 1 << 15;
  build("kernel void k(global uint* out, uint half_of_all, uint factor) {"
        "  uint id = get_global_id(0);"
        "  uint i = id % half_of_all * factor + id / half_of_all;"
        "  out[i] = out[i] + id; }");
  Words out(2 * half), expected(2 * half);
  for (uint32_t round = 0; round < 8; ++round) {
    run({{2 * half}, {64}, {}}, out, half, 2u);
    for (uint32_t id = 0; id < 2 * half; ++id) {
      expected[id % half * 2 + id / half] += id;
    }
    ASSERT_EQ(out, expected);
  }
}

/// Memory that ends where nobody may touch what follows, and begins behind such.
class Page {
public:
  Page() {
    base =
        static_cast<char*>(mmap(nullptr, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_EQ(mprotect(begin(), size, PROT_READ | PROT_WRITE), 0);
  }
  Page(const Page&) = delete;
  ~Page() { munmap(base, 3 * size); }
  char* begin() { return base + size; }
  static constexpr size_t size = 4096;

private:
  char* base;
};

TEST_P(Windows, nothingBeyondIsTouched) {
  build(kernel_with("global uint* out, global const uint* in, uint first",
                    "if (id >= first) out[i] = in[i] + 1;"));
  constexpr uint32_t words = Page::size / sizeof(uint32_t);
  for (Places places : all_places) {
    if (places.factor > 3) {
      continue; // more than a page
    }
    uint32_t last = 0;
    for (uint32_t id = 0; id < items; ++id) {
      last = std::max(last, places.of(id));
    }
    for (const uint32_t add : {uint32_t(0), words - 1 - last + places.add}) {
      for (const uint32_t first : {0u, 5u}) {
        places.add = add;
        Page in, out;
        auto* from = reinterpret_cast<uint32_t*>(in.begin());
        std::iota(from, from + words, 0);
        Words expected(words);
        for (uint32_t id = first; id < items; ++id) {
          expected[places.of(id)] = from[places.of(id)] + 1;
        }
        const auto wrap = [&](Page& page) {
          return clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Page::size, page.begin(), nullptr);
        };
        cl_mem source = wrap(in), target = wrap(out);
        run({{items}, {64}, {}}, target, source, first, places.flip, places.factor, places.divisor,
            places.add);
        Words got(words);
        EXPECT_EQ(clEnqueueReadBuffer(queue, target, CL_TRUE, 0, Page::size, got.data(), 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(got, expected) << places.name();
        clReleaseMemObject(source);
        clReleaseMemObject(target);
      }
    }
  }
}

// Groups that leave one work-item beside whole vectors. Later ones write in front of earlier ones:
// what one writes behind its own elements stays there.
TEST_P(Windows, narrowStoresOfOneLaneLeaveWhatIsBehind) {
  constexpr uint32_t groups = 6;
  const auto compare = [&](auto zero, const std::string& type, uint32_t size) {
    build("#define T " + type + "\n#define SIZE " + std::to_string(size) + R"(
      __attribute__((reqd_work_group_size(SIZE, 1, 1)))
      kernel void k(global T* out, global const uint* in) {
        const uint value = in[get_global_id(0)] * in[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        const size_t group = get_num_groups(0) - 1 - get_group_id(0);
        out[group * SIZE + get_local_id(0)] = (T)(value >> 10);
      })");
    Words in = numbers(groups * size);
    std::vector<decltype(zero)> out(groups * size + 8, decltype(zero)(77)), expected = out;
    for (uint32_t id = 0; id < in.size(); ++id) {
      const uint32_t group = groups - 1 - id / size, local = id % size;
      expected[group * size + local] = decltype(zero)(in[id] * in[local] >> 10);
    }
    run({{in.size()}, {size}, {}}, out, in);
    EXPECT_EQ(out, expected) << type << " " << size;
  };
  for (const uint32_t size : {5, 9, 17}) {
    compare(uint8_t{}, "uchar", size);
    compare(uint16_t{}, "ushort", size);
  }
}

// Loads of neighbours under masks, next to pages that cannot be read: also of types that no target
// has masked loads for.
class Edges : public KernelTest {
protected:
  template <typename T> void check(const std::string& type) {
    build("kernel void k(global " + type + "* out, global const " + type +
          "* in, int base, int size) {\n"
          "  int id = get_global_id(0), i = base + id;\n" +
          type +
          " value = 7;\n"
          "  if (i >= 0 && i < size) value = in[i];\n"
          "  if (i >= 0)\n" // each work-item as long as it likes
          "    for (int j = i; j < size && j < i + 9 && in[j] != 3; j++) value += in[j];\n"
          "  out[id] = value;\n"
          "}");
    constexpr int size = int(Page::size / sizeof(T));
    Page page;
    auto* in = reinterpret_cast<T*>(page.begin());
    for (int i = 0; i < size; ++i) {
      in[i] = T(i * 5 % 11);
    }
    cl_mem source = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Page::size, page.begin(), nullptr);
    for (const int base : {-200, -100, -64, -33, -1, 0, 5, size - int(items), size - 100, size - 64,
                           size - 31, size - 7, size - 1, size}) {
      std::vector<T> out(items), expected;
      for (int id = 0; id < int(items); ++id) {
        const int i = base + id;
        T value = 7;
        if (i >= 0 && i < size) {
          value = in[i];
        }
        for (int j = i; i >= 0 && j < size && j < i + 9 && in[j] != 3; ++j) {
          value = T(value + in[j]);
        }
        expected.push_back(value);
      }
      run({{items}, {64}, {}}, out, source, base, size);
      EXPECT_EQ(out, expected) << type << ' ' << base;
    }
    clReleaseMemObject(source);
  }
};
ALL_VARIANTS(Edges);

TEST_P(Edges, bytes) { check<uint8_t>("uchar"); }
TEST_P(Edges, shorts) { check<uint16_t>("ushort"); }
TEST_P(Edges, words) { check<uint32_t>("uint"); }

} // namespace
