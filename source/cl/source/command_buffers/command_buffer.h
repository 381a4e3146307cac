// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_command_buffer. A command buffer is a list of checked commands, each with the objects that
// it refers to and the commands that it waits for. Finalizing divides it into parts (part.h), one
// if it is for one queue, and makes an instance of each: a mux command buffer, which an enqueue
// dispatches as it is. Parts of several queues wait for each other as commands do: by events. There
// are as many instances as enqueues that run at the same time. Arguments and sizes of launches are
// constant states and can differ between instances: an update makes new states of the launches that
// it names, an enqueue takes the states that are current at its time, and an instance is updated
// before it serves an enqueue with other states.
#ifndef CL_COMMAND_BUFFERS_COMMAND_BUFFER_H
#define CL_COMMAND_BUFFERS_COMMAND_BUFFER_H

#include "command_buffers/part.h"
#include "queues/queue.h"

#include <mutex>

namespace cl {

struct Recording;

/// The parameters of clCreateCommandBufferKHR.
struct CommandBufferProperties {
  cl_command_buffer_flags_khr flags = 0;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  std::vector<cl_command_buffer_properties_khr> list; ///< as given, with the closing 0, or empty
};

class CommandBuffer {
public:
  using handle_type = cl_command_buffer_khr;
  static constexpr uint32_t magic = 0x636d6462;
  static constexpr cl_int invalid = CL_INVALID_COMMAND_BUFFER_KHR;
  [[nodiscard]] const Queue& made_from() const { return *queues.front(); }

  /// `in_queues`: at least one, all of one context.
  CommandBuffer(std::vector<retained<Queue>> in_queues, CommandBufferProperties in_properties)
      : queues(std::move(in_queues)), properties(std::move(in_properties)),
        recorded(queues.size()) {}

  [[nodiscard]] Context& context() const { return *queues.front()->context; }

  [[nodiscard]] bool is_mutable() const { return properties.flags & CL_COMMAND_BUFFER_MUTABLE_KHR; }
  /// CL_COMMAND_BUFFER_STATE_KHR.
  [[nodiscard]] cl_command_buffer_state_khr state() const;

  // Recording. All throw std::bad_alloc, and then nothing has changed.

  /// CL_INVALID_OPERATION if it is finalized, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  [[nodiscard]] cl_int check_recording(cl_uint count, const cl_sync_point_khr* list) const;
  /// Appends a command; of `what` only its part in the order counts.
  [[nodiscard]] cl_int add(const Recording& recording, const Command& what,
                           std::span<Reference> references, RecordFunction record);
  /// Appends a launch.
  [[nodiscard]] cl_int add(const Recording& recording, const retained<RecordedLaunch>& launch,
                           std::shared_ptr<const LaunchState> first);
  [[nodiscard]] cl_int finalize();
  /// clRemapCommandBufferKHR: copies all commands, for queues of the same number, into this command
  /// buffer, which is new; then it is in the other's state.
  [[nodiscard]] cl_int copy_from(const CommandBuffer& other);

  /// The last state of one of its launches.
  [[nodiscard]] std::shared_ptr<const LaunchState>
  current_state(const RecordedLaunch& launch) const;

  // When it is finalized.

  /// The states of all launches; they stay as they are.
  [[nodiscard]] std::shared_ptr<const LaunchStates> current_states() const;
  /// The same, or null if it cannot be enqueued.
  [[nodiscard]] std::shared_ptr<const LaunchStates> executable_states() const;
  /// Updates the states of launches for later enqueues. Throws std::bad_alloc, and then nothing has
  /// changed.
  [[nodiscard]] cl_int update(std::shared_ptr<const LaunchStates> next);

  [[nodiscard]] std::span<const Part> all_parts() const { return parts; }
  /// An instance of a part in the wanted states, for the caller alone until `give_back`.
  [[nodiscard]] expected<Instance*> take(uint32_t part,
                                         const std::shared_ptr<const LaunchStates>& wanted);
  void give_back(uint32_t part, Instance& instance) noexcept;

  /// A launch by its number, or null.
  [[nodiscard]] RecordedLaunch* launch(size_t number) const;

  const std::vector<retained<Queue>> queues; ///< for which it is recorded
  const CommandBufferProperties properties;

private:
  [[nodiscard]] cl_int append(const Recording& recording, const Command& what,
                              RecordedCommand&& command);
  [[nodiscard]] cl_int finalize_locked();
  [[nodiscard]] expected<std::unique_ptr<Instance>>
  make_instance(const Part& part, const std::shared_ptr<const LaunchStates>& wanted) const;
  /// One for each part.
  [[nodiscard]] expected<std::vector<std::unique_ptr<Instance>>>
  make_instances(const std::shared_ptr<const LaunchStates>& wanted) const;
  void add_instances(std::vector<std::unique_ptr<Instance>> made);

  /// The most unused instances that are kept.
  static constexpr size_t max_idle = 8;

  /// The commands recorded for one of the queues.
  struct Recorded {
    std::vector<mux_sync_point_t> commands; ///< by their numbers
    // Out of order: the commands that a barrier waits for, and the last one.
    size_t after_barrier = 0; ///< the first of `commands` since
    bool has_barrier = false;
  };
  void add_implicit_waits(const Command& what, RecordedCommand& command) const;

  mutable std::mutex lock; ///< protects what follows
  // Constant from finalize on.
  std::vector<RecordedCommand> commands;
  std::vector<RecordedLaunch*> launches; ///< among them
  std::vector<Part> parts;               ///< except for their instances
  // Until then.
  std::vector<std::shared_ptr<const LaunchState>> first_states; ///< of the launches
  std::vector<Recorded> recorded;                               ///< by queue
  bool is_finalized = false;

  std::shared_ptr<const LaunchStates> states; ///< of enqueues to come
  bool is_executable = false;
};

/// The queues of a list that is not empty: CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT if they are
/// not all of one context.
[[nodiscard]] expected<std::vector<retained<Queue>>>
find_queues(std::span<const cl_command_queue> handles);

/// The parameters that all clCommand*KHR have in common.
struct RecordingArguments {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const cl_command_properties_khr* properties;
  cl_uint count;
  const cl_sync_point_khr* list;
  cl_sync_point_khr* sync_point;
  cl_mutable_command_khr* mutable_handle;
};

/// A command on its way into a command buffer.
struct Recording {
  CommandBuffer& buffer;
  uint32_t queue;                               ///< which of the command buffer's
  std::span<const cl_sync_point_khr> wait_list; ///< checked
  cl_sync_point_khr* sync_point_ret;            ///< or null

  [[nodiscard]] Queue& own_queue() const { return *buffer.queues[queue]; }
};

/// The command buffer and the wait list of a clCommand*KHR, or the first error of its list that
/// does not depend on the command. `has_properties`: it may have properties and a handle.
[[nodiscard]] expected<Recording> check_recording(const RecordingArguments& given,
                                                  bool has_properties = false);

} // namespace cl

#endif
