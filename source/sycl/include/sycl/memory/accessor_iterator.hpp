// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_MEMORY_ACCESSOR_ITERATOR_HPP
#define SYCL_MEMORY_ACCESSOR_ITERATOR_HPP

#include <cstddef>
#include <iterator>
#include <sycl/index/id.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Goes through the elements of a part of an index space, the last dimension first.
template <typename T, int D> class part_iterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  part_iterator() = default;
  part_iterator(T* at, const range<D>& of_whole, const range<D>& of_part, const id<D>& from,
                std::ptrdiff_t to)
      : memory(at), whole(of_whole), part(of_part), offset(from), place(to) {}
  operator part_iterator<const T, D>() const { return {memory, whole, part, offset, place}; }

  reference operator*() const { return at(place); }
  pointer operator->() const { return &at(place); }
  reference operator[](difference_type n) const { return at(place + n); }
  part_iterator& operator++() { return *this += 1; }
  part_iterator& operator--() { return *this += -1; }
  part_iterator operator++(int) {
    part_iterator old = *this;
    ++place;
    return old;
  }
  part_iterator operator--(int) {
    part_iterator old = *this;
    --place;
    return old;
  }
  part_iterator& operator+=(difference_type n) {
    place += n;
    return *this;
  }
  part_iterator& operator-=(difference_type n) { return *this += -n; }
  friend part_iterator operator+(part_iterator a, difference_type n) { return a += n; }
  friend part_iterator operator+(difference_type n, part_iterator a) { return a += n; }
  friend part_iterator operator-(part_iterator a, difference_type n) { return a -= n; }
  friend difference_type operator-(const part_iterator& a, const part_iterator& b) {
    return a.place - b.place;
  }
  friend bool operator==(const part_iterator& a, const part_iterator& b) {
    return a.place == b.place;
  }
  friend bool operator!=(const part_iterator& a, const part_iterator& b) {
    return a.place != b.place;
  }
  friend bool operator<(const part_iterator& a, const part_iterator& b) {
    return a.place < b.place;
  }
  friend bool operator>(const part_iterator& a, const part_iterator& b) { return b < a; }
  friend bool operator<=(const part_iterator& a, const part_iterator& b) { return !(b < a); }
  friend bool operator>=(const part_iterator& a, const part_iterator& b) { return !(a < b); }

private:
  T& at(difference_type n) const {
    auto rest = std::size_t(n);
    id<D> index;
    for (int i = D - 1; i > 0; --i) {
      index[i] = rest % part[i];
      rest /= part[i];
    }
    index[0] = rest;
    return memory[linear(index + offset, whole)];
  }

  T* memory = nullptr;
  range<D> whole;
  range<D> part;
  id<D> offset;
  std::ptrdiff_t place = 0;
};

/// The result of operator[] of accessors with several dimensions: takes the other indices.
template <typename Accessor, int D, int Given> class indexing {
public:
  indexing(const Accessor& in, const id<D>& with) : of(in), index(with) {}
  decltype(auto) operator[](std::size_t next) const {
    id<D> more = index;
    more[Given] = next;
    if constexpr (Given + 1 == D) {
      return of[more];
    } else {
      return indexing<Accessor, D, Given + 1>(of, more);
    }
  }

private:
  Accessor of;
  id<D> index;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
