// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "buffer.h"
#include "command_buffer.h"
#include "fault_report.h"
#include "group_ranges.h"
#include "group_runs.h"
#include "image.h"
#include "kernel.h"
#include "printf.h"

#include <algorithm>
#include <cstring>

using namespace host;

namespace {

/// The arguments of a launch as they were recorded: the packed block, and the sizes of local
/// arguments, of which it holds the offsets.
struct Arguments {
  std::byte* packed = nullptr;
  size_t packed_size = 0;
  uint64_t* local_sizes = nullptr; ///< one for each argument, 0 if it is not local
  uint64_t static_bytes = 0;       ///< of the local block, ahead of what arguments are given
  uint64_t local_bytes = 0;        ///< of the whole local block
};

bool is_local(const binary::Argument& argument) {
  return argument.kind == binary::ArgumentKind::local;
}

size_t packed_alignment(const binary::Argument& argument) {
  return is_local(argument) ? sizeof(uint64_t) : std::max<size_t>(argument.alignment, 1);
}

size_t packed_size(const binary::Argument& argument) {
  const bool by_value = argument.kind == binary::ArgumentKind::value ||
                        argument.kind == binary::ArgumentKind::sampler;
  return by_value ? argument.size : sizeof(uint64_t);
}

mux_result_t check_descriptor(const binary::Argument& argument, const mux_descriptor_t& given) {
  switch (argument.kind) {
  case binary::ArgumentKind::value:
    return given.type == mux_descriptor_type_bytes && given.bytes.size == argument.size
               ? mux_success
               : mux_error_invalid_value;
  case binary::ArgumentKind::pointer:
    return given.type == mux_descriptor_type_address || (given.type == mux_descriptor_type_buffer &&
                                                         given.buffer.buffer->memory != nullptr)
               ? mux_success
               : mux_error_invalid_value;
  case binary::ArgumentKind::local:
    return given.type == mux_descriptor_type_local ? mux_success : mux_error_invalid_value;
  case binary::ArgumentKind::image:
    return given.type == mux_descriptor_type_image && given.image->memory != nullptr
               ? mux_success
               : mux_error_invalid_value;
  case binary::ArgumentKind::sampler:
    return given.type == mux_descriptor_type_sampler ? mux_success : mux_error_invalid_value;
  }
  return mux_error_invalid_value;
}

/// Where each argument stands in the packed block; calls function(argument index, offset) and
/// gives the size of the block.
template <typename Function> size_t each_offset(const binary::Kernel& kernel, Function&& function) {
  size_t offset = 0;
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    const binary::Argument& argument = kernel.arguments[i];
    offset = align_up(offset, packed_alignment(argument));
    function(i, offset);
    offset += packed_size(argument);
  }
  return offset;
}

/// Writes an argument that is not local.
void pack(std::byte* place, const mux_descriptor_t& given) {
  uint64_t address = 0;
  switch (given.type) {
  case mux_descriptor_type_bytes:
    std::memcpy(place, given.bytes.data, given.bytes.size);
    return;
  case mux_descriptor_type_buffer:
    address = given.buffer.buffer->address + given.buffer.offset;
    break;
  case mux_descriptor_type_address:
    address = given.address;
    break;
  case mux_descriptor_type_image:
    address = reinterpret_cast<uint64_t>(&cast<Image>(given.image).descriptor);
    break;
  case mux_descriptor_type_sampler: {
    const uint32_t word = cast<Sampler>(given.sampler).word;
    std::memcpy(place, &word, sizeof word);
    return;
  }
  default:
    return;
  }
  std::memcpy(place, &address, sizeof address);
}

/// The code of a launch.
struct Code {
  Kernel& kernel;
  Kernel& remainder; ///< for groups that are smaller than the local size; the same or another one

  /// Both find arguments at the same places, so these lie behind the variables of either.
  [[nodiscard]] uint64_t static_bytes() const {
    return std::max(kernel.description.local_bytes, remainder.description.local_bytes);
  }
};

/// Bytes of the local block with these sizes; false if the device has not as much.
bool local_total(const Kernel& kernel, uint64_t static_bytes, const uint64_t* sizes,
                 uint64_t& total) {
  const uint64_t most = kernel.device_info->local_memory_size;
  total = static_bytes;
  for (size_t i = 0; i < kernel.description.arguments.size() && total <= most; ++i) {
    if (is_local(kernel.description.arguments[i])) {
      total = align_up(total, abi_alignment);
      total = sizes[i] > most ? most + 1 : total + sizes[i];
    }
  }
  return total <= most;
}

/// Writes the offsets of local arguments.
void pack_locals(const binary::Kernel& kernel, Arguments& arguments) {
  uint64_t local = arguments.static_bytes;
  each_offset(kernel, [&](size_t i, size_t offset) {
    if (is_local(kernel.arguments[i])) {
      local = align_up(local, abi_alignment);
      std::memcpy(arguments.packed + offset, &local, sizeof local);
      local += arguments.local_sizes[i];
    }
  });
  arguments.local_bytes = local;
}

mux_result_t make_arguments(Arena& arena, const Code& code,
                            std::span<const mux_descriptor_t> descriptors, Arguments& out) {
  const binary::Kernel& description = code.kernel.description;
  const size_t count = description.arguments.size();
  if (descriptors.size() != count) {
    return mux_error_invalid_value;
  }
  for (size_t i = 0; i < count; ++i) {
    if (const auto result = check_descriptor(description.arguments[i], descriptors[i]);
        result != mux_success) {
      return result;
    }
  }
  out.packed_size = each_offset(description, [](size_t, size_t) {});
  out.packed =
      static_cast<std::byte*>(arena.take(std::max<size_t>(out.packed_size, 1), abi_alignment));
  out.local_sizes = arena.array<uint64_t>(count + 1);
  if (out.packed == nullptr || out.local_sizes == nullptr) {
    return mux_error_out_of_memory;
  }
  std::memset(out.packed, 0, out.packed_size);
  each_offset(description, [&](size_t i, size_t offset) {
    out.local_sizes[i] = is_local(description.arguments[i]) ? descriptors[i].local_size : 0;
    pack(out.packed + offset, descriptors[i]);
  });
  out.static_bytes = code.static_bytes();
  if (!local_total(code.kernel, out.static_bytes, out.local_sizes, out.local_bytes)) {
    return mux_error_invalid_value;
  }
  pack_locals(description, out);
  return mux_success;
}

/// Sizes of a launch, in the schedule that kernels get.
mux_result_t make_schedule(const Code& code, const mux_ndrange_t& range, schedule& out) {
  const Kernel& kernel = code.kernel;
  const mux_device_info_t device = kernel.device_info;
  out = {};
  out.size = sizeof(schedule);
  out.version = kernel_abi_version;
  out.work_dim = range.dimensions;
  uint64_t items = 1, groups = 1;
  bool all_full = true;
  for (uint32_t i = 0; i < 3; ++i) {
    const bool used = i < range.dimensions;
    const uint64_t global = used ? range.global_size[i] : 1;
    const uint64_t local = used ? range.local_size[i] : 1;
    const uint64_t required = kernel.description.required_local_size[i];
    uint64_t last = 0;
    out.global_size[i] = global;
    out.global_offset[i] = used ? range.global_offset[i] : 0;
    out.enqueued_local_size[i] = local;
    out.local_size[i] = std::min(local, std::max<uint64_t>(global, 1));
    out.num_groups[i] = global / local + (global % local != 0);
    all_full = all_full && global % local == 0;
    if (local > device->max_work_item_sizes[i] || (required != 0 && local != required) ||
        __builtin_mul_overflow(items, local, &items) ||
        __builtin_mul_overflow(groups, out.num_groups[i], &groups) ||
        __builtin_add_overflow(out.global_offset[i], global, &last)) {
      return mux_error_invalid_value;
    }
  }
  out.group_end = groups;
  const bool has_code = all_full || code.remainder.description.required_local_size[0] == 0;
  return has_code && items <= kernel.max_work_group_size ? mux_success : mux_error_invalid_value;
}

/// What `range` has a kernel run; mux_error_invalid_value if its other kernel is not the same one.
mux_result_t find_remainder(Kernel& kernel, const mux_ndrange_t& range, Kernel*& out) {
  out = range.remainder_kernel != nullptr ? &cast<Kernel>(range.remainder_kernel) : &kernel;
  return out->description.arguments.size() == kernel.description.arguments.size()
             ? mux_success
             : mux_error_invalid_value;
}

class NDRange final : public Command {
public:
  NDRange(const Code& given, const schedule& given_schedule, const Arguments& given_arguments,
          const Printing& given_printing, const FaultReport& given_report)
      : kernel(given.kernel), remainder(&given.remainder), launch(given_schedule),
        several_sizes(has_several_sizes(launch)), arguments(given_arguments),
        printing(given_printing), fault_report(given_report) {}

  Plan plan(uint32_t threads) const override {
    const uint64_t groups = launch.group_end;
    const uint64_t cost = kernel.item_cost.load(std::memory_order_relaxed);
    uint64_t time = 0;
    if (__builtin_mul_overflow(items(), cost, &time)) {
      time = UINT64_MAX;
    }
    time /= 1024;
    const uint32_t wanted = threads_worth_waking(time, threads);
    return {wanted > 1 ? groups : 1, time, wanted};
  }

  mux_result_t execute(uint64_t part, Slot& slot, const uint32_t* abort_flag) override {
    return execute_range(part, part + 1, slot, abort_flag);
  }

  mux_result_t execute_range(uint64_t first, uint64_t last, Slot& slot,
                             const uint32_t* abort_flag) override {
    schedule mine = launch;
    if (parts != 1) { // each is a group; otherwise all are one part
      mine.group_begin = first;
      mine.group_end = last;
    }
    if (mine.group_begin == mine.group_end) {
      return mux_success;
    }
    mine.worker = slot.index;
    mine.abort_flag = abort_flag;
    if (!several_sizes) {
      const bool full =
          std::equal(launch.local_size, launch.local_size + 3, launch.enqueued_local_size);
      return run_groups(full ? kernel : *remainder, mine, slot);
    }
    return run_groups_of_several_sizes(mine, slot);
  }

  const char* label() const override { return kernel.name; }

  void finished() override {
    kernel.time.fetch_add(busy, std::memory_order_relaxed);
    // Short launches are mostly fixed cost; they say little of long ones.
    constexpr uint64_t least_items = 256;
    kernel.item_cost.store(busy * 1024 / std::max(items(), least_items) + 1,
                           std::memory_order_relaxed);
  }

  Command* clone(Arena& arena) const override {
    const size_t count = kernel.description.arguments.size();
    Arguments copy = arguments;
    copy.packed = static_cast<std::byte*>(
        arena.take(std::max<size_t>(arguments.packed_size, 1), abi_alignment));
    copy.local_sizes = arena.array<uint64_t>(count + 1);
    void* memory = arena.take(sizeof(NDRange), alignof(NDRange));
    if (copy.packed == nullptr || copy.local_sizes == nullptr || memory == nullptr) {
      return nullptr;
    }
    std::copy_n(arguments.packed, arguments.packed_size, copy.packed);
    std::copy_n(arguments.local_sizes, count, copy.local_sizes);
    return ::new (memory) NDRange({kernel, *remainder}, launch, copy, printing, fault_report);
  }

  mux_result_t update(std::span<const uint64_t> indices,
                      std::span<const mux_descriptor_t> descriptors) {
    const auto& described = kernel.description.arguments;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] >= described.size()) {
        return mux_error_invalid_value;
      }
      if (const auto result = check_descriptor(described[indices[i]], descriptors[i]);
          result != mux_success) {
        return result;
      }
    }
    if (const auto result = update_locals(indices, descriptors); result != mux_success) {
      return result;
    }
    each_offset(kernel.description, [&](size_t argument, size_t offset) {
      for (size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == argument) {
          pack(arguments.packed + offset, descriptors[i]);
        }
      }
    });
    pack_locals(kernel.description, arguments);
    return mux_success;
  }

  mux_result_t update(const mux_ndrange_t& range) {
    schedule changed;
    Kernel* smaller = nullptr;
    mux_result_t result = find_remainder(kernel, range, smaller);
    if (result != mux_success) {
      return result;
    }
    const Code code = {kernel, *smaller};
    result = make_schedule(code, range, changed);
    uint64_t total = 0;
    if (result == mux_success &&
        !local_total(kernel, code.static_bytes(), arguments.local_sizes, total)) {
      result = mux_error_invalid_value;
    }
    if (result == mux_success) {
      changed.program_variables = launch.program_variables;
      launch = changed;
      several_sizes = has_several_sizes(launch);
      remainder = smaller;
      arguments.static_bytes = code.static_bytes();
      pack_locals(kernel.description, arguments);
    }
    return result;
  }

private:
  /// Of the whole launch, or UINT64_MAX.
  [[nodiscard]] uint64_t items() const {
    uint64_t product = launch.global_size[0];
    for (int i = 1; i < 3; ++i) {
      if (__builtin_mul_overflow(product, launch.global_size[i], &product)) {
        return UINT64_MAX;
      }
    }
    return product;
  }

  /// Groups of one size, with code that is good for it.
  mux_result_t run_groups(const Kernel& code, schedule& groups, Slot& slot) {
    const binary::Kernel& description = code.description;
    const uint64_t rows = groups.local_size[1] * groups.local_size[2];
    const uint64_t scratch = description.scratch_fixed +
                             description.scratch_per_item * groups.local_size[0] * rows +
                             description.scratch_per_row * rows;
    if (!slot.memory.local.reserve(arguments.local_bytes) ||
        !slot.memory.scratch.reserve(scratch) || !slot.stack.map()) {
      return mux_error_out_of_memory;
    }
    groups.private_scratch = slot.memory.scratch.data();
    groups.local_scratch = slot.memory.local.data();
    groups.local_bytes = arguments.local_bytes;
    groups.private_scratch_bytes = scratch;
    groups.stack = slot.stack.begin();
    Fault fault;
    const mux_result_t result =
        printing.callback != nullptr
            ? run_printing(code.entry, arguments.packed, groups, slot, printing, fault)
        : slot.stack.call(code.entry, arguments.packed, groups, fault) ? mux_success
                                                                       : mux_error_fault;
    if (result == mux_error_fault) {
      fault_report.tell(fault, code, groups, slot.stack);
    }
    return result;
  }

  mux_result_t run_groups_of_several_sizes(const schedule& all, Slot& slot) {
    schedule part = all;
    for (uint64_t group = all.group_begin; group < all.group_end; group = part.group_end) {
      if (__atomic_load_n(all.abort_flag, __ATOMIC_RELAXED) != 0) {
        break;
      }
      const GroupRun run = run_from(launch, group);
      std::copy(run.local_size.begin(), run.local_size.end(), part.local_size);
      part.group_begin = group;
      part.group_end = std::min(run.end, all.group_end);
      const mux_result_t result = run_groups(run.full ? kernel : *remainder, part, slot);
      if (result != mux_success) {
        return result;
      }
    }
    return mux_success;
  }

  mux_result_t update_locals(std::span<const uint64_t> indices,
                             std::span<const mux_descriptor_t> descriptors) {
    // The sizes are tried before they are kept.
    const auto each_local = [&](auto&& function) {
      for (size_t i = 0; i < indices.size(); ++i) {
        if (descriptors[i].type == mux_descriptor_type_local) {
          function(i, arguments.local_sizes[indices[i]]);
        }
      }
    };
    cargo::small_vector<uint64_t, 8> old_sizes;
    if (old_sizes.resize(indices.size()) != cargo::status::success) {
      return mux_error_out_of_memory;
    }
    each_local([&](size_t i, uint64_t& size) {
      old_sizes[i] = std::exchange(size, descriptors[i].local_size);
    });
    uint64_t total = 0;
    if (local_total(kernel, arguments.static_bytes, arguments.local_sizes, total)) {
      return mux_success;
    }
    for (size_t i = indices.size(); i-- > 0;) { // backwards: an index may come twice
      if (descriptors[i].type == mux_descriptor_type_local) {
        arguments.local_sizes[indices[i]] = old_sizes[i];
      }
    }
    return mux_error_invalid_value;
  }

  Kernel& kernel;
  Kernel* remainder; ///< for groups that are smaller than the enqueued local size
  schedule launch;   ///< all groups; what depends on the thread is filled in for each part
  bool several_sizes;
  Arguments arguments;
  Printing printing;
  FaultReport fault_report;
};

/// A finalized command buffer's ND-range command that can be updated, or why not.
mux_result_t find(mux_command_buffer_t handle, mux_sync_point_t command, NDRange*& out) {
  auto& buffer = cast<CommandBuffer>(handle);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  out = dynamic_cast<NDRange*>(buffer.commands[command]);
  return out != nullptr ? mux_success : mux_error_invalid_value;
}

} // namespace

extern "C" mux_result_t hostCommandNDRange(mux_command_buffer_t command_buffer,
                                           mux_kernel_t kernel_handle, const mux_ndrange_t* range,
                                           const mux_command_info_t* info,
                                           mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  auto& kernel = cast<Kernel>(kernel_handle);
  schedule launch;
  Arguments arguments;
  Kernel* remainder = nullptr;
  mux_result_t result = find_remainder(kernel, *range, remainder);
  if (result != mux_success) {
    return result;
  }
  const Code code = {kernel, *remainder};
  result = make_schedule(code, *range, launch);
  if (result == mux_success) {
    result = make_arguments(buffer.arena, code, {range->descriptors, range->descriptors_length},
                            arguments);
  }
  if (result != mux_success) {
    return result;
  }
  launch.program_variables = reinterpret_cast<void*>(range->program_variables);
  const Printing printing = {range->printf_callback, range->printf_user_data,
                             range->printf_capacity};
  const FaultReport report = {range->fault_callback, range->fault_user_data};
  return buffer.add(buffer.make<NDRange>(code, launch, arguments, printing, report), info,
                    out_sync_point);
}

extern "C" mux_result_t hostUpdateArguments(mux_command_buffer_t command_buffer,
                                            mux_sync_point_t command, uint64_t length,
                                            const uint64_t* indices,
                                            const mux_descriptor_t* descriptors) {
  NDRange* found = nullptr;
  const mux_result_t result = find(command_buffer, command, found);
  return result != mux_success ? result : found->update({indices, length}, {descriptors, length});
}

extern "C" mux_result_t hostUpdateNDRange(mux_command_buffer_t command_buffer,
                                          mux_sync_point_t command, const mux_ndrange_t* range) {
  NDRange* found = nullptr;
  const mux_result_t result = find(command_buffer, command, found);
  return result != mux_success ? result : found->update(*range);
}
