// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_DEVICE_MEMORY_H
#define TWIN_DEVICE_MEMORY_H

#include <cstdint>
#include <map>
#include <mutex>

namespace twin {

/// The memory of a device: a range of addresses that nothing of the process may touch, unless the
/// device runs something. A layer above that takes a device's address for the host's is stopped by
/// the first access, as it would be with memory on another board. Pages of it can be with the host
/// for a time, which then touches them as it likes: shared memory, whose contents move. Thread
/// safe.
class DeviceMemory {
public:
  /// Reserves the addresses; is_there() says whether there were so many.
  explicit DeviceMemory(uint64_t given_size);
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();

  [[nodiscard]] bool is_there() const { return base != 0; }
  [[nodiscard]] bool contains(uint64_t address) const {
    return address >= base && address - base < size;
  }

  /// An address at a multiple of `alignment` (a power of two); 0 if there is no room. Throws
  /// std::bad_alloc.
  [[nodiscard]] uint64_t allocate(uint64_t bytes, uint64_t alignment);
  /// Ends an allocation, no page of which is with the host.
  void free(uint64_t address);

  /// Contents go to the host, and come back: all pages that the bytes lie in. Throws
  /// std::bad_alloc, and then they are where they were.
  void give_to_host(uint64_t address, uint64_t bytes);
  void take_from_host(uint64_t address, uint64_t bytes);

  /// Access is possible from the first open() on until as many close() have come.
  void open();
  void close();

  // For a fork: the lock. In the child nothing runs.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }
  void close_for_child();

private:
  /// Pages [begin, end).
  struct Pages {
    uint64_t begin, end;
  };
  static Pages pages_of(uint64_t address, uint64_t bytes);
  static void protect(Pages pages, int protection);
  void protect_all(int protection) const;
  void split_at(uint64_t place);

  const uint64_t size;
  uint64_t base = 0;
  std::mutex lock;                        ///< protects what follows; a leaf
  std::map<uint64_t, uint64_t> holes;     ///< sizes by address; neighbours are one
  std::map<uint64_t, uint64_t> taken;     ///< likewise
  std::map<uint64_t, uint64_t> with_host; ///< pages: where they end, by where they begin
  uint64_t running = 0;                   ///< open() without their close()
};

} // namespace twin

#endif
