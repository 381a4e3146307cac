// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.16: text from kernels. A statement collects its text in the work-item and
// gives it to the kernel's memory as a whole when it ends, so that statements of several work-items
// do not mix. The library prints when the kernel has ended.
#ifndef SYCL_STREAM_STREAM_HPP
#define SYCL_STREAM_STREAM_HPP

#include <sycl/index/h_item.hpp>
#include <sycl/memory/atomic_ref.hpp>
#include <sycl/runtime/handler.hpp>
#include <sycl/stream/stream_memory.hpp>
#include <sycl/stream/text.hpp>

namespace sycl {
inline namespace lw1 {

struct stream_precision {
  int value;
};
struct stream_width {
  int value;
};
inline stream_precision setprecision(int value) { return {value}; }
inline stream_width setw(int value) { return {value}; }

inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

class stream {
public:
  stream(std::size_t total, std::size_t statement, handler& group, const property_list& = {})
      : header(detail::make_stream(group.lw_group(), total)), total_size(total),
        statement_size(statement) {}

  std::size_t size() const noexcept { return total_size; }
  std::size_t get_work_item_buffer_size() const { return statement_size; }
  [[deprecated("use size")]] std::size_t get_size() const { return total_size; }
  [[deprecated("use get_work_item_buffer_size")]] std::size_t get_max_statement_size() const {
    return statement_size;
  }
  template <typename Property> bool has_property() const noexcept { return false; }

  friend bool operator==(const stream& a, const stream& b) { return a.header == b.header; }
  friend bool operator!=(const stream& a, const stream& b) { return a.header != b.header; }
  const void* lw_object() const noexcept { return header; }

  /// Appends as much as there is room for.
  void lw_write(const char* text, std::uint32_t bytes) const {
    const atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device> used(header->used);
    const std::uint32_t start = used.fetch_add(bytes);
    if (start + bytes > header->capacity || start + bytes < start) {
      used.fetch_sub(bytes);
      return;
    }
    char* const to = reinterpret_cast<char*>(header + 1) + start;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      to[i] = text[i];
    }
  }

private:
  detail::stream_header* header;
  std::size_t total_size;
  std::size_t statement_size;
};

namespace detail {

/// The text of one statement.
class stream_statement {
public:
  template <typename T> stream_statement(const stream& of, const T& first) : to(of) { add(first); }
  stream_statement(const stream_statement&) = delete;
  stream_statement& operator=(const stream_statement&) = delete;
  ~stream_statement() { flush(); }

  template <typename T>
  friend stream_statement&& operator<<(stream_statement&& to_this, const T& value) {
    to_this.add(value);
    return static_cast<stream_statement&&>(to_this);
  }

  void flush() {
    if (used) {
      to.lw_write(letters, used);
      used = 0;
    }
  }
  void put(char one) {
    if (used == capacity) {
      flush();
    }
    letters[used++] = one;
  }
  void put(const text_buffer& text) {
    for (auto n = text.end() - text.begin(); n < format.width; ++n) {
      put(' ');
    }
    format.width = 0;
    for (const char one : text) {
      put(one);
    }
  }
  void put(const char* text) {
    for (; *text; ++text) {
      put(*text);
    }
  }
  template <typename List> void put_list(const List& list, int count) {
    for (int i = 0; i < count; ++i) {
      if (i) {
        put(", ");
      }
      add(list[i]);
    }
  }
  template <typename List> void put_braces(const List& list, int count) {
    put('{');
    put_list(list, count);
    put('}');
  }

  template <typename T> void add(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      put(text_of_integer(int(value), format));
    } else if constexpr (std::is_same_v<T, char>) {
      put(value);
    } else if constexpr (std::is_integral_v<T>) {
      put(text_of_integer(value, format));
    } else if constexpr (std::is_same_v<T, half>) {
      put(text_of_real(float(value), format));
    } else if constexpr (std::is_floating_point_v<T>) {
      put(text_of_real(value, format));
    } else if constexpr (std::is_convertible_v<T, const char*>) {
      put(static_cast<const char*>(value));
    } else {
      static_assert(std::is_pointer_v<T>, "a stream does not print this type");
      text_format address;
      address.base = 16;
      address.show_base = true;
      put(text_of_integer(reinterpret_cast<std::uintptr_t>(value), address));
    }
  }
  template <typename T, access::address_space S, access::decorated A>
  void add(const multi_ptr<T, S, A>& value) {
    add(static_cast<const void*>(value.get()));
  }
  template <typename T, int N> void add(const vec<T, N>& value) { put_list(value, N); }
  template <typename T, std::size_t N> void add(const marray<T, N>& value) {
    put_list(value, int(N));
  }
  template <int D> void add(const id<D>& value) { put_braces(value, D); }
  template <int D> void add(const range<D>& value) { put_braces(value, D); }
  template <int D> void add(const nd_range<D>& value) {
    put("nd_range(global_range: ");
    add(value.get_global_range());
    put(", local_range: ");
    add(value.get_local_range());
    put(", offset: ");
    add(value.get_offset());
    put(')');
  }
  template <int D, bool O> void add(const item<D, O>& value) {
    put("item(range: ");
    add(value.get_range());
    put(", id: ");
    add(value.get_id());
    put(')');
  }
  template <int D> void add(const nd_item<D>& value) {
    put("nd_item(global_id: ");
    add(value.get_global_id());
    put(", local_id: ");
    add(value.get_local_id());
    put(')');
  }
  template <int D> void add(const h_item<D>& value) {
    put("h_item(global_id: ");
    add(value.get_global_id());
    put(", local_id: ");
    add(value.get_local_id());
    put(')');
  }
  template <int D> void add(const group<D>& value) {
    put("group(id: ");
    add(value.get_group_id());
    put(", local_range: ");
    add(value.get_local_range());
    put(')');
  }
  void add(const stream_precision& to_set) { format.precision = to_set.value; }
  void add(const stream_width& to_set) { format.width = to_set.value; }
  void add(const stream_manipulator& what) {
    switch (what) {
    case stream_manipulator::endl:
      put('\n');
      [[fallthrough]];
    case stream_manipulator::flush:
      flush();
      break;
    case stream_manipulator::dec:
      format.base = 10;
      break;
    case stream_manipulator::hex:
      format.base = 16;
      break;
    case stream_manipulator::oct:
      format.base = 8;
      break;
    case stream_manipulator::showbase:
    case stream_manipulator::noshowbase:
      format.show_base = what == stream_manipulator::showbase;
      break;
    case stream_manipulator::showpos:
    case stream_manipulator::noshowpos:
      format.show_sign = what == stream_manipulator::showpos;
      break;
    default:
      format.real = what;
    }
  }

private:
  static constexpr std::uint32_t capacity = 256;
  const stream& to;
  text_format format;
  std::uint32_t used = 0;
  char letters[capacity];
};

} // namespace detail

template <typename T> detail::stream_statement operator<<(const stream& to, const T& value) {
  return detail::stream_statement(to, value);
}

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::stream> : sycl::detail::hash_by_object<sycl::stream> {};

#endif
