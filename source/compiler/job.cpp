// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job.h"

#include "compiler/module.h"

#include <csetjmp>
#include <llvm/Support/ErrorHandling.h>
#include <mutex>
#include <pthread.h>

namespace compiler {
namespace {

/// Deeply nested sources recurse deeply in Clang; only what is touched costs memory.
constexpr size_t stack_size = size_t(256) << 20;

struct Job {
  const Request& request;
  Response response;
  jmp_buf leave;
  Status reason = Status::internal_error;
};

thread_local Job* current_job = nullptr;

/// Called by LLVM instead of ending the process. The job's objects are left as they are: what broke
/// may be any of them. The jump crosses no frame of ours but the job's own.
void leave_job(const char* message, Status reason) {
  Job* job = current_job;
  if (!job) {
    return;
  }
  job->response.log = std::string("error: the compiler failed: ") + message + "\n";
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

void* run_on_thread(void* argument) {
  auto* job = static_cast<Job*>(argument);
  current_job = job;
  if (setjmp(job->leave) == 0) {
    job->response = run_request(job->request);
  } else {
    job->response.status = job->reason;
  }
  current_job = nullptr;
  return nullptr;
}

} // namespace

Response run_job(const Request& request) {
  install_handlers();
  Job job{request, {}, {}, Status::internal_error};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, run_on_thread, &job);
  pthread_attr_destroy(&attributes);
  if (failed) {
    return {Status::out_of_memory, "error: cannot start a compiler thread\n", {}};
  }
  pthread_join(thread, nullptr);
  return std::move(job.response);
}

} // namespace compiler
