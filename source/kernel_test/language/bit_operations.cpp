// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of bits (cl_khr_extended_bit_ops) and dot products of bytes (cl_khr_integer_dot_product).
#include "harness.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

class BitOperations : public KernelTest {
protected:
  /// Fields at every place and of every width of random values, whose bits are taken one by one.
  template <typename T> void check_fields(const std::string& type, const std::string& plain) {
    using U = std::make_unsigned_t<T>;
    using S = std::make_signed_t<T>;
    constexpr unsigned width = sizeof(T) * 8;
    build("kernel void k(global const " + type + "* base, global const " + type +
              "* insert, global const uint* at, global const uint* count,\n  global " + type +
              "* inserted, global " + plain + "* sign, global u" + plain + "* zero, global " +
              type +
              "* pairs) {\n"
              "  size_t i = get_global_id(0);\n"
              "  inserted[i] = bitfield_insert(base[i], insert[i], at[i], count[i]);\n"
              "  sign[i] = bitfield_extract_signed(base[i], at[i], count[i]);\n"
              "  zero[i] = bitfield_extract_unsigned(base[i], at[i], count[i]);\n"
              "  vstore2(bitfield_insert((" +
              type + "2)(base[i], insert[i]), (" + type +
              "2)(insert[i], base[i]), at[i], count[i]), i, pairs);\n"
              "}\n",
          version);
    std::vector<T> base, insert;
    std::vector<unsigned> at, count;
    uint64_t random = 88172645463325252U;
    for (unsigned offset = 0; offset < width; ++offset) {
      for (unsigned bits = 1; offset + bits <= width; ++bits) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        base.push_back(T(random >> 7 ^ random << 31));
        insert.push_back(T(random >> 23 ^ random << 11));
        at.push_back(offset);
        count.push_back(bits);
      }
    }
    // Nothing is inserted, and a field of nothing is zero.
    base.push_back(T(-1)), insert.push_back(0), at.push_back(width), count.push_back(0);
    std::vector<T> inserted(base.size()), pairs(2 * base.size());
    std::vector<S> sign(base.size());
    std::vector<U> zero(base.size());
    run({{base.size()}, {}, {}}, base, insert, at, count, inserted, sign, zero, pairs);
    const auto bit = [](T value, unsigned i) { return U(U(value) >> i & 1); };
    const auto insertion = [&](T to, T from, size_t item) {
      U made = 0;
      for (unsigned i = 0; i < width; ++i) {
        const bool inside = i >= at[item] && i < at[item] + count[item];
        made = U(made | U(inside ? bit(from, i - at[item]) : bit(to, i)) << i);
      }
      return T(made);
    };
    for (size_t item = 0; item < base.size(); ++item) {
      U field = 0, extended = 0;
      for (unsigned i = 0; i < width && count[item]; ++i) {
        const U own = i < count[item] ? bit(base[item], at[item] + i) : U(0);
        field = U(field | own << i);
        const unsigned from = at[item] + std::min(i, count[item] - 1);
        extended = U(extended | bit(base[item], from) << i);
      }
      const std::string where =
          type + " from " + std::to_string(at[item]) + ", bits " + std::to_string(count[item]);
      ASSERT_EQ(inserted[item], insertion(base[item], insert[item], item)) << where;
      ASSERT_EQ(sign[item], S(extended)) << where;
      ASSERT_EQ(zero[item], field) << where;
      ASSERT_EQ(pairs[2 * item], insertion(base[item], insert[item], item)) << where;
      ASSERT_EQ(pairs[2 * item + 1], insertion(insert[item], base[item], item)) << where;
    }
  }

  /// A and B are the types of the bytes, R that of the result.
  template <typename A, typename B, typename R>
  void check_dot(const std::string& a, const std::string& b, const std::string& result,
                 const std::string& suffix) {
    build("kernel void k(global const " + a + "4* x, global const " + b + "4* y, global const " +
              result + "* z, global " + result + "* plain, global " + result +
              "* saturated, global " + result + "* packed, global " + result +
              "* both) {\n"
              "  size_t i = get_global_id(0);\n"
              "  plain[i] = dot(x[i], y[i]);\n"
              "  saturated[i] = dot_acc_sat(x[i], y[i], z[i]);\n"
              "  packed[i] = dot_4x8packed_" +
              suffix +
              "(as_uint(x[i]), as_uint(y[i]));\n"
              "  both[i] = dot_acc_sat_4x8packed_" +
              suffix +
              "(as_uint(x[i]), as_uint(y[i]), z[i]);\n"
              "}\n",
          version);
    using Limits = std::numeric_limits<R>;
    constexpr size_t items = 500;
    std::vector<A> x(4 * items);
    std::vector<B> y(4 * items);
    std::vector<R> z(items), plain(items), saturated(items), packed(items), both(items);
    for (size_t i = 0; i < x.size(); ++i) {
      // The ends of the range first.
      x[i] = A(i < 16 ? (i & 1 ? 0x80 : 0x7F) : i < 32 ? 0xFF : i * 2654435761U >> 9);
      y[i] = B(i < 16 ? (i & 2 ? 0x80 : 0x7F) : i < 32 ? 0xFF : i * 2246822519U >> 11);
    }
    for (size_t i = 0; i < items; ++i) {
      z[i] = i % 3 == 0   ? R(Limits::max() - R(i))
             : i % 3 == 1 ? R(Limits::min() + R(i))
                          : R(i * 99);
    }
    run({{items}, {}, {}}, x, y, z, plain, saturated, packed, both);
    for (size_t i = 0; i < items; ++i) {
      int64_t sum = 0;
      for (size_t j = 4 * i; j < 4 * i + 4; ++j) {
        sum += int64_t(x[j]) * y[j];
      }
      const R total = R(std::clamp<int64_t>(sum + z[i], Limits::min(), Limits::max()));
      ASSERT_EQ(plain[i], R(sum)) << suffix << " " << i;
      ASSERT_EQ(packed[i], R(sum)) << suffix << " " << i;
      ASSERT_EQ(saturated[i], total) << suffix << " " << i;
      ASSERT_EQ(both[i], total) << suffix << " " << i;
    }
  }
};
SOURCE_VARIANTS(BitOperations);

TEST_P(BitOperations, fields) {
  check_fields<int8_t>("char", "char");
  check_fields<uint8_t>("uchar", "char");
  check_fields<int16_t>("short", "short");
  check_fields<uint16_t>("ushort", "short");
  check_fields<int32_t>("int", "int");
  check_fields<uint32_t>("uint", "int");
  check_fields<int64_t>("long", "long");
  check_fields<uint64_t>("ulong", "long");
}

TEST_P(BitOperations, dotProducts) {
  check_dot<uint8_t, uint8_t, uint32_t>("uchar", "uchar", "uint", "uu_uint");
  check_dot<int8_t, int8_t, int32_t>("char", "char", "int", "ss_int");
  check_dot<uint8_t, int8_t, int32_t>("uchar", "char", "int", "us_int");
  check_dot<int8_t, uint8_t, int32_t>("char", "uchar", "int", "su_int");
}

/// Products of numbers that fit 16 bits, or nearly, with numbers that are the same for all
/// work-items, constant, or different; added up, or not.
TEST_P(BitOperations, productsOfShortNumbers) {
  build("kernel void k(global const short* x, global const short* w, global int* out, int n) {\n"
        "  size_t i = get_global_id(0), columns = get_global_size(0), row = get_global_id(1);\n"
        "  uint a = 0, b = 1, c = 2, d = 3, e = 4;\n"
        "  for (int j = 0; j < n; ++j) {\n"
        "    int one = x[j * columns + i], other = w[row * n + j];\n"
        "    a += one * other;\n"
        "    b -= (int)convert_char(one >> 8) * (int)(uchar)other;\n"
        "    c += one * -32768 + one * 255 + one * 4;\n"
        "    d ^= (uint)(one * (ushort)other) + (uint)((ushort)one * other);\n"
        "    e += one * x[j * columns + (i ^ 1)];\n"
        "  }\n"
        "  global uint* to = (global uint*)out + 5 * (row * columns + i);\n"
        "  to[0] = a, to[1] = b, to[2] = c, to[3] = d, to[4] = e;\n"
        "}\n",
        version);
  constexpr size_t columns = 64, rows = 8;
  constexpr cl_int rounds = 9;
  std::vector<int16_t> x(columns * rounds), w(rows * rounds);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = i % 7 == 0 ? INT16_MIN : i % 11 == 0 ? INT16_MAX : int16_t(i * 2654435761U >> 7);
  }
  for (size_t i = 0; i < w.size(); ++i) {
    w[i] = i % 5 == 0 ? INT16_MIN : i % 3 == 0 ? -1 : int16_t(i * 2246822519U >> 9);
  }
  std::vector<int32_t> out(5 * columns * rows);
  run({{columns, rows}, {}, {}}, x, w, out, rounds);
  const auto product = [](int64_t left, int64_t right) { return uint32_t(left * right); };
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < columns; ++i) {
      std::array<uint32_t, 5> sums = {0, 1, 2, 3, 4};
      for (size_t j = 0; j < size_t(rounds); ++j) {
        const int16_t one = x[j * columns + i], other = w[row * rounds + j];
        sums[0] += product(one, other);
        sums[1] -= product(one >> 8, uint8_t(other));
        sums[2] += product(one, -32768 + 255 + 4);
        sums[3] ^= product(one, uint16_t(other)) + product(uint16_t(one), other);
        sums[4] += product(one, x[j * columns + (i ^ 1)]);
      }
      for (size_t which = 0; which < sums.size(); ++which) {
        ASSERT_EQ(uint32_t(out[5 * (row * columns + i) + which]), sums[which])
            << i << ", " << row << ", sum " << which;
      }
    }
  }
}

/// The dot product of the four bytes of each word, of types A and B.
template <typename A, typename B> int32_t dot_of(uint32_t left, uint32_t right) {
  int32_t sum = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    sum += int32_t(A(left >> shift)) * int32_t(B(right >> shift));
  }
  return sum;
}

/// Loops that add up products of bytes: of words that differ between work-items, or are the same
/// for all on either side; sums that are asked for in each round, or at the end.
TEST_P(BitOperations, sumsOfDotProducts) {
  build("kernel void k(global const uint* x, global const uint* w, global int* out, int n) {\n"
        "  size_t i = get_global_id(0);\n"
        "  int a = i, b = 3, c = -7, d = 0, e = 5, f = 0, g = 0, h = 0;\n"
        "  for (int j = 0; j < n; ++j) a += dot_4x8packed_ss_int(w[j], x[i + j]);\n"
        "  for (int j = 0; j < n; ++j) b += dot_4x8packed_ss_int(x[i + j], w[j]);\n"
        "  for (int j = 0; j < n; ++j) c += dot_4x8packed_ss_int(x[i + j], x[2 * i + j]);\n"
        "  for (int j = 0; j < n; ++j) d += dot_4x8packed_us_int(w[j], x[i + j]);\n"
        "  for (int j = 0; j < n; ++j) e += dot_4x8packed_su_int(w[j], x[i + j]);\n"
        "  for (int j = 0; j < n; ++j) f += (int)dot_4x8packed_uu_uint(x[i + j], w[j]);\n"
        "  for (int j = 0; j < n; ++j) { g += dot_4x8packed_ss_int(w[j], x[i + j]); h ^= g; }\n"
        "  int all[8] = {a, b, c, d, e, f, g, h};\n"
        "  for (int j = 0; j < 8; ++j) out[8 * i + j] = all[j];\n"
        "}\n",
        version);
  constexpr size_t items = 77;
  constexpr cl_int rounds = 9;
  std::vector<uint32_t> x(2 * items + rounds), w(rounds);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = i < 8 ? 0x80808080 : i < 16 ? 0x7F7F7F7F : uint32_t(i * 2654435761U ^ i << 27);
  }
  for (size_t i = 0; i < w.size(); ++i) {
    w[i] = i < 3 ? 0x80808080 : i < 5 ? 0xFFFFFFFF : uint32_t(i * 2246822519U ^ i << 30);
  }
  std::vector<int32_t> out(8 * items);
  run({{items}, {}, {}}, x, w, out, rounds);
  using S = int8_t;
  using U = uint8_t;
  for (size_t i = 0; i < items; ++i) {
    std::array<int32_t, 8> sums = {int32_t(i), 3, -7, 0, 5, 0, 0, 0};
    for (size_t j = 0; j < size_t(rounds); ++j) {
      sums[0] += dot_of<S, S>(w[j], x[i + j]);
      sums[1] += dot_of<S, S>(x[i + j], w[j]);
      sums[2] += dot_of<S, S>(x[i + j], x[2 * i + j]);
      sums[3] += dot_of<U, S>(w[j], x[i + j]);
      sums[4] += dot_of<S, U>(w[j], x[i + j]);
      sums[5] += dot_of<U, U>(x[i + j], w[j]);
      sums[6] += dot_of<S, S>(w[j], x[i + j]);
      sums[7] ^= sums[6];
    }
    for (size_t j = 0; j < sums.size(); ++j) {
      ASSERT_EQ(out[8 * i + j], sums[j]) << "work-item " << i << ", sum " << j;
    }
  }
}

/// Products of short numbers in 64 bits, of which the upper bits are kept in few.
TEST_P(BitOperations, highBitsOfWideProducts) {
  build(R"(kernel void k(global short* out, global const short* a, global const char* b, short n) {
             int i = get_global_id(0), items = get_global_size(0);
             long product = (long)a[i] * b[i];
             out[0 * items + i] = (short)(product >> 16);
             out[1 * items + i] = (short)(product >> 20);
             out[2 * items + i] = (short)(product >> 32);
             out[3 * items + i] = (uchar)mul_hi((int)a[i], (int)b[i]);
             out[4 * items + i] = (short)((ulong)product >> 50);
             out[5 * items + i] = (short)((product >> 18) & 0xfff);
             out[6 * items + i] = n & (short)(uchar)mul_hi((int)(uchar)b[i], (int)(char)n);
             out[7 * items + i] = n & (short)mul_hi((int)a[i], (int)n);
             out[8 * items + i] = (short)((long)a[i] * (long)a[i] >> 33);
           })");
  constexpr int items = 128;
  constexpr short n = 0x1ccd;
  std::vector<short> a(items), out(items * 9), expected(items * 9);
  std::vector<signed char> b(items);
  for (int i = 0; i < items; ++i) {
    a[i] = short(uint32_t(i) * 2654435761U >> 15);
    b[i] = static_cast<signed char>(uint32_t(i) * 40503U >> 5);
    const int64_t product = int64_t(a[i]) * b[i];
    size_t plane = 0;
    for (const int64_t value :
         {product >> 16, product >> 20, product >> 32, (product >> 32) & 0xff,
          int64_t(uint64_t(product) >> 50), (product >> 18) & 0xfff,
          n & (int64_t(uint8_t(b[i])) * static_cast<signed char>(n) >> 32) & 0xff,
          n & (int64_t(a[i]) * n >> 32), int64_t(a[i]) * a[i] >> 33}) {
      expected[plane++ * items + i] = short(value);
    }
  }
  run({{items}, {32}, {}}, out, a, b, n);
  EXPECT_EQ(out, expected);
}

} // namespace
