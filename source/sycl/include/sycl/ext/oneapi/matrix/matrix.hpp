// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_matrix: matrices whose elements the work-items of a sub-group share. Column c of
// each matrix, whatever its use, is in work-item c % S of a sub-group of S, so element-wise
// functions need no other work-item, and a product takes of its left factor one element for all.
#ifndef SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP
#define SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP

#include <cstddef>
#include <cstdint>
#include <sycl/detail/spirv.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/group/algorithms.hpp>
#include <sycl/index/sub_group.hpp>
#include <sycl/math/each_element.hpp>
#include <sycl/math/real.hpp>
#include <sycl/memory/multi_ptr.hpp>
#include <type_traits>

#define SYCL_EXT_ONEAPI_MATRIX 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };
namespace precision {
/// Elements are float, of which a product uses all bits.
class tf32 {
  tf32() = delete;
};
} // namespace precision

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout = layout::dynamic>
class joint_matrix;

} // namespace ext::oneapi::experimental::matrix

namespace detail {

using ext::oneapi::experimental::matrix::layout;

/// The least size of the sub-groups that share matrices. A stage of clang-sycl-linker has kernels
/// with matrices require it, unless they require more.
inline constexpr std::size_t least_matrix_lanes = 16;

inline std::size_t matrix_lanes() {
#ifdef __SYCL_DEVICE_ONLY__
  __lanewise_sycl_matrices();
#endif
  return __spirv_BuiltInSubgroupMaxSize();
}

template <typename T> struct matrix_element {
  using type = T;
};
template <> struct matrix_element<ext::oneapi::experimental::matrix::precision::tf32> {
  using type = float;
};

struct matrix_access {
  /// Elements of a row that a work-item holds at most.
  template <std::size_t Cols>
  static constexpr std::size_t slots = (Cols + least_matrix_lanes - 1) / least_matrix_lanes;

  /// f(row, column, element) for those that the work-item holds.
  template <std::size_t Rows, std::size_t Cols, typename M, typename F>
  static void each(const sub_group& group, M& matrix, F f) {
    constexpr std::size_t width = slots<Cols>;
    const std::size_t lanes = matrix_lanes(), lane = group.get_local_linear_id();
    const bool is_full = Cols % lanes == 0; // the device's compiler knows
    each_element<Rows * width>([&](std::size_t i) {
      const std::size_t column = i % width * lanes + lane;
      if (is_full || column < Cols) {
        f(i / width, column, matrix.elements[i]);
      }
    });
  }
  template <typename M> static auto& elements(M& matrix) { return matrix.elements; }

  /// Where an element is in memory. Packed are elements of 32 bits in all, of one column and
  /// consecutive rows.
  template <typename T>
  static std::size_t offset(std::size_t row, std::size_t column, std::size_t stride, layout order) {
    constexpr std::size_t pack = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
    return order == layout::col_major          ? column * stride + row
           : order == layout::ext_intel_packed ? row / pack * stride + column * pack + row % pack
                                               : row * stride + column;
  }

  template <std::size_t Rows, std::size_t Cols, typename M, typename T>
  static void load(const sub_group& group, M& to, const T* from, std::size_t stride, layout order) {
    each<Rows, Cols>(group, to, [&](std::size_t row, std::size_t column, auto& element) {
      element = std::decay_t<decltype(element)>(from[offset<T>(row, column, stride, order)]);
    });
  }
};

template <typename T> T multiply_add(T a, T b, T c) {
  if constexpr (std::is_floating_point_v<T>) {
    return fma(a, b, c);
  } else {
    return T(a * b + c);
  }
}

} // namespace detail

namespace ext::oneapi::experimental::matrix {

/// Each work-item of a sub-group has its part. Group is sub_group.
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
class joint_matrix {
  static_assert(std::is_same_v<Group, sub_group>, "matrices are those of sub-groups");
  static_assert((Use == use::accumulator) == (Layout == layout::dynamic),
                "the layout of an accumulator is dynamic, and that of no other matrix");

public:
  using element_type = typename sycl::detail::matrix_element<T>::type;

  joint_matrix() = default;
  joint_matrix(const joint_matrix&) = delete;
  joint_matrix& operator=(const joint_matrix&) = delete;

private:
  friend sycl::detail::matrix_access;
  element_type elements[Rows * sycl::detail::matrix_access::slots<Cols>];
};

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout,
          typename V>
void joint_matrix_fill(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout>& to,
                       const V& value) {
  using element = typename sycl::detail::matrix_element<T>::type;
  sycl::detail::matrix_access::each<Rows, Cols>(
      group, to, [&](std::size_t, std::size_t, element& one) { one = element(value); });
}

/// `stride`: elements from a row to the next one, or from a column, or in packed layout from one
/// group of rows.
template <typename Group, typename S, typename T, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated Decorated>
void joint_matrix_load(Group group,
                       joint_matrix<Group, S, use::accumulator, Rows, Cols, layout::dynamic>& to,
                       multi_ptr<T, Space, Decorated> from, std::size_t stride, layout order) {
  sycl::detail::matrix_access::load<Rows, Cols>(group, to, from.get(), stride, order);
}
template <typename Group, typename S, typename T, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout, access::address_space Space, access::decorated Decorated,
          std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_load(Group group, joint_matrix<Group, S, Use, Rows, Cols, Layout>& to,
                       multi_ptr<T, Space, Decorated> from, std::size_t stride) {
  sycl::detail::matrix_access::load<Rows, Cols>(group, to, from.get(), stride, Layout);
}

template <typename Group, typename T, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated Decorated>
void joint_matrix_store(
    Group group, const joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic>& from,
    multi_ptr<T, Space, Decorated> to, std::size_t stride, layout order) {
  auto* const at = to.get();
  sycl::detail::matrix_access::each<Rows, Cols>(
      group, from, [&](std::size_t row, std::size_t column, const T& element) {
        at[sycl::detail::matrix_access::offset<T>(row, column, stride, order)] = element;
      });
}

/// d = a * b + c, calculated in the type of d's elements.
template <typename Group, typename Ta, typename Tb, typename Tc, typename Td, std::size_t M,
          std::size_t K, std::size_t N, layout La, layout Lb>
void joint_matrix_mad(Group group,
                      joint_matrix<Group, Td, use::accumulator, M, N, layout::dynamic>& d,
                      const joint_matrix<Group, Ta, use::a, M, K, La>& a,
                      const joint_matrix<Group, Tb, use::b, K, N, Lb>& b,
                      const joint_matrix<Group, Tc, use::accumulator, M, N, layout::dynamic>& c) {
  using sycl::detail::each_element;
  using access = sycl::detail::matrix_access;
  constexpr std::size_t row_of_a = access::slots<K>, row = access::slots<N>;
  const std::size_t lanes = sycl::detail::matrix_lanes();
  Td left[M * row_of_a], right[K * row];
  each_element<M * row_of_a>([&](std::size_t i) { left[i] = Td(access::elements(a)[i]); });
  each_element<K * row>([&](std::size_t i) { right[i] = Td(access::elements(b)[i]); });
  each_element<M>([&](std::size_t m) {
    Td sums[row];
    each_element<row>([&](std::size_t i) { sums[i] = Td(access::elements(c)[m * row + i]); });
    each_element<K>([&](std::size_t k) {
      const std::size_t slot = row_of_a == 1 ? 0 : k / lanes;
      const std::size_t lane = row_of_a == 1 ? k : k % lanes;
      const Td factor =
          group_broadcast(group, left[m * row_of_a + slot], sub_group::linear_id_type(lane));
      each_element<row>([&](std::size_t i) {
        sums[i] = sycl::detail::multiply_add(factor, right[k * row + i], sums[i]);
      });
    });
    each_element<row>([&](std::size_t i) { access::elements(d)[m * row + i] = sums[i]; });
  });
}

/// f(element), each of them once; f(element, element) for two matrices of the same shape.
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout,
          typename F>
void joint_matrix_apply(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout>& matrix,
                        F&& f) {
  sycl::detail::matrix_access::each<Rows, Cols>(
      group, matrix, [&](std::size_t, std::size_t, auto& element) { f(element); });
}
template <typename Group, typename T, typename U, use Use, use OtherUse, std::size_t Rows,
          std::size_t Cols, layout Layout, layout OtherLayout, typename F>
void joint_matrix_apply(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout>& matrix,
                        joint_matrix<Group, U, OtherUse, Rows, Cols, OtherLayout>& other, F&& f) {
  auto* next = sycl::detail::matrix_access::elements(other);
  auto* const first = sycl::detail::matrix_access::elements(matrix);
  sycl::detail::matrix_access::each<Rows, Cols>(
      group, matrix,
      [&](std::size_t, std::size_t, auto& element) { f(element, next[&element - first]); });
}

template <typename Group, typename T, typename U, use Use, use OtherUse, std::size_t Rows,
          std::size_t Cols, layout Layout, layout OtherLayout>
void joint_matrix_copy(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout>& from,
                       joint_matrix<Group, U, OtherUse, Rows, Cols, OtherLayout>& to) {
  using element = typename sycl::detail::matrix_element<U>::type;
  joint_matrix_apply(group, from, to,
                     [](const auto& one, element& other) { other = element(one); });
}

/// Ten bits behind the point, ties away from zero.
inline float round_to_tf32(float value) {
  const auto bits = bit_cast<std::uint32_t>(value);
  constexpr std::uint32_t half = 0x1000, kept = ~std::uint32_t(0x1fff), special = 0x7f800000;
  return (bits & special) == special ? value : bit_cast<float>((bits + half) & kept);
}

} // namespace ext::oneapi::experimental::matrix
} // namespace lw1
} // namespace sycl

#endif
