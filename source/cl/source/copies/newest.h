// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COPIES_NEWEST_H
#define CL_COPIES_NEWEST_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

namespace cl {

/// Bytes of a memory object, or levels of an image: rows of one length, a pitch apart, and slices
/// of such.
struct Region {
  size_t begin = 0;
  size_t row = 0;
  size_t row_pitch = 0;
  size_t rows = 1;
  size_t slice_pitch = 0;
  size_t slices = 1;

  /// The same bytes in as few rows as there can be.
  [[nodiscard]] Region joined() const;
};

/// Places where a copy of a memory object's contents can be, a bit each.
using Places = uint64_t;

/// Records which copies have the newest contents, for each byte of a memory object (for each level
/// of an image). None has where nothing was ever written. Not thread safe.
class Newest {
  using Map = std::map<size_t, Places>;

public:
  /// Memory for changes, so that these cannot fail.
  using Nodes = std::vector<Map::node_type>;
  /// Enough for one change of a region. Throws std::bad_alloc.
  [[nodiscard]] static Nodes nodes_for(const Region& region);

  /// `size`: bytes, or levels. Throws std::bad_alloc.
  Newest(size_t in_size, Places first) : size(in_size) { changes.emplace(0, first); }

  /// From now on `places` have the newest contents of a region, and no others.
  void set(const Region& region, Places places, Nodes& nodes) noexcept;
  /// Now `places` have them, too, where there are any.
  void add(const Region& region, Places places, Nodes& nodes) noexcept;

  /// Calls use(begin, end, places) for each part of a region, in the order of its bytes.
  template <typename Use> void each(const Region& region, Use&& use) const {
    each_row(region, [&](size_t begin, size_t end) {
      for (auto at = std::prev(changes.upper_bound(begin)); at != changes.end() && at->first < end;
           ++at) {
        const auto next = std::next(at);
        use(std::max(begin, at->first), next == changes.end() ? end : std::min(end, next->first),
            at->second);
      }
    });
  }

private:
  template <typename Use> static void each_row(const Region& region, Use&& use) {
    for (size_t z = 0; z < region.slices; ++z) {
      for (size_t y = 0; y < region.rows; ++y) {
        const size_t begin = region.begin + y * region.row_pitch + z * region.slice_pitch;
        use(begin, begin + region.row);
      }
    }
  }
  template <typename Function>
  void change(const Region& region, Nodes& nodes, Function&& function) noexcept;
  Map::iterator split(size_t at, Nodes& nodes) noexcept;

  const size_t size;
  Map changes; ///< from each key on, up to the next
};

} // namespace cl

#endif
