// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations by address, and the commands that move those of shared memory: by order, and around
// each launch that uses them.
#include "device.h"
#include "objects.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

#include <algorithm>
#include <new>
#include <utility>

using namespace twin;

namespace {

mux_result_t allocate(mux_device_t device, mux_address_type_e type, uint64_t size,
                      uint64_t alignment, void** out_address) {
  try {
    const uint64_t address = device_of(device).addresses.allocate(type, size, alignment);
    *out_address = reinterpret_cast<void*>(address);
    return address != 0 ? mux_success : mux_error_out_of_memory;
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

uint64_t number(const void* address) { return reinterpret_cast<uintptr_t>(address); }

/// A command that moves contents.
struct Move {
  Addresses& addresses;
  uint64_t address, size;
  mux_side_e side;

  static void run(mux_queue_t, mux_command_buffer_t, void* data) {
    const auto& self = *static_cast<const Move*>(data);
    self.addresses.move(self.address, self.size, self.side);
  }
};

/// Moves shared memory to the device while a launch runs, and back. It hears of the launch's stages
/// before anybody else.
struct Uses {
  Addresses& addresses;
  std::vector<uint64_t> of_launch; ///< addresses in shared allocations
  bool all;                        ///< shared allocations
  mux_command_callback_t next = nullptr;
  void* next_data = nullptr;

  void lend() const {
    if (all) {
      addresses.lend_all();
    } else {
      std::ranges::for_each(of_launch, [&](uint64_t address) { addresses.lend(address); });
    }
  }
  void give_back() const {
    if (all) {
      addresses.give_back_all();
    } else {
      std::ranges::for_each(of_launch, [&](uint64_t address) { addresses.give_back(address); });
    }
  }
  static void on_command(const mux_command_report_t* report, void* data) {
    const auto& self = *static_cast<const Uses*>(data);
    if (report->stage == mux_command_stage_running) {
      self.lend();
    } else if (report->start != report->end) { // otherwise it has not run
      self.give_back();
    }
    if (self.next != nullptr) {
      self.next(report, self.next_data);
    }
  }
};

/// The shared allocations that a launch names, in its arguments and beside them.
std::vector<uint64_t> used_by(Addresses& addresses, const mux_ndrange_t& range) {
  std::vector<uint64_t> found;
  const auto add = [&](uint64_t address) {
    if (addresses.is_shared(address)) {
      found.push_back(address);
    }
  };
  for (uint64_t i = 0; i < range.descriptors_length; ++i) {
    const mux_descriptor_t& descriptor = range.descriptors[i];
    if (descriptor.type == mux_descriptor_type_address) {
      add(descriptor.address);
    } else if (descriptor.type == mux_descriptor_type_buffer) {
      add(descriptor.buffer.buffer->address);
    }
  }
  for (uint64_t i = 0; i < range.shared_addresses_length; ++i) {
    add(number(range.shared_addresses[i]));
  }
  return found;
}

} // namespace

mux_result_t twinAllocateDevice(mux_device_t device, uint64_t size, uint64_t alignment,
                                void** out_address) {
  return allocate(device, mux_address_type_device, size, alignment, out_address);
}

mux_result_t twinAllocateShared(mux_device_t device, uint64_t size, uint64_t alignment,
                                void** out_address) {
  return allocate(device, mux_address_type_shared, size, alignment, out_address);
}

mux_result_t twinCreateMemoryFromAddress(mux_device_t device, uint64_t size, void* address,
                                         mux_allocator_info_t allocator, mux_memory_t* out_memory) {
  const mux_address_info_t info = device_of(device).addresses.find(number(address));
  if (info.base == nullptr) {
    return take_over(hostCreateMemoryFromAddress(device, size, address, allocator, out_memory),
                     out_memory);
  }
  if (size > info.size - (number(address) - number(info.base))) {
    return mux_error_invalid_value;
  }
  return take_over(hostCreateMemoryFromHost(device, size, address, allocator, out_memory),
                   out_memory);
}

mux_result_t twinFreeAddress(mux_device_t device, void* address) {
  return device_of(device).addresses.free(number(address)) ? mux_success
                                                           : hostFreeAddress(device, address);
}

mux_result_t twinQueryAddress(mux_device_t device, const void* address,
                              mux_address_info_t* out_info) {
  *out_info = device_of(device).addresses.find(number(address));
  return out_info->base != nullptr ? mux_success : hostQueryAddress(device, address, out_info);
}

mux_result_t twinCommandMigrateAddress(mux_command_buffer_t command_buffer, const void* address,
                                       uint64_t size, mux_side_e side,
                                       const mux_command_info_t* info,
                                       mux_sync_point_t* out_sync_point) {
  Device& device = device_of(command_buffer->device);
  try {
    auto move = std::make_shared<Move>(device.addresses, number(address), size, side);
    device.recorded.keep(command_buffer, move);
    return hostCommandUserCallback(command_buffer, Move::run, move.get(), info, out_sync_point);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

mux_result_t twinCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                                const mux_ndrange_t* range, const mux_command_info_t* info,
                                mux_sync_point_t* out_sync_point) {
  Device& device = device_of(command_buffer->device);
  try {
    auto used = used_by(device.addresses, *range);
    if (used.empty() && !range->uses_all_shared) {
      return hostCommandNDRange(command_buffer, kernel, range, info, out_sync_point);
    }
    auto uses = std::make_shared<Uses>(device.addresses, std::move(used), range->uses_all_shared);
    mux_command_info_t own = info != nullptr ? *info : mux_command_info_t{};
    uses->next = std::exchange(own.callback, Uses::on_command);
    uses->next_data = std::exchange(own.user_data, uses.get());
    device.recorded.keep(command_buffer, uses);
    return hostCommandNDRange(command_buffer, kernel, range, &own, out_sync_point);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

mux_result_t twinCloneCommandBuffer(mux_device_t device, mux_allocator_info_t allocator,
                                    mux_command_buffer_t command_buffer,
                                    mux_command_buffer_t* out_command_buffer) {
  const mux_result_t result =
      take_over(hostCloneCommandBuffer(device, allocator, command_buffer, out_command_buffer),
                out_command_buffer);
  if (result != mux_success) {
    return result;
  }
  try {
    device_of(device).recorded.copy(command_buffer, *out_command_buffer);
    return mux_success;
  } catch (const std::bad_alloc&) {
    static_cast<void>(hostDestroyCommandBuffer(device, *out_command_buffer, allocator));
    return mux_error_out_of_memory;
  }
}

mux_result_t twinResetCommandBuffer(mux_command_buffer_t command_buffer) {
  const mux_result_t result = hostResetCommandBuffer(command_buffer);
  if (result == mux_success) {
    device_of(command_buffer->device).recorded.drop(command_buffer);
  }
  return result;
}

mux_result_t twinDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer,
                                      mux_allocator_info_t allocator) {
  device_of(device).recorded.drop(command_buffer);
  return hostDestroyCommandBuffer(device, command_buffer, allocator);
}
