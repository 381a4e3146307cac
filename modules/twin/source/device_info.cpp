// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_info.h"

#include "device.h"
#include "objects.h"

#include "mux/targets/host.h"

#include <array>
#include <new>
#include <string>

namespace twin {
namespace {

constexpr uint64_t memory_size = uint64_t(4) << 30;

/// The host's device, except for its memory and the properties that depend on that.
struct Info : mux_device_info_s {
  Info(const mux_device_info_s& host, uint32_t number);
  Info(const Info&) = delete; // it points into itself
  Info& operator=(const Info&) = delete;

  std::string name;
  mux_heap_info_t all_heaps[2];
};

Info::Info(const mux_device_info_s& host, uint32_t number)
    : mux_device_info_s(host),
      name(std::string("Twin of ") + host.device_name + (number != 0 ? " (second)" : "")) {
  id = target_id;
  index = number;
  device_name = name.c_str();
  device_type = mux_device_type_accelerator;
  all_heaps[staging_heap] = {host.memory_size, mux_memory_property_host_visible |
                                                   mux_memory_property_host_coherent |
                                                   mux_memory_property_host_cached};
  all_heaps[local_heap] = {memory_size, mux_memory_property_device_local};
  heaps = all_heaps;
  heaps_length = std::size(all_heaps);
  unified_memory = false;
  copies_from_peers = true;
  caller_queues = false; // a dispatch is on its way for a while
  dispatches_in_flight = 3;
  buffer_alignment = twin::buffer_alignment;
  this->memory_size = twin::memory_size;
  max_allocation_size = twin::memory_size / 4;
  allocation_capabilities = mux_allocation_capabilities_alloc_device;
  host_address_capabilities =
      mux_address_capabilities_access | mux_address_capabilities_concurrent_access;
  device_address_capabilities =
      mux_address_capabilities_access | mux_address_capabilities_atomic_access;
  shared_address_capabilities = device_address_capabilities;
  system_address_capabilities = 0;
  image_handles = false; // nothing tells which images a kernel uses, which might have to move
  image_pitch_alignment = 2;
  image_base_alignment = twin::buffer_alignment;
}

} // namespace

std::span<const mux_device_info_t> device_infos() {
  static const auto* const infos = [] { // never destroyed
    mux_device_info_t host = nullptr;
    if (hostGetDeviceInfos(MUX_TARGET_HOST, mux_device_type_cpu, 1, &host, nullptr) !=
        mux_success) {
      throw std::bad_alloc(); // the only reason
    }
    return new std::array<mux_device_info_t, 2>{new Info(*host, 0), new Info(*host, 1)};
  }();
  return *infos;
}

} // namespace twin
