// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_ALLOCATIONS_H
#define CL_MEMORY_ALLOCATIONS_H

#include "guard.h"
#include "memory/address_map.h"
#include "memory/svm_mappings.h"
#include "platform/device.h"

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace cl {

/// Shared virtual memory (clSVMAlloc), and the three kinds of cl_intel_unified_shared_memory.
enum class AllocationKind : uint8_t { svm, host, device, shared };

/// The properties that an allocation is requested with. `flags` are those of the function that made
/// it.
struct AllocationRequest {
  AllocationKind kind;
  Device* owner;    ///< null: the context's, all of its devices
  size_t size;      ///< bytes, not 0
  size_t alignment; ///< bytes, a power of two; 0 for that of the largest type of OpenCL C
  uint64_t flags;
};

/// An allocation, as it was when it was looked up.
struct Allocation {
  std::byte* base;
  size_t size; ///< bytes
  AllocationKind kind;
  Device* owner; ///< or null
  uint64_t flags;

  [[nodiscard]] bool contains(const void* address, size_t bytes) const {
    const auto offset = static_cast<size_t>(static_cast<const std::byte*>(address) - base);
    return offset <= size && bytes <= size - offset;
  }
};

/// Pages of the device that allocations lie in: places of one size, a power of two, or a single
/// one.
struct Span {
  struct Place {
    std::atomic<size_t> size = 0; ///< bytes that were asked for; 0: it is free
    std::atomic<uint64_t> flags = 0;
    std::atomic<uint64_t> frees = 0; ///< allocations of this place that are over
  };

  std::byte* base = nullptr; ///< null: it has no pages at present
  size_t bytes = 0;
  AllocationKind kind = AllocationKind::svm;
  Device* owner = nullptr;
  Device* device = nullptr;                    ///< whose pages they are
  static constexpr unsigned single_shift = 63; ///< of a single place: more than any address needs
  unsigned shift = 0;                          ///< a place has 2^shift bytes
  Place* places = nullptr;

  [[nodiscard]] bool is_single() const { return shift == single_shift; }
  [[nodiscard]] size_t index_of(const void* address) const {
    return static_cast<size_t>(static_cast<const std::byte*>(address) - base) >> shift;
  }
  [[nodiscard]] std::byte* place_at(size_t index) const {
    return is_single() ? base : base + (index << shift);
  }
};

/// Tells whether the allocation that an address was in is still the same. Valid as long as the
/// registry.
class AllocationWatch {
public:
  /// The watch of an address that is in no allocation: nothing happens to it.
  AllocationWatch() = default;
  AllocationWatch(const Span::Place& in_place, uint64_t in_frees)
      : place(&in_place), frees(in_frees) {}
  /// False once the allocation has been freed, whatever is at its address since. Any thread; takes
  /// no lock.
  [[nodiscard]] bool is_allocated() const {
    return !place || place->frees.load(std::memory_order_relaxed) == frees;
  }

private:
  const Span::Place* place = nullptr;
  uint64_t frees = 0;
};

/// The allocations of a context that are known by their address. Memory that no entry covers is the
/// system's; kernels can use it if the device says so.
///
/// Up to 4 KiB an allocation is a slot of a slab, 64 of them in one piece of the device's memory;
/// larger ones have pages of their own, and so has all that moves between host and device
/// (moves_shared_memory). There shared memory is with the host but while a launch uses it, and
/// shared virtual memory with the device except for what is mapped. Thread safe; `find` takes no
/// lock. The end of the context frees all allocations that are left.
///
/// In a context of several mux devices an allocation for one device is that device's, and one for
/// all is the first one's that does not have the host's memory: the others reach it as the host
/// does. Shared virtual memory moves nowhere in such a context.
class Allocations {
public:
  /// `memory_device`: the one that the context's memory belongs to. `apart`: one of each other mux
  /// device.
  Allocations(Device& memory_device, std::span<Device* const> apart)
      : moves(apart.empty() && moves_shared_memory(memory_device)), home(memory_device),
        others(apart.begin(), apart.end()) {}
  Allocations(const Allocations&) = delete;
  ~Allocations();

  /// CL_OUT_OF_RESOURCES if there is no such memory. Throws std::bad_alloc.
  [[nodiscard]] expected<void*> allocate(const AllocationRequest& request);

  /// Frees the allocation that begins at `pointer`; false if there is none. No command may still
  /// use it.
  [[nodiscard]] bool free(void* pointer);

  /// The allocation that `pointer` lies in.
  [[nodiscard]] std::optional<Allocation> find(const void* pointer) const;

  /// Watches the allocation that `pointer` lies in. Nothing if it is into memory of the registry
  /// that no allocation has at present, as one that was freed is; but an address just behind an
  /// allocation may be meant as its end.
  [[nodiscard]] std::optional<AllocationWatch> watch(const void* pointer) const;

  /// False if bytes at an address of the registry's memory are not all in one allocation.
  [[nodiscard]] bool can_use(const void* pointer, size_t bytes) const;

  /// Whether `pointer` is just behind an allocation, where another one may begin.
  [[nodiscard]] bool is_end(const void* pointer) const;

  const bool moves;     ///< shared memory and shared virtual memory
  SvmMappings mappings; ///< if it does

private:
  struct PageSpan : Span {
    Place place;
  };
  struct Slab : Span {
    static constexpr unsigned count = 64;
    Place slots[count];
    uint64_t free_slots = ~uint64_t(0); ///< a bit each
    Slab* next = nullptr;               ///< in its pool, while it has free slots
    Slab* previous = nullptr;
  };
  /// The first of the slabs with free slots, of allocations that can share one.
  using Pool = Slab*;
  using PoolKey = std::tuple<AllocationKind, Device*, unsigned>; ///< the last: Span::shift

  /// Objects that stay as long as the registry, because `find` may still look at them.
  template <typename T> struct Stock {
    std::deque<T> all;
    std::vector<T*> unused;
  };

  [[nodiscard]] Device& device_for(const AllocationRequest& request) const;
  [[nodiscard]] mux_address_type_e type_for(const AllocationRequest& request) const;
  [[nodiscard]] expected<void*> allocate_slot(const AllocationRequest& request, unsigned shift);
  [[nodiscard]] expected<void*> allocate_pages(const AllocationRequest& request);
  template <typename T>
  T& add_span(Stock<T>& stock, Device& device, const AllocationRequest& request,
              std::span<std::byte> pages);
  /// Pages that are to be given back to a device; or null.
  struct Unneeded {
    Device* device = nullptr;
    void* pages = nullptr;
  };
  template <typename T> Unneeded remove_span(Stock<T>& stock, T& span);
  [[nodiscard]] Unneeded free_slot(Slab& slab, size_t index);
  static void put_first(Pool& pool, Slab& slab);
  static void take_out(Pool& pool, Slab& slab);

  Device& home;
  const std::vector<Device*> others;
  AddressMap map;
  std::mutex lock; ///< protects what follows, and changes of `map`
  std::map<PoolKey, Pool> pools;
  Stock<PageSpan> page_spans;
  Stock<Slab> slabs;
};

} // namespace cl

#endif
