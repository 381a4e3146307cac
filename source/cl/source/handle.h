// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory behind every OpenCL handle: a slot of a slab, made of a header and an object.
//
//   handle -> [ dispatch table | dispatch data | magic | counts | object ]
//
// Slots are type-stable and never returned to the system. A slot whose object is gone keeps its
// dispatch pointer, so that the ICD loader can still call through it, and carries a dead magic, so
// that we then answer with the error code of the object's type. Slots are reused oldest first and
// only after a number of others, so that a stale handle stays stale for a while.
//
// A handle is valid as long as anything refers to the object: the application (api references) or
// another object or a command in flight (retained<T>). This is what section 5 of the OpenCL 1.2
// specification calls deletion: "after the reference count becomes zero and all objects attached
// to it are released".
#ifndef CL_HANDLE_H
#define CL_HANDLE_H

#include "api.h"

#include "cargo/apart.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace cl {

/// The table that ICD loaders call through: the packaged headers' table with the functions that
/// newer ones add.
struct DispatchTable {
  cl_icd_dispatch of_3_0;
  decltype(&::clGetKernelSuggestedLocalWorkSize) clGetKernelSuggestedLocalWorkSize;
};
static_assert(sizeof(cl_icd_dispatch) ==
                  offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void*),
              "these headers' table has more functions: take them out of DispatchTable");

extern const DispatchTable dispatch_table;

inline constexpr uint32_t dead_magic = 0xdeadc1c1;

struct alignas(16) Header {
  const DispatchTable* dispatch = &dispatch_table;
  /// The ICD loader's (cl_khr_icd 2.0), the same in all objects of a platform.
  std::atomic<void*> dispatch_data = nullptr;
  std::atomic<uint32_t> magic = dead_magic;
  std::atomic<uint32_t> serial = 0;     ///< of the object: counts those that were here before
  std::atomic<uint64_t> references = 0; ///< see References
};

/// The counts of an object in one number: in its low half the references of all, in its high half
/// those of the application (CL_*_REFERENCE_COUNT), so that one atomic operation changes both.
struct References {
  static constexpr uint64_t one = 1;                       ///< of retained<T>
  static constexpr uint64_t named_api = uint64_t(1) << 32; ///< makes one the application's
  static constexpr uint64_t one_of_api = named_api + one;
  static constexpr uint32_t all(uint64_t count) { return static_cast<uint32_t>(count); }
  static constexpr uint32_t of_api(uint64_t count) { return static_cast<uint32_t>(count >> 32); }
};

/// A type T behind a handle declares
///   using handle_type = cl_context;               what the API calls it
///   static constexpr uint32_t magic = ...;        different for each type
///   static constexpr cl_int invalid = CL_INVALID_CONTEXT;
///   const Device& made_from() const;                 the object that it was made from, if any
///   static constexpr uint32_t slab_parts = ...;      see Slab; 1 if it is not there
/// and its constructor and destructor may be called on any thread, with no lock held.
template <typename T> struct alignas(cargo::apart) Slot {
  Header header;
  uint32_t part; ///< of the slab, to which it goes back
  union {
    Slot* next; ///< while free
    alignas(T) std::byte storage[sizeof(T)];
  };
  explicit Slot(uint32_t in_part) : part(in_part), next(nullptr) {}
  ~Slot() = delete;
  T* object() { return reinterpret_cast<T*>(storage); }
};

template <typename T> Slot<T>* slot_of(const T* object) {
  return reinterpret_cast<Slot<T>*>(reinterpret_cast<uintptr_t>(object) -
                                    offsetof(Slot<T>, storage));
}

template <typename T> typename T::handle_type handle_of(const T* object) {
  return object ? reinterpret_cast<typename T::handle_type>(slot_of(object)) : nullptr;
}

/// The object behind `handle`, or null if there is none of this type (any more).
template <typename T> T* lookup(typename T::handle_type handle) {
  auto* slot = reinterpret_cast<Slot<T>*>(handle);
  return slot && slot->header.magic.load(std::memory_order_acquire) == T::magic ? slot->object()
                                                                                : nullptr;
}

/// Counts threads.
inline uint32_t number_of_this_thread() {
  static std::atomic<uint32_t> last = 0;
  static thread_local const uint32_t mine = last.fetch_add(1, std::memory_order_relaxed);
  return mine;
}

/// All slots of one type, in parts with a lock each: of types of which there is one for each
/// command (T::slab_parts), as many parts as let threads share none. The lock protects the part's
/// free list; nothing is done under it but, seldom, to take memory for more. A slot goes back to
/// the part that it is of, whichever thread ends its object. Never destroyed: other threads may
/// still release objects while the process exits.
template <typename T> class Slab {
public:
  static constexpr uint32_t part_count = [] {
    if constexpr (requires { T::slab_parts; }) {
      return T::slab_parts;
    }
    return 1u;
  }();

  static Slab& instance() {
    static constinit Slab slab;
    return slab;
  }

  /// A free slot; throws std::bad_alloc.
  Slot<T>* take() {
    const uint32_t index = part_count == 1 ? 0 : number_of_this_thread() % part_count;
    Part& part = parts[index];
    const std::lock_guard guard(part.lock);
    if (part.oldest && part.free_slots > quarantine) {
      --part.free_slots;
      return std::exchange(part.oldest, part.oldest->next);
    }
    if (!part.fresh) {
      part.chunk = new Chunk(part.chunk);
      part.fresh = chunk_slots;
    }
    return ::new (part.chunk->slots + sizeof(Slot<T>) * --part.fresh) Slot<T>(index);
  }

  void give(Slot<T>* slot) {
    Part& part = parts[slot->part];
    const std::lock_guard guard(part.lock);
    slot->next = nullptr;
    (part.oldest ? part.newest->next : part.oldest) = slot;
    part.newest = slot;
    ++part.free_slots;
  }

  /// All locks, for callers of `each`.
  class Locked {
  public:
    explicit Locked(Slab& of) : slab(of) { slab.lock_for_fork(); }
    Locked(const Locked&) = delete;
    ~Locked() { slab.unlock_after_fork(); }

  private:
    Slab& slab;
  };
  [[nodiscard]] Locked locked() { return Locked(*this); }
  // For a fork (fork.cpp): the locks, and with them held:
  void lock_for_fork() {
    for (Part& part : parts) {
      part.lock.lock();
    }
  }
  void unlock_after_fork() {
    for (Part& part : parts) {
      part.lock.unlock();
    }
  }
  /// Calls `use` for every object that there is.
  template <typename Use> void each(Use&& use) {
    each_slot([&](Slot<T>& slot) {
      if (slot.header.magic.load(std::memory_order_acquire) == T::magic) {
        use(*slot.object());
      }
    });
  }
  /// Makes all handles stale. The objects stay in memory and are never destroyed.
  void forget() {
    each_slot([](Slot<T>& slot) { slot.header.magic.store(dead_magic); });
    for (Part& part : parts) {
      part.fresh = 0;
      part.oldest = part.newest = nullptr;
      part.free_slots = 0;
    }
  }

private:
  template <typename Use> void each_slot(Use&& use) {
    for (const Part& part : parts) {
      size_t begin = part.fresh;
      for (Chunk* each = part.chunk; each; each = each->previous) {
        for (size_t i = begin; i < chunk_slots; ++i) {
          use(*reinterpret_cast<Slot<T>*>(each->slots + sizeof(Slot<T>) * i));
        }
        begin = 0;
      }
    }
  }

  static constexpr size_t chunk_slots = 64;
  static constexpr size_t quarantine = 64;
  struct Chunk {
    explicit Chunk(Chunk* before) : previous(before) {}
    Chunk* previous; // so that leak checkers see that slots are still reachable
    alignas(Slot<T>) std::byte slots[sizeof(Slot<T>) * chunk_slots];
  };
  struct alignas(cargo::apart) Part {
    std::mutex lock;
    Chunk* chunk = nullptr;
    size_t fresh = 0; ///< slots of `chunk` that were never used
    Slot<T>* oldest = nullptr;
    Slot<T>* newest = nullptr;
    size_t free_slots = 0;
  };

  Part parts[part_count];
};

/// One reference to an object, or null.
template <typename T> class retained {
public:
  retained() = default;
  retained(std::nullptr_t) {}
  explicit retained(T* referred) : object(referred) {
    if (object) {
      slot_of(object)->header.references.fetch_add(References::one, std::memory_order_relaxed);
    }
  }
  retained(const retained& other) : retained(other.object) {}
  retained(retained&& other) noexcept : object(std::exchange(other.object, nullptr)) {}
  retained& operator=(retained other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~retained() {
    if (object) {
      drop(object);
    }
  }

  T* get() const { return object; }
  T* operator->() const { return object; }
  T& operator*() const { return *object; }
  explicit operator bool() const { return object; }
  bool operator==(const retained&) const = default;

  /// The object, whose reference the caller drops.
  [[nodiscard]] T* give_up() { return std::exchange(object, nullptr); }

  /// The first reference to a new object, which nobody else knows.
  [[nodiscard]] static retained first(T* object) {
    slot_of(object)->header.references.store(References::one, std::memory_order_relaxed);
    retained made;
    made.object = object;
    return made;
  }

  /// A reference to an object that the caller has none to, such as one that Slab::each has found;
  /// null if its last one has ended, and it is about to go.
  [[nodiscard]] static retained if_alive(T* object) {
    auto& count = slot_of(object)->header.references;
    uint64_t now = count.load(std::memory_order_relaxed);
    while (References::all(now) != 0) {
      if (count.compare_exchange_weak(now, now + References::one, std::memory_order_acquire)) {
        retained found;
        found.object = object;
        return found;
      }
    }
    return nullptr;
  }

  /// Ends one reference; the last one destroys the object.
  static void drop(T* object) {
    auto& count = slot_of(object)->header.references;
    end_if_last(object, count.fetch_sub(References::one, std::memory_order_acq_rel));
  }
  /// The same after one has been taken off the count, which was `before`.
  static void end_if_last(T* object, uint64_t before) {
    if (References::all(before) == 1) {
      Slot<T>* slot = slot_of(object);
      slot->header.magic.store(dead_magic, std::memory_order_release);
      auto& serial = slot->header.serial; // which only this thread changes
      serial.store(serial.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      object->~T();
      Slab<T>::instance().give(slot);
    }
  }

private:
  T* object = nullptr;
};

/// A reference to the object behind a handle that the application may be releasing meanwhile; null
/// if there is none of this type (any more).
template <typename T> [[nodiscard]] retained<T> find_alive(typename T::handle_type handle) {
  T* object = lookup<T>(handle);
  return object ? retained<T>::if_alive(object) : nullptr;
}

/// An object that somebody else keeps, or null: tells when it is gone, even if there is another one
/// behind the same handle by then.
template <typename T> class weak {
public:
  weak() = default;
  explicit weak(T* referred)
      : object(referred), serial(referred ? slot_of(referred)->header.serial.load() : 0) {}

  /// Whether it refers to an object, which may be gone.
  explicit operator bool() const { return object; }
  /// The object, or null if it is gone, or about to go: then lock() has no reference to it either.
  [[nodiscard]] T* get() const {
    if (!object || !lookup<T>(handle_of(object))) {
      return nullptr;
    }
    const Header& header = slot_of(object)->header;
    return header.serial == serial && References::all(header.references) != 0 ? object : nullptr;
  }
  /// A reference to it, even if other threads release it meanwhile; null if it is gone.
  [[nodiscard]] retained<T> lock() const {
    auto found = get() ? retained<T>::if_alive(object) : retained<T>();
    const bool is_another = found && slot_of(object)->header.serial != serial;
    return is_another ? retained<T>() : std::move(found);
  }

private:
  T* object = nullptr;
  uint32_t serial = 0;
};

/// Gives an object the dispatch data of the one that it was made from.
template <typename T> void inherit_dispatch_data(T& object) {
  if constexpr (requires { object.made_from(); }) {
    const Header& origin = slot_of(&object.made_from())->header;
    slot_of(&object)->header.dispatch_data.store(
        origin.dispatch_data.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
}

/// A new object with one reference. Throws std::bad_alloc and whatever T's constructor throws.
template <typename T, typename... Args> retained<T> make(Args&&... args) {
  Slot<T>* slot = Slab<T>::instance().take();
  try {
    ::new (slot->storage) T(std::forward<Args>(args)...);
  } catch (...) {
    Slab<T>::instance().give(slot);
    throw;
  }
  inherit_dispatch_data(*slot->object());
  auto made = retained<T>::first(slot->object());
  slot->header.magic.store(T::magic, std::memory_order_release);
  return made;
}

/// Gives the application the caller's reference and with it the handle.
template <typename T> typename T::handle_type hand_out(retained<T>&& object) {
  T* const given = object.give_up();
  slot_of(given)->header.references.fetch_add(References::named_api, std::memory_order_relaxed);
  return handle_of(given);
}
/// Gives it a reference of its own.
template <typename T> typename T::handle_type hand_out(const retained<T>& object) {
  Header& header = slot_of(object.get())->header;
  header.references.fetch_add(References::one_of_api, std::memory_order_relaxed);
  return handle_of(object.get());
}

/// The number of references in all. 1 means that the caller's is the only one.
template <typename T> uint32_t references(const T& object) {
  return References::all(slot_of(&object)->header.references.load(std::memory_order_acquire));
}

template <typename T> cl_uint api_references(const T& object) {
  return References::of_api(slot_of(&object)->header.references.load(std::memory_order_relaxed));
}

/// Every object of a type that there is. References end only after the slab's locks, one of which
/// the end of an object takes. Throws std::bad_alloc.
template <typename T> std::vector<retained<T>> all_objects() {
  std::vector<retained<T>> objects;
  auto& slab = Slab<T>::instance();
  const auto guard = slab.locked();
  size_t count = 0;
  slab.each([&](T&) { ++count; });
  objects.reserve(count); // so that nothing is thrown with a reference in hand
  slab.each([&](T& object) {
    if (objects.size() < count) { // others are being made just now
      if (auto found = retained<T>::if_alive(&object)) {
        objects.push_back(std::move(found));
      }
    }
  });
  return objects;
}

/// clRetain*.
template <typename T> cl_int api_retain(typename T::handle_type handle) {
  T* object = lookup<T>(handle);
  if (!object) {
    return T::invalid;
  }
  static_cast<void>(hand_out(retained<T>(object)));
  return CL_SUCCESS;
}

/// Takes `what` off an object's count unless the application has no reference. Gives the count as
/// it was, or 0.
inline uint64_t take_off_api(std::atomic<uint64_t>& count, uint64_t what) {
  uint64_t now = count.load(std::memory_order_relaxed);
  do {
    if (References::of_api(now) == 0) {
      return 0;
    }
  } while (!count.compare_exchange_weak(now, now - what, std::memory_order_acq_rel));
  return now;
}

/// clRelease*.
template <typename T> cl_int api_release(typename T::handle_type handle) {
  T* object = lookup<T>(handle);
  const uint64_t before =
      object ? take_off_api(slot_of(object)->header.references, References::one_of_api) : 0;
  if (before == 0) {
    return T::invalid;
  }
  retained<T>::end_if_last(object, before);
  return CL_SUCCESS;
}
/// The same; `last` is called before the application's last reference goes.
template <typename T, typename Last>
cl_int api_release(typename T::handle_type handle, Last&& last) {
  T* object = lookup<T>(handle);
  const uint64_t before =
      object ? take_off_api(slot_of(object)->header.references, References::named_api) : 0;
  if (before == 0) {
    return T::invalid;
  }
  if (References::of_api(before) == 1) {
    last(*object);
  }
  retained<T>::drop(object);
  return CL_SUCCESS;
}

} // namespace cl

#endif
