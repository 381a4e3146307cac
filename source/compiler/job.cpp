// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job.h"

#include "compiler/module.h"
#include "compiler_interface/budget.h"
#include "fault/handlers.h"
#include "job_thread.h"
#include "memory.h"
#include "one_time_initialization.h"
#include "parallel_compilation.h"

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
#include <sched.h>
#include <semaphore.h>
#include <span>
#include <sys/resource.h>
#include <unistd.h>

namespace compiler {
namespace {

/// An overrun job goes on until it ends by itself, on its own thread and with little priority; so
/// many may at once. More are waited for.
constexpr unsigned max_abandoned = 4;

/// The attempts at a job, one after the other if it takes too long. The last only reports that.
enum class Attempt { optimised, not_optimised, give_up };

/// One request on its thread. The last user frees it: the caller, or the thread once the caller
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
  std::atomic<pid_t> thread = 0;     ///< as the system numbers it, once it runs
  std::atomic<int64_t> of_parts = 0; ///< nanoseconds of processor time that its parts have had
  bool has_own_priority = false;     ///< the thread has, from now on
  bool has_run = false;              ///< to its end, and was not left

  jmp_buf leave;
  /// Why the job was left. The text is kept here, because there may be no memory.
  Status reason = Status::internal_error;
  char message[512] = {};
};

std::atomic<unsigned> abandoned_jobs = 0;

/// Read by handlers of signals, which must not allocate: so it has this model.
[[gnu::tls_model("initial-exec")]] thread_local Job* current_job = nullptr;

/// Called by LLVM instead of ending the process. The job's objects are left as they are, as any of
/// them may be broken. The jump crosses no frame of ours but the job's own.
void leave_job(const char* message, Status reason) {
  Job* job = current_job;
  if (!job) {
    return;
  }
  std::snprintf(job->message, sizeof job->message, "error: the compiler failed: %s\n", message);
  job->reason = reason;
  std::longjmp(job->leave, 1);
}

/// A crash on a job's thread, a used-up stack for one, ends the job like any fatal error. (Locks
/// that were held stay held: later jobs may hang. LANEWISE_FAULTS=abort gives a core file instead.)
/// The thread ends, so that nothing has to be restored.
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

/// Jobs that have not answered yet, except for those that only wait for jobs of their own.
std::atomic<int> working = 0;

/// The last thing that a job does: hands over an answer, if anybody still waits for it.
void hand_over(Job& job, const uint8_t* data, size_t size) {
  current_job = nullptr; // the sink is not ours
  --working;
  auto running = Job::State::running;
  if (job.state.compare_exchange_strong(running, Job::State::answering)) {
    job.sink(job.user, data, size);
  }
}

void answer(Job& job, const Response& response) {
  const binary::bytes data = write(response);
  hand_over(job, data.data(), data.size());
}

/// That this process may use.
int cpu_count() {
  cpu_set_t cpus;
  return sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
}

/// CPUs that this process may use and no job does.
unsigned idle_cpus() { return unsigned(std::max(cpu_count() - working, 0)); }

void run(Job& job);

void free_job(Job* job) {
  job->~Job();
  std::free(job);
}

bool run_on_thread(void* argument) {
  auto& job = *static_cast<Job*>(argument);
  fault::give_handler_stack();
  job.thread = gettid();
  current_job = &job;
  if (setjmp(job.leave) == 0) {
    run(job);
  } else {
    abandon_initializations();
    if (setjmp(job.leave) == 0) {
      answer(job, refusal(job.reason, job.message));
    } else {
      abandon_initializations();
      hand_over(job, nullptr, 0);
    }
  }
  const bool may_stay = job.has_run && !job.has_own_priority;
  if (job.state == Job::State::abandoned) {
    --abandoned_jobs;
    free_job(&job);
  }
  return may_stay;
}

/// Where there is one CPU, a variant leaves most of it to the application: a tenth, by which it is
/// ready in ten times the time that it takes alone, however busy the application is.
void share_only_cpu(const Request& request, Job& job) {
  // Steps of the nice value above the application's: ten of them divide the weight by nine.
  constexpr int tenth = 10, highest = 19;
  if (request.operation == Operation::specialize && cpu_count() == 1) {
    const int nice = getpriority(PRIO_PROCESS, id_t(getpid()));
    job.has_own_priority = true;
    setpriority(PRIO_PROCESS, id_t(gettid()), std::min(nice + tenth, highest));
  }
}

/// Lets others of the process, and of the machine, go first.
void lower_priority(pid_t thread) {
  constexpr int low = 15;
  if (thread != 0 && getpriority(PRIO_PROCESS, id_t(thread)) < low) {
    setpriority(PRIO_PROCESS, id_t(thread), low);
  }
}

/// False if it is answering already, or too many go on as it is.
bool abandon(Job& job) {
  const pid_t thread = job.thread; // afterwards the job may be gone
  auto running = Job::State::running;
  if (++abandoned_jobs <= max_abandoned &&
      job.state.compare_exchange_strong(running, Job::State::abandoned)) {
    lower_priority(thread);
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

/// False if there is no thread, or no memory for its stack.
bool start(Job& job, JobThread& thread) {
  ++working;
  const bool started = thread.start(run_on_thread, &job);
  working -= started ? 0 : 1;
  return started;
}

/// A job that another job waits for.
struct PartJob {
  Job* job = nullptr;
  JobThread thread;
  uint8_t* answer = nullptr; ///< of malloc; null if there was no memory
  size_t size = 0;
  sem_t* ended = nullptr; ///< counts the parts that have answered
};

/// On the part's thread, which is in no job any more.
void take_answer(void* user, const uint8_t* data, size_t size) {
  auto& part = *static_cast<PartJob*>(user);
  part.answer = static_cast<uint8_t*>(std::malloc(size));
  if (part.answer) {
    std::memcpy(part.answer, data, size);
    part.size = size;
  }
  sem_post(part.ended);
}

/// The time that the parts would take on an idle machine, as far as they have come.
std::chrono::nanoseconds used_by(std::span<const PartJob> parts) {
  std::chrono::nanoseconds longest = {}, all = {};
  for (const PartJob& part : parts) {
    const auto used = part.thread.used();
    longest = std::max(longest, used);
    all += used;
  }
  return std::max(longest, all / cpu_count());
}

/// True if a part has answered, false if the whole is no longer waited for.
bool wait_for_part(Job& whole, std::span<const PartJob> started, sem_t& ended) {
  while (whole.state != Job::State::abandoned) {
    whole.of_parts = used_by(started).count();
    timespec end = {};
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += 1;
    if (sem_clockwait(&ended, CLOCK_MONOTONIC, &end) == 0) {
      return true;
    }
  }
  return false;
}

/// Runs the parts, one at least and otherwise as many at once as CPUs are idle, and gives how many
/// have been started. Nothing in here may leave the job.
size_t run_all(Job& whole, std::span<PartJob> parts, sem_t& ended) {
  size_t started = 0, over = 0;
  bool possible = true;
  while (over < parts.size()) {
    while (possible && started < parts.size() && (started == over || idle_cpus() > 0)) {
      possible = parts[started].job && start(*parts[started].job, parts[started].thread);
      started += possible ? 1 : 0;
    }
    if (started == over || !wait_for_part(whole, parts.first(started), ended)) {
      break;
    }
    ++over;
  }
  return started;
}

/// The program of a job, its groups compiled as jobs of their own, so that each is contained.
Response run_parts(Job& job, const Request& request, const std::vector<KernelGroup>& groups,
                   Response response) {
  const auto requests = part_requests(request, response.binary, groups);
  std::vector<PartJob> parts(requests.size());
  std::vector<binary::bytes_view> answers;
  answers.reserve(parts.size());
  sem_t ended;
  sem_init(&ended, 0, 0);
  for (size_t i = 0; i < parts.size(); ++i) {
    parts[i].ended = &ended;
    parts[i].job = make_job(requests[i].data(), requests[i].size(), Attempt::optimised, take_answer,
                            &parts[i]);
  }
  --working; // this thread waits
  const size_t started = run_all(job, parts, ended);
  ++working;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i < started && job.state == Job::State::abandoned && abandon(*parts[i].job)) {
      parts[i].thread.abandon();
      continue;
    }
    if (i < started) {
      parts[i].thread.join();
    }
    if (parts[i].job) {
      free_job(parts[i].job);
    }
    answers.emplace_back(parts[i].answer, parts[i].size);
  }
  sem_destroy(&ended);
  response = join_parts(std::move(response), answers);
  for (const PartJob& part : parts) {
    std::free(part.answer);
  }
  return response;
}

Response respond(Job& job) {
  if (job.attempt == Attempt::give_up) {
    return refusal(
        Status::failure,
        "error: the build took longer than " + std::to_string(budget()) +
            " s of processor time, also without optimisation (LANEWISE_BUILD_SECONDS)\n");
  }
  const auto request = read_request({job.request, job.request_size});
  if (!request) {
    return refusal(Status::internal_error, "error: " + request.error() + "\n");
  }
  share_only_cpu(*request, job);
  if (job.attempt == Attempt::optimised) {
    std::vector<KernelGroup> groups;
    Response response = run_request(*request, true, &groups);
    return groups.empty() ? response : run_parts(job, *request, groups, std::move(response));
  }
  if (request->operation == Operation::specialize) {
    return refusal(Status::failure, "error: the variant took too long\n"); // there is other code
  }
  Response response = run_request(*request, false);
  response.log += "warning: optimisation took longer than " + std::to_string(budget()) +
                  " s of processor time; the program was built without (LANEWISE_BUILD_SECONDS)\n";
  response.repeatable = false; // another machine may be faster
  return response;
}

void run(Job& job) {
  answer(job, respond(job));
  job.has_run = true;
}

enum class Outcome { answered, overrun, impossible };

/// False if the job has had its time, or is stuck.
bool join_in_budget(const Job& job, JobThread& thread) {
  const unsigned seconds = budget();
  if (seconds == 0) {
    return thread.join();
  }
  return Patience{std::chrono::seconds(seconds)}.wait(
      [&](std::chrono::seconds time) { return thread.join(unsigned(time.count())); },
      [&] { return thread.used() + std::chrono::nanoseconds(job.of_parts); });
}

Outcome run_in_budget(const uint8_t* request, size_t size, Attempt attempt,
                      lanewise_compiler_sink sink, void* user) {
  Job* job = make_job(request, size, attempt, sink, user);
  if (!job) {
    return Outcome::impossible;
  }
  JobThread thread;
  if (!start(*job, thread)) {
    free_job(job);
    return Outcome::impossible;
  }
  if (!join_in_budget(*job, thread)) {
    if (abandon(*job)) {
      thread.abandon();
      return Outcome::overrun;
    }
    thread.join();
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
