// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory behind buffers, and which commands use it.
#ifndef SYCL_RUNTIME_MEMORY_BUFFERS_H
#define SYCL_RUNTIME_MEMORY_BUFFERS_H

#include "cargo/small_vector.h"
#include "memory/mutex_holder.h"
#include "queues/commands.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Whether a command with such an access may change the memory.
inline bool writes(access_mode mode) { return mode != access_mode::read; }

/// Memory of a buffer. Where the device can use the process's memory (Lanewise can), it is plain
/// memory, or the user's own; else it moves into shared USM of the context that uses it first.
class buffer_impl : public counted {
public:
  buffer_impl(size_t size, void* users, bool copies);
  ~buffer_impl() override;

  /// Makes the memory usable in a context. Call it with the lock.
  void move_to(context_impl& context);
  /// Waits for all commands.
  void wait_for_all();
  /// Whether what commands write goes to memory of the user's at the end, or is written there at
  /// once. Call it with the lock.
  bool writes_back() const {
    return (where == place::users && users_content.empty()) || (write_back && write_back_enabled);
  }
  /// Leaves the user's memory for a copy. While host accesses last it stays there instead, and the
  /// user's memory gets its content back at the end. Call it without the lock.
  void leave_users_memory();

  /// Of the program's mutex, if there is one. Set before the buffer is used.
  std::shared_ptr<mutex_holder> holder;
  std::mutex mutex; ///< protects what follows
  void* memory = nullptr;
  size_t bytes = 0;
  /// Where the data goes at the end. The user's own memory needs none while it is used itself.
  std::function<void(const void*)> write_back;
  bool write_back_enabled = true;
  bool is_written = false;           ///< whether anybody was given the memory for writing
  std::shared_ptr<const void> owner; ///< of the user's memory
  ref<event_impl> last_writer;
  std::vector<ref<event_impl>> readers; ///< since the last writer, but few that have ended
  size_t recordings = 0;                ///< graphs that queues record to and that use it
  std::vector<const void*> hosts;       ///< host accesses that have begun and not ended
  /// What a command waits for: a user event, and the accesses after which it is completed. Later
  /// ones may wait for the command.
  struct host_block {
    ref<event_impl> event;
    std::vector<const void*> until;
  };
  std::vector<host_block> host_blocks;

  /// Call it with the lock.
  void add_reader(const ref<event_impl>& command);

private:
  enum class place { own, users, usm };
  void release();
  /// Whether a command that uses the memory has not ended. Call it with the lock.
  bool has_running() const;
  void wait_locked() const;
  place where = place::own;
  ref<context_impl> usm_context;
  std::vector<std::byte> users_content; ///< what the user's memory gets at the end
  size_t sweep_readers_at = 128;        ///< as many readers: those that have ended are looked for
};

/// Of a buffer's mutex.
struct mutex_use {
  std::shared_ptr<mutex_holder> holder;
  const void* buffer;
};

/// All buffers of a command group, locked in the order of their addresses. The program's mutexes
/// are held from `collect` to the end of the command.
class buffer_locks {
public:
  explicit buffer_locks(std::span<const command_group::use> uses);
  buffer_locks(const buffer_locks&) = delete;
  buffer_locks& operator=(const buffer_locks&) = delete;
  ~buffer_locks();
  /// Calls add(event) with each event that the command has to wait for.
  void collect(queue_impl& queue, const std::function<void(const ref<event_impl>&)>& add);
  /// The command's event is the last writer, or a reader, of each buffer from now on.
  void record(const ref<event_impl>& command);

private:
  struct one {
    buffer_impl* buffer;
    bool writes;
    std::unique_lock<std::mutex> lock;
  };
  cargo::small_vector<one, 8> all;
  std::vector<mutex_use> held; ///< until a command is recorded
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
