// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_LINE_H
#define TWIN_LINE_H

#include "device_memory.h"

#include "mux/mux.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace twin {

/// Dispatches on their way to the device. Each waits for a semaphore, besides its own, that a
/// thread of the device's signals a while after it was given: so nothing of it has happened when
/// muxDispatch returns, and muxDispatch itself does nothing of it. Thread safe.
class Line {
public:
  Line(mux_device_t in_device, mux_queue_t in_queue, DeviceMemory& in_memory)
      : device(in_device), queue(in_queue), memory(in_memory) {}
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  /// The device is idle.
  ~Line();

  /// As muxDispatch. Throws std::bad_alloc.
  [[nodiscard]] mux_result_t
  dispatch(mux_queue_t where, mux_command_buffer_t command_buffer, mux_fence_t fence,
           std::vector<mux_semaphore_t> wait_semaphores, const mux_semaphore_t* signal_semaphores,
           uint64_t signal_semaphores_length, mux_dispatch_callback_t callback, void* user_data);

  // For a fork: the lock. In the child there is no thread, and nothing on its way.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }
  void start_over();

private:
  using Time = std::chrono::steady_clock::time_point;

  /// Starts one dispatch; reused for later ones.
  struct Release {
    ~Release();
    Line* line = nullptr;
    mux_semaphore_t semaphore = nullptr;
    mux_command_buffer_t commands = nullptr; ///< empty: it signals `semaphore`
    mux_dispatch_callback_t callback = nullptr;
    void* user_data = nullptr;
    Time due;
    std::atomic<int> uses = 0; ///< the dispatch, and that of `commands`
    Release* next = nullptr;   ///< in `first`
  };

  [[nodiscard]] bool start_thread();
  [[nodiscard]] Release* take();
  void put_back(Release& release);
  void finish_use(Release& release);
  void push(Release& release);
  void run();
  void send(Release& release);
  static void dispatch_ended(mux_command_buffer_t commands, mux_result_t status, void* data);

  const mux_device_t device;
  const mux_queue_t queue; ///< that has all of the device
  DeviceMemory& memory;
  std::mutex lock; ///< protects what follows; nothing of the host target's is called with it
  std::condition_variable changed;
  std::vector<std::unique_ptr<Release>> all;
  std::vector<Release*> unused;
  Release* first = nullptr; ///< on their way, in the order of `due`
  Release** last = &first;  ///< where the next one goes
  pthread_t thread = {};
  bool has_thread = false;
  bool stops = false;
};

} // namespace twin

#endif
