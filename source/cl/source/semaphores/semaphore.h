// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Binary semaphores (cl_khr_semaphore), and those of them that are shared with others
// (cl_khr_external_semaphore with opaque_fd and sync_fd).
//
// A semaphore is one of two kinds:
//   - Of this process: waits and signals are paired in the order in which they are enqueued, when
//     the later one of a pair comes, and the wait's command depends on an event: of the signal's
//     command if that came first, else on a gate, an event of the semaphore's own, which the signal
//     ends when it is over. A signal that fails fails its wait. A descriptor that was imported as
//     sync_fd is such a signal, and one that is exported as sync_fd is such a wait.
//   - Shared by reference (opaque_fd): the state is an eventfd. A signal's command signals it; a
//     wait's command depends on an event that ends when the wait has taken the signal.
#ifndef CL_SEMAPHORES_SEMAPHORE_H
#define CL_SEMAPHORES_SEMAPHORE_H

#include "descriptor.h"
#include "queues/event.h"
#include "semaphores/semaphore_properties.h"

#include <deque>
#include <memory>

namespace cl {

class Semaphore {
public:
  using handle_type = cl_semaphore_khr;
  static constexpr uint32_t magic = 0x73656d61;
  static constexpr cl_int invalid = CL_INVALID_SEMAPHORE_KHR;
  [[nodiscard]] const Context& made_from() const { return *context; }

  Semaphore(retained<Context> in_context, SemaphoreProperties in_properties)
      : context(std::move(in_context)), properties(std::move(in_properties)) {}

  /// Not for others while it is being made: takes its import handle over, or makes its eventfd.
  /// Throws std::bad_alloc or std::system_error, and then the import handle is not taken.
  void open();
  /// Takes over another descriptor of a fence, -1 for one that is signalled, in place of whatever
  /// signal there was (clReImportSemaphoreSyncFdKHR). Throws as `open`.
  void import_fence(int descriptor);

  /// Takes the signal that a wait which comes now waits for: an event that ends with it. Follow it
  /// by `waits` when the command is enqueued, by `put_back` if it could not be.
  [[nodiscard]] retained<Event> next_signal();
  void waits(const retained<Event>& signal);
  void put_back(const retained<Event>& signal);
  /// `command` is enqueued and signals this semaphore when it is over.
  void signalled_by(const retained<Event>& command);
  /// No signal will come any more; commands that wait for one fail.
  void abandon();

  /// CL_SEMAPHORE_PAYLOAD_KHR: a signal is over and no wait for it has been enqueued.
  [[nodiscard]] bool is_signalled() const;
  [[nodiscard]] bool usable_on(const Device& device) const;

  /// Another descriptor of the shared object, for the application (clGetSemaphoreHandleForTypeKHR);
  /// as sync_fd that is a wait. Throws as `open`.
  [[nodiscard]] int export_handle();

  const retained<Context> context;
  const SemaphoreProperties properties;
  /// The eventfd that it shares by reference; null if it is of this process.
  [[nodiscard]] const std::shared_ptr<const Descriptor>& shared() const { return eventfd; }

private:
  std::shared_ptr<const Descriptor> eventfd; ///< constant once open
  mutable std::mutex lock;                   ///< protects what follows; a leaf
  std::deque<retained<Event>> signals;       ///< that no wait has taken, the first one first
  std::deque<retained<Event>> gates;         ///< of waits whose signals are yet to come
};

} // namespace cl

#endif
