// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/peers.h"

#include "device.h"

#include <shared_mutex>

namespace cuda {

/// Without this the driver copies through the host's memory. It fails only where it is so anyway.
void Peers::reach(Device& peer) {
  const std::lock_guard held(lock);
  if (!reached.insert({&peer, {device.generation, peer.generation}}).second) {
    return;
  }
  const Driver& cu = device.cu;
  int can = 0;
  if (cu.device_can_access_peer(&can, device.gpu.device, peer.gpu.device) != cuda_success || !can) {
    return;
  }
  static_cast<void>(cu.ctx_enable_peer_access(peer.context, 0));
  CUmemoryPool pool = nullptr;
  if (peer.gpu.has_pools &&
      cu.device_get_default_mem_pool(&pool, peer.gpu.device) == cuda_success) {
    const CUmemAccessDesc access = {cuda_location_device, device.gpu.device,
                                    cuda_access_read_write};
    static_cast<void>(cu.mem_pool_set_access(pool, &access, 1));
  }
}

mux_result_t Peers::copy(CUdeviceptr to, const Source& from, uint64_t size, CUstream stream) {
  // Not waited for: a peer that makes a new context may want to copy from here in its turn.
  const std::shared_lock held(from.peer.renewal, std::try_to_lock);
  if (!held || from.peer.engine.is_lost() || from.peer.generation != from.generation) {
    return mux_error_fault;
  }
  reach(from.peer);
  return result_of(device.cu.memcpy_peer_async(to, device.context, from.address, from.peer.context,
                                               size, stream));
}

} // namespace cuda
