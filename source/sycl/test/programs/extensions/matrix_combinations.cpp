// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_matrix: the query for combinations. Each that is named is multiplied in its
// greatest sizes, and compared with loops.
#include "check.h"
#include <algorithm>
#include <sycl/sycl.hpp>
#include <vector>

namespace matrix = sycl::ext::oneapi::experimental::matrix;
using matrix::layout;
using matrix::matrix_type;
using matrix::use;

namespace {

size_t multiplied = 0;

template <typename T> auto global(T* data) {
  return sycl::address_space_cast<sycl::access::address_space::global_space,
                                  sycl::access::decorated::no>(data);
}

/// A and B are the types of the matrices, Ta and Tb those of their elements in memory.
template <typename A, typename B, typename Sum, size_t K, typename Ta = A, typename Tb = B>
void multiply(const std::vector<matrix::combination>& all, matrix_type a, matrix_type b,
              matrix_type sum) {
  constexpr size_t M = 16, N = 16;
  if (std::none_of(all.begin(), all.end(), [&](const matrix::combination& one) {
        return one.max_msize == M && one.max_nsize == N && one.max_ksize == K && one.msize == 0 &&
               one.nsize == 0 && one.ksize == 0 && one.atype == a && one.btype == b &&
               one.ctype == sum && one.dtype == sum;
      })) {
    return;
  }
  ++multiplied;
  sycl::queue queue{sycl::property::queue::in_order()};
  Ta* const left = sycl::malloc_shared<Ta>(M * K, queue);
  Tb* const right = sycl::malloc_shared<Tb>(K * N, queue);
  Sum* const result = sycl::malloc_shared<Sum>(M * N, queue);
  for (size_t i = 0; i < M * K; ++i) {
    left[i] = Ta(float((i * 5) % 4) - (std::is_unsigned_v<Ta> ? 0.0F : 2.0F));
  }
  for (size_t i = 0; i < K * N; ++i) {
    right[i] = Tb(float((i * 7) % 5) - (std::is_unsigned_v<Tb> ? 0.0F : 2.0F));
  }
  queue
      .parallel_for(sycl::nd_range<1>(32, 32),
                    [=](sycl::nd_item<1> item) {
                      const sycl::sub_group group = item.get_sub_group();
                      matrix::joint_matrix<sycl::sub_group, A, use::a, M, K, layout::row_major> x;
                      matrix::joint_matrix<sycl::sub_group, B, use::b, K, N, layout::row_major> y;
                      matrix::joint_matrix<sycl::sub_group, Sum, use::accumulator, M, N> z;
                      matrix::joint_matrix_load(group, x, global<const Ta>(left), K);
                      matrix::joint_matrix_load(group, y, global<const Tb>(right), N);
                      matrix::joint_matrix_fill(group, z, 1);
                      matrix::joint_matrix_mad(group, z, x, y, z);
                      matrix::joint_matrix_store(group, z, global(result), N, layout::row_major);
                    })
      .wait();
  bool is_right = true;
  for (size_t m = 0; m < M; ++m) {
    for (size_t n = 0; n < N; ++n) {
      float wanted = 1;
      for (size_t k = 0; k < K; ++k) {
        wanted += float(left[m * K + k]) * float(right[k * N + n]);
      }
      is_right = is_right && float(result[m * N + n]) == wanted;
    }
  }
  CHECK(is_right);
  sycl::free(left, queue);
  sycl::free(right, queue);
  sycl::free(result, queue);
}

} // namespace

int main() {
  using type = matrix_type;
  using matrix::precision::tf32;
  using bfloat16 = sycl::ext::oneapi::bfloat16;
  const auto all =
      sycl::device().get_info<sycl::ext::oneapi::experimental::info::device::matrix_combinations>();
  multiply<uint8_t, uint8_t, int32_t, 64>(all, type::uint8, type::uint8, type::sint32);
  multiply<uint8_t, int8_t, int32_t, 64>(all, type::uint8, type::sint8, type::sint32);
  multiply<int8_t, uint8_t, int32_t, 64>(all, type::sint8, type::uint8, type::sint32);
  multiply<int8_t, int8_t, int32_t, 64>(all, type::sint8, type::sint8, type::sint32);
  multiply<bfloat16, bfloat16, float, 32>(all, type::bf16, type::bf16, type::fp32);
  multiply<sycl::half, sycl::half, float, 32>(all, type::fp16, type::fp16, type::fp32);
  multiply<sycl::half, sycl::half, sycl::half, 32>(all, type::fp16, type::fp16, type::fp16);
  multiply<tf32, tf32, float, 16, float, float>(all, type::tf32, type::tf32, type::fp32);
  multiply<float, float, float, 16>(all, type::fp32, type::fp32, type::fp32);
  multiply<double, double, double, 8>(all, type::fp64, type::fp64, type::fp64);
  CHECK(!all.empty() && multiplied == all.size());
  return failures;
}
