// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.h"

#include <cstdlib>
#include <utility>

CUctx_st::CUctx_st() : legacy(std::make_unique<CUstream_st>(*this)) {}
CUctx_st::~CUctx_st() = default;

CUresult CUctx_st::begin_call() {
  static const char* const number = std::getenv("FAKE_CUDA_FAULT_AT");
  static const uint64_t fault_at = number != nullptr ? std::strtoull(number, nullptr, 10) : 0;
  static std::atomic<uint64_t> calls = 0;
  if (++calls == fault_at) {
    failure = cuda::cuda_error_illegal_address;
  }
  return failure;
}

CUstream_st::~CUstream_st() {
  {
    const std::lock_guard held(lock);
    stops = true;
    changed.notify_all();
  }
  thread.join();
}

CUresult CUstream_st::add(Action action) {
  if (const CUresult failed = context.begin_call(); failed != cuda::cuda_success) {
    return failed;
  }
  const std::lock_guard held(lock);
  actions.push_back(std::move(action));
  changed.notify_all();
  return cuda::cuda_success;
}

CUresult CUstream_st::synchronize() {
  static_cast<void>(context.begin_call());
  std::unique_lock held(lock);
  changed.wait(held, [&] { return actions.empty() && !busy; });
  return context.failure;
}

CUresult CUstream_st::query() {
  if (const CUresult failed = context.begin_call(); failed != cuda::cuda_success) {
    return failed;
  }
  const std::lock_guard held(lock);
  return actions.empty() && !busy ? cuda::cuda_success : cuda::cuda_error_not_ready;
}

void CUstream_st::run() {
  std::unique_lock held(lock);
  for (;;) {
    changed.wait(held, [&] { return stops || !actions.empty(); });
    if (actions.empty()) {
      return;
    }
    const Action action = std::move(actions.front());
    actions.pop_front();
    busy = true;
    held.unlock();
    if (context.failure == cuda::cuda_success) {
      action();
    }
    held.lock();
    busy = false;
    changed.notify_all();
  }
}

CUresult CUevent_st::record(CUstream_st& stream) {
  const uint64_t number = recorded.fetch_add(1) + 1;
  return stream.add([this, number] {
    time = std::chrono::steady_clock::now().time_since_epoch().count();
    happened = number;
  });
}

CUresult CUevent_st::hold(CUstream_st& stream) const {
  return stream.add([this, number = recorded.load()] {
    while (happened < number && context.failure == cuda::cuda_success) {
      std::this_thread::yield();
    }
  });
}

CUresult CUevent_st::query() const {
  if (const CUresult failed = context.begin_call(); failed != cuda::cuda_success) {
    return failed;
  }
  return happened == recorded ? cuda::cuda_success : cuda::cuda_error_not_ready;
}
