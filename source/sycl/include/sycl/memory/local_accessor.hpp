// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.6.11: local memory. A local_accessor holds where its part of the
// work-group's block begins; the block itself is asked for at each access, and a stage of
// clang-sycl-linker makes a parameter of the kernel of it.
#ifndef SYCL_MEMORY_LOCAL_ACCESSOR_HPP
#define SYCL_MEMORY_LOCAL_ACCESSOR_HPP

#include <sycl/memory/accessor.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T, int D = 1> class local_accessor {
public:
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;

  local_accessor() = default;
  template <int N = D, std::enable_if_t<(N > 0), int> = 0>
  local_accessor(range<D> size, handler& group, const property_list& = {})
      : start(detail::add_local<T>(group.lw_group(), size)), extent(size) {
    static_assert(sizeof(local_accessor) == (1 + D) * sizeof(std::size_t),
                  "the library finds accessors in objects of kernels");
  }
  /// An accessor that only reads.
  template <typename U,
            std::enable_if_t<std::is_same_v<const U, T> && !std::is_same_v<U, T>, int> = 0>
  local_accessor(const local_accessor<U, D>& other) : start(other.start), extent(other.extent) {}

  void swap(local_accessor& other) { std::swap(*this, other); }
  size_type byte_size() const noexcept { return size() * sizeof(T); }
  size_type size() const noexcept { return extent.size(); }
  size_type max_size() const noexcept { return size(); }
  [[deprecated("use byte_size")]] std::size_t get_size() const { return byte_size(); }
  [[deprecated("use size")]] std::size_t get_count() const { return size(); }
  bool empty() const noexcept { return size() == 0; }
  range<D> get_range() const { return extent; }

  reference operator[](id<D> index) const { return memory()[detail::linear(index, extent)]; }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  auto operator[](std::size_t index) const {
    id<D> first;
    first[0] = index;
    return detail::indexing<local_accessor, D, 1>(*this, first);
  }
  template <int N = D, std::enable_if_t<N == 1, int> = 0>
  reference operator[](std::size_t index) const {
    return memory()[index];
  }

  auto get_pointer() const noexcept { return local_ptr<T>(memory()); }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(memory());
  }
  iterator begin() const noexcept { return memory(); }
  iterator end() const noexcept { return memory() + size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const local_accessor& a, const local_accessor& b) {
    return a.start == b.start && a.extent == b.extent;
  }
  friend bool operator!=(const local_accessor& a, const local_accessor& b) { return !(a == b); }
  const void* lw_object() const noexcept { return reinterpret_cast<const void*>(start); }

private:
  template <typename, int> friend class local_accessor;
  T* memory() const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return reinterpret_cast<T*>(static_cast<char*>(__lanewise_sycl_local_block()) + start);
#else
    return nullptr; // the host has none
#endif
  }

  std::size_t start = 0;
  range<D> extent;
};

/// One element of the work-group's.
template <typename T>
class local_accessor<T, 0>
    : public detail::zero_dimensional<local_accessor<T, 0>, local_accessor<T, 1>> {
  using inner = local_accessor<T, 1>;
  using base = detail::zero_dimensional<local_accessor, inner>;
  friend base;

public:
  template <access::decorated Decorated>
  using accessor_ptr = typename inner::template accessor_ptr<Decorated>;
  using base::operator=;

  local_accessor() = default;
  local_accessor(handler& group, const property_list& properties = {})
      : base(inner(range<1>(1), group, properties)) {}
  /// An accessor that only reads.
  template <typename U,
            std::enable_if_t<std::is_same_v<const U, T> && !std::is_same_v<U, T>, int> = 0>
  local_accessor(const local_accessor<U, 0>& other) : base(inner(other.lw_inner())) {}
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return this->one.template get_multi_ptr<Decorated>();
  }
};

/// SYCL 1.2.1's name of it.
template <typename T, int D, access_mode Mode>
class accessor<T, D, Mode, detail::local_target, access::placeholder::false_t>
    : public local_accessor<T, D> {
public:
  using local_accessor<T, D>::local_accessor;
  accessor() = default;
};

template <typename T, access_mode Mode>
class accessor<T, 0, Mode, detail::local_target, access::placeholder::false_t>
    : public local_accessor<T, 0> {
public:
  using local_accessor<T, 0>::local_accessor;
  using local_accessor<T, 0>::operator=;
  accessor() = default;
};

namespace detail {
template <typename T, int D> inline constexpr bool is_local_accessor<local_accessor<T, D>> = true;
template <typename T, int D, access_mode Mode>
inline constexpr bool
    is_local_accessor<accessor<T, D, Mode, local_target, access::placeholder::false_t>> = true;
} // namespace detail

} // namespace lw1
} // namespace sycl

template <typename T, int D>
struct std::hash<sycl::local_accessor<T, D>>
    : sycl::detail::hash_by_object<sycl::local_accessor<T, D>> {};

#endif
