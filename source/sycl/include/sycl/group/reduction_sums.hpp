// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.2: how the sums of work-items become one. The work-group's are combined by
// reduce_over_group, and the first work-item of each group adds the result to the variable by an
// atomic operation. For types that have none, and for operators without an identity, the sums of
// work-groups go through memory.
#ifndef SYCL_GROUP_REDUCTION_SUMS_HPP
#define SYCL_GROUP_REDUCTION_SUMS_HPP

#include <sycl/detail/commands.hpp>
#include <sycl/group/algorithms.hpp>
#include <sycl/group/reducer.hpp>
#include <sycl/memory/atomic_ref.hpp>
#include <sycl/runtime/handler.hpp>
#include <sycl/runtime/property_list.hpp>

namespace sycl {
inline namespace lw1 {

namespace property::reduction {
class initialize_to_identity {};
} // namespace property::reduction
template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};

namespace detail {

/// Whether work-groups add their sums to the variable atomically.
template <typename T, bool Known>
inline constexpr bool adds_atomically = Known && is_number<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Zeroed memory for the command of a group.
LW_SYCL_EXPORT void* scratch_memory(command_group& group, std::size_t bytes);

/// Where work-groups leave their sums if they cannot add them to the variable atomically. The group
/// that comes last combines all of them, in their order, so that the result is the same each time.
template <typename T, bool Known, std::size_t Count> struct reduction_slots {
  using sum = partial_sum<T, Known>;
  std::uint32_t* arrived = nullptr;
  sum* sums = nullptr;

  void allocate(command_group& group, std::size_t groups) {
    static_assert(alignof(sum) <= 64, "reductions are there for types of usual alignment");
    auto* const memory =
        static_cast<char*>(scratch_memory(group, 64 + groups * Count * sizeof(sum)));
    arrived = reinterpret_cast<std::uint32_t*>(memory);
    sums = reinterpret_cast<sum*>(memory + 64);
  }
  /// By the first work-item of each group, after it has written its sums: whether it is the last.
  bool arrive(std::size_t groups) const {
    const atomic_ref<std::uint32_t, memory_order::acq_rel, memory_scope::device> count(*arrived);
    return count.fetch_add(1) + 1 == groups;
  }
};

/// The result of reduction(), for one variable or for `Extent` elements.
template <typename T, typename F, int D, std::size_t Extent, bool Known>
struct reduction_of : reduction_operator<T, F, Known> {
  static_assert(std::is_trivially_copyable_v<T>, "the variable of a reduction is copied as bytes");
  using base = reduction_operator<T, F, Known>;
  using reducer_type = reducer<T, F, D, Extent, Known>;
  using sum = partial_sum<T, Known>;
  static constexpr bool is_atomic = adds_atomically<T, Known>;

  reduction_of(T* to, base by, const property_list& properties)
      : base(by), variable(to),
        initialize(properties.has_property<property::reduction::initialize_to_identity>()) {}

  template <typename Group> void finish(Group group, const reducer_type& made) const {
    if constexpr (is_atomic) {
      for (std::size_t i = 0; i < Extent; ++i) {
        const T whole = reduce_over_group(group, made.lw_sum(i).value, this->combiner);
        if (group.leader()) {
          add(variable[i], whole);
        }
      }
    } else {
      const combine_sums<T, F, Known> combine{this->combiner};
      const std::size_t groups = group.get_group_linear_range();
      sum* const mine = slots.sums + group.get_group_linear_id() * Extent;
      for (std::size_t i = 0; i < Extent; ++i) {
        const sum whole = sum_of_group(group, made.lw_sum(i));
        if (group.leader()) {
          mine[i] = whole;
        }
      }
      if (group.leader() && slots.arrive(groups)) {
        for (std::size_t i = 0; i < Extent; ++i) {
          sum whole = slots.sums[i];
          for (std::size_t g = 1; g < groups; ++g) {
            whole = combine(whole, slots.sums[g * Extent + i]);
          }
          store(variable[i], whole);
        }
      }
    }
  }
  void prepare(command_group& group, std::size_t groups) {
    if constexpr (Known) {
      if (initialize) {
        fill_before(group, variable, &this->identity, sizeof(T), Extent);
      }
    }
    if constexpr (!is_atomic) {
      slots.allocate(group, groups);
    }
  }

private:
  template <typename Group> sum sum_of_group(Group group, const sum& partial) const {
    if constexpr (Known) {
      return {reduce_over_group(group, partial.value, this->combiner)};
    } else {
      return reduce_over_group(group, partial, combine_sums<T, F, Known>{this->combiner});
    }
  }
  void add(T& to, T whole) const {
    const atomic_ref<T, memory_order::relaxed, memory_scope::device> target(to);
    if constexpr (operation_of<F, T>() == operation::add) {
      target.fetch_add(whole);
    } else {
      target.change([&](T now) { return this->combiner(now, whole); }, memory_order::relaxed,
                    memory_scope::device);
    }
  }
  void store(T& to, const sum& whole) const {
    if constexpr (Known) {
      to = this->combiner(to, whole.value);
    } else if (whole.any) {
      to = initialize ? whole.value : T(this->combiner(to, whole.value));
    }
  }

  T* variable;
  bool initialize;
  struct no_slots {};
  std::conditional_t<is_atomic, no_slots, reduction_slots<T, Known, Extent>> slots;
};

template <typename T, typename F, int D, std::size_t Extent, bool Known>
inline constexpr bool is_reduction<reduction_of<T, F, D, Extent, Known>> = true;

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
