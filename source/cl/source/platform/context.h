// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PLATFORM_CONTEXT_H
#define CL_PLATFORM_CONTEXT_H

#include "memory/allocations.h"
#include "platform/device.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cl {

/// A context. Everything in it but whether it is lost and its callbacks is constant from its
/// creation on; any thread may use it.
class Queue;

class Context {
public:
  using handle_type = cl_context;
  static constexpr uint32_t magic = 0x636f6e74;
  static constexpr cl_int invalid = CL_INVALID_CONTEXT;
  [[nodiscard]] const Device& made_from() const { return *devices.front(); }
  using Notify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

  Context(std::vector<Device*> in_devices, std::vector<cl_context_properties> in_properties,
          Notify function, void* data);

  /// Tells the application something about an error; call with no lock held.
  void notify(const std::string& message) const {
    if (notify_function) {
      notify_function(message.c_str(), nullptr, 0, notify_data);
    }
  }
  /// The same for important messages: they go to standard error if the application has no notify
  /// function.
  void tell(const std::string& message) const;
  /// Called when the context is deleted, the last one given first (clSetContextDestructorCallback).
  using Destructor = void(CL_CALLBACK*)(cl_context, void*);
  void on_destruction(Destructor function, void* data);
  ~Context();

  /// Called after a kernel was stopped for a fault: the contents of its memory cannot be trusted
  /// any more. Nothing is enqueued from then on, and clFinish returns an error.
  void mark_lost() const { lost.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_lost() const { return lost.load(std::memory_order_relaxed); }

  /// cl_khr_terminate_context: whether the application wants it to be possible.
  [[nodiscard]] bool can_terminate() const;
  /// From now on nothing can be created in it or enqueued; false if that was so already.
  /// `take_back` undoes it, for a caller that cannot finish.
  [[nodiscard]] bool mark_terminated() { return !terminated.exchange(true); }
  void take_back_termination() { terminated = false; }
  [[nodiscard]] bool is_terminated() const { return terminated; }
  /// CL_SUCCESS or CL_CONTEXT_TERMINATED_KHR.
  [[nodiscard]] cl_int check_alive() const {
    return is_terminated() ? CL_CONTEXT_TERMINATED_KHR : CL_SUCCESS;
  }

  [[nodiscard]] bool has(const Device& device) const;
  /// The value of a property that the application gave, or null.
  [[nodiscard]] const cl_context_properties* property(cl_context_properties name) const;
  /// The device that the context's memory belongs to: of several mux devices the one that shares
  /// the host's memory, which need not be in the context.
  [[nodiscard]] Device& memory_device() const { return *home; }
  /// The size of the largest memory object that one of its devices can have, in bytes.
  [[nodiscard]] uint64_t max_allocation_size() const;
  /// Whether it has devices of several mux devices. Then memory objects are copies, which move
  /// (copies/device_copies.h).
  [[nodiscard]] bool is_mixed() const { return !apart.empty(); }
  /// Whether kernels make images of handles (cl_lanewise_image_handle). A launch does not tell
  /// which they use, so that no images may have to move.
  [[nodiscard]] bool has_image_handles() const {
    return memory_device().info().image_handles && !is_mixed();
  }
  /// Where the memory of one of its devices is: 0 is the host's, others count from 1 in `apart`.
  [[nodiscard]] uint32_t place_of(const Device& device) const;
  /// Whether the device in one place copies straight from buffers of the one in another.
  [[nodiscard]] bool copies_directly(uint32_t to, uint32_t from) const;

  /// The default queue on a device, or null. Queues do not belong to their context: it forgets
  /// those that are gone.
  [[nodiscard]] retained<Queue> default_queue(const Device& device) const;
  /// Throws std::bad_alloc.
  void set_default_queue(const Device& device, Queue* queue);
  /// Makes `queue` the default queue unless there is one; gives the default queue. Throws
  /// std::bad_alloc.
  [[nodiscard]] retained<Queue> offer_default_queue(const Device& device, retained<Queue> queue);

  const std::vector<Device*> devices; ///< stay as long as the context does
  Device* const home;                 ///< `memory_device`
  const std::vector<Device*> apart;   ///< one for each mux device but that of `home`
  const std::vector<cl_context_properties> properties; ///< with the closing 0, or empty
  void* const notify_data;                             ///< the application's, for its callbacks
  Allocations allocations;                             ///< that are known by their address
  /// For moves between places: held while missing contents are found and until their moves are
  /// sent. Comes before all other locks.
  std::mutex moving;

private:
  std::vector<retained<Device>> kept; ///< of `devices`
  const Notify notify_function;
  mutable std::atomic<bool> lost = false;
  std::atomic<bool> terminated = false;
  mutable std::mutex lock; ///< protects what follows; a leaf
  std::vector<std::pair<Destructor, void*>> destructors;
  std::map<const Device*, weak<Queue>> default_queues;
};

/// For calls that make something in a context, which may be null: CL_INVALID_CONTEXT,
/// CL_CONTEXT_TERMINATED_KHR.
[[nodiscard]] cl_int check_context(const Context* context);

} // namespace cl

#endif
