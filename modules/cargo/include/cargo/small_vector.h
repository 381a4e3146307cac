// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_SMALL_VECTOR_H
#define CARGO_SMALL_VECTOR_H

#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace cargo {

/// The outcome of a container's operation.
enum class [[nodiscard]] status { success, out_of_memory };

/// A vector with room for N elements in itself, whose allocating members say when memory is short
/// and then leave the vector as it was. Elements must move without throwing.
template <typename T, size_t N> class small_vector {
  static_assert(std::is_nothrow_move_constructible_v<T>);

public:
  small_vector() = default;
  small_vector(small_vector&& other) noexcept { take(std::move(other)); }
  small_vector& operator=(small_vector&& other) noexcept {
    if (this != &other) {
      reset();
      take(std::move(other));
    }
    return *this;
  }
  small_vector(const small_vector&) = delete;
  small_vector& operator=(const small_vector&) = delete;
  ~small_vector() { reset(); }

  [[nodiscard]] size_t size() const { return count; }
  [[nodiscard]] bool empty() const { return count == 0; }
  [[nodiscard]] size_t capacity() const { return room; }
  T* data() { return elements; }
  const T* data() const { return elements; }
  T* begin() { return elements; }
  T* end() { return elements + count; }
  const T* begin() const { return elements; }
  const T* end() const { return elements + count; }
  T& operator[](size_t index) {
    assert(index < count);
    return elements[index];
  }
  const T& operator[](size_t index) const {
    assert(index < count);
    return elements[index];
  }
  T& back() { return (*this)[count - 1]; }
  operator std::span<T>() { return {elements, count}; }
  operator std::span<const T>() const { return {elements, count}; }

  status reserve(size_t wanted) {
    if (wanted <= room) {
      return status::success;
    }
    auto* memory = static_cast<T*>(
        ::operator new(wanted * sizeof(T), std::align_val_t(alignof(T)), std::nothrow));
    if (!memory) {
      return status::out_of_memory;
    }
    std::uninitialized_move_n(elements, count, memory);
    std::destroy_n(elements, count);
    release();
    elements = memory;
    room = wanted;
    return status::success;
  }

  template <typename... Args> status emplace_back(Args&&... args) {
    if (count == room && reserve(room * 2) != status::success) {
      return status::out_of_memory;
    }
    ::new (elements + count) T(std::forward<Args>(args)...);
    ++count;
    return status::success;
  }
  status push_back(T value) { return emplace_back(std::move(value)); }

  status resize(size_t wanted) {
    if (reserve(wanted) != status::success) {
      return status::out_of_memory;
    }
    while (count < wanted) {
      ::new (elements + count++) T();
    }
    std::destroy(elements + wanted, elements + count);
    count = wanted;
    return status::success;
  }

  void pop_back() { std::destroy_at(elements + --count); }
  void clear() {
    std::destroy_n(elements, count);
    count = 0;
  }

private:
  T* inside() { return reinterpret_cast<T*>(buffer); }
  void release() {
    if (elements != inside()) {
      ::operator delete(elements, std::align_val_t(alignof(T)));
    }
  }
  void reset() {
    clear();
    release();
    elements = inside();
    room = N;
  }
  void take(small_vector&& other) {
    if (other.elements == other.inside()) {
      std::uninitialized_move_n(other.elements, other.count, inside());
      count = other.count;
      other.clear();
    } else {
      elements = std::exchange(other.elements, other.inside());
      room = std::exchange(other.room, N);
      count = std::exchange(other.count, 0);
    }
  }

  alignas(T) std::byte buffer[N * sizeof(T)];
  T* elements = inside();
  size_t count = 0;
  size_t room = N;
};

} // namespace cargo

#endif
