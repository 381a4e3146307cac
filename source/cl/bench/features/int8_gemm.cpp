// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of signed bytes multiplied, four products a call. The C++ keeps rows and vectors of
// columns in registers; it makes the bytes of one side unsigned, as the instructions of VNNI want
// them, and subtracts in the end what that adds.
#include "features/feature.h"
#include "features/intrinsics.h"

#include <cstring>

namespace {

constexpr int n = 512, words = n / 4; // words of four bytes along a row of the left matrix

constexpr char source[] = R"(
kernel void k(global int* c, global const uint* a, global const uint* b, int n, int words) {
  int col = get_global_id(0), row = get_global_id(1);
  int sum = 0;
  for (int i = 0; i < words; i++)
    sum += dot_4x8packed_ss_int(a[row * words + i], b[i * n + col]);
  c[row * n + col] = sum;
})";

constexpr int rows = 4, vectors = 4;

/// Products of even and of odd bytes, which fit 16 bits.
AVX2 void block_avx2(int32_t* c, const int32_t* a, const int32_t* b) {
  constexpr int columns = 2;
  for (int column = 0; column < vectors * 16; column += columns * 8) {
    __m256i sums[rows][columns] = {};
    for (int i = 0; i < words; ++i) {
      __m256i even[columns], odd[columns];
      for (int v = 0; v < columns; ++v) {
        const __m256i four =
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + i * n + column + v * 8));
        even[v] = _mm256_srai_epi16(_mm256_slli_epi16(four, 8), 8);
        odd[v] = _mm256_srai_epi16(four, 8);
      }
      for (int r = 0; r < rows; ++r) {
        const __m256i four = _mm256_set1_epi32(a[r * words + i]);
        const __m256i evens = _mm256_srai_epi16(_mm256_slli_epi16(four, 8), 8);
        const __m256i odds = _mm256_srai_epi16(four, 8);
        for (int v = 0; v < columns; ++v) {
          sums[r][v] = _mm256_add_epi32(sums[r][v], _mm256_madd_epi16(even[v], evens));
          sums[r][v] = _mm256_add_epi32(sums[r][v], _mm256_madd_epi16(odd[v], odds));
        }
      }
    }
    for (int r = 0; r < rows; ++r) {
      for (int v = 0; v < columns; ++v) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(c + r * n + column + v * 8), sums[r][v]);
      }
    }
  }
}

AVX512 void block_avx512(int32_t* c, const int32_t* a, const int32_t* b) {
  const __m512i signs = _mm512_set1_epi8(char(-128));
  __m512i sums[rows][vectors] = {};
  int32_t bytes[rows] = {}; // of a, which each are multiplied by 128 too often
  for (int r = 0; r < rows; ++r) {
    __m512i sum = {};
    for (int i = 0; i < words; i += 16) {
      sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi8(1), _mm512_loadu_si512(a + r * words + i));
    }
    bytes[r] = _mm512_reduce_add_epi32(sum);
  }
  for (int i = 0; i < words; ++i) {
    __m512i fours[vectors];
    for (int v = 0; v < vectors; ++v) {
      fours[v] = _mm512_xor_si512(_mm512_loadu_si512(b + i * n + v * 16), signs);
    }
    for (int r = 0; r < rows; ++r) {
      const __m512i four = _mm512_set1_epi32(a[r * words + i]);
      for (int v = 0; v < vectors; ++v) {
        sums[r][v] = _mm512_dpbusd_epi32(sums[r][v], fours[v], four);
      }
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < vectors; ++v) {
      _mm512_storeu_si512(c + r * n + v * 16,
                          _mm512_sub_epi32(sums[r][v], _mm512_set1_epi32(128 * bytes[r])));
    }
  }
}

using Block = void (*)(int32_t* c, const int32_t* a, const int32_t* b);
template <Block block> void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / rows, 8, [&](size_t first, size_t last) {
    const auto *a = as<int32_t>(buffers[1]), *b = as<int32_t>(buffers[2]);
    auto* c = as<int32_t>(buffers[0]);
    for (int column = 0; column < n; column += vectors * 16) {
      for (size_t row = first * rows; row < last * rows; row += rows) {
        block(c + row * n + column, a + row * words, b + column);
      }
    }
  });
}

const RegisteredFeature registered("int8 GEMM", [](Level level) {
  Workload load{"int8 GEMM",
                source,
                {Words(n * n), random_words(n * words), random_words(n * words)},
                {{"k", {n, n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}, n, words}}},
                level == Level::avx512 ? native<block_avx512> : native<block_avx2>,
                2e-9 * n * n * n,
                "GOP/s",
                0,
                4.0 * n * (n + 2 * words)};
  load.options = "-cl-std=CL3.0";
  return Feature{std::move(load), {}, 0.8};
});

} // namespace
