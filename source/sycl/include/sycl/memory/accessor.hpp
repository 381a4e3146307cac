// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.6: accessors of buffers for commands. An accessor is plain data, the same
// on host and device: the address is known when it is made, as buffers are in memory that the
// device uses where it is. So nothing happens when kernels are copied.
#ifndef SYCL_MEMORY_ACCESSOR_HPP
#define SYCL_MEMORY_ACCESSOR_HPP

#include <sycl/memory/accessor_iterator.hpp>
#include <sycl/memory/buffer.hpp>
#include <sycl/memory/copies.hpp>
#include <sycl/memory/multi_ptr.hpp>
#include <sycl/memory/zero_dimensional.hpp>
#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The access to elements that accessors of all kinds share.
template <typename Derived, typename T, int D, access_mode Mode> class element_access {
public:
  using value_type = std::conditional_t<Mode == access_mode::read, const T, T>;
  using reference = value_type&;
  using const_reference = const T&;
  using iterator = part_iterator<value_type, D>;
  using const_iterator = part_iterator<const T, D>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  /// What operator[] returns.
  using lw_element = std::conditional_t<Mode == atomic_mode,
                                        atomic<T, access::address_space::global_space>, reference>;

  size_type byte_size() const noexcept { return size() * sizeof(T); }
  size_type size() const noexcept { return part.size(); }
  size_type max_size() const noexcept { return size(); }
  [[deprecated("use byte_size")]] std::size_t get_size() const { return byte_size(); }
  [[deprecated("use size")]] std::size_t get_count() const { return size(); }
  bool empty() const noexcept { return size() == 0; }
  range<D> get_range() const { return part; }
  id<D> get_offset() const { return offset; }

  lw_element operator[](id<D> index) const { return element(linear(index + offset, whole)); }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  auto operator[](std::size_t index) const {
    id<D> first;
    first[0] = index;
    return indexing<Derived, D, 1>(static_cast<const Derived&>(*this), first);
  }
  template <int N = D, std::enable_if_t<N == 1, int> = 0>
  lw_element operator[](std::size_t index) const {
    return element(index + offset[0]);
  }

  iterator begin() const noexcept { return {memory, whole, part, offset, 0}; }
  iterator end() const noexcept { return {memory, whole, part, offset, std::ptrdiff_t(size())}; }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const Derived& a, const Derived& b) {
    return a.memory == b.memory && a.part == b.part && a.offset == b.offset;
  }
  friend bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
  const void* lw_object() const noexcept { return memory; }

  std::vector<memory_row> lw_rows() const {
    int inner = D - 1; // the dimensions from here on have no gaps between them
    while (inner > 0 && part[inner] == whole[inner]) {
      --inner;
    }
    std::size_t elements = 1;
    for (int i = inner; i < D; ++i) {
      elements *= part[i];
    }
    std::vector<memory_row> rows;
    if (empty()) {
      return rows;
    }
    id<D> at;
    for (;;) {
      T* const row = const_cast<std::remove_const_t<T>*>(memory) + linear(at + offset, whole);
      rows.push_back({reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(row)),
                      elements * sizeof(T)});
      int i = inner - 1;
      while (i >= 0 && ++at[i] == part[i]) {
        at[i--] = 0;
      }
      if (i < 0) {
        return rows;
      }
    }
  }

protected:
  element_access() = default;
  element_access(value_type* at, const range<D>& of_whole, const range<D>& of_part,
                 const id<D>& from)
      : memory(at), whole(of_whole), part(of_part), offset(from) {}

  value_type* memory = nullptr;
  range<D> whole;
  range<D> part;
  id<D> offset;

private:
  lw_element element(std::size_t place) const {
    if constexpr (Mode == atomic_mode) {
      return global_ptr<T>(memory + place);
    } else {
      return memory[place];
    }
  }
};

/// The memory of a buffer with the parts that sub-buffers leave out.
template <typename T, typename Buffer> T* memory_of(void* memory, const Buffer& of) {
  return reinterpret_cast<T*>(static_cast<char*>(memory) + of.lw_start());
}

/// What accessors keep of their properties. They are plain data, so it is no property_list.
class accessor_properties {
public:
  template <typename Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && no_init;
  }
  template <typename Property> Property get_property() const {
    if (!has_property<Property>()) {
      throw exception(make_error_code(errc::invalid), "the accessor does not have this property");
    }
    return Property();
  }

protected:
  accessor_properties() = default;
  accessor_properties(const property_list& properties, access_mode mode)
      : no_init(properties.has_property<property::no_init>()) {
    if (no_init && mode == access_mode::read) {
      throw exception(make_error_code(errc::invalid),
                      "property::no_init and an accessor that only reads");
    }
  }

private:
  bool no_init = false;
};

/// The range of an accessor of no dimensions: one element, of an empty buffer none.
inline range<1> first_of(std::size_t elements) { return elements ? 1 : 0; }

template <int D> void check_part(const range<D>& whole, const range<D>& part, const id<D>& from) {
  for (int i = 0; i < D; ++i) {
    if (!is_within(from[i], part[i], whole[i])) {
      throw exception(make_error_code(errc::invalid),
                      "the accessor's range and offset leave the buffer's range");
    }
  }
}

/// Whether an accessor with mode Mode may be made of one with mode Other: both see the same
/// elements, the first one only reads, and they are not the same class.
template <typename T, access_mode Mode, typename U, access_mode Other>
inline constexpr bool only_less =
    std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>> && Mode == access_mode::read &&
    (Other == access_mode::read_write || (Other == access_mode::read && !std::is_same_v<U, T>));

template <typename T> inline constexpr bool is_tag = false;
template <access_mode Mode> inline constexpr bool is_tag<mode_tag_t<Mode>> = true;
template <access_mode Mode, target Target>
inline constexpr bool is_tag<mode_target_tag_t<Mode, Target>> = true;

} // namespace detail

template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
class accessor
    : public detail::element_access<accessor<T, D, Mode, Target, Placeholder>, T, D, Mode>,
      public detail::accessor_properties {
  using base = detail::element_access<accessor, T, D, Mode>;
  friend base;

public:
  using typename base::value_type;
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<value_type, access::address_space::global_space, Decorated>;

  accessor() = default;

  // For the command of a group.
  template <typename A>
  accessor(buffer<T, D, A>& of, handler& group, const property_list& properties = {})
      : accessor(of, group, of.get_range(), id<D>(), properties) {}
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, D, A>& of, handler& group, Tag, const property_list& properties = {})
      : accessor(of, group, of.get_range(), id<D>(), properties) {}
  template <typename A>
  accessor(buffer<T, D, A>& of, handler& group, range<D> extent,
           const property_list& properties = {})
      : accessor(of, group, extent, id<D>(), properties) {}
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, D, A>& of, handler& group, range<D> extent, Tag,
           const property_list& properties = {})
      : accessor(of, group, extent, id<D>(), properties) {}
  template <typename A>
  accessor(buffer<T, D, A>& of, handler& group, range<D> extent, id<D> from,
           const property_list& properties = {})
      : base(detail::memory_of<value_type>(
                 detail::use_buffer(group.lw_group(), of.lw_memory(), Mode), of),
             of.get_range(), extent, from),
        detail::accessor_properties(properties, Mode), buffer_of(of.lw_memory()) {
    detail::check_part(of.get_range(), extent, from);
  }
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, D, A>& of, handler& group, range<D> extent, id<D> from, Tag,
           const property_list& properties = {})
      : accessor(of, group, extent, from, properties) {}

  // Placeholders: handler::require says which command they are for.
  template <typename A>
  accessor(buffer<T, D, A>& of, const property_list& properties = {})
      : accessor(of, of.get_range(), id<D>(), properties) {}
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, D, A>& of, Tag, const property_list& properties = {})
      : accessor(of, of.get_range(), id<D>(), properties) {}
  template <typename A>
  accessor(buffer<T, D, A>& of, range<D> extent, const property_list& properties = {})
      : accessor(of, extent, id<D>(), properties) {}
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, D, A>& of, range<D> extent, Tag, const property_list& properties = {})
      : accessor(of, extent, id<D>(), properties) {}
  template <typename A>
  accessor(buffer<T, D, A>& of, range<D> extent, id<D> from, const property_list& properties = {})
      : base(detail::memory_of<value_type>(detail::buffer_memory(of.lw_memory()), of),
             of.get_range(), extent, from),
        detail::accessor_properties(properties, Mode), buffer_of(of.lw_memory()),
        is_for_later(true) {
    detail::check_part(of.get_range(), extent, from);
  }
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, D, A>& of, range<D> extent, id<D> from, Tag,
           const property_list& properties = {})
      : accessor(of, extent, from, properties) {}

  /// An accessor that only reads.
  template <typename U, access_mode Other,
            std::enable_if_t<detail::only_less<T, Mode, U, Other>, int> = 0>
  accessor(const accessor<U, D, Other, Target, Placeholder>& other)
      : base(other.memory, other.whole, other.part, other.offset), buffer_of(other.buffer_of),
        is_for_later(other.is_for_later) {}

  void swap(accessor& other) { std::swap(*this, other); }
  bool is_placeholder() const { return is_for_later; }
  auto get_pointer() const noexcept {
    if constexpr (Target == target::device) {
      return global_ptr<value_type>(this->memory);
    } else if constexpr (Target == detail::constant_target) {
      return constant_ptr<T>(const_cast<T*>(this->memory));
    } else {
      return this->memory;
    }
  }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(this->memory);
  }

  detail::counted* lw_buffer() const noexcept { return buffer_of; }
  /// What kernels use of it, without what differs between accessors of the same elements.
  std::pair<const void*, std::size_t> lw_captured() const {
    return {static_cast<const base*>(this), sizeof(base)};
  }
  void lw_require(detail::command_group& group) const {
    if (!buffer_of) {
      throw exception(make_error_code(errc::accessor), "require of an accessor of no buffer");
    }
    const void* before = detail::buffer_memory(buffer_of);
    if (detail::use_buffer(group, buffer_of, Mode) != before) {
      throw exception(make_error_code(errc::feature_not_supported),
                      "a placeholder of a buffer that moved: this device cannot use the host's "
                      "memory, so make the accessor with the handler");
    }
  }

private:
  template <typename, int, access_mode, target, access::placeholder> friend class accessor;
  detail::counted* buffer_of = nullptr;
  bool is_for_later = false;
};

/// The accessor of the first element of a buffer.
template <typename T, access_mode Mode, target Target, access::placeholder Placeholder>
class accessor<T, 0, Mode, Target, Placeholder>
    : public detail::zero_dimensional<accessor<T, 0, Mode, Target, Placeholder>,
                                      accessor<T, 1, Mode, Target, Placeholder>> {
  using inner = accessor<T, 1, Mode, Target, Placeholder>;
  using base = detail::zero_dimensional<accessor, inner>;
  friend base;

public:
  template <access::decorated Decorated>
  using accessor_ptr = typename inner::template accessor_ptr<Decorated>;
  using base::operator=;

  accessor() = default;
  template <typename A>
  accessor(buffer<T, 1, A>& of, handler& group, const property_list& properties = {})
      : base(inner(of, group, detail::first_of(of.size()), properties)) {}
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, 1, A>& of, handler& group, Tag, const property_list& properties = {})
      : accessor(of, group, properties) {}
  template <typename A>
  accessor(buffer<T, 1, A>& of, const property_list& properties = {})
      : base(inner(of, detail::first_of(of.size()), properties)) {}
  template <typename A, typename Tag, std::enable_if_t<detail::is_tag<Tag>, int> = 0>
  accessor(buffer<T, 1, A>& of, Tag, const property_list& properties = {})
      : accessor(of, properties) {}
  /// An accessor that only reads.
  template <typename U, access_mode Other,
            std::enable_if_t<detail::only_less<T, Mode, U, Other>, int> = 0>
  accessor(const accessor<U, 0, Other, Target, Placeholder>& other)
      : base(inner(other.lw_inner())) {}

  bool is_placeholder() const { return this->one.is_placeholder(); }
  template <typename Property> bool has_property() const noexcept {
    return this->one.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return this->one.template get_property<Property>();
  }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return this->one.template get_multi_ptr<Decorated>();
  }

  detail::counted* lw_buffer() const noexcept { return this->one.lw_buffer(); }
  auto lw_captured() const { return this->one.lw_captured(); }
  void lw_require(detail::command_group& group) const { this->one.lw_require(group); }
  auto lw_rows() const { return this->one.lw_rows(); }
};

template <typename T, int D, typename A>
accessor(buffer<T, D, A>&) -> accessor<T, D, access_mode::read_write, target::device>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A>&, const property_list&)
    -> accessor<T, D, access_mode::read_write, target::device>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A>&, handler&, const property_list& = {})
    -> accessor<T, D, access_mode::read_write, target::device>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A>&, handler&, range<D>, const property_list& = {})
    -> accessor<T, D, access_mode::read_write, target::device>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A>&, handler&, range<D>, id<D>, const property_list& = {})
    -> accessor<T, D, access_mode::read_write, target::device>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A>&, range<D>, const property_list& = {})
    -> accessor<T, D, access_mode::read_write, target::device>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A>&, range<D>, id<D>, const property_list& = {})
    -> accessor<T, D, access_mode::read_write, target::device>;
#define LW_ACCESSOR_GUIDES(tag, mode, place)                                                       \
  template <typename T, int D, typename A>                                                         \
  accessor(buffer<T, D, A>&, tag, const property_list& = {}) -> accessor<T, D, mode, place>;       \
  template <typename T, int D, typename A>                                                         \
  accessor(buffer<T, D, A>&, handler&, tag, const property_list& = {})                             \
      -> accessor<T, D, mode, place>;                                                              \
  template <typename T, int D, typename A>                                                         \
  accessor(buffer<T, D, A>&, range<D>, tag, const property_list& = {})                             \
      -> accessor<T, D, mode, place>;                                                              \
  template <typename T, int D, typename A>                                                         \
  accessor(buffer<T, D, A>&, handler&, range<D>, tag, const property_list& = {})                   \
      -> accessor<T, D, mode, place>;                                                              \
  template <typename T, int D, typename A>                                                         \
  accessor(buffer<T, D, A>&, range<D>, id<D>, tag, const property_list& = {})                      \
      -> accessor<T, D, mode, place>;                                                              \
  template <typename T, int D, typename A>                                                         \
  accessor(buffer<T, D, A>&, handler&, range<D>, id<D>, tag, const property_list& = {})            \
      -> accessor<T, D, mode, place>;
LW_ACCESSOR_GUIDES(mode_tag_t<access_mode::read>, access_mode::read, target::device)
LW_ACCESSOR_GUIDES(mode_tag_t<access_mode::write>, access_mode::write, target::device)
LW_ACCESSOR_GUIDES(mode_tag_t<access_mode::read_write>, access_mode::read_write, target::device)
namespace detail {
using read_task_tag = mode_target_tag_t<access_mode::read, target::host_task>;
using write_task_tag = mode_target_tag_t<access_mode::write, target::host_task>;
using read_write_task_tag = mode_target_tag_t<access_mode::read_write, target::host_task>;
} // namespace detail
LW_ACCESSOR_GUIDES(detail::read_task_tag, access_mode::read, target::host_task)
LW_ACCESSOR_GUIDES(detail::write_task_tag, access_mode::write, target::host_task)
LW_ACCESSOR_GUIDES(detail::read_write_task_tag, access_mode::read_write, target::host_task)
#undef LW_ACCESSOR_GUIDES

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <typename T, int D, sycl::access_mode M, sycl::target G, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, G, P>>
    : sycl::detail::hash_by_object<sycl::accessor<T, D, M, G, P>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
