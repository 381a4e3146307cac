// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.4. Sums, least and greatest values of numbers are instructions of SPIR-V;
// other operators and types go through shuffles in a sub-group, and through local memory in a
// work-group, where its first work-item does the work.
#ifndef SYCL_GROUP_ALGORITHMS_HPP
#define SYCL_GROUP_ALGORITHMS_HPP

#include <sycl/group/functional.hpp>
#include <sycl/group/traits.hpp>

// Scope, operation (0 reduce, 1 inclusive, 2 exclusive scan), value.
#define LW_GROUP_INSTRUCTION(name, type)                                                           \
  SYCL_EXTERNAL type __spirv_Group##name(int, int, type) noexcept;
LW_GROUP_INSTRUCTION(IAdd, std::int32_t)
LW_GROUP_INSTRUCTION(IAdd, std::int64_t)
LW_GROUP_INSTRUCTION(FAdd, float)
LW_GROUP_INSTRUCTION(FAdd, double)
LW_GROUP_INSTRUCTION(SMin, std::int32_t)
LW_GROUP_INSTRUCTION(SMin, std::int64_t)
LW_GROUP_INSTRUCTION(UMin, std::uint32_t)
LW_GROUP_INSTRUCTION(UMin, std::uint64_t)
LW_GROUP_INSTRUCTION(FMin, float)
LW_GROUP_INSTRUCTION(FMin, double)
LW_GROUP_INSTRUCTION(SMax, std::int32_t)
LW_GROUP_INSTRUCTION(SMax, std::int64_t)
LW_GROUP_INSTRUCTION(UMax, std::uint32_t)
LW_GROUP_INSTRUCTION(UMax, std::uint64_t)
LW_GROUP_INSTRUCTION(FMax, float)
LW_GROUP_INSTRUCTION(FMax, double)
#undef LW_GROUP_INSTRUCTION
SYCL_EXTERNAL bool __spirv_GroupAny(int, bool) noexcept;
SYCL_EXTERNAL bool __spirv_GroupAll(int, bool) noexcept;

namespace sycl {
inline namespace lw1 {
namespace detail {

enum class collective : int { reduce, inclusive, exclusive };

/// The type that instructions have for T: 32 or 64 bits.
template <typename T>
using wide = std::conditional_t<
    std::is_same_v<T, double>, double,
    std::conditional_t<
        is_real<T>, float,
        std::conditional_t<(sizeof(T) > 4),
                           std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                           std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>>>;

template <typename T, operation Op>
inline constexpr bool has_instruction =
    is_number<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8 &&
    (Op == operation::add || Op == operation::least || Op == operation::most);

template <operation Op, typename W>
W group_instruction([[maybe_unused]] int scope, [[maybe_unused]] int what, W x) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (Op == operation::add) {
    if constexpr (is_real<W>) {
      return __spirv_GroupFAdd(scope, what, x);
    } else {
      using S = std::make_signed_t<W>;
      return W(__spirv_GroupIAdd(scope, what, S(x)));
    }
  } else if constexpr (Op == operation::least) {
    if constexpr (is_real<W>) {
      return __spirv_GroupFMin(scope, what, x);
    } else if constexpr (std::is_signed_v<W>) {
      return __spirv_GroupSMin(scope, what, x);
    } else {
      return __spirv_GroupUMin(scope, what, x);
    }
  } else {
    if constexpr (is_real<W>) {
      return __spirv_GroupFMax(scope, what, x);
    } else if constexpr (std::is_signed_v<W>) {
      return __spirv_GroupSMax(scope, what, x);
    } else {
      return __spirv_GroupUMax(scope, what, x);
    }
  }
#else
  return x;
#endif
}

/// In a sub-group, lane after lane. For exclusive scans, lane 0 gets nothing meaningful.
template <collective What, typename T, typename F> T over_lanes(sub_group group, T x, F f) {
  const std::uint32_t lanes = group.get_local_linear_range();
  const std::uint32_t lane = group.get_local_linear_id();
  T sum = from_lane(x, 0);
  T mine = sum;
  for (std::uint32_t i = 1; i < lanes; ++i) {
    if (What == collective::exclusive && i == lane) {
      mine = sum;
    }
    sum = f(sum, from_lane(x, i));
    if (What == collective::inclusive && i == lane) {
      mine = sum;
    }
  }
  return What == collective::reduce ? sum : mine;
}

/// In a work-group, through local memory, in rounds.
template <collective What, typename T, typename F, int D> T over_items(group<D> of, T x, F f) {
  constexpr std::size_t round = sizeof(T) <= 16 ? 1024 : 64;
  T* const values = group_memory<T, round>();
  T* const total = group_memory<T, 1>();
  const std::size_t item = of.get_local_linear_id();
  const std::size_t items = of.get_local_linear_range();
  T mine = x;
  for (std::size_t first = 0; first < items; first += round) {
    const bool in_round = item >= first && item < first + round;
    const std::size_t count = items - first < round ? items - first : round;
    if (in_round) {
      values[item - first] = x;
    }
    group_barrier(of);
    if (item == 0) {
      for (std::size_t i = 0; i < count; ++i) {
        const T value = values[i];
        const T before = first + i == 0 ? value : *total;
        *total = first + i == 0 ? value : f(before, value);
        values[i] = What == collective::exclusive ? before : *total;
      }
    }
    group_barrier(of);
    if (in_round) {
      mine = values[item - first];
    }
  }
  const T all = *total;
  group_barrier(of); // before the next use of the memory
  return What == collective::reduce ? all : mine;
}

template <collective What, typename Group, typename T, typename F>
T over_group(Group group, T x, F f) {
  constexpr operation op = operation_of<F, T>();
  if constexpr (is_single<Group>) {
    return x;
  } else if constexpr (has_instruction<T, op>) {
    return T(group_instruction<op>(is_sub_group<Group> ? 3 : 2, int(What), wide<T>(x)));
  } else if constexpr (is_sub_group<Group>) {
    return over_lanes<What>(group, x, f);
  } else {
    return over_items<What>(group, x, f);
  }
}

template <typename Pointer>
using pointed = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<Pointer>())>>;

} // namespace detail

template <typename Group, typename T, typename F, detail::if_group<Group> = 0>
T reduce_over_group(Group group, T x, F f) {
  return detail::over_group<detail::collective::reduce>(group, x, f);
}
template <typename Group, typename V, typename T, typename F, detail::if_group<Group> = 0>
T reduce_over_group(Group group, V x, T init, F f) {
  return f(init, reduce_over_group(group, T(x), f));
}
template <typename Group, typename T, typename F, detail::if_group<Group> = 0>
T inclusive_scan_over_group(Group group, T x, F f) {
  return detail::over_group<detail::collective::inclusive>(group, x, f);
}
template <typename Group, typename V, typename F, typename T, detail::if_group<Group> = 0>
T inclusive_scan_over_group(Group group, V x, F f, T init) {
  return f(init, inclusive_scan_over_group(group, T(x), f));
}
template <typename Group, typename V, typename T, typename F, detail::if_group<Group> = 0,
          std::enable_if_t<!std::is_convertible_v<F, T>, int> = 0>
T exclusive_scan_over_group(Group group, V x, T init, F f) {
  const T before = detail::over_group<detail::collective::exclusive>(group, T(x), f);
  return group.get_local_linear_id() == 0 ? init : f(init, before);
}
template <typename Group, typename T, typename F, detail::if_group<Group> = 0>
T exclusive_scan_over_group(Group group, T x, F f) {
  static_assert(has_known_identity_v<F, T>, "this operator needs an initial value");
  return exclusive_scan_over_group(group, x, known_identity_v<F, T>, f);
}

template <typename Group, typename T, detail::if_group<Group> = 0>
T group_broadcast(Group group, T x, typename Group::linear_id_type from = 0) {
  if constexpr (detail::is_single<Group>) {
    return x;
  } else if constexpr (detail::is_sub_group<Group>) {
    return detail::from_lane(x, from);
  } else {
    T* const slot = detail::group_memory<T, 1>();
    if (group.get_local_linear_id() == from) {
      *slot = x;
    }
    group_barrier(group);
    const T value = *slot;
    group_barrier(group);
    return value;
  }
}
template <typename Group, typename T, detail::if_group<Group> = 0>
T group_broadcast(Group group, T x, typename Group::id_type from) {
  return group_broadcast(
      group, x, typename Group::linear_id_type(detail::linear(from, group.get_local_range())));
}

template <typename Group, detail::if_group<Group> = 0>
bool any_of_group([[maybe_unused]] Group group, bool x) {
  return LW_EITHER(
      detail::is_single<Group> ? x : __spirv_GroupAny(detail::is_sub_group<Group> ? 3 : 2, x), x);
}
template <typename Group, detail::if_group<Group> = 0>
bool all_of_group([[maybe_unused]] Group group, bool x) {
  return LW_EITHER(
      detail::is_single<Group> ? x : __spirv_GroupAll(detail::is_sub_group<Group> ? 3 : 2, x), x);
}
template <typename Group, detail::if_group<Group> = 0> bool none_of_group(Group group, bool x) {
  return !any_of_group(group, x);
}
template <typename Group, typename T, typename P, detail::if_group<Group> = 0>
bool any_of_group(Group group, T x, P predicate) {
  return any_of_group(group, bool(predicate(x)));
}
template <typename Group, typename T, typename P, detail::if_group<Group> = 0>
bool all_of_group(Group group, T x, P predicate) {
  return all_of_group(group, bool(predicate(x)));
}
template <typename Group, typename T, typename P, detail::if_group<Group> = 0>
bool none_of_group(Group group, T x, P predicate) {
  return !any_of_group(group, bool(predicate(x)));
}

// Those of a single work-item have nobody else's value.
template <typename Group, typename T, std::enable_if_t<detail::is_single<Group>, int> = 0>
T shift_group_left(Group, T x, std::uint32_t = 1) {
  return x;
}
template <typename Group, typename T, std::enable_if_t<detail::is_single<Group>, int> = 0>
T shift_group_right(Group, T x, std::uint32_t = 1) {
  return x;
}
template <typename Group, typename T, std::enable_if_t<detail::is_single<Group>, int> = 0>
T permute_group_by_xor(Group, T x, std::uint32_t) {
  return x;
}
template <typename Group, typename T, std::enable_if_t<detail::is_single<Group>, int> = 0>
T select_from_group(Group, T x, id<1>) {
  return x;
}
template <typename T> T shift_group_left(sub_group group, T x, std::uint32_t delta = 1) {
  return detail::from_lane(x, group.get_local_linear_id() + delta);
}
template <typename T> T shift_group_right(sub_group group, T x, std::uint32_t delta = 1) {
  return detail::from_lane(x, group.get_local_linear_id() - delta);
}
template <typename T> T permute_group_by_xor(sub_group group, T x, std::uint32_t mask) {
  return detail::from_lane(x, group.get_local_linear_id() ^ mask);
}
template <typename T> T select_from_group(sub_group, T x, id<1> from) {
  return detail::from_lane(x, std::uint32_t(from[0]));
}

} // namespace lw1
} // namespace sycl

#endif
