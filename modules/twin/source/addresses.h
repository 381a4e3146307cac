// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_ADDRESSES_H
#define TWIN_ADDRESSES_H

#include "device_memory.h"

#include "mux/mux.h"

namespace twin {

/// Allocations known by their address in the device's memory: those of the device, and shared ones,
/// whose contents begin with the host and move. Thread safe.
class Addresses {
public:
  explicit Addresses(DeviceMemory& in_memory) : memory(in_memory) {}
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  /// 0 if there is no room. Throws std::bad_alloc.
  [[nodiscard]] uint64_t allocate(mux_address_type_e type, uint64_t size, uint64_t alignment);
  /// False if no allocation begins there.
  [[nodiscard]] bool free(uint64_t address);
  /// The allocation that an address lies in, or mux_address_type_unknown.
  [[nodiscard]] mux_address_info_t find(uint64_t address);
  [[nodiscard]] bool is_shared(uint64_t address) {
    return find(address).type == mux_address_type_shared;
  }

  /// Moves bytes of an allocation; nothing happens unless it is shared. Without memory for the
  /// note they stay where the host and commands reach them.
  void move(uint64_t address, uint64_t bytes, mux_side_e side) noexcept;

  /// The shared allocation that an address lies in, or every one, is with the device from here on,
  /// until as many give_back() have come: then it is with the host again if it was before.
  void lend(uint64_t address) noexcept;
  void lend_all() noexcept;
  void give_back(uint64_t address) noexcept;
  void give_back_all() noexcept;

  // For a fork: the lock.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }

private:
  struct Allocation {
    mux_address_info_t info;
    bool with_host = false; ///< some of it
    uint64_t lent = 0;      ///< lend() that found it with the host, or lent; without give_back()
  };
  using ByBegin = std::map<uint64_t, Allocation>;

  // With the lock held.
  [[nodiscard]] ByBegin::iterator find_locked(uint64_t address);
  void move(Allocation& allocation, uint64_t address, uint64_t bytes, mux_side_e side) noexcept;
  void move_whole(Allocation& allocation, mux_side_e side) noexcept;
  void lend(Allocation& allocation) noexcept;
  void give_back(Allocation& allocation) noexcept;

  DeviceMemory& memory;
  std::mutex lock; ///< protects what follows; before the memory's
  ByBegin by_begin;
};

} // namespace twin

#endif
