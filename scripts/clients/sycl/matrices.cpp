// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that a sub-group shares (sycl_ext_oneapi_matrix).
#include "programs.h"

namespace {

const char source[] = R"(
#include <sycl/ext/oneapi/matrix/matrix.hpp>
using namespace exp_ext::matrix;
using bfloat16 = ext::bfloat16;
#define MATRIX_KERNEL \
  extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp_ext::nd_range_kernel<1>)) [[sycl::reqd_sub_group_size(16)]] void

template <typename T> auto global(T* pointer) {
  return sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(pointer);
}

// Each group computes M rows and 16 columns of c, of 64 columns; a has 64 columns.
template <int M, int K, typename T, typename S> void product(T* a, T* b, S* c) {
  auto part = ITEM.get_sub_group();
  const size_t group = ITEM.get_group(0), row = group / 4 * M, column = group % 4 * 16;
  joint_matrix<sycl::sub_group, T, use::a, M, K, layout::row_major> left;
  joint_matrix<sycl::sub_group, T, use::b, K, 16, layout::row_major> right;
  joint_matrix<sycl::sub_group, S, use::accumulator, M, 16> sum;
  joint_matrix_fill(part, sum, S(3));
  for (int k = 0; k < 64; k += K) {
    joint_matrix_load(part, left, global(a + row * 64 + k), 64);
    joint_matrix_load(part, right, global(b + k * 64 + column), 64);
    joint_matrix_mad(part, sum, left, right, sum);
  }
  joint_matrix_store(part, sum, global(c + row * 64 + column), 64, layout::row_major);
}
MATRIX_KERNEL floats(bfloat16* a, bfloat16* b, float* c) { product<16, 32>(a, b, c); }
MATRIX_KERNEL short_floats(bfloat16* a, bfloat16* b, float* c) { product<8, 16>(a, b, c); }
MATRIX_KERNEL bytes(int8_t* a, int8_t* b, int* c) { product<16, 64>(a, b, c); }
MATRIX_KERNEL unsigned_bytes(uint8_t* a, uint8_t* b, int* c) { product<8, 32>(a, b, c); }

// b is given in words of two rows.
MATRIX_KERNEL packed(bfloat16* a, bfloat16* b, float* c) {
  auto part = ITEM.get_sub_group();
  joint_matrix<sycl::sub_group, bfloat16, use::a, 16, 32, layout::row_major> left;
  joint_matrix<sycl::sub_group, bfloat16, use::b, 32, 16, layout::ext_intel_packed> right;
  joint_matrix<sycl::sub_group, float, use::accumulator, 16, 16> sum;
  joint_matrix_load(part, sum, global(c), 16, layout::row_major);
  joint_matrix_load(part, left, global(a), 32);
  joint_matrix_load(part, right, global(b), 32);
  joint_matrix_mad(part, sum, left, right, sum);
  joint_matrix_store(part, sum, global(c), 16, layout::row_major);
}
// a has 20 rows and 40 columns, b 20 columns: what matrices have beyond that is 0, and is not written.
MATRIX_KERNEL edges(bfloat16* a, bfloat16* b, float* c) {
  auto part = ITEM.get_sub_group();
  const size_t row = ITEM.get_group(0) / 2 * 16, column = ITEM.get_group(0) % 2 * 16;
  namespace checked = sycl::ext::intel::experimental::matrix;
  joint_matrix<sycl::sub_group, bfloat16, use::a, 16, 32, layout::row_major> left;
  joint_matrix<sycl::sub_group, bfloat16, use::b, 32, 16, layout::row_major> right;
  joint_matrix<sycl::sub_group, float, use::accumulator, 16, 16> sum;
  checked::joint_matrix_fill_checked(part, sum, 3.0f, 20, 20, row, column);
  for (size_t k = 0; k < 40; k += 32) {
    checked::joint_matrix_load_checked(part, left, global(a), 40, 20, 40, row, k);
    checked::joint_matrix_load_checked(part, right, global(b), 20, 40, 20, k, column);
    joint_matrix_mad(part, sum, left, right, sum);
  }
  checked::joint_matrix_store_checked(part, sum, global(c), 20, layout::row_major, 20, 20, row, column);
}
MATRIX_KERNEL elements(float* c) {
  auto part = ITEM.get_sub_group();
  joint_matrix<sycl::sub_group, float, use::accumulator, 16, 16> sum, other;
  joint_matrix_load(part, sum, global(c), 16, layout::row_major);
  joint_matrix_copy(part, sum, other);
  joint_matrix_apply(part, other, [](float& x) { x = x > 100 ? 2 * x : -x; });
  joint_matrix_store(part, other, global(c), 16, layout::row_major);
}
MATRIX_KERNEL places(float* c) {
  auto part = ITEM.get_sub_group();
  joint_matrix<sycl::sub_group, float, use::accumulator, 16, 16> sum;
  joint_matrix_fill(part, sum, 0.0f);
  sycl::ext::intel::experimental::matrix::joint_matrix_apply(part, sum, [](float& x, size_t row, size_t column) { x = row * 100 + column; });
  joint_matrix_store(part, sum, global(c), 16, layout::row_major);
}
)";

using bfloat16 = sycl::ext::oneapi::bfloat16;

int left(size_t row, size_t k) { return int((row * 5 + k * 3) % 7) - 2; }
int right(size_t k, size_t column) { return int((k * 2 + column * 11) % 5) - 1; }

template <typename T, typename S>
bool product(Kernels& kernels, const char* name, size_t rows_of_group, bool with_signs = true) {
  constexpr size_t size = 64, rows = 32;
  const int shift = with_signs ? 0 : 2;
  Shared<T> a(kernels, rows * size), b(kernels, size * size);
  Shared<S> c(kernels, rows * size);
  for (size_t i = 0; i < size * size; ++i) {
    if (i < rows * size) {
      a[i] = T(left(i / size, i % size) + shift);
    }
    b[i] = T(right(i / size, i % size) + shift);
  }
  kernels.run(name, sycl::nd_range<1>(rows / rows_of_group * 4 * 16, 16), a.get(), b.get(),
              c.get());
  return all_are(c, rows * size, [&](size_t i) {
    int sum = 3;
    for (size_t k = 0; k < size; ++k) {
      sum += (left(i / size, k) + shift) * (right(k, i % size) + shift);
    }
    return sum;
  });
}

bool packed(Kernels& kernels) {
  Shared<bfloat16> a(kernels, 16 * 32), b(kernels, 32 * 16);
  Shared<float> c(kernels, 256, 5);
  for (size_t k = 0; k < 32; ++k) {
    for (size_t i = 0; i < 16; ++i) {
      a[i * 32 + k] = bfloat16(float(left(i, k)));
      b[k / 2 * 32 + 2 * i + k % 2] = bfloat16(float(right(k, i)));
    }
  }
  kernels.run("packed", sycl::nd_range<1>(16, 16), a.get(), b.get(), c.get());
  return all_are(c, 256, [&](size_t i) {
    int sum = 5;
    for (size_t k = 0; k < 32; ++k) {
      sum += left(i / 16, k) * right(k, i % 16);
    }
    return sum;
  });
}

bool edges(Kernels& kernels) {
  Shared<bfloat16> a(kernels, 20 * 40), b(kernels, 40 * 20);
  Shared<float> c(kernels, 20 * 20 + 50, 77);
  for (size_t i = 0; i < 800; ++i) {
    a[i] = bfloat16(float(left(i / 40, i % 40)));
    b[i] = bfloat16(float(right(i / 20, i % 20)));
  }
  kernels.run("edges", sycl::nd_range<1>(64, 16), a.get(), b.get(), c.get());
  return all_are(c, 450, [&](size_t i) {
    int sum = i < 400 ? 3 : 77;
    for (size_t k = 0; k < 40 && i < 400; ++k) {
      sum += left(i / 20, k) * right(k, i % 20);
    }
    return sum;
  });
}

bool elements(Kernels& kernels) {
  Shared<float> c(kernels, 256);
  for (size_t i = 0; i < 256; ++i) {
    c[i] = float(i);
  }
  kernels.run("elements", sycl::nd_range<1>(16, 16), c.get());
  return all_are(c, 256, [](size_t i) { return i > 100 ? 2.0 * double(i) : -double(i); });
}

bool places(Kernels& kernels) {
  Shared<float> c(kernels, 256);
  kernels.run("places", sycl::nd_range<1>(16, 16), c.get());
  return all_are(c, 256, [](size_t i) { return i / 16 * 100 + i % 16; });
}

} // namespace

int main() {
  return run_tests(
      source,
      {{"floats", [](Kernels& kernels) { return product<bfloat16, float>(kernels, "floats", 16); }},
       {"short_floats",
        [](Kernels& kernels) { return product<bfloat16, float>(kernels, "short_floats", 8); }},
       {"bytes", [](Kernels& kernels) { return product<int8_t, int>(kernels, "bytes", 16); }},
       {"unsigned_bytes",
        [](Kernels& kernels) {
          return product<uint8_t, int>(kernels, "unsigned_bytes", 8, false);
        }},
       {"packed", packed},
       {"edges", edges},
       {"elements", elements},
       {"places", places}});
}
