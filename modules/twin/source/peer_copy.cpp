// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from the memory of the target's other devices, which is out of reach but while the copy
// runs.
#include "device.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

#include <memory>
#include <new>
#include <utility>

using namespace twin;

namespace {

/// Opens a device's memory while a command runs. It hears of the command's stages before anybody
/// else.
struct Opened {
  DeviceMemory& memory;
  mux_command_callback_t next = nullptr;
  void* next_data = nullptr;

  static void on_command(const mux_command_report_t* report, void* data) {
    const auto& self = *static_cast<const Opened*>(data);
    if (report->stage == mux_command_stage_running) {
      self.memory.open();
    } else if (report->start != report->end) { // otherwise it has not run
      self.memory.close();
    }
    if (self.next != nullptr) {
      self.next(report, self.next_data);
    }
  }
};

} // namespace

mux_result_t twinCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                   uint64_t source_offset, mux_buffer_t destination,
                                   uint64_t destination_offset, uint64_t size,
                                   const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point) {
  Device& own = device_of(command_buffer->device);
  Device* peer = device_with(source->address);
  mux_command_info_t reported = info != nullptr ? *info : mux_command_info_t{};
  try {
    if (peer != nullptr && peer != &own) {
      auto opened = std::make_shared<Opened>(peer->memory);
      opened->next = std::exchange(reported.callback, Opened::on_command);
      opened->next_data = std::exchange(reported.user_data, opened.get());
      own.recorded.keep(command_buffer, opened);
    }
    return hostCommandCopyBuffer(command_buffer, source, source_offset, destination,
                                 destination_offset, size, &reported, out_sync_point);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}
