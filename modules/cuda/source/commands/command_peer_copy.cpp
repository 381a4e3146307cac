// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_peer_copy.h"

#include "commands/command_buffer.h"

namespace cuda {
namespace {

class PeerCopy final : public Command {
public:
  PeerCopy(CUdeviceptr given_to, const Peers::Source& given_from, uint64_t given_size)
      : to(given_to), from(given_from), size(given_size) {}
  ~PeerCopy() override = default;

  mux_result_t submit(CommandBuffer& buffer, Launches& on) override {
    const CUstream stream = on.stream();
    return buffer.owner().peers.copy(to, from, size, stream);
  }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<PeerCopy>(memory, *this);
  }
  PeerCopy(const PeerCopy& other) = default;

private:
  const CUdeviceptr to;
  const Peers::Source from;
  const uint64_t size;
};

} // namespace

mux_result_t record_peer_copy(mux_command_buffer_t command_buffer, CUdeviceptr to,
                              const Peers::Source& from, uint64_t size,
                              const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  return record<PeerCopy>(command_buffer, info, out_sync_point, to, from, size);
}

} // namespace cuda
