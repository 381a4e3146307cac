// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Submissions of executable graphs: the command buffer of each stage, and its host tasks after it.
#include "graphs/executable.h"
#include "memory/buffers.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// Runs the host tasks of a stage, in the order of the plan.
void run_tasks(queue_impl& queue, const graph_program& program, size_t stage) {
  for (const size_t place : program.host_tasks[stage]) {
    try {
      std::get<host_command>(program.plan[place].content->command).task();
    } catch (...) {
      queue.add_error(std::current_exception());
    }
  }
}

/// The uses as a command group has them. Throws errc::feature_not_supported if a buffer's memory
/// has moved, as kernels have its address.
std::vector<command_group::use> uses_of(const graph_program& program) {
  std::vector<command_group::use> uses;
  for (const node_use& one : program.uses) {
    if (buffer_memory(one.buffer.get()) != one.memory) {
      throw exception(make_error_code(errc::feature_not_supported),
                      "a buffer has moved since the graph was made: another context has used it, "
                      "or where it writes back has changed");
    }
    uses.push_back({static_cast<buffer_impl*>(one.buffer.get()), one.mode});
  }
  return uses;
}

/// Enqueues the stages one after the other.
class Submission {
public:
  Submission(queue_impl& to, std::shared_ptr<const graph_program> of)
      : queue(to), program(std::move(of)) {}

  /// The event of the last part. The caller has the queue remember it.
  ref<event_impl> run(const std::vector<ref<event_impl>>& after) {
    for (size_t stage = 0; stage < program->commands.size(); ++stage) {
      run_commands(stage, after);
      if (!program->host_tasks[stage].empty()) {
        run_host_tasks(stage, after);
      }
    }
    if (parts.empty()) { // nothing but joins
      add(event_of(enqueue_nothing(queue, wait_list(queue, after))));
    }
    keep_times();
    return parts.back();
  }

  /// Null: nothing has been enqueued.
  ref<event_impl> last_part() const { return parts.empty() ? ref<event_impl>() : parts.back(); }

private:
  ref<event_impl> event_of(cl_event take) const {
    return ref<event_impl>::adopt(new event_impl(ref<queue_impl>::share(&queue), take));
  }

  /// The events that the next part waits for.
  std::vector<ref<event_impl>> before(const std::vector<ref<event_impl>>& after) const {
    return parts.empty() ? after : std::vector{parts.back()};
  }

  void run_commands(size_t stage, const std::vector<ref<event_impl>>& after) {
    const recorded_commands& commands = *program->commands[stage];
    if (!commands.is_empty()) {
      add(event_of(commands.enqueue(queue, wait_list(queue, before(after))).take()));
    }
  }

  void run_host_tasks(size_t stage, const std::vector<ref<event_impl>>& after) {
    wait_list waits(queue, before(after));
    auto done = user_event(queue);
    done->is_host_task = true;
    add(done);
    run_host_task(queue, std::move(waits), done,
                  [to = ref<queue_impl>::share(&queue), all = program, stage] {
                    run_tasks(*to, *all, stage);
                  });
  }

  void add(ref<event_impl> made) {
    made->of_graph = std::make_unique<graph_part>();
    if (!parts.empty()) {
      queue.remember(parts.back()); // it may fail
    }
    parts.push_back(std::move(made));
  }

  /// The times of several parts are those of the first and the last one on the device.
  void keep_times() {
    if (parts.size() == 1) {
      return;
    }
    graph_part& whole = *parts.back()->of_graph;
    for (const auto& one : parts) {
      if (!one->is_host_task) {
        whole.last = shared(one->cl);
        if (!whole.first) {
          whole.first = shared(one->cl);
        }
      }
    }
  }
  static owned_event shared(const owned_event& one) {
    check(clRetainEvent(one.get()), "clRetainEvent");
    return owned_event(one.get());
  }

  queue_impl& queue;
  const std::shared_ptr<const graph_program> program;
  std::vector<ref<event_impl>> parts;
};

} // namespace

ref<event_impl> executable_graph::submit(command_group& group) {
  queue_impl& queue = group.queue;
  check_place(*queue.context_of, *queue.device_of);
  const std::lock_guard lock(mutex);
  buffer_locks locks(uses_of(*program));
  std::vector<ref<event_impl>> after = group.after;
  locks.collect(queue, [&](const ref<event_impl>& one) { after.push_back(one); });
  if (last && last->status() > CL_COMPLETE) {
    after.push_back(last);
  }
  const auto order = queue.lock_order(); // it may have host tasks
  Submission submission(queue, program);
  ref<event_impl> made;
  try {
    made = submission.run(after);
  } catch (...) {
    if (submission.last_part()) { // which still runs
      last = submission.last_part();
      last->keep({program});
    }
    throw;
  }
  made->of_graph->has_times = options.has_profiling;
  for (const auto& one : after) {
    made->follow(*one);
  }
  made->depend_on(std::move(group.after));
  made->keep({program});
  made->keep(group.kept);
  queue.remember(made);
  locks.record(made);
  last = made;
  return made;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
