// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target of an entry point's command: clEnqueue* adds it to a queue, clCommand*KHR to a command
// buffer that is being recorded. What an entry point checks, and what its command does, is the same
// for both, and is one function of a Target.
#ifndef CL_ENQUEUE_TARGET_H
#define CL_ENQUEUE_TARGET_H

#include "command_buffers/command_buffer.h"
#include "queues/queue.h"

namespace cl {

struct Target {
  Queue* queue;                         ///< of the command buffer, if it is recorded
  std::span<const cl_event> wait_list;  ///< checked (check_wait_list)
  cl_event* event_ret = nullptr;        ///< null if the application wants no event
  const Recording* recording = nullptr; ///< null if the command is enqueued

  /// Enqueues or records a command, whose wait list and event come from here; `references` are kept
  /// as long as it needs them. `record` is copied if it is recorded, and then called later: it
  /// holds values.
  template <typename Function>
  [[nodiscard]] cl_int submit(Command command, std::span<Reference> references,
                              const Function& record) const {
    if (recording) {
      return recording->buffer.add(*recording, command, references, record);
    }
    command.wait_list = wait_list;
    command.event_ret = event_ret;
    return queue->enqueue(command, references, record);
  }
};

/// Looks up the queue and the wait list of a clEnqueue*.
[[nodiscard]] expected<Target> check_target(cl_command_queue handle, cl_uint count,
                                            const cl_event* list, cl_event* event = nullptr);

/// Whether commands on `queue` may use an object of `context` that is for some devices only, the
/// queue's among them if it is `usable`: CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT.
[[nodiscard]] cl_int check_usable(const Queue& queue, const Context& context, bool usable);

/// Calls body(target) with the queue and the wait list of a clEnqueue*, if they are right.
template <typename Body>
cl_int on_queue(cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event,
                Body&& body) {
  return guarded([&]() -> cl_int {
    const auto target = check_target(queue, count, list, event);
    return target ? body(*target) : target.error();
  });
}

/// Checks the parameters that all clCommand*KHR share, and calls body(target).
template <typename Body> cl_int on_command_buffer(const RecordingArguments& given, Body&& body) {
  return guarded([&]() -> cl_int {
    const auto recording = check_recording(given);
    if (!recording) {
      return recording.error();
    }
    return body(Target{&recording->own_queue(), {}, nullptr, &*recording});
  });
}

} // namespace cl

#endif
