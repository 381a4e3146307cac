// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FAKE_DRIVER_STREAM_H
#define FAKE_DRIVER_STREAM_H

#include "driver/driver_api.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

using cuda::CUresult;

struct CUstream_st;
struct CUevent_st;

/// A context: once something has failed in it, nothing works any more.
struct CUctx_st {
  CUctx_st();
  ~CUctx_st();

  /// What a call in it is about to return, unless that is success. The call that
  /// FAKE_CUDA_FAULT_AT numbers finds that something has failed.
  [[nodiscard]] CUresult begin_call();

  std::atomic<CUresult> failure = cuda::cuda_success;
  std::mutex lock;                                 ///< protects what follows
  std::vector<std::unique_ptr<CUevent_st>> events; ///< streams, which go first, use them
  std::vector<std::unique_ptr<CUstream_st>> streams;
  std::unique_ptr<CUstream_st> legacy;
};

/// Runs actions on a thread, one after another.
struct CUstream_st {
  using Action = std::function<void()>;

  explicit CUstream_st(CUctx_st& in_context) : context(in_context), thread([this] { run(); }) {}
  ~CUstream_st();

  CUresult add(Action action);
  CUresult synchronize();
  [[nodiscard]] CUresult query();

  CUctx_st& context;

private:
  void run();

  std::mutex lock; ///< protects what follows
  std::condition_variable changed;
  std::deque<Action> actions;
  bool busy = false;
  bool stops = false;
  std::thread thread;
};

struct CUevent_st {
  using Time = std::chrono::steady_clock::time_point;
  CUevent_st(CUctx_st& in_context, bool in_tells_time)
      : tells_time(in_tells_time), context(in_context) {}

  CUresult record(CUstream_st& stream);
  /// Has a stream wait for what has been recorded until now.
  CUresult hold(CUstream_st& stream) const;
  [[nodiscard]] CUresult query() const;
  [[nodiscard]] Time when() const { return Time(Time::duration(time.load())); }

  const bool tells_time;

private:
  CUctx_st& context;
  std::atomic<uint64_t> recorded = 0, happened = 0; ///< how often
  std::atomic<Time::rep> time = 0;
};

#endif
