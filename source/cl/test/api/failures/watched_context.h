// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TEST_API_FAILURES_WATCHED_CONTEXT_H
#define TEST_API_FAILURES_WATCHED_CONTEXT_H

#include "fixture.h"

#include <mutex>
#include <string>
#include <vector>

/// A context whose messages are kept, with a queue.
struct Watched {
  explicit Watched(cl_device_id device, cl_command_queue_properties properties = 0) {
    const auto notify = [](const char* text, const void*, size_t, void* self) {
      auto& watched = *static_cast<Watched*>(self);
      const std::lock_guard guard(watched.lock);
      watched.messages.emplace_back(text);
    };
    context = clCreateContext(nullptr, 1, &device, notify, this, nullptr);
    queue = clCreateCommandQueue(context, device, properties, nullptr);
  }
  std::vector<std::string> take() {
    const std::lock_guard guard(lock);
    return std::move(messages);
  }

  std::mutex lock;
  std::vector<std::string> messages;
  Owned<cl_context> context;
  Owned<cl_command_queue> queue;
};

#endif
