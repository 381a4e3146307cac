// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"
#include "commands/printing.h"
#include "launch/arguments.h"
#include "launch/grids.h"
#include "memory/memory.h"
#include "mux/targets/cuda.h"
#include "target_support/range.h"

#include <algorithm>

namespace cuda {
namespace {

class NDRange final : public Command {
public:
  NDRange(Kernel& given, const mux_ndrange_t& launched)
      : kernel(given), remainder(&given), printing(printing_of(given, launched)),
        report_to{launched.fault_callback, launched.fault_user_data} {}

  /// Sets sizes and the members that follow from them; nothing changes if they are not valid.
  [[nodiscard]] mux_result_t set_range(const mux_ndrange_t& range);
  [[nodiscard]] mux_result_t set_arguments(std::span<const mux_descriptor_t> descriptors) {
    const mux_result_t result = arguments.set(kernel.description, descriptors);
    return result == mux_success ? place_locals() : result;
  }
  [[nodiscard]] mux_result_t update(std::span<const uint64_t> indices,
                                    std::span<const mux_descriptor_t> descriptors) {
    Arguments changed = arguments;
    const mux_result_t result = changed.update(kernel.description, indices, descriptors);
    if (result == mux_success) {
      std::swap(arguments, changed);
      if (place_locals() != mux_success) {
        std::swap(arguments, changed);
        return mux_error_invalid_value;
      }
    }
    return result;
  }
  mux_result_t submit(CommandBuffer& buffer, Launches& on) override;
  mux_result_t finish(Device& device, mux_result_t result, uint64_t) override {
    printing.finish(device, result);
    if (result == mux_error_fault && report_to.callback != nullptr) {
      // The driver tells no more about the fault.
      const mux_fault_t fault = {mux_fault_kind_access, 0, UINT64_MAX, 0, groups()};
      report_to.callback(&fault, report_to.user_data);
    }
    return result;
  }
  void add_time(uint64_t time) override { kernel.time.fetch_add(time, std::memory_order_relaxed); }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<NDRange>(memory, *this);
  }

private:
  static Printing printing_of(const Kernel& kernel, const mux_ndrange_t& given) {
    return kernel.description.prints != 0 && given.printf_callback != nullptr
               ? Printing(given.printf_callback, given.printf_user_data, given.printf_capacity)
               : Printing();
  }
  struct FaultReport {
    mux_fault_callback_t callback = nullptr;
    void* user_data = nullptr;
  };

  [[nodiscard]] uint64_t groups() const {
    return range.num_groups[0] * range.num_groups[1] * range.num_groups[2];
  }
  [[nodiscard]] mux_result_t place_locals() {
    local_bytes = arguments.place_locals(kernel.description,
                                         std::max(kernel.local_bytes, remainder->local_bytes));
    return local_bytes <= kernel.executable.device.gpu.local_memory_size ? mux_success
                                                                         : mux_error_invalid_value;
  }

  Kernel& kernel;
  Kernel* remainder; ///< of groups that are smaller than the others
  launch range = {};
  Arguments arguments;
  uint64_t local_bytes = 0;
  Printing printing;
  FaultReport report_to;
};

mux_result_t NDRange::set_range(const mux_ndrange_t& given) {
  Kernel* smaller =
      given.remainder_kernel != nullptr ? &cast<Kernel>(given.remainder_kernel) : &kernel;
  if (smaller->description.arguments.size() != kernel.description.arguments.size()) {
    return mux_error_invalid_value;
  }
  launch made = {};
  made.program_variables = given.program_variables;
  uint64_t count = 0;
  if (!target_support::set_range(given, kernel, *smaller, kernel.executable.device.gpu, made,
                                 count)) {
    return mux_error_invalid_value;
  }
  range = made;
  remainder = smaller;
  return mux_success;
}

mux_result_t NDRange::submit(CommandBuffer& buffer, Launches& on) {
  Device& device = buffer.owner();
  if (groups() == 0) {
    return mux_success;
  }
  if (const mux_result_t result = printing.begin(device, on); result != mux_success) {
    return result;
  }
  launch given = range;
  given.printf_chunk = printing.chunk();
  CUresult result = cuda_success;
  each_grid(range, device.gpu.max_grid, [&](const Grid& grid) {
    for (size_t i = 0; i < std::size(given.first_id); ++i) {
      given.first_group[i] = grid.first[i];
      given.first_id[i] = given.global_offset[i] + grid.first[i] * given.enqueued_local_size[i];
    }
    Launch made = {.local_bytes = static_cast<unsigned>(local_bytes)};
    for (size_t i = 0; i < std::size(made.grid); ++i) {
      made.grid[i] = static_cast<unsigned>(grid.count[i]);
      made.block[i] = static_cast<unsigned>(grid.size[i]);
    }
    result = (grid.is_full ? kernel : *remainder).find(local_bytes, made.function);
    if (result == cuda_success) {
      on.add(*this, kernel, arguments, made, given);
    }
    return result == cuda_success;
  });
  const mux_result_t failure = result != cuda_success
                                   ? result_of(result)
                                   : (printing.chunk() != 0 ? on.flush() : mux_success);
  if (failure != mux_success) {
    printing.finish(device, mux_error_internal);
    return failure;
  }
  return printing.end(device, on);
}

/// Whether descriptors name something of a context that has ended.
bool names_ended_context(std::span<const mux_descriptor_t> descriptors) {
  return std::ranges::any_of(descriptors, [&](const mux_descriptor_t& one) {
    const mux_memory_t memory = one.type == mux_descriptor_type_buffer  ? one.buffer.buffer->memory
                                : one.type == mux_descriptor_type_image ? one.image->memory
                                                                        : nullptr;
    return is_gone(memory);
  });
}

/// A finalized command buffer's ND-range command that can be updated, or why not.
mux_result_t find(mux_command_buffer_t handle, mux_sync_point_t command, NDRange*& out) {
  const auto& buffer = cast<CommandBuffer>(handle);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  out = dynamic_cast<NDRange*>(buffer.commands[command].get());
  return out != nullptr ? mux_success : mux_error_invalid_value;
}

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                                const mux_ndrange_t* range, const mux_command_info_t* info,
                                mux_sync_point_t* out_sync_point) {
  return guarded([&] {
    NDRange made(cast<Kernel>(kernel), *range);
    mux_result_t result = made.set_range(*range);
    if (result == mux_success) {
      result = made.set_arguments({range->descriptors, range->descriptors_length});
    }
    if (result == mux_success) {
      if (names_ended_context({range->descriptors, range->descriptors_length})) {
        return mux_error_fault;
      }
      result = record<NDRange>(command_buffer, info, out_sync_point, std::move(made));
    }
    return result;
  });
}

mux_result_t cudaUpdateArguments(mux_command_buffer_t command_buffer, mux_sync_point_t command,
                                 uint64_t length, const uint64_t* indices,
                                 const mux_descriptor_t* descriptors) {
  return guarded([&] {
    NDRange* found = nullptr;
    mux_result_t result = find(command_buffer, command, found);
    if (result == mux_success && names_ended_context({descriptors, length})) {
      result = mux_error_fault;
    }
    return result != mux_success ? result : found->update({indices, length}, {descriptors, length});
  });
}

mux_result_t cudaUpdateNDRange(mux_command_buffer_t command_buffer, mux_sync_point_t command,
                               const mux_ndrange_t* range) {
  NDRange* found = nullptr;
  const mux_result_t result = find(command_buffer, command, found);
  return result != mux_success ? result : found->set_range(*range);
}
