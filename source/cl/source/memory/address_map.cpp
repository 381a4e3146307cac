// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/address_map.h"

#include <algorithm>

namespace cl {
namespace {

uint64_t page_of(const void* address) {
  return reinterpret_cast<uintptr_t>(address) / AddressMap::page;
}

} // namespace

template <typename Child> AddressMap::Inner<Child>::~Inner() {
  for (std::atomic<Child*>& child : children) {
    delete child.load(std::memory_order_relaxed);
  }
}

AddressMap::~AddressMap() { delete root.load(std::memory_order_relaxed); }

Span* AddressMap::find(const void* address) const {
  const Root* top = root.load(std::memory_order_acquire);
  const uint64_t number = page_of(address);
  if (!top || number >= end / page) {
    return nullptr;
  }
  const size_t high = number >> (2 * bits);
  const size_t middle = (number >> bits) % fan_out;
  if (Span* span = top->spans[high].load(std::memory_order_acquire)) {
    return span;
  }
  const Middle* second = top->children[high].load(std::memory_order_acquire);
  if (!second) {
    return nullptr;
  }
  if (Span* span = second->spans[middle].load(std::memory_order_acquire)) {
    return span;
  }
  const Leaf* leaf = second->children[middle].load(std::memory_order_acquire);
  return leaf ? leaf->spans[number % fan_out].load(std::memory_order_acquire) : nullptr;
}

namespace {

/// Calls use(index, pages within the child) for each child that has pages of the range, which
/// counts from the node's first page.
template <unsigned Bits, typename Use> void each_child(uint64_t first, uint64_t last, Use&& use) {
  constexpr uint64_t pages = uint64_t(1) << Bits;
  for (uint64_t index = first >> Bits; index <= last >> Bits; ++index) {
    const uint64_t base = index << Bits;
    use(index, std::max(first, base) - base, std::min(last - base, pages - 1));
  }
}

} // namespace

template <typename Child> void AddressMap::make_children(Inner<Child>& node, Range range) {
  constexpr unsigned below = Child::page_bits;
  each_child<below>(range.first, range.last, [&](size_t i, uint64_t first, uint64_t last) {
    if (first == 0 && last == (uint64_t(1) << below) - 1) {
      return; // the node's own entry says it all
    }
    if (!node.children[i].load(std::memory_order_relaxed)) {
      node.children[i].store(new Child, std::memory_order_release);
    }
    make_children(*node.children[i].load(std::memory_order_relaxed), {first, last});
  });
}

void AddressMap::set(Leaf& node, Range range, Span* span) {
  for (uint64_t i = range.first; i <= range.last; ++i) {
    node.spans[i].store(span, std::memory_order_release);
  }
}

template <typename Child> void AddressMap::set(Inner<Child>& node, Range range, Span* span) {
  constexpr unsigned below = Child::page_bits;
  each_child<below>(range.first, range.last, [&](size_t i, uint64_t first, uint64_t last) {
    if (first == 0 && last == (uint64_t(1) << below) - 1) {
      node.spans[i].store(span, std::memory_order_release);
    } else {
      set(*node.children[i].load(std::memory_order_relaxed), {first, last}, span);
    }
  });
}

void AddressMap::insert(const void* begin, size_t bytes, Span& span) {
  if (!root.load(std::memory_order_relaxed)) {
    root.store(new Root, std::memory_order_release);
  }
  Root& top = *root.load(std::memory_order_relaxed);
  const Range range = {page_of(begin), page_of(begin) + bytes / page - 1};
  make_children(top, range);
  set(top, range, &span);
}

void AddressMap::erase(const void* begin, size_t bytes) {
  set(*root.load(std::memory_order_relaxed), {page_of(begin), page_of(begin) + bytes / page - 1},
      nullptr);
}

} // namespace cl
