// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of the library that several SYCL objects share.
#ifndef SYCL_DETAIL_COUNTED_HPP
#define SYCL_DETAIL_COUNTED_HPP

#include <atomic>
#include <cstddef>
#include <sycl/detail/config.hpp>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The first base of classes that ref points to. Thread-safe.
class LW_SYCL_EXPORT counted {
public:
  counted() = default;
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;

  void retain() noexcept { count.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    if (count.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      dispose();
    }
  }
  /// A further reference for somebody who has none. False: the last one is gone already.
  bool try_retain() noexcept {
    std::size_t now = count.load(std::memory_order_relaxed);
    while (now != 0) {
      if (count.compare_exchange_weak(now, now + 1, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

protected:
  virtual ~counted() = default;
  /// Called when the last reference is gone.
  virtual void dispose() noexcept { delete this; }
  std::atomic<std::size_t> count{1};
};

/// A reference to an object of the library, whose class only the library knows.
template <typename T> class ref {
public:
  ref() = default;
  /// Takes over a reference that the caller has.
  static ref adopt(counted* object) noexcept {
    ref made;
    made.object = object;
    return made;
  }
  /// A further reference.
  static ref share(counted* object) noexcept {
    if (object) {
      object->retain();
    }
    return adopt(object);
  }
  ref(const ref& other) noexcept : object(other.object) {
    if (object) {
      object->retain();
    }
  }
  ref(ref&& other) noexcept : object(std::exchange(other.object, nullptr)) {}
  ref& operator=(ref other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~ref() {
    if (object) {
      object->release();
    }
  }

  /// Only where T is complete: in the library.
  T* get() const noexcept { return static_cast<T*>(object); }
  T* operator->() const noexcept { return get(); }
  T& operator*() const noexcept { return *get(); }

  counted* raw() const noexcept { return object; }
  /// Gives the reference to the caller.
  counted* detach() noexcept { return std::exchange(object, nullptr); }
  explicit operator bool() const noexcept { return object != nullptr; }
  friend bool operator==(const ref& a, const ref& b) noexcept { return a.object == b.object; }
  friend bool operator!=(const ref& a, const ref& b) noexcept { return a.object != b.object; }

private:
  counted* object = nullptr;
};

/// std::hash of classes with reference semantics.
template <typename T> struct hash_by_object {
  std::size_t operator()(const T& value) const noexcept {
    return reinterpret_cast<std::size_t>(access_object(value));
  }

private:
  static const void* access_object(const T& value) { return value.lw_object(); }
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
