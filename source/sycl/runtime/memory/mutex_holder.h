// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.2.2: the property use_mutex of buffers and images.
//
// Commands end on other threads than those that submit them, and a mutex has to be unlocked by the
// thread that has locked it. So a thread is there for each mutex that is in use, which locks it for
// the first user and unlocks it behind the last.
#ifndef SYCL_RUNTIME_MEMORY_MUTEX_HOLDER_H
#define SYCL_RUNTIME_MEMORY_MUTEX_HOLDER_H

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <sycl/detail/config.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Holds a mutex of the program's while anybody uses what it protects. Thread-safe.
class mutex_holder : public std::enable_shared_from_this<mutex_holder> {
public:
  /// The only one of that mutex: buffers with the same mutex share it.
  static std::shared_ptr<mutex_holder> of(std::mutex& program);
  explicit mutex_holder(std::mutex& program) : mutex(program) {}

  /// A use of a buffer begins. True: the mutex is held. Otherwise the program has it, and `then` is
  /// called once the mutex is held, on another thread.
  [[nodiscard]] bool begin_use(const void* buffer, std::function<void()> then);
  /// Likewise, but waits for the mutex.
  void begin_use_and_wait(const void* buffer);
  void end_use(const void* buffer);
  /// Waits until the buffer is not used and the mutex is not touched for it: the program may
  /// destroy the mutex after the buffer.
  void wait_for_end(const void* buffer);

private:
  enum class state { idle, asking, waiting, held };
  void start(const void* buffer, std::unique_lock<std::mutex>& lock);
  void hold();

  std::mutex& mutex;
  std::mutex own; ///< protects what follows
  std::condition_variable changed;
  state now = state::idle;            ///< without a thread while idle
  std::map<const void*, size_t> uses; ///< of buffers, none of them 0
  std::vector<std::function<void()>> then_calls;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
