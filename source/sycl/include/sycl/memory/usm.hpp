// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.8: memory that host and devices share by address.
#ifndef SYCL_MEMORY_USM_HPP
#define SYCL_MEMORY_USM_HPP

#include <sycl/detail/sizes.hpp>
#include <sycl/runtime/queue.hpp>

namespace sycl {
inline namespace lw1 {

namespace usm {
enum class alloc : char { host, device, shared, unknown };
} // namespace usm

/// The general form: null if there is not that much memory; throws if the device has no such kind.
LW_SYCL_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t bytes, const device& on,
                                   const context& in, usm::alloc kind,
                                   const property_list& properties = {});
LW_SYCL_EXPORT void free(void* memory, const context& in);
inline void free(void* memory, const queue& of) { free(memory, of.get_context()); }
LW_SYCL_EXPORT usm::alloc get_pointer_type(const void* memory, const context& in);
LW_SYCL_EXPORT device get_pointer_device(const void* memory, const context& in);

inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const queue& of,
                           usm::alloc kind, const property_list& properties = {}) {
  return aligned_alloc(alignment, bytes, of.get_device(), of.get_context(), kind, properties);
}
inline void* malloc(std::size_t bytes, const device& on, const context& in, usm::alloc kind,
                    const property_list& properties = {}) {
  return aligned_alloc(0, bytes, on, in, kind, properties);
}
inline void* malloc(std::size_t bytes, const queue& of, usm::alloc kind,
                    const property_list& properties = {}) {
  return aligned_alloc(0, bytes, of, kind, properties);
}
template <typename T>
T* malloc(std::size_t count, const device& on, const context& in, usm::alloc kind,
          const property_list& properties = {}) {
  return static_cast<T*>(
      aligned_alloc(alignof(T), detail::bytes_of<T>(count), on, in, kind, properties));
}
template <typename T>
T* malloc(std::size_t count, const queue& of, usm::alloc kind,
          const property_list& properties = {}) {
  return static_cast<T*>(
      aligned_alloc(alignof(T), detail::bytes_of<T>(count), of, kind, properties));
}
template <typename T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const device& on, const context& in,
                 usm::alloc kind, const property_list& properties = {}) {
  return static_cast<T*>(aligned_alloc(alignment > alignof(T) ? alignment : alignof(T),
                                       detail::bytes_of<T>(count), on, in, kind, properties));
}
template <typename T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const queue& of, usm::alloc kind,
                 const property_list& properties = {}) {
  return aligned_alloc<T>(alignment, count, of.get_device(), of.get_context(), kind, properties);
}

// The forms with the kind in the name.
#define LW_USM_FUNCTIONS(kind)                                                                     \
  inline void* malloc_##kind(std::size_t bytes, const device& on, const context& in,               \
                             const property_list& properties = {}) {                               \
    return malloc(bytes, on, in, usm::alloc::kind, properties);                                    \
  }                                                                                                \
  template <typename T>                                                                            \
  T* malloc_##kind(std::size_t count, const device& on, const context& in,                         \
                   const property_list& properties = {}) {                                         \
    return malloc<T>(count, on, in, usm::alloc::kind, properties);                                 \
  }                                                                                                \
  inline void* aligned_alloc_##kind(std::size_t alignment, std::size_t bytes, const device& on,    \
                                    const context& in, const property_list& properties = {}) {     \
    return aligned_alloc(alignment, bytes, on, in, usm::alloc::kind, properties);                  \
  }                                                                                                \
  template <typename T>                                                                            \
  T* aligned_alloc_##kind(std::size_t alignment, std::size_t count, const device& on,              \
                          const context& in, const property_list& properties = {}) {               \
    return aligned_alloc<T>(alignment, count, on, in, usm::alloc::kind, properties);               \
  }                                                                                                \
  inline void* malloc_##kind(std::size_t bytes, const queue& of,                                   \
                             const property_list& properties = {}) {                               \
    return malloc(bytes, of, usm::alloc::kind, properties);                                        \
  }                                                                                                \
  template <typename T>                                                                            \
  T* malloc_##kind(std::size_t count, const queue& of, const property_list& properties = {}) {     \
    return malloc<T>(count, of, usm::alloc::kind, properties);                                     \
  }                                                                                                \
  inline void* aligned_alloc_##kind(std::size_t alignment, std::size_t bytes, const queue& of,     \
                                    const property_list& properties = {}) {                        \
    return aligned_alloc(alignment, bytes, of, usm::alloc::kind, properties);                      \
  }                                                                                                \
  template <typename T>                                                                            \
  T* aligned_alloc_##kind(std::size_t alignment, std::size_t count, const queue& of,               \
                          const property_list& properties = {}) {                                  \
    return aligned_alloc<T>(alignment, count, of, usm::alloc::kind, properties);                   \
  }
LW_USM_FUNCTIONS(device)
LW_USM_FUNCTIONS(shared)

// Host memory belongs to a context, not to a device.
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const context& in,
                                const property_list& properties = {}) {
  return aligned_alloc(alignment, bytes, in.get_devices().front(), in, usm::alloc::host,
                       properties);
}
template <typename T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const context& in,
                      const property_list& properties = {}) {
  return aligned_alloc<T>(alignment, count, in.get_devices().front(), in, usm::alloc::host,
                          properties);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const queue& of,
                                const property_list& properties = {}) {
  return aligned_alloc(alignment, bytes, of, usm::alloc::host, properties);
}
template <typename T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const queue& of,
                      const property_list& properties = {}) {
  return aligned_alloc<T>(alignment, count, of, usm::alloc::host, properties);
}
inline void* malloc_host(std::size_t bytes, const context& in,
                         const property_list& properties = {}) {
  return aligned_alloc_host(0, bytes, in, properties);
}
template <typename T>
T* malloc_host(std::size_t count, const context& in, const property_list& properties = {}) {
  return aligned_alloc_host<T>(alignof(T), count, in, properties);
}
inline void* malloc_host(std::size_t bytes, const queue& of, const property_list& properties = {}) {
  return malloc(bytes, of, usm::alloc::host, properties);
}
template <typename T>
T* malloc_host(std::size_t count, const queue& of, const property_list& properties = {}) {
  return malloc<T>(count, of, usm::alloc::host, properties);
}
#undef LW_USM_FUNCTIONS

/// An allocator for containers (section 4.8.3.2).
template <typename T, usm::alloc Kind, std::size_t Alignment = 0> class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "containers are filled on the host, which cannot reach device memory");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <typename U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator(const context& in_context, const device& on_device,
                const property_list& properties = {})
      : in(in_context), on(on_device), list(properties) {}
  explicit usm_allocator(const queue& of, const property_list& properties = {})
      : in(of.get_context()), on(of.get_device()), list(properties) {}
  template <typename U>
  usm_allocator(const usm_allocator<U, Kind, Alignment>& other)
      : in(other.in), on(other.on), list(other.list) {}

  T* allocate(std::size_t count) {
    constexpr std::size_t alignment = Alignment > alignof(T) ? Alignment : alignof(T);
    if (auto* memory = aligned_alloc<T>(alignment, count, on, in, Kind, list)) {
      return memory;
    }
    throw exception(make_error_code(errc::memory_allocation), "there is not that much memory");
  }
  void deallocate(T* memory, std::size_t) { free(memory, in); }

  template <typename U, usm::alloc K, std::size_t A>
  friend bool operator==(const usm_allocator& a, const usm_allocator<U, K, A>& b) {
    return K == Kind && A == Alignment && a.in == b.lw_context() && a.on == b.lw_device();
  }
  template <typename U, usm::alloc K, std::size_t A>
  friend bool operator!=(const usm_allocator& a, const usm_allocator<U, K, A>& b) {
    return !(a == b);
  }
  const context& lw_context() const { return in; }
  const device& lw_device() const { return on; }

private:
  template <typename, usm::alloc, std::size_t> friend class usm_allocator;
  context in;
  device on;
  property_list list;
};

} // namespace lw1
} // namespace sycl

#endif
