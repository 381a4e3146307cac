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
#include "queues/queue.h"
#include "queues/route.h"
#include "semaphores/descriptor_waits.h"
#include "semaphores/semaphore.h"

#include <pthread.h>

namespace cl {
namespace {

template <typename... T> struct Slabs {
  static void hold() { (Slab<T>::instance().hold(), ...); }
  static void let_go() { (Slab<T>::instance().let_go(), ...); }
  static void forget() { (Slab<T>::instance().forget(), ...); }
};
using OfTheParent = Slabs<Context, Queue, Event, Buffer, Sampler, Program, Kernel, CommandBuffer,
                          RecordedLaunch, Semaphore>;
using Lasting = Slabs<Platform, Device>;

template <typename Use> void each_routes(Use&& use) {
  Slab<Device>::instance().each([&](Device& device) {
    if (!device.parent) {
      use(device.routes);
    }
  });
}

// In the order in which calls nest the locks: platforms, routes and their batches, slabs. The
// device's own locks are inside these, and its handlers run after ours.
void before_fork() {
  hold_platforms();
  Lasting::hold();
  each_routes([](Routes& routes) { routes.hold(); });
  OfTheParent::hold();
  Slab<Batch>::instance().hold();
  Background::variants().hold();
  Background::builds().hold();
  DescriptorWaits::instance().hold();
}

void let_go() {
  DescriptorWaits::instance().let_go();
  Background::builds().let_go();
  Background::variants().let_go();
  Slab<Batch>::instance().let_go();
  OfTheParent::let_go();
  each_routes([](Routes& routes) { routes.let_go(); });
  Lasting::let_go();
  let_go_of_platforms();
}

void in_child() {
  Background::variants().forget();
  Background::builds().forget();
  DescriptorWaits::instance().forget();
  OfTheParent::forget();
  each_routes([](Routes& routes) { routes.forget_batches(); });
  let_go();
}

/// After the targets' handlers (their priority is 101), which makes ours run before theirs.
[[gnu::constructor(102)]] void register_handlers() {
  // Without memory for it, forking is as it is for programs that do nothing about it.
  static_cast<void>(pthread_atfork(before_fork, let_go, in_child));
}

} // namespace
} // namespace cl
