// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_QUEUES_ROUTE_H
#define CL_QUEUES_ROUTE_H

#include "queues/batch.h"

#include <memory>
#include <optional>
#include <span>

namespace cl {

/// The way of commands to a mux device: a queue there, and the command buffers used with it.
struct Route {
  Route(mux_device_t in_mux, mux_queue_t in_queue) : mux(in_mux), queue(in_queue) {}

  const mux_device_t mux;
  const mux_queue_t queue; ///< null if the device has none to give
  BatchPool batches;
};

/// The routes to one mux device. Each is made when it is first wanted and stays: the last reference
/// to a sub-device can go in a completion callback, where nobody may wait for a queue to be at
/// rest; and programs partition in the same way again. Thread safe.
class Routes {
public:
  explicit Routes(mux_device_t in_mux);

  /// To all of the device.
  Route& whole() { return root; }
  /// To some of its compute units; `bound`, `priority`: as in mux_queue_info_t. Null if the device
  /// gives no queue. Throws std::bad_alloc.
  Route* part(std::span<const uint32_t> units, bool bound,
              mux_queue_priority_e priority = mux_queue_priority_normal);

  // For a fork (fork.cpp): the locks, and with them held, in the child:
  void hold();
  void let_go();
  void forget_batches();

private:
  template <typename Use> void each_pool(Use&& use) {
    use(root.batches);
    for (const Part& part : parts) {
      use(part.route->batches);
    }
  }

  struct Part {
    std::vector<uint32_t> units;
    bool bound;
    mux_queue_priority_e priority;
    std::unique_ptr<Route> route;
  };

  Route root;
  std::mutex lock; ///< protects `parts`
  std::vector<Part> parts;
};

} // namespace cl

#endif
