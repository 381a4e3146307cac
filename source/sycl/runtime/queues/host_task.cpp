// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host tasks run on one thread of the library's, which is started with the first of them and never
// joined: the process may end while a task waits.
#include "queues/commands.h"

#include <condition_variable>
#include <deque>
#include <thread>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

struct pending_task {
  ref<queue_impl> queue;
  ref<event_impl> done; ///< null: nobody waits
  std::function<void()> task;
};

void run(pending_task& one) {
  try {
    one.task();
  } catch (...) {
    one.queue->add_error(std::current_exception());
  }
  one.task = nullptr; // what it captured goes before anybody learns that it has ended
  if (one.done) {
    (void)clSetUserEventStatus(one.done->cl.get(), CL_COMPLETE);
  }
}

class Worker {
public:
  static Worker& get() {
    static Worker* const one = new Worker;
    return *one;
  }

  void add(std::unique_ptr<pending_task> one) {
    const std::lock_guard lock(mutex);
    tasks.push_back(std::move(one));
    wake.notify_one();
  }

private:
  Worker() {
    std::thread([this] { loop(); }).detach();
  }

  [[noreturn]] void loop() {
    for (;;) {
      std::unique_lock lock(mutex);
      wake.wait(lock, [&] { return !tasks.empty(); });
      const auto one = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      run(*one);
    }
  }

  std::mutex mutex; ///< protects tasks
  std::condition_variable wake;
  std::deque<std::unique_ptr<pending_task>> tasks;
};

} // namespace

void run_host_task(queue_impl& queue, wait_list after, const ref<event_impl>& done,
                   std::function<void()> task) {
  auto made = std::make_unique<pending_task>(
      pending_task{ref<queue_impl>::share(&queue), done, std::move(task)});
  if (after.size() == 0 && !queue.in_order) {
    const auto barrier = queue.running_last();
    if (!barrier) {
      Worker::get().add(std::move(made));
      return;
    }
    after.add(queue, *barrier);
  }
  // In an in-order queue, the marker also waits for earlier commands.
  cl_event marker = nullptr;
  check(clEnqueueMarkerWithWaitList(queue.cl.get(), after.size(), after.data(), &marker),
        "clEnqueueMarkerWithWaitList");
  const owned_event released(marker);
  const auto start = [](cl_event, cl_int, void* data) {
    Worker::get().add(std::unique_ptr<pending_task>(static_cast<pending_task*>(data)));
  };
  pending_task* const given = made.release();
  const cl_int status = clSetEventCallback(marker, CL_COMPLETE, start, given);
  if (status != CL_SUCCESS) {
    delete given;
    check(status, "clSetEventCallback");
  }
  check(clFlush(queue.cl.get()), "clFlush");
}

} // namespace detail
} // namespace lw1
} // namespace sycl
