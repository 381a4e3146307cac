// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sub_groups/sub_group_model.h"

#include <array>

size_t SubGroup::first_active() const {
  size_t lane = 0;
  while (!active[lane]) {
    ++lane;
  }
  return lane;
}

int SubGroup::fold(size_t begin, size_t end, int start,
                   const std::function<int(int, int)>& combine) const {
  for (size_t lane = begin; lane < std::min(end, size()); ++lane) {
    start = active[lane] ? combine(start, x[lane]) : start;
  }
  return start;
}

uint64_t SubGroup::ballot(const std::function<bool(int)>& holds) const {
  uint64_t bits = 0;
  for (size_t lane = 0; lane < size(); ++lane) {
    bits |= uint64_t(active[lane] && holds(x[lane])) << lane;
  }
  return bits;
}

namespace {

using Extents = std::array<size_t, 3>;

Extents extents(const std::vector<size_t>& given) {
  Extents all = {1, 1, 1};
  std::copy(given.begin(), given.end(), all.begin());
  return all;
}

Extents place_of(size_t number, const Extents& size) {
  return {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
}

size_t number_of(const Extents& place, const Extents& size) {
  return (place[2] * size[1] + place[1]) * size[0] + place[0];
}

/// The global linear ids of a work-group, in order of local ones.
std::vector<size_t> items_of(const Extents& group, const Extents& local, const Extents& global) {
  std::vector<size_t> items;
  for (size_t i = 0; i < local[0] * local[1] * local[2]; ++i) {
    Extents place = place_of(i, local);
    for (unsigned d = 0; d < 3; ++d) {
      place[d] += group[d] * local[d];
    }
    items.push_back(number_of(place, global));
  }
  return items;
}

} // namespace

void for_each_item(const Launch& launch, size_t most, const std::vector<int>& in,
                   const std::function<bool(int, size_t)>& takes_part,
                   const std::function<void(size_t, const SubGroup&, size_t)>& check) {
  const Extents global = extents(launch.global), local = extents(launch.local);
  const Extents groups = {global[0] / local[0], global[1] / local[1], global[2] / local[2]};
  for (size_t g = 0; g < groups[0] * groups[1] * groups[2]; ++g) {
    const auto items = items_of(place_of(g, groups), local, global);
    for (size_t begin = 0; begin < items.size(); begin += most) {
      SubGroup group{{}, {}, most, begin / most, (items.size() + most - 1) / most};
      const size_t end = std::min(begin + most, items.size());
      for (size_t i = begin; i < end; ++i) {
        group.x.push_back(in[items[i]]);
        group.active.push_back(takes_part(group.x.back(), i - begin));
      }
      for (size_t i = begin; i < end; ++i) {
        check(items[i], group, i - begin);
      }
    }
  }
}

namespace sub_group {

Expected reduction(int (*combine)(int, int), int identity) {
  return [=](const SubGroup& g, size_t) { return Value(g.fold(0, g.size(), identity, combine)); };
}

Expected inclusive(int (*combine)(int, int), int identity) {
  return [=](const SubGroup& g, size_t i) { return Value(g.fold(0, i + 1, identity, combine)); };
}

Expected exclusive(int (*combine)(int, int), int identity) {
  return [=](const SubGroup& g, size_t i) { return Value(g.fold(0, i, identity, combine)); };
}

Expected value_at(size_t (*from)(size_t, int)) {
  return [=](const SubGroup& g, size_t i) { return g.at(from(i, g.x[i])); };
}

} // namespace sub_group
