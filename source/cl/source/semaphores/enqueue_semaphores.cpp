// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR.
#include "enqueue/target.h"
#include "semaphores/semaphore.h"

namespace cl {
namespace {

using Semaphores = std::vector<retained<Semaphore>>;

expected<Semaphores> check_semaphores(const Queue& queue,
                                      std::span<const cl_semaphore_khr> handles) {
  if (handles.empty() || !handles.data()) {
    return fail(CL_INVALID_VALUE);
  }
  Semaphores semaphores;
  for (const cl_semaphore_khr handle : handles) {
    Semaphore* semaphore = lookup<Semaphore>(handle);
    if (!semaphore) {
      return fail(CL_INVALID_SEMAPHORE_KHR);
    }
    const bool usable = semaphore->usable_on(queue.device);
    if (const cl_int error = check_usable(queue, *semaphore->context, usable)) {
      return fail(error);
    }
    semaphores.emplace_back(semaphore);
  }
  return semaphores;
}

/// Calls body(target, semaphores) if everything about the call is right.
template <typename Body>
cl_int on_semaphores(cl_command_queue queue, std::span<const cl_semaphore_khr> handles,
                     cl_uint count, const cl_event* list, cl_event* event, Body&& body) {
  return on_queue(queue, count, list, event, [&](const Target& target) -> cl_int {
    const auto semaphores = check_semaphores(*target.queue, handles);
    if (!semaphores) {
      return semaphores.error();
    }
    if (has_failed(target.wait_list)) {
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return body(target, *semaphores);
  });
}

std::vector<Reference> references_to(const Semaphores& semaphores) {
  std::vector<Reference> references;
  for (const auto& semaphore : semaphores) {
    references.emplace_back(semaphore.get());
  }
  return references;
}

/// The signals that a wait has taken: put back unless it is enqueued.
class TakenSignals {
public:
  explicit TakenSignals(const Semaphores& of) : semaphores(of) {
    signals.reserve(of.size());
    for (const auto& semaphore : semaphores) {
      signals.push_back(semaphore->next_signal());
    }
  }
  ~TakenSignals() {
    for (size_t i = 0; i < signals.size(); ++i) {
      semaphores[i]->put_back(signals[i]);
    }
  }
  TakenSignals(const TakenSignals&) = delete;
  TakenSignals& operator=(const TakenSignals&) = delete;

  void enqueued() {
    for (size_t i = 0; i < signals.size(); ++i) {
      semaphores[i]->waits(signals[i]);
    }
    signals.clear();
  }
  void add_to(std::vector<cl_event>& list) const {
    for (const auto& signal : signals) {
      list.push_back(handle_of(signal.get()));
    }
  }

private:
  const Semaphores& semaphores;
  std::vector<retained<Event>> signals;
};

cl_int enqueue_wait(const Target& target, const Semaphores& semaphores) {
  std::vector<Reference> references = references_to(semaphores);
  std::vector<cl_event> list(target.wait_list.begin(), target.wait_list.end());
  TakenSignals signals(semaphores);
  signals.add_to(list);
  const Command command{
      .type = CL_COMMAND_SEMAPHORE_WAIT_KHR, .wait_list = list, .event_ret = target.event_ret};
  const cl_int status = target.queue->enqueue(command, references, record_nothing);
  if (status == CL_SUCCESS) {
    signals.enqueued();
  }
  return status;
}

/// The eventfds that a command signals.
using Eventfds = std::vector<std::shared_ptr<const Descriptor>>;

void signal_all(mux_queue_t, mux_command_buffer_t, void* user_data) {
  for (const auto& eventfd : *static_cast<const Eventfds*>(user_data)) {
    eventfd->signal();
  }
}

cl_int enqueue_signal(const Target& target, const Semaphores& semaphores) {
  std::vector<Reference> references = references_to(semaphores);
  auto made = std::make_unique<Eventfds>();
  for (const auto& semaphore : semaphores) {
    if (semaphore->shared()) {
      made->push_back(semaphore->shared());
    }
  }
  Eventfds* eventfds = made.get();
  references.emplace_back(std::move(made));
  cl_event handle = nullptr;
  const Command command{
      .type = CL_COMMAND_SEMAPHORE_SIGNAL_KHR, .wait_list = target.wait_list, .event_ret = &handle};
  const cl_int status =
      target.queue->enqueue(command, references, [&](auto commands, auto* info, auto* sync_point) {
        return muxCommandUserCallback(commands, signal_all, eventfds, info, sync_point);
      });
  if (status != CL_SUCCESS) {
    return status;
  }
  const retained<Event> event(lookup<Event>(handle));
  static_cast<void>(api_release<Event>(handle)); // the application gets one of its own
  for (const auto& semaphore : semaphores) {
    semaphore->signalled_by(event);
  }
  // Others wait for it, and a queue that is not flushed keeps its commands.
  target.queue->flush();
  if (target.event_ret) {
    *target.event_ret = hand_out(event);
  }
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

// Binary semaphores have no payloads.

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue queue, cl_uint num_semaphores,
                                              const cl_semaphore_khr* semaphores,
                                              const cl_semaphore_payload_khr*, cl_uint count,
                                              const cl_event* list, cl_event* event) {
  return on_semaphores(queue, {semaphores, num_semaphores}, count, list, event, enqueue_wait);
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue queue, cl_uint num_semaphores,
                                                const cl_semaphore_khr* semaphores,
                                                const cl_semaphore_payload_khr*, cl_uint count,
                                                const cl_event* list, cl_event* event) {
  return on_semaphores(queue, {semaphores, num_semaphores}, count, list, event, enqueue_signal);
}
