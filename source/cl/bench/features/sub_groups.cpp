// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of sub-groups, sixteen calls a work-item. The C++ does with one vector what one
// sub-group does.
#include "features/feature.h"
#include "features/intrinsics.h"

namespace {

constexpr size_t n = size_t(1) << 20, group = 256;
constexpr uint32_t rounds = 16, salt = 0x9e3779b9;
constexpr char source[] = R"(
#define XOR(v, r) sub_group_shuffle_xor(v, r % WIDTH)
#define SHUFFLE(v, r) sub_group_shuffle(v, (get_sub_group_local_id() * 5 + r) % WIDTH)
#define ROTATE(v, r) sub_group_rotate(v, r)
#define REDUCE(v, r) sub_group_reduce_add(v)
#define INCLUSIVE(v, r) sub_group_scan_inclusive_add(v)
#define EXCLUSIVE(v, r) sub_group_scan_exclusive_add(v)
#define BALLOT(v, r) sub_group_ballot(v >> r & 1).x
__attribute__((intel_reqd_sub_group_size(WIDTH)))
kernel void k(global uint* out, global const uint* in) {
  uint x = in[get_global_id(0)], sum = 0;
  for (uint r = 0; r < 16; ++r)
    sum ^= OPERATION((x ^ r * 0x9e3779b9), r);
  out[get_global_id(0)] = sum;
})";

AVX2 inline __m256i all_avx2(uint32_t x) { return _mm256_set1_epi32(int(x)); }
AVX512 inline __m512i all_avx512(uint32_t x) { return _mm512_set1_epi32(int(x)); }
AVX2 inline __m256i iota_avx2() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
AVX512 inline __m512i iota_avx512() {
  return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

// The values of a vector's work-items in round r: a vector, or one number for all.

struct Xor {
  AVX2 static __m256i of(__m256i x, uint32_t r) {
    return _mm256_permutevar8x32_epi32(x, _mm256_xor_si256(iota_avx2(), all_avx2(r % 8)));
  }
  AVX512 static __m512i of(__m512i x, uint32_t r) {
    return _mm512_permutexvar_epi32(_mm512_xor_si512(iota_avx512(), all_avx512(r % 16)), x);
  }
};

/// Instructions take the index modulo the lanes.
struct Shuffle {
  AVX2 static __m256i of(__m256i x, uint32_t r) {
    const __m256i from = _mm256_mullo_epi32(iota_avx2(), all_avx2(5));
    return _mm256_permutevar8x32_epi32(x, _mm256_add_epi32(from, all_avx2(r)));
  }
  AVX512 static __m512i of(__m512i x, uint32_t r) {
    const __m512i from = _mm512_mullo_epi32(iota_avx512(), all_avx512(5));
    return _mm512_permutexvar_epi32(_mm512_add_epi32(from, all_avx512(r)), x);
  }
};

struct Rotate {
  AVX2 static __m256i of(__m256i x, uint32_t r) {
    return _mm256_permutevar8x32_epi32(x, _mm256_add_epi32(iota_avx2(), all_avx2(r)));
  }
  AVX512 static __m512i of(__m512i x, uint32_t r) {
    return _mm512_permutexvar_epi32(_mm512_add_epi32(iota_avx512(), all_avx512(r)), x);
  }
};

struct Reduce {
  AVX2 static uint32_t of(__m256i x, uint32_t /*r*/) {
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return uint32_t(_mm_cvtsi128_si32(sum));
  }
  AVX512 static uint32_t of(__m512i x, uint32_t /*r*/) {
    return uint32_t(_mm512_reduce_add_epi32(x));
  }
};

struct Inclusive {
  AVX2 static __m256i of(__m256i x, uint32_t /*r*/) {
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 4));
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 8));
    const __m256i low = _mm256_permute2x128_si256(x, x, 0x08);
    return _mm256_add_epi32(x, _mm256_shuffle_epi32(low, 0xff));
  }
  AVX512 static __m512i of(__m512i x, uint32_t /*r*/) {
    const __m512i zero = _mm512_setzero_si512();
    x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 15));
    x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 14));
    x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 12));
    return _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 8));
  }
};

struct Exclusive {
  AVX2 static __m256i of(__m256i x, uint32_t r) { return _mm256_sub_epi32(Inclusive::of(x, r), x); }
  AVX512 static __m512i of(__m512i x, uint32_t r) {
    return _mm512_sub_epi32(Inclusive::of(x, r), x);
  }
};

struct Ballot {
  AVX2 static uint32_t of(__m256i x, uint32_t r) {
    const __m256i bit = _mm256_sll_epi32(x, _mm_cvtsi32_si128(int(31 - r)));
    return uint32_t(_mm256_movemask_ps(_mm256_castsi256_ps(bit)));
  }
  AVX512 static uint32_t of(__m512i x, uint32_t r) {
    return _mm512_test_epi32_mask(x, all_avx512(uint32_t(1) << r));
  }
};

AVX2 inline __m256i mixed(__m256i a, __m256i b) { return _mm256_xor_si256(a, b); }
AVX512 inline __m512i mixed(__m512i a, __m512i b) { return _mm512_xor_si512(a, b); }
constexpr uint32_t mixed(uint32_t a, uint32_t b) { return a ^ b; }
AVX2 inline void store_avx2(uint32_t* to, __m256i x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x);
}
AVX2 inline void store_avx2(uint32_t* to, uint32_t x) { store_avx2(to, all_avx2(x)); }
AVX512 inline void store_avx512(uint32_t* to, __m512i x) { _mm512_storeu_si512(to, x); }
AVX512 inline void store_avx512(uint32_t* to, uint32_t x) { store_avx512(to, all_avx512(x)); }

template <typename Operation> AVX2 void run_avx2(uint32_t* out, const uint32_t* in, size_t count) {
  for (size_t i = 0; i < count; i += 8) {
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in + i));
    auto sum = Operation::of(x, 0);
    for (uint32_t r = 1; r < rounds; ++r) {
      sum = mixed(sum, Operation::of(_mm256_xor_si256(x, all_avx2(r * salt)), r));
    }
    store_avx2(out + i, sum);
  }
}

template <typename Operation>
AVX512 void run_avx512(uint32_t* out, const uint32_t* in, size_t count) {
  for (size_t i = 0; i < count; i += 16) {
    const __m512i x = _mm512_loadu_si512(in + i);
    auto sum = Operation::of(x, 0);
    for (uint32_t r = 1; r < rounds; ++r) {
      sum = mixed(sum, Operation::of(_mm512_xor_si512(x, all_avx512(r * salt)), r));
    }
    store_avx512(out + i, sum);
  }
}

using Vectors = void (*)(uint32_t* out, const uint32_t* in, size_t count);
template <Vectors run> void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, group * 64, [&](size_t first, size_t last) {
    run(buffers[0].data() + first, buffers[1].data() + first, last - first);
  });
}

template <typename Operation> Feature feature(Level level, const char* name, const char* call) {
  const bool wide = level == Level::avx512;
  Workload load{name,
                source,
                {Words(n), random_words(n)},
                {{"k", {n}, {group}, {Buffer{0}, Buffer{1}}}},
                wide ? native<run_avx512<Operation>> : native<run_avx2<Operation>>,
                1e-9 * n * rounds,
                "G/s",
                0,
                8.0 * n};
  load.options =
      std::string("-cl-std=CL3.0 -DOPERATION=") + call + " -DWIDTH=" + (wide ? "16" : "8");
  return {std::move(load), {}, 0.8};
}

const RegisteredFeature features[] = {
    {"sub-group shuffle",
     [](Level level) { return feature<Shuffle>(level, "sub-group shuffle", "SHUFFLE"); }},
    {"sub-group shuffle_xor",
     [](Level level) { return feature<Xor>(level, "sub-group shuffle_xor", "XOR"); }},
    {"sub-group rotate",
     [](Level level) { return feature<Rotate>(level, "sub-group rotate", "ROTATE"); }},
    {"sub-group reduce",
     [](Level level) { return feature<Reduce>(level, "sub-group reduce", "REDUCE"); }},
    {"sub-group scan inclusive",
     [](Level level) {
       return feature<Inclusive>(level, "sub-group scan inclusive", "INCLUSIVE");
     }},
    {"sub-group scan exclusive",
     [](Level level) {
       return feature<Exclusive>(level, "sub-group scan exclusive", "EXCLUSIVE");
     }},
    {"sub-group ballot",
     [](Level level) { return feature<Ballot>(level, "sub-group ballot", "BALLOT"); }},
};

} // namespace
