// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_ADDRESS_MAP_H
#define CL_MEMORY_ADDRESS_MAP_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cl {

struct Span;

/// Finds the span of pages that an address lies in: a radix tree over the 36 bits of a page's
/// number, with three levels of 12 bits. An entry of an upper level that one span covers refers to
/// that span.
///
/// Nodes stay until the map is destroyed, so that `find` needs no lock. While a span is inserted or
/// erased, an address in it may be found or not.
class AddressMap {
public:
  static constexpr size_t page = 4096;
  /// Addresses from here on are in no span: systems give them only to processes that ask for them.
  static constexpr uint64_t end = uint64_t(1) << 48;

  AddressMap() = default;
  AddressMap(const AddressMap&) = delete;
  ~AddressMap();

  /// The span that was inserted over the page of `address`, or null. Any thread, any time.
  [[nodiscard]] Span* find(const void* address) const;

  /// Inserts a span over whole pages [begin, begin + bytes) below `end` in which no other lies. One
  /// thread at a time inserts and erases. Throws std::bad_alloc, and then nothing is found there.
  void insert(const void* begin, size_t bytes, Span& span);
  void erase(const void* begin, size_t bytes);

private:
  static constexpr unsigned bits = 12;
  static constexpr size_t fan_out = size_t(1) << bits;

  struct Leaf {
    static constexpr unsigned page_bits = bits;         ///< it is for 2^page_bits pages
    std::array<std::atomic<Span*>, fan_out> spans = {}; ///< of a page each
  };
  template <typename Child> struct Inner {
    static constexpr unsigned page_bits = Child::page_bits + bits;
    std::array<std::atomic<Span*>, fan_out> spans = {}; ///< that cover a whole child
    std::array<std::atomic<Child*>, fan_out> children = {};
    ~Inner();
  };
  using Middle = Inner<Leaf>;
  using Root = Inner<Middle>;

  /// Pages [first, last] of the part of the address space that a node is for.
  struct Range {
    uint64_t first, last;
  };
  static void make_children(Leaf&, Range) {}
  template <typename Child> static void make_children(Inner<Child>& node, Range range);
  static void set(Leaf& node, Range range, Span* span);
  template <typename Child> static void set(Inner<Child>& node, Range range, Span* span);

  std::atomic<Root*> root = nullptr;
};

} // namespace cl

#endif
