// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of sub-groups, computed on the host.
#ifndef KERNEL_TEST_SUB_GROUPS_SUB_GROUP_MODEL_H
#define KERNEL_TEST_SUB_GROUPS_SUB_GROUP_MODEL_H

#include "harness.h"

#include <algorithm>
#include <functional>
#include <optional>

/// One sub-group: for each work-item its value and whether it takes part.
struct SubGroup {
  std::vector<int> x;
  std::vector<bool> active;
  size_t most = 1; ///< the largest size in the launch
  size_t id = 0, count = 1;

  [[nodiscard]] size_t size() const { return x.size(); }
  [[nodiscard]] bool has(size_t lane) const { return lane < size() && active[lane]; }
  /// The value of a work-item, if it has one.
  [[nodiscard]] std::optional<int> at(size_t lane) const {
    return has(lane) ? std::optional(x[lane]) : std::nullopt;
  }
  [[nodiscard]] size_t first_active() const;
  /// Over active work-items from `begin` to `end`.
  [[nodiscard]] int fold(size_t begin, size_t end, int start,
                         const std::function<int(int, int)>& combine) const;
  /// Bits of the work-items for which `holds` is true.
  [[nodiscard]] uint64_t ballot(const std::function<bool(int)>& holds) const;
};

/// The expected result of the work-item at `lane`; nothing if it can be anything.
using Expected = std::function<std::optional<int>(const SubGroup& group, size_t lane)>;

/// The work-items of a launch in order of their global linear ids: `check(item, group, lane)` for
/// each, with the values in `in` and all those active of whose value and lane `takes_part` holds.
void for_each_item(const Launch& launch, size_t most, const std::vector<int>& in,
                   const std::function<bool(int, size_t)>& takes_part,
                   const std::function<void(size_t, const SubGroup&, size_t)>& check);

/// Reference results of functions of sub-groups, for tables of them.
namespace sub_group {

using Value = std::optional<int>;

inline bool is_set(int x) { return x != 0; }
inline int sum(int a, int b) { return a + b; }
inline int product(int a, int b) { return int(unsigned(a) * unsigned(b)); }
inline int least(int a, int b) { return std::min(a, b); }
inline int greatest(int a, int b) { return std::max(a, b); }
inline int both(int a, int b) { return a & b; }
inline int differ(int a, int b) { return a ^ b; }
inline int all_of(int a, int b) { return a != 0 && b != 0; }

/// The bits below that of `lane`.
inline uint64_t below(size_t lane) { return (uint64_t(1) << lane) - 1; }

/// Reductions of the values of all active work-items; of those up to the own one, with it and
/// without.
[[nodiscard]] Expected reduction(int (*combine)(int, int), int identity);
[[nodiscard]] Expected inclusive(int (*combine)(int, int), int identity);
[[nodiscard]] Expected exclusive(int (*combine)(int, int), int identity);
/// The value of the work-item at `from(lane, value)`.
[[nodiscard]] Expected value_at(size_t (*from)(size_t, int));

} // namespace sub_group

#endif
