// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "line.h"

#include "objects.h"

#include "mux/targets/host.h"

#include <ctime>
#include <new>
#include <utility>

namespace twin {
namespace {

/// The delay between a dispatch and its start.
constexpr std::chrono::microseconds latency(50);

} // namespace

Line::Release::~Release() {
  if (commands != nullptr) {
    static_cast<void>(hostDestroyCommandBuffer(line->device, commands, own_allocator));
  }
  if (semaphore != nullptr) {
    static_cast<void>(hostDestroySemaphore(line->device, semaphore, own_allocator));
  }
}

Line::~Line() {
  {
    const std::lock_guard held(lock);
    stops = true;
    changed.notify_all();
  }
  if (has_thread) {
    pthread_join(thread, nullptr);
  }
  static_cast<void>(hostWaitAll(queue)); // dispatches of `commands`
}

bool Line::start_thread() {
  const std::lock_guard held(lock);
  if (!has_thread) {
    const auto main = [](void* self) -> void* {
      static_cast<Line*>(self)->run();
      return nullptr;
    };
    has_thread = pthread_create(&thread, nullptr, main, this) == 0;
  }
  return has_thread;
}

/// One that is not in use; null if there is no memory for another.
Line::Release* Line::take() {
  Release* release = nullptr;
  {
    const std::lock_guard held(lock);
    if (!unused.empty()) {
      release = unused.back();
      unused.pop_back();
    }
  }
  if (release != nullptr) {
    static_cast<void>(hostResetSemaphore(device, release->semaphore));
    return release;
  }
  auto made = std::make_unique<Release>();
  made->line = this;
  if (hostCreateSemaphore(device, own_allocator, &made->semaphore) != mux_success ||
      hostCreateCommandBuffer(device, mux_command_order_in_order, own_allocator, &made->commands) !=
          mux_success ||
      hostFinalizeCommandBuffer(made->commands) != mux_success) {
    return nullptr;
  }
  const std::lock_guard held(lock);
  unused.reserve(all.size() + 1); // so that put_back needs no memory
  all.push_back(std::move(made));
  return all.back().get();
}

void Line::put_back(Release& release) {
  const std::lock_guard held(lock);
  unused.push_back(&release);
}

void Line::finish_use(Release& release) {
  if (--release.uses == 0) {
    put_back(release);
  }
}

void Line::push(Release& release) {
  const std::lock_guard held(lock);
  release.due = std::chrono::steady_clock::now() + latency;
  release.next = nullptr;
  *std::exchange(last, &release.next) = &release;
  changed.notify_one();
}

mux_result_t Line::dispatch(mux_queue_t where, mux_command_buffer_t command_buffer,
                            mux_fence_t fence, std::vector<mux_semaphore_t> wait_semaphores,
                            const mux_semaphore_t* signal_semaphores,
                            uint64_t signal_semaphores_length, mux_dispatch_callback_t callback,
                            void* user_data) {
  wait_semaphores.reserve(wait_semaphores.size() + 1);
  Release* release = start_thread() ? take() : nullptr;
  if (release == nullptr) {
    return mux_error_out_of_memory;
  }
  wait_semaphores.push_back(release->semaphore);
  release->uses = 2;
  release->callback = callback;
  release->user_data = user_data;
  const mux_result_t result =
      hostDispatch(where, command_buffer, fence, wait_semaphores.data(), wait_semaphores.size(),
                   signal_semaphores, signal_semaphores_length, dispatch_ended, release);
  result == mux_success ? push(*release) : put_back(*release);
  return result;
}

void Line::run() {
  std::unique_lock held(lock);
  for (;;) {
    if (first == nullptr) {
      if (stops) {
        return;
      }
      changed.wait(held);
    } else if (std::chrono::steady_clock::now() < first->due) {
      changed.wait_until(held, first->due);
    } else {
      Release& release = *first;
      first = release.next;
      if (first == nullptr) {
        last = &first;
      }
      held.unlock();
      send(release);
      held.lock();
    }
  }
}

void Line::send(Release& release) {
  memory.open(); // until the dispatch has ended
  const auto sent = [](mux_command_buffer_t, mux_result_t, void* data) {
    auto& own = *static_cast<Release*>(data);
    own.line->finish_use(own);
  };
  while (hostDispatch(queue, release.commands, nullptr, nullptr, 0, &release.semaphore, 1, sent,
                      &release) != mux_success) {
    timespec pause = {0, 1'000'000}; // without memory; the dispatch has to run some time
    nanosleep(&pause, nullptr);
  }
}

void Line::dispatch_ended(mux_command_buffer_t commands, mux_result_t status, void* data) {
  auto& release = *static_cast<Release*>(data);
  Line& line = *release.line;
  const mux_dispatch_callback_t callback = release.callback;
  void* user_data = release.user_data;
  line.memory.close();
  line.finish_use(release);
  if (callback != nullptr) {
    callback(commands, status, user_data);
  }
}

void Line::start_over() {
  new (&changed) std::condition_variable; // the thread that waited for it is not here
  first = nullptr;                        // and what it would have sent never ends
  last = &first;
  has_thread = false;
}

} // namespace twin
