// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_MEMORY_PEERS_H
#define CUDA_MEMORY_PEERS_H

#include "driver/driver_api.h"
#include "mux/mux.h"

#include <mutex>
#include <set>
#include <utility>

namespace cuda {

struct Device;

/// Copies to a GPU from the memory of others: straight from one to the other where the hardware
/// can, through the host's memory elsewhere, as the driver does by itself. Thread safe.
class Peers {
public:
  explicit Peers(Device& in_device) : device(in_device) {}
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  /// Memory of a peer, of one generation of its contexts.
  struct Source {
    Device& peer;
    uint64_t generation;
    CUdeviceptr address;
  };
  /// Has a stream of this GPU's copy, whose context is current. mux_error_fault if the source went
  /// with its context. Throws std::bad_alloc.
  [[nodiscard]] mux_result_t copy(CUdeviceptr to, const Source& from, uint64_t size,
                                  CUstream stream);

private:
  void reach(Device& peer);

  Device& device;
  std::mutex lock; ///< protects what follows
  /// Peers whose memory this GPU's context reaches, as far as it can: generations of both contexts.
  std::set<std::pair<const Device*, std::pair<uint64_t, uint64_t>>> reached;
};

} // namespace cuda

#endif
