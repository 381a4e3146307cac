// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_SLOT_H
#define HOST_SCHEDULER_SLOT_H

#include "threads/stack.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace host {

/// Memory that grows, aligned to abi_alignment. Its contents do not survive growth.
class Block {
public:
  Block() = default;
  Block(Block&& other) noexcept { *this = std::move(other); }
  Block& operator=(Block&& other) noexcept {
    std::swap(memory, other.memory);
    std::swap(size, other.size);
    return *this;
  }
  ~Block();

  /// False if there is no memory; then the block is as it was.
  [[nodiscard]] bool reserve(size_t wanted);
  /// Not null, even if nothing was ever reserved.
  void* data() { return memory != nullptr ? memory : nothing; }
  /// Bytes taken from the system.
  [[nodiscard]] size_t bytes() const { return memory != nullptr ? size : 0; }

private:
  alignas(abi_alignment) std::byte nothing[abi_alignment] = {};
  void* memory = nullptr;
  size_t size = sizeof nothing;
};

/// Memory that kernels need beside their stack. It is kept for the next launches.
struct SlotMemory {
  Block local;
  Block scratch;
  Block printf; ///< builtins::PrintfChunk of the range of groups that is running

  /// Whether it is too large to be kept once the kernels that needed it are gone.
  [[nodiscard]] bool is_large() const {
    constexpr size_t large = size_t(1) << 20;
    return local.bytes() + scratch.bytes() + printf.bytes() > large;
  }
};

/// The right to run kernels, and the memory for it. There are as many slots as cores; a slot is
/// held by one thread at a time.
struct Slot {
  uint32_t index = 0;                       ///< schedule::worker
  std::atomic<bool> held = false;           ///< by a thread
  std::atomic<bool> trim_when_free = false; ///< see Scheduler::trim
  Stack stack;
  SlotMemory memory; ///< of the thread that holds the slot
  // The kernel call that the thread runs, for threads that want to interrupt it.
  std::atomic<const uint32_t*> abort_flag = nullptr;
  std::atomic<pid_t> thread = 0;

  /// Takes the slot if no thread holds it.
  [[nodiscard]] bool take() { return !held.load() && !held.exchange(true); }
  /// For the holder: gives the slot back; if wanted, its memory is freed.
  void give_back();
  /// Frees its memory, at the latest when the slot is given back.
  void trim();
};

/// While it lives, the calling thread may be interrupted (interrupt_kernel) in kernels that it runs
/// with the slot, once the flag is not 0.
class RunningCall {
public:
  RunningCall(Slot& of, const uint32_t* abort_flag) : slot(of) {
    slot.thread.store(this_thread(), std::memory_order_relaxed);
    slot.abort_flag.store(abort_flag, std::memory_order_seq_cst);
    // A thread that sets the flag looks at the slots afterwards (Scheduler::interrupt). So either
    // it sees this call, or this call sees the flag.
    aborted = __atomic_load_n(abort_flag, __ATOMIC_SEQ_CST) != 0;
  }
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;
  ~RunningCall() { slot.abort_flag.store(nullptr, std::memory_order_release); }

  /// Whether the flag was set before, so that a kernel that would begin now must not run.
  [[nodiscard]] bool is_aborted() const { return aborted; }

private:
  Slot& slot;
  bool aborted = false;
};

} // namespace host

#endif
