// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver across fork (doc/process.md). A fork waits until no other thread holds one of the
// locks that all objects share. In the child platforms and devices are as they were, and devices
// start anew (the target's part); the handles of everything else are dead: another thread may have
// been in the middle of changing the object, and what had been enqueued would never end.
#include "background.h"
#include "command_buffers/command_buffer.h"
#include "kernels/kernel.h"
#include "memory/buffer.h"
#include "memory/sampler.h"
#include "platform/platform.h"
#include "queues/mux_queue.h"
#include "queues/queue.h"
#include "semaphores/descriptor_waits.h"
#include "semaphores/semaphore.h"

#include <pthread.h>

namespace cl {
namespace {

template <typename... T> struct Slabs {
  static void lock_for_fork() { (Slab<T>::instance().lock_for_fork(), ...); }
  static void unlock_after_fork() { (Slab<T>::instance().unlock_after_fork(), ...); }
  static void forget() { (Slab<T>::instance().forget(), ...); }
};
using OfTheParent = Slabs<Context, Queue, Event, Buffer, Sampler, Program, Kernel, CommandBuffer,
                          RecordedLaunch, Semaphore>;
using Lasting = Slabs<Platform, Device>;

/// Of devices that last. A sub-device may be about to go meanwhile, and its parent with it; what
/// root() gives stays until the slot is used anew, which the slab's lock prevents.
template <typename Use> void each_mux_queues(Use&& use) {
  Slab<Device>::instance().each([&](Device& device) {
    if (&device.root() == &device) {
      use(device.mux_queues);
    }
  });
}

// In the order in which calls nest the locks: platforms, queues of mux and their batches, slabs.
// The device's own locks are inside these, and its handlers run after ours.
void before_fork() {
  lock_platforms_for_fork();
  Lasting::lock_for_fork();
  each_mux_queues([](MuxQueues& mux_queues) { mux_queues.lock_for_fork(); });
  OfTheParent::lock_for_fork();
  Slab<Batch>::instance().lock_for_fork();
  Background::variants().lock_for_fork();
  Background::builds().lock_for_fork();
  Background::waits().lock_for_fork();
  DescriptorWaits::instance().lock_for_fork();
}

void after_fork() {
  DescriptorWaits::instance().unlock_after_fork();
  Background::waits().unlock_after_fork();
  Background::builds().unlock_after_fork();
  Background::variants().unlock_after_fork();
  Slab<Batch>::instance().unlock_after_fork();
  OfTheParent::unlock_after_fork();
  each_mux_queues([](MuxQueues& mux_queues) { mux_queues.unlock_after_fork(); });
  Lasting::unlock_after_fork();
  unlock_platforms_after_fork();
}

void in_child() {
  Background::variants().forget();
  Background::builds().forget();
  Background::waits().forget();
  DescriptorWaits::instance().forget();
  OfTheParent::forget();
  each_mux_queues([](MuxQueues& mux_queues) { mux_queues.forget_batches(); });
  after_fork();
}

/// After the targets' handlers (their priority is 101), which makes ours run before theirs.
[[gnu::constructor(102)]] void register_handlers() {
  // If there is no memory to register these, a fork is not handled.
  static_cast<void>(pthread_atfork(before_fork, after_fork, in_child));
}

} // namespace
} // namespace cl
