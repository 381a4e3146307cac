// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job.h"

#include "compiler/module.h"
#include "once.h"

#include <csetjmp>
#include <cstdio>
#include <llvm/Support/ErrorHandling.h>
#include <mutex>
#include <pthread.h>

namespace compiler {
namespace {

/// Deeply nested sources recurse deeply in Clang; only what is touched costs memory.
constexpr size_t stack_size = size_t(256) << 20;

struct Job {
  const uint8_t* request;
  size_t request_size;
  lanewise_compiler_sink sink;
  void* user;

  jmp_buf leave;
  /// Why the job was left. The text is kept here, because there may be no memory.
  Status reason = Status::internal_error;
  char message[512] = {};
};

thread_local Job* current_job = nullptr;

/// Called by LLVM instead of ending the process. The job's objects are left as they are: what broke
/// may be any of them. The jump crosses no frame of ours but the job's own.
void leave_job(const char* message, Status reason) {
  Job* job = current_job;
  if (!job) {
    return;
  }
  std::snprintf(job->message, sizeof job->message, "error: the compiler failed: %s\n", message);
  job->reason = reason;
  std::longjmp(job->leave, 1);
}

void install_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(
        [](void*, const char* message, bool) { leave_job(message, Status::failure); });
    llvm::install_bad_alloc_error_handler(
        [](void*, const char* message, bool) { leave_job(message, Status::out_of_memory); });
    // The handler of this library's own operator new: libstdc++ is linked into it.
    llvm::install_out_of_memory_new_handler();
  });
}

void answer(const Job& job, const Response& response) {
  const binary::bytes data = write(response);
  current_job = nullptr; // the sink is not ours
  job.sink(job.user, data.data(), data.size());
}

void run(const Job& job) {
  const auto request = read_request({job.request, job.request_size});
  answer(job, request ? run_request(*request)
                      : refusal(Status::internal_error, "error: " + request.error() + "\n"));
}

void* run_on_thread(void* argument) {
  auto& job = *static_cast<Job*>(argument);
  current_job = &job;
  if (setjmp(job.leave) == 0) {
    run(job);
  } else {
    abandon_initialisations();
    if (setjmp(job.leave) == 0) {
      answer(job, refusal(job.reason, job.message));
    } else {
      abandon_initialisations();
      job.sink(job.user, nullptr, 0);
    }
  }
  current_job = nullptr;
  return nullptr;
}

} // namespace

void leave_job_without_memory() { leave_job("out of memory", Status::out_of_memory); }

void run_job(const uint8_t* request, size_t size, lanewise_compiler_sink sink, void* user) {
  install_handlers();
  Job job = {request, size, sink, user, {}, Status::internal_error, {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, run_on_thread, &job);
  pthread_attr_destroy(&attributes);
  if (failed) {
    sink(user, nullptr, 0); // no thread, or no memory for its stack
    return;
  }
  pthread_join(thread, nullptr);
}

} // namespace compiler
