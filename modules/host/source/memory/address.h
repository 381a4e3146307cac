// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_MEMORY_ADDRESS_H
#define HOST_MEMORY_ADDRESS_H

#include "mux/mux.h"

#include <map>
#include <mutex>

namespace host {

/// The allocations of a device that are known by their address. Thread safe.
class AddressTable {
public:
  AddressTable() = default;
  AddressTable(const AddressTable&) = delete;
  AddressTable& operator=(const AddressTable&) = delete;
  /// Frees the allocations that the application has not freed.
  ~AddressTable();

  [[nodiscard]] mux_result_t allocate(mux_address_type_e type, uint64_t size, uint64_t alignment,
                                      void** out_address);
  [[nodiscard]] mux_result_t free(void* address);
  [[nodiscard]] mux_address_info_t find(const void* address) const;

  mutable std::mutex mutex; ///< for fork.cpp as well

private:
  std::map<uintptr_t, mux_address_info_t> allocations; ///< by base; the mutex protects it
};

} // namespace host

#endif
