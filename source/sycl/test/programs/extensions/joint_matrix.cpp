// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_matrix: products of several types, shapes and layouts, compared with loops.
#include "check.h"
#include <sycl/sycl.hpp>
#include <vector>

namespace matrix = sycl::ext::oneapi::experimental::matrix;
using matrix::layout;
using matrix::use;

namespace {

/// Where element (row, column) of a matrix of the program is.
size_t place(size_t row, size_t column, size_t rows, size_t columns, size_t pack, layout order) {
  return order == layout::col_major ? column * rows + row
         : order == layout::ext_intel_packed
             ? row / pack * columns * pack + column * pack + row % pack
             : row * columns + column;
}

template <typename T> T* filled(sycl::queue& queue, size_t count, int step) {
  T* const data = sycl::malloc_shared<T>(count, queue);
  for (size_t i = 0; i < count; ++i) {
    data[i] = T(float((i * step) % 9) - (std::is_unsigned_v<T> ? 0.0F : 4.0F));
  }
  return data;
}

template <typename T> auto global(T* data) {
  return sycl::address_space_cast<sycl::access::address_space::global_space,
                                  sycl::access::decorated::no>(data);
}

/// d = 2 * (a * b + c) + 1 for one product of M x K and K x N. The elements in memory are of type
/// T, the matrices of type E.
template <typename T, typename E, typename Sum, size_t M, size_t K, size_t N, layout La, layout Lb,
          layout Lc, int Lanes>
void product(const char* name) {
  sycl::queue queue{sycl::property::queue::in_order()};
  constexpr size_t pack = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
  T* const a = filled<T>(queue, M * K, 5);
  T* const b = filled<T>(queue, K * N, 7);
  Sum* const c = filled<Sum>(queue, M * N, 4);
  Sum* const d = filled<Sum>(queue, M * N, 1);
  const auto multiply = [=](sycl::nd_item<1> item) {
    const sycl::sub_group group = item.get_sub_group();
    matrix::joint_matrix<sycl::sub_group, E, use::a, M, K, La> left;
    matrix::joint_matrix<sycl::sub_group, E, use::b, K, N, Lb> right;
    matrix::joint_matrix<sycl::sub_group, Sum, use::accumulator, M, N> sum, more, copy;
    matrix::joint_matrix_load(group, left, global<const T>(a), La == layout::col_major ? M : K);
    matrix::joint_matrix_load(group, right, global<const T>(b),
                              Lb == layout::col_major          ? K
                              : Lb == layout::ext_intel_packed ? N * pack
                                                               : N);
    matrix::joint_matrix_load(group, sum, global<const Sum>(c), Lc == layout::col_major ? M : N,
                              Lc);
    matrix::joint_matrix_mad(group, sum, left, right, sum);
    matrix::joint_matrix_fill(group, more, 1);
    matrix::joint_matrix_apply(group, sum, [](Sum& x) { x *= 2; });
    matrix::joint_matrix_apply(group, sum, more, [](const Sum& x, Sum& y) { y += x; });
    matrix::joint_matrix_copy(group, more, copy);
    matrix::joint_matrix_store(group, copy, global(d), Lc == layout::col_major ? M : N, Lc);
  };
  if constexpr (Lanes == 0) {
    queue.parallel_for(sycl::nd_range<1>(64, 64), multiply).wait();
  } else {
    queue
        .parallel_for(sycl::nd_range<1>(64, 64),
                      [=](sycl::nd_item<1> item)
                          [[sycl::reqd_sub_group_size(Lanes)]] { multiply(item); })
        .wait();
  }
  bool right = true;
  for (size_t m = 0; m < M; ++m) {
    for (size_t n = 0; n < N; ++n) {
      float sum = float(c[place(m, n, M, N, 1, Lc)]);
      for (size_t k = 0; k < K; ++k) {
        sum += float(a[place(m, k, M, K, pack, La)]) * float(b[place(k, n, K, N, pack, Lb)]);
      }
      right = right && float(d[place(m, n, M, N, 1, Lc)]) == 2 * sum + 1;
    }
  }
  if (!right) {
    std::printf("wrong: %s\n", name);
  }
  CHECK(right);
  for (void* data : {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c),
                     static_cast<void*>(d)}) {
    sycl::free(data, queue);
  }
}

} // namespace

int main() {
  constexpr layout rows = layout::row_major, columns = layout::col_major,
                   packed = layout::ext_intel_packed;
  using bfloat16 = sycl::ext::oneapi::bfloat16;
  product<sycl::half, sycl::half, float, 16, 16, 16, rows, columns, rows, 0>("half");
  product<sycl::half, sycl::half, float, 16, 16, 16, columns, rows, columns, 32>("half, 32 lanes");
  product<bfloat16, bfloat16, float, 8, 16, 16, rows, packed, rows, 0>("bfloat16");
  product<int8_t, int8_t, int32_t, 8, 32, 16, rows, packed, rows, 0>("int8");
  product<uint8_t, uint8_t, int32_t, 4, 32, 8, rows, rows, rows, 0>("uint8, 8 columns");
  product<float, matrix::precision::tf32, float, 8, 8, 16, rows, rows, rows, 0>("tf32");
  product<double, double, double, 8, 4, 8, rows, columns, columns, 0>("double");
  product<float, float, float, 3, 5, 40, columns, columns, rows, 0>("40 columns");
  product<float, float, float, 4, 40, 20, rows, rows, rows, 32>("40 factors, 32 lanes");
  CHECK(matrix::round_to_tf32(1.0F + 0x1p-11F) == 1.0F + 0x1p-10F);
  CHECK(matrix::round_to_tf32(1.0F + 0x1p-12F) == 1.0F);
  return failures;
}
