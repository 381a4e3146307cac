// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies/newest.h"

#include <algorithm>

namespace cl {

Region Region::joined() const {
  Region result = *this;
  if (result.rows == 1 || result.row_pitch == result.row) {
    result.row *= result.rows;
    result.rows = 1;
    if (result.slices == 1 || result.slice_pitch == result.row) {
      result.row *= result.slices;
      result.slices = 1;
    }
  }
  return result;
}

Newest::Nodes Newest::nodes_for(const Region& region) {
  const size_t count = 2 * region.rows * region.slices; // a row begins and ends a part at most
  Nodes nodes;
  nodes.reserve(count);
  Map made;
  for (size_t i = 0; i < count; ++i) {
    made.emplace(0, 0);
    nodes.push_back(made.extract(made.begin()));
  }
  return nodes;
}

/// The part that begins at `at`, which is made if there is none.
Newest::Map::iterator Newest::split(size_t at, Nodes& nodes) noexcept {
  if (at == size) {
    return changes.end();
  }
  const auto behind = changes.upper_bound(at);
  const auto there = std::prev(behind);
  if (there->first == at) {
    return there;
  }
  auto node = std::move(nodes.back());
  nodes.pop_back();
  node.key() = at;
  node.mapped() = there->second;
  return changes.insert(behind, std::move(node));
}

/// Sets each part of a region to function(places), and joins equal parts.
template <typename Function>
void Newest::change(const Region& region, Nodes& nodes, Function&& function) noexcept {
  each_row(region, [&](size_t begin, size_t end) {
    const auto first = split(begin, nodes);
    const auto last = split(end, nodes);
    for (auto at = first; at != last; ++at) {
      at->second = function(at->second);
    }
    auto at = first == changes.begin() ? first : std::prev(first);
    for (;;) {
      const auto next = std::next(at);
      if (next == changes.end()) {
        break;
      }
      const bool was_last = next == last;
      if (next->second == at->second) {
        changes.erase(next);
      } else {
        at = next;
      }
      if (was_last) {
        break;
      }
    }
  });
}

void Newest::set(const Region& region, Places places, Nodes& nodes) noexcept {
  change(region, nodes, [&](Places) { return places; });
}

void Newest::add(const Region& region, Places places, Nodes& nodes) noexcept {
  change(region, nodes, [&](Places before) { return before ? before | places : before; });
}

} // namespace cl
