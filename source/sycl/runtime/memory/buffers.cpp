// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/buffers.h"

#include "cargo/large_blocks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sycl/detail/buffers.hpp>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

constexpr size_t alignment = 128;

/// What a command waits for until somebody completes it.
ref<event_impl> new_block(queue_impl& queue) {
  cl_int status = CL_SUCCESS;
  const cl_event made = clCreateUserEvent(queue.context_of->cl.get(), &status);
  check(status, "clCreateUserEvent");
  auto block = ref<event_impl>::adopt(new event_impl(ref<queue_impl>::share(&queue), made));
  block->is_host_task = true;
  return block;
}

constinit cargo::LargeBlocks large_blocks;

bool is_large(size_t bytes) { return bytes >= large_blocks.min_size; }

/// Large blocks are of huge pages where the system gives them on request, or were another buffer's:
/// the first command that writes to one then meets few page faults.
void* allocate(size_t bytes) {
  const size_t rounded = (std::max<size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  const size_t whole = std::max(bytes, rounded); // which is less where there cannot be that much
  void* memory = nullptr;
  if (is_large(bytes)) {
    memory = large_blocks.allocate(whole, alignment).memory;
  } else if (posix_memalign(&memory, alignment, whole) != 0) {
    memory = nullptr;
  }
  if (!memory) {
    throw exception(make_error_code(errc::memory_allocation),
                    "no memory for a buffer of " + std::to_string(bytes) + " bytes");
  }
  return memory;
}

} // namespace

buffer_impl::buffer_impl(size_t size, void* users, bool copies) : bytes(size) {
  if (users && !copies) {
    memory = users;
    where = place::users;
    return;
  }
  memory = allocate(size);
  if (users) {
    std::memcpy(memory, users, size);
  }
}

buffer_impl::~buffer_impl() {
  wait_for_all();
  const void* result = memory;
  std::vector<std::byte> moved;
  if (where == place::users && !users_content.empty()) {
    auto* const users = static_cast<std::byte*>(memory);
    moved.assign(users, users + bytes);
    result = moved.data();
    std::ranges::copy(users_content, users);
  }
  if (write_back && write_back_enabled) {
    if (holder) {
      holder->begin_use_and_wait(this);
    }
    write_back(result);
    if (holder) {
      holder->end_use(this);
    }
  }
  if (holder) {
    holder->wait_for_end(this);
  }
  release();
}

void buffer_impl::release() {
  if (where == place::own) {
    is_large(bytes) ? large_blocks.free(memory) : std::free(memory);
  } else if (where == place::usm) {
    (void)usm_context->platform_of().usm.free(usm_context->cl.get(), memory);
  }
}

void buffer_impl::move_to(context_impl& context) {
  const bool system = std::ranges::all_of(context.devices,
                                          [](const auto& device) { return device->system_memory; });
  if ((system && where != place::usm) || (where == place::usm && usm_context.get() == &context)) {
    return;
  }
  wait_locked();
  void* moved = nullptr;
  if (system) {
    moved = allocate(bytes);
  } else {
    cl_int status = CL_SUCCESS;
    moved =
        context.platform_of().usm.shared(context.cl.get(), context.devices.front()->id, nullptr,
                                         std::max<size_t>(bytes, 1), cl_uint(alignment), &status);
    check(status, "clSharedMemAllocINTEL");
  }
  std::memcpy(moved, memory, bytes);
  if (where == place::users && !write_back) {
    write_back = [to = memory, size = bytes](const void* from) { std::memcpy(to, from, size); };
  }
  release();
  memory = moved;
  where = system ? place::own : place::usm;
  usm_context = ref<context_impl>::share(system ? nullptr : &context);
}

void buffer_impl::wait_locked() const {
  if (last_writer) {
    last_writer->wait();
  }
  for (const auto& one : readers) {
    one->wait();
  }
}

bool buffer_impl::has_running() const {
  const auto runs = [](const auto& one) { return one->status() > CL_COMPLETE; };
  return (last_writer && runs(last_writer)) || std::ranges::any_of(readers, runs);
}

void buffer_impl::leave_users_memory() {
  std::unique_lock lock(mutex);
  while (where == place::users && hosts.empty() && has_running()) {
    lock.unlock();
    wait_for_all();
    lock.lock();
  }
  if (where != place::users || !users_content.empty()) {
    return;
  }
  if (!write_back) {
    write_back = [to = memory, size = bytes](const void* from) { std::memcpy(to, from, size); };
  }
  if (!hosts.empty()) { // they have the address
    const auto* const users = static_cast<const std::byte*>(memory);
    users_content.assign(users, users + bytes);
    return;
  }
  void* copy = allocate(bytes);
  std::memcpy(copy, memory, bytes);
  memory = copy;
  where = place::own;
}

void buffer_impl::add_reader(const ref<event_impl>& command) {
  if (readers.size() >= sweep_readers_at) {
    std::erase_if(readers, [](const auto& one) { return one->status() <= CL_COMPLETE; });
    sweep_readers_at = std::max<size_t>(128, 2 * readers.size());
  }
  readers.push_back(command);
}

void buffer_impl::wait_for_all() {
  std::vector<ref<event_impl>> all;
  {
    const std::lock_guard lock(mutex);
    all = readers;
    if (last_writer) {
      all.push_back(last_writer);
    }
  }
  for (const auto& one : all) {
    one->wait();
  }
}

buffer_locks::buffer_locks(std::span<const command_group::use> uses) {
  for (const auto& use : uses) {
    const auto found = std::ranges::find(all, use.buffer, &one::buffer);
    if (found != all.end()) {
      found->writes = found->writes || writes(use.mode);
    } else if (all.push_back({use.buffer, writes(use.mode), {}}) != cargo::status::success) {
      throw std::bad_alloc();
    }
  }
  std::ranges::sort(all, std::less<>(), &one::buffer);
  for (one& each : all) {
    each.lock = std::unique_lock(each.buffer->mutex);
  }
}

void buffer_locks::collect(queue_impl& queue,
                           const std::function<void(const ref<event_impl>&)>& add) {
  for (const one& each : all) {
    buffer_impl& buffer = *each.buffer;
    if (buffer.last_writer) {
      add(buffer.last_writer);
    }
    if (each.writes) {
      std::ranges::for_each(buffer.readers, add);
    }
    if (!buffer.hosts.empty()) {
      buffer.host_blocks.push_back({new_block(queue), buffer.hosts});
      add(buffer.host_blocks.back().event);
    }
    if (buffer.holder) {
      ref<event_impl> block = new_block(queue);
      const bool is_held = buffer.holder->begin_use(
          &buffer, [block] { (void)clSetUserEventStatus(block->cl.get(), CL_COMPLETE); });
      held.push_back({buffer.holder, &buffer});
      if (!is_held) {
        add(block);
      }
    }
  }
}

buffer_locks::~buffer_locks() {
  for (const mutex_use& use : held) {
    use.holder->end_use(use.buffer);
  }
}

void buffer_locks::record(const ref<event_impl>& command) {
  if (!held.empty()) {
    auto* const used = new std::vector<mutex_use>(std::exchange(held, {}));
    const auto end = [](cl_event, cl_int, void* data) {
      const std::unique_ptr<std::vector<mutex_use>> ended(
          static_cast<std::vector<mutex_use>*>(data));
      for (const mutex_use& use : *ended) {
        use.holder->end_use(use.buffer);
      }
    };
    if (clSetEventCallback(command->cl.get(), CL_COMPLETE, end, used) != CL_SUCCESS) {
      command->wait();
      end(nullptr, CL_COMPLETE, used);
    }
  }
  for (const one& each : all) {
    buffer_impl& buffer = *each.buffer;
    if (each.writes) {
      buffer.readers.clear();
      buffer.last_writer = command;
    } else {
      buffer.add_reader(command);
    }
  }
}

counted* make_buffer(std::size_t bytes, void* users, bool copies) {
  return new buffer_impl(bytes, users, copies);
}

void set_write_back(counted* buffer, std::function<void(const void*)> function) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  impl.leave_users_memory();
  const std::lock_guard lock(impl.mutex);
  impl.write_back = std::move(function);
}

void set_mutex(counted* buffer, std::mutex& program) {
  static_cast<buffer_impl&>(*buffer).holder = mutex_holder::of(program);
}

void enable_write_back(counted* buffer, bool enabled) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  if (!enabled) {
    impl.leave_users_memory();
  }
  const std::lock_guard lock(impl.mutex);
  impl.write_back_enabled = enabled;
}

void keep_alive(counted* buffer, std::shared_ptr<const void> owner) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  const std::lock_guard lock(impl.mutex);
  impl.owner = std::move(owner);
}

void* buffer_memory(counted* buffer) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  const std::lock_guard lock(impl.mutex);
  return impl.memory;
}

void* use_buffer(command_group& group, counted* buffer, access_mode mode) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  group.uses.push_back({&impl, mode});
  const std::lock_guard lock(impl.mutex);
  impl.is_written = impl.is_written || writes(mode);
  impl.move_to(*group.queue.context_of);
  return impl.memory;
}

namespace {

/// Takes out a block whose accesses have all ended. Null: there is none.
ref<event_impl> take_ended_block(buffer_impl& buffer) {
  const std::lock_guard lock(buffer.mutex);
  const auto found =
      std::ranges::find_if(buffer.host_blocks, [](const auto& one) { return one.until.empty(); });
  if (found == buffer.host_blocks.end()) {
    return {};
  }
  ref<event_impl> taken = std::move(found->event);
  buffer.host_blocks.erase(found);
  return taken;
}

/// Lets the commands go on that waited for the access alone.
void forget_host_access(buffer_impl& buffer, const void* access) {
  {
    const std::lock_guard lock(buffer.mutex);
    std::erase(buffer.hosts, access);
    for (auto& block : buffer.host_blocks) {
      std::erase(block.until, access);
    }
  }
  while (const auto ended = take_ended_block(buffer)) {
    (void)clSetUserEventStatus(ended->cl.get(), CL_COMPLETE); // without the lock
  }
}

} // namespace

void* begin_host_access(counted* buffer, access_mode mode, const void* access) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  std::vector<ref<event_impl>> all;
  {
    const std::lock_guard lock(impl.mutex);
    if (impl.recordings) {
      throw exception(make_error_code(errc::invalid),
                      "a host accessor of a buffer that commands of a graph use which a queue is "
                      "recording");
    }
    impl.hosts.push_back(access); // from now on, commands wait
    impl.is_written = impl.is_written || writes(mode);
    if (impl.last_writer) {
      all.push_back(impl.last_writer);
    }
    if (writes(mode)) {
      all.insert(all.end(), impl.readers.begin(), impl.readers.end());
    }
  }
  try {
    for (const auto& one : all) {
      one->wait();
    }
  } catch (...) {
    forget_host_access(impl, access);
    throw;
  }
  if (impl.holder) {
    impl.holder->begin_use_and_wait(&impl);
  }
  const std::lock_guard lock(impl.mutex);
  return impl.memory;
}

void end_host_access(counted* buffer, const void* access) {
  auto& impl = static_cast<buffer_impl&>(*buffer);
  if (impl.holder) {
    impl.holder->end_use(&impl);
  }
  forget_host_access(impl, access);
}

} // namespace detail
} // namespace lw1
} // namespace sycl
