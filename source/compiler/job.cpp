// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job.h"

#include "compiler/module.h"
#include "fault/handlers.h"
#include "memory.h"
#include "once.h"

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <llvm/Support/ErrorHandling.h>
#include <mutex>
#include <new>
#include <pthread.h>

namespace compiler {
namespace {

/// Deeply nested sources recurse deeply in Clang; only what is touched costs memory.
constexpr size_t stack_size = size_t(256) << 20;

/// An overrun job goes on until it ends by itself, on its own thread; so many may at once. More are
/// waited for.
constexpr unsigned most_abandoned = 4;

/// What is tried, one after the other, if it takes too long. The last only says so.
enum class Attempt { optimised, not_optimised, give_up };

/// One request on its thread. Whoever is last frees it: the caller, or the thread once the caller
/// has abandoned it.
struct Job {
  enum class State { running, answering, abandoned };

  Job(const uint8_t* given, size_t size, Attempt how, lanewise_compiler_sink to, void* to_user)
      : request(given), request_size(size), attempt(how), sink(to), user(to_user) {}

  const uint8_t* request; ///< a copy behind the job, in the same block of memory
  size_t request_size;
  Attempt attempt;
  lanewise_compiler_sink sink;
  void* user;
  std::atomic<State> state = State::running;

  jmp_buf leave;
  /// Why the job was left. The text is kept here, because there may be no memory.
  Status reason = Status::internal_error;
  char message[512] = {};
};

std::atomic<unsigned> abandoned_jobs = 0;

/// Read by handlers of signals, which must not allocate: hence the model.
[[gnu::tls_model("initial-exec")]] thread_local Job* current_job = nullptr;

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

/// A crash on a job's thread, a used-up stack for one, ends the job like any fatal error. (What
/// locks were held stay so: later jobs may hang. LANEWISE_FAULTS=abort is for who would rather have
/// a core.) The thread does not live on, so that nothing has to be restored.
bool leave_job_by_signal(int signal, const siginfo_t& /*info*/, ucontext_t& /*thread*/) {
  if (current_job) {
    leave_job(signal == SIGSEGV ? "it crashed, maybe because the source is nested too deeply"
                                : "it crashed",
              Status::failure);
  }
  return false;
}

void begin() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(
        [](void*, const char* message, bool) { leave_job(message, Status::failure); });
    llvm::install_bad_alloc_error_handler(
        [](void*, const char* message, bool) { leave_job(message, Status::out_of_memory); });
    // The handler of this library's own operator new: libstdc++ is linked into it.
    llvm::install_out_of_memory_new_handler();
    fault::install(leave_job_by_signal);
    keep_freed_memory();
  });
}

/// Seconds that a job may take; 0 if there is no limit.
unsigned budget() {
  constexpr unsigned usual = 60;
  const char* wanted = std::getenv("LANEWISE_BUILD_SECONDS");
  if (!wanted || !*wanted) {
    return usual;
  }
  char* end = nullptr;
  const unsigned long seconds = std::strtoul(wanted, &end, 10);
  return *end ? usual : static_cast<unsigned>(std::min(seconds, 1'000'000ul));
}

/// Hands over an answer, if anybody still waits for it.
void hand_over(Job& job, const uint8_t* data, size_t size) {
  current_job = nullptr; // the sink is not ours
  auto running = Job::State::running;
  if (job.state.compare_exchange_strong(running, Job::State::answering)) {
    job.sink(job.user, data, size);
  }
}

void answer(Job& job, const Response& response) {
  const binary::bytes data = write(response);
  hand_over(job, data.data(), data.size());
}

Response respond(const Job& job) {
  if (job.attempt == Attempt::give_up) {
    return refusal(Status::failure, "error: the build took longer than " +
                                        std::to_string(budget()) +
                                        " s, also without optimisation (LANEWISE_BUILD_SECONDS)\n");
  }
  const auto request = read_request({job.request, job.request_size});
  if (!request) {
    return refusal(Status::internal_error, "error: " + request.error() + "\n");
  }
  if (job.attempt == Attempt::optimised) {
    return run_request(*request);
  }
  if (request->operation == Operation::specialize) {
    return refusal(Status::failure, "error: the variant took too long\n"); // there is other code
  }
  Response response = run_request(*request, false);
  response.log += "warning: optimisation took longer than " + std::to_string(budget()) +
                  " s; the program was built without (LANEWISE_BUILD_SECONDS)\n";
  response.repeatable = false; // another machine, or this one tomorrow, may be faster
  return response;
}

void run(Job& job) { answer(job, respond(job)); }

void free_job(Job* job) {
  job->~Job();
  std::free(job);
}

void* run_on_thread(void* argument) {
  auto& job = *static_cast<Job*>(argument);
  fault::give_handler_stack();
  current_job = &job;
  if (setjmp(job.leave) == 0) {
    run(job);
  } else {
    abandon_initialisations();
    if (setjmp(job.leave) == 0) {
      answer(job, refusal(job.reason, job.message));
    } else {
      abandon_initialisations();
      hand_over(job, nullptr, 0);
    }
  }
  current_job = nullptr;
  if (job.state == Job::State::abandoned) {
    --abandoned_jobs;
    free_job(&job);
  }
  return nullptr;
}

/// Waits for a thread's end, at most so many seconds from now.
bool join(pthread_t thread, unsigned seconds) {
  timespec end = {};
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += seconds;
  return pthread_timedjoin_np(thread, nullptr, &end) == 0;
}

/// False if it is answering already, or too many go on as it is.
bool abandon(Job& job) {
  auto running = Job::State::running;
  if (++abandoned_jobs <= most_abandoned &&
      job.state.compare_exchange_strong(running, Job::State::abandoned)) {
    return true;
  }
  --abandoned_jobs;
  return false;
}

/// Memory of malloc, which gives null without a job to leave.
Job* make_job(const uint8_t* request, size_t size, Attempt attempt, lanewise_compiler_sink sink,
              void* user) {
  void* memory = std::malloc(sizeof(Job) + size);
  if (!memory) {
    return nullptr;
  }
  auto* copy = static_cast<uint8_t*>(memory) + sizeof(Job);
  std::memcpy(copy, request, size);
  return ::new (memory) Job(copy, size, attempt, sink, user);
}

enum class Outcome { answered, overrun, impossible };

Outcome run_in_budget(const uint8_t* request, size_t size, Attempt attempt,
                      lanewise_compiler_sink sink, void* user) {
  Job* job = make_job(request, size, attempt, sink, user);
  if (!job) {
    return Outcome::impossible;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, run_on_thread, job);
  pthread_attr_destroy(&attributes);
  if (failed) {
    free_job(job); // no thread, or no memory for its stack
    return Outcome::impossible;
  }
  const unsigned seconds = budget();
  if (seconds == 0 || !join(thread, seconds)) {
    if (seconds != 0 && abandon(*job)) {
      pthread_detach(thread);
      return Outcome::overrun;
    }
    pthread_join(thread, nullptr);
  }
  free_job(job);
  return Outcome::answered;
}

} // namespace

void leave_job_without_memory() { leave_job("out of memory", Status::out_of_memory); }

void run_job(const uint8_t* request, size_t size, lanewise_compiler_sink sink, void* user) {
  begin();
  Outcome outcome = Outcome::overrun;
  for (const Attempt attempt : {Attempt::optimised, Attempt::not_optimised, Attempt::give_up}) {
    if (outcome == Outcome::overrun) {
      outcome = run_in_budget(request, size, attempt, sink, user);
    }
  }
  if (outcome != Outcome::answered) {
    sink(user, nullptr, 0);
  }
}

} // namespace compiler
