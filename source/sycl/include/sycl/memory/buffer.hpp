// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.2.
#ifndef SYCL_MEMORY_BUFFER_HPP
#define SYCL_MEMORY_BUFFER_HPP

#include <iterator>
#include <memory>
#include <mutex>
#include <sycl/detail/buffers.hpp>
#include <sycl/index/id.hpp>
#include <sycl/runtime/context.hpp>
#include <sycl/runtime/property_list.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T> using buffer_allocator = std::allocator<T>;

namespace property::buffer {
class use_host_ptr {};
/// A mutex that the program holds while it uses the memory by itself, and the library while
/// commands or accessors do. A thread that holds it cannot wait for commands, host accessors or the
/// buffer's end.
class use_mutex {
public:
  explicit use_mutex(std::mutex& held) : mutex(&held) {}
  std::mutex* get_mutex_ptr() const { return mutex; }

private:
  std::mutex* mutex;
};
class context_bound {
public:
  explicit context_bound(const sycl::context& to) : bound(to) {}
  sycl::context get_context() const { return bound; }

private:
  sycl::context bound;
};
} // namespace property::buffer
template <> struct is_property<property::buffer::use_host_ptr> : std::true_type {};
template <> struct is_property<property::buffer::use_mutex> : std::true_type {};
template <> struct is_property<property::buffer::context_bound> : std::true_type {};

template <typename T, int D = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
          target Target = target::device,
          access::placeholder Placeholder = access::placeholder::false_t>
class accessor;
template <typename T, int D = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_accessor;
class handler;
template <typename T, int D, access_mode M, target G, access::placeholder P>
struct is_property_of<property::no_init, accessor<T, D, M, G, P>> : std::true_type {};
template <typename T, int D, access_mode M>
struct is_property_of<property::no_init, host_accessor<T, D, M>> : std::true_type {};

template <typename T, int D = 1, typename AllocatorT = buffer_allocator<std::remove_const_t<T>>>
class buffer;
template <typename T, int D, typename A>
struct is_property_of<property::buffer::use_host_ptr, buffer<T, D, A>> : std::true_type {};
template <typename T, int D, typename A>
struct is_property_of<property::buffer::use_mutex, buffer<T, D, A>> : std::true_type {};
template <typename T, int D, typename A>
struct is_property_of<property::buffer::context_bound, buffer<T, D, A>> : std::true_type {};

/// Memory that the library moves to where it is used. Copies are the same buffer.
template <typename T, int D, typename AllocatorT> class buffer {
  template <typename Container>
  using if_container = std::enable_if_t<
      std::is_convertible_v<decltype(std::data(std::declval<Container&>())), const T*> &&
          std::is_convertible_v<decltype(std::size(std::declval<Container&>())), std::size_t>,
      int>;
  template <typename Iterator>
  using if_iterator = typename std::iterator_traits<Iterator>::iterator_category*;

public:
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using allocator_type = AllocatorT;

  explicit buffer(const range<D>& elements, const property_list& properties = {})
      : buffer(elements, AllocatorT(), properties) {}
  buffer(const range<D>& elements, AllocatorT allocator, const property_list& properties = {})
      : buffer(nullptr, false, elements, allocator, properties) {}
  buffer(T* host, const range<D>& elements, const property_list& properties = {})
      : buffer(host, elements, AllocatorT(), properties) {}
  buffer(T* host, const range<D>& elements, AllocatorT allocator,
         const property_list& properties = {})
      : buffer(host, std::is_const_v<T>, elements, allocator, properties) {}
  template <typename U = T, std::enable_if_t<!std::is_const_v<U>, int> = 0>
  buffer(const T* host, const range<D>& elements, const property_list& properties = {})
      : buffer(host, elements, AllocatorT(), properties) {}
  template <typename U = T, std::enable_if_t<!std::is_const_v<U>, int> = 0>
  buffer(const T* host, const range<D>& elements, AllocatorT allocator,
         const property_list& properties = {})
      : buffer(const_cast<T*>(host), true, elements, allocator, properties) {}
  template <typename Container, int N = D, std::enable_if_t<N == 1, int> = 0,
            if_container<Container> = 0>
  buffer(Container& container, const property_list& properties = {})
      : buffer(container, AllocatorT(), properties) {}
  template <typename Container, int N = D, std::enable_if_t<N == 1, int> = 0,
            if_container<Container> = 0>
  buffer(Container& container, AllocatorT allocator, const property_list& properties = {})
      : buffer(const_cast<std::remove_const_t<T>*>(std::data(container)),
               std::is_const_v<std::remove_pointer_t<decltype(std::data(container))>>,
               range<1>(std::size(container)), allocator, properties) {}
  buffer(const std::shared_ptr<T>& host, const range<D>& elements,
         const property_list& properties = {})
      : buffer(host, elements, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<T>& host, const range<D>& elements, AllocatorT allocator,
         const property_list& properties = {})
      : buffer(host.get(), elements, allocator, properties) {
    detail::keep_alive(impl.raw(), host);
  }
  buffer(const std::shared_ptr<T[]>& host, const range<D>& elements,
         const property_list& properties = {})
      : buffer(host, elements, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<T[]>& host, const range<D>& elements, AllocatorT allocator,
         const property_list& properties = {})
      : buffer(host.get(), elements, allocator, properties) {
    detail::keep_alive(impl.raw(), host);
  }
  template <typename Iterator, int N = D, std::enable_if_t<N == 1, int> = 0,
            if_iterator<Iterator> = nullptr>
  buffer(Iterator first, Iterator last, const property_list& properties = {})
      : buffer(first, last, AllocatorT(), properties) {}
  template <typename Iterator, int N = D, std::enable_if_t<N == 1, int> = 0,
            if_iterator<Iterator> = nullptr>
  buffer(Iterator first, Iterator last, AllocatorT allocator, const property_list& properties = {})
      : buffer(nullptr, false, range<1>(std::size_t(std::distance(first, last))), allocator,
               properties) {
    auto* to = static_cast<std::remove_const_t<T>*>(detail::buffer_memory(impl.raw()));
    for (; first != last; ++first, ++to) {
      *to = *first;
    }
  }
  /// A part of another buffer, which has to be contiguous in it.
  buffer(buffer& of, const id<D>& base, const range<D>& part)
      : impl(of.impl), extent(part), start(of.start + detail::linear(base, of.extent) * sizeof(T)),
        is_part(true), memory_by(of.memory_by), list(of.list) {
    if (of.is_part) {
      throw exception(make_error_code(errc::invalid), "a sub-buffer of a sub-buffer");
    }
    bool whole_below = true; // whether the dimensions behind this one are taken as a whole
    for (int i = D - 1; i >= 0; --i) {
      if (!detail::is_within(base[i], part[i], of.extent[i]) || (!whole_below && part[i] != 1)) {
        throw exception(make_error_code(errc::invalid),
                        "a sub-buffer has to be a contiguous part of its buffer");
      }
      whole_below = whole_below && part[i] == of.extent[i];
    }
  }

  range<D> get_range() const { return extent; }
  std::size_t size() const noexcept { return extent.size(); }
  std::size_t byte_size() const noexcept { return extent.size() * sizeof(T); }
  [[deprecated("use size")]] std::size_t get_count() const { return size(); }
  [[deprecated("use byte_size")]] std::size_t get_size() const { return byte_size(); }
  AllocatorT get_allocator() const { return memory_by; }
  bool is_sub_buffer() const { return is_part; }
  template <typename Property> bool has_property() const noexcept {
    return list.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return list.template get_property<Property>();
  }

  template <access_mode Mode = access_mode::read_write, target Target = target::device>
  accessor<T, D, Mode, Target> get_access(handler& group) {
    return accessor<T, D, Mode, Target>(*this, group);
  }
  template <access_mode Mode = access_mode::read_write, target Target = target::device>
  accessor<T, D, Mode, Target> get_access(handler& group, range<D> part, id<D> from = {}) {
    return accessor<T, D, Mode, Target>(*this, group, part, from);
  }
  template <access_mode Mode>
  [[deprecated("use host_accessor")]] accessor<T, D, Mode, detail::host_target> get_access() {
    return accessor<T, D, Mode, detail::host_target>(*this);
  }
  template <access_mode Mode>
  [[deprecated("use host_accessor")]] accessor<T, D, Mode, detail::host_target>
  get_access(range<D> part, id<D> from = {}) {
    return accessor<T, D, Mode, detail::host_target>(*this, part, from);
  }
  /// A placeholder.
  auto get_access() { return accessor(*this); }
  template <typename First, typename... Ts> auto get_access(First&& first, Ts&&... rest) {
    return accessor(*this, first, rest...);
  }
  template <typename... Ts> auto get_host_access(Ts&&... arguments) {
    return host_accessor(*this, arguments...);
  }

  /// Where the data goes when the last copy of the buffer goes; null: nowhere.
  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    bool nowhere = std::is_same_v<Destination, std::nullptr_t>;
    if constexpr (std::is_pointer_v<Destination>) {
      nowhere = destination == nullptr;
    }
    if (nowhere) {
      detail::set_write_back(impl.raw(), {});
    } else if constexpr (!std::is_same_v<Destination, std::nullptr_t>) {
      detail::set_write_back(
          impl.raw(), [destination, count = size(), start = start](const void* memory) {
            const T* from = reinterpret_cast<const T*>(static_cast<const char*>(memory) + start);
            if constexpr (detail::is_weak<Destination>::value) {
              if (const auto alive = destination.lock()) {
                std::copy(from, from + count, alive.get());
              }
            } else if constexpr (detail::is_shared<Destination>::value) {
              std::copy(from, from + count, destination.get());
            } else {
              std::copy(from, from + count, destination);
            }
          });
    }
  }
  void set_write_back(bool flag = true) { detail::enable_write_back(impl.raw(), flag); }

  template <typename U, int E>
  buffer<U, E, typename std::allocator_traits<AllocatorT>::template rebind_alloc<U>>
  reinterpret(range<E> as) const {
    if (as.size() * sizeof(U) != byte_size()) {
      throw exception(make_error_code(errc::invalid), "a buffer of " + std::to_string(byte_size()) +
                                                          " bytes cannot be seen as one of " +
                                                          std::to_string(as.size() * sizeof(U)));
    }
    return {impl, as, start, is_part, list};
  }
  template <typename U, int E = D,
            std::enable_if_t<E == 1 || (E == D && sizeof(U) == sizeof(T)), int> = 0>
  auto reinterpret() const {
    if constexpr (E == 1) {
      return reinterpret<U, 1>(range<1>(byte_size() / sizeof(U)));
    } else {
      return reinterpret<U, E>(extent);
    }
  }

  friend bool operator==(const buffer& a, const buffer& b) {
    return a.impl == b.impl && a.start == b.start;
  }
  friend bool operator!=(const buffer& a, const buffer& b) { return !(a == b); }
  const void* lw_object() const noexcept { return impl.raw(); }
  detail::counted* lw_memory() const noexcept { return impl.raw(); }
  std::size_t lw_start() const noexcept { return start; }

  /// Of memory that the library made.
  buffer(detail::ref<detail::buffer_impl> of, range<D> as) : impl(std::move(of)), extent(as) {}

private:
  template <typename, int, typename> friend class buffer;
  buffer(T* host, bool copies, const range<D>& of, AllocatorT allocator,
         const property_list& properties)
      : impl(detail::ref<detail::buffer_impl>::adopt(detail::make_buffer(
            detail::bytes_of<T>(of), const_cast<std::remove_const_t<T>*>(host), copies))),
        extent(of), memory_by(allocator), list(properties) {
    if (properties.has_property<property::buffer::use_mutex>()) {
      detail::set_mutex(impl.raw(),
                        *properties.get_property<property::buffer::use_mutex>().get_mutex_ptr());
    }
  }
  buffer(detail::ref<detail::buffer_impl> of, range<D> as, std::size_t from, bool part,
         const property_list& properties)
      : impl(std::move(of)), extent(as), start(from), is_part(part), list(properties) {}

  detail::ref<detail::buffer_impl> impl;
  range<D> extent;
  std::size_t start = 0; ///< in bytes, of a sub-buffer
  bool is_part = false;
  AllocatorT memory_by;
  property_list list;
};

template <typename Iterator, typename Allocator,
          typename = typename std::iterator_traits<Iterator>::iterator_category>
buffer(Iterator, Iterator, Allocator, const property_list& = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, Allocator>;
template <typename Iterator, typename = typename std::iterator_traits<Iterator>::iterator_category>
buffer(Iterator, Iterator, const property_list& = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <typename T, int D, typename Allocator>
buffer(const T*, const range<D>&, Allocator, const property_list& = {}) -> buffer<T, D, Allocator>;
template <typename T, int D>
buffer(const T*, const range<D>&, const property_list& = {}) -> buffer<T, D>;
template <typename Container, typename Allocator>
buffer(Container&, Allocator, const property_list& = {})
    -> buffer<typename Container::value_type, 1, Allocator>;
template <typename Container>
buffer(Container&, const property_list& = {}) -> buffer<typename Container::value_type, 1>;

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <typename T, int D, typename A>
struct std::hash<sycl::buffer<T, D, A>> : sycl::detail::hash_by_object<sycl::buffer<T, D, A>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
