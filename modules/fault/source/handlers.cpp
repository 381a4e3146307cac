// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fault/handlers.h"

#include "environment/environment.h"
#include "fault/uninstrumented.h"
#include "installed.h"
#include "signals.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fault {
namespace {

/// The handlers that were installed before ours, by index in `signals`.
std::array<struct sigaction, signals.size()> earlier;
/// Read by threads that have faulted; set atomically, once.
Take take_ours = nullptr;
/// The same, by threads that interrupt others, and those that are interrupted.
Interrupted interrupt_ours = nullptr;

/// Threads are interrupted by this one, which few handlers of applications are for.
constexpr int interrupting = SIGILL;
/// Its address is the mark of signals that `interrupt` has sent.
char mark;

FAULT_UNINSTRUMENTED bool is_interrupt(int signal, const siginfo_t& info) {
  return signal == interrupting && info.si_code == SI_QUEUE && info.si_value.sival_ptr == &mark;
}

/// Does what would have happened without our handler.
void pass_on(int signal, siginfo_t* info, void* thread) {
  const auto index = std::find(signals.begin(), signals.end(), signal) - signals.begin();
  const struct sigaction& handler = earlier[static_cast<size_t>(index)];
  const bool with_info = (handler.sa_flags & SA_SIGINFO) != 0;
  if (!with_info && (handler.sa_handler == SIG_DFL || handler.sa_handler == SIG_IGN)) {
    if (handler.sa_handler == SIG_IGN && info->si_code <= 0) {
      return;
    }
    // The instruction is run again, and then the default holds: the end, with a core that shows
    // the place. A signal that was sent is sent again.
    struct sigaction plain = {};
    plain.sa_handler = SIG_DFL;
    sigaction(signal, &plain, nullptr);
    if (info->si_code <= 0) {
      raise(signal);
    }
    return;
  }
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &handler.sa_mask, &before);
  with_info ? handler.sa_sigaction(signal, info, thread) : handler.sa_handler(signal);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool is_ours(int signal, const siginfo_t& info, ucontext_t& thread) {
  const bool was_sent = info.si_code <= 0;
  if (was_sent) {
    return false;
  }
  const Take take = __atomic_load_n(&take_ours, __ATOMIC_ACQUIRE);
  return leave_contained(signal, info, thread) || (take != nullptr && take(signal, info, thread));
}

void handle_fault(int signal, siginfo_t* info, void* thread) {
  if (!is_ours(signal, *info, *static_cast<ucontext_t*>(thread))) {
    pass_on(signal, info, thread);
  }
}

FAULT_UNINSTRUMENTED void handle(int signal, siginfo_t* info, void* thread) {
  const int error = errno;
  if (is_interrupt(signal, *info)) {
    if (const Interrupted interrupted = __atomic_load_n(&interrupt_ours, __ATOMIC_SEQ_CST)) {
      interrupted(*static_cast<ucontext_t*>(thread));
    }
  } else {
    handle_fault(signal, info, thread);
  }
  errno = error;
}

bool install_handlers() {
  if (environment::text(environment::Variable::faults) == "abort") {
    return false;
  }
  struct sigaction ours = {};
  ours.sa_sigaction = handle;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  for (size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &ours, &earlier[i]);
  }
  return true;
}

/// The thread's stack for handlers: a kernel that has used up its own leaves no room for them.
class HandlerStack {
public:
  HandlerStack() noexcept {
    stack_t present = {};
    if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) {
      return; // the application's will do
    }
    void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) {
      return;
    }
    memory = mapped;
    stack_t ours = {};
    ours.ss_sp = memory;
    ours.ss_size = size;
    sigaltstack(&ours, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  ~HandlerStack() {
    if (memory == nullptr) {
      return;
    }
    stack_t present = {};
    if (sigaltstack(nullptr, &present) == 0 && present.ss_sp == memory) {
      present.ss_flags = SS_DISABLE;
      sigaltstack(&present, nullptr);
    }
    munmap(memory, size);
  }
  void make_for_this_thread() const noexcept {}

private:
  /// Registers of AVX-512 and more are saved on it, and the application's handler may run there.
  static constexpr size_t size = size_t(256) << 10;
  void* memory = nullptr;
};

} // namespace

bool are_installed() noexcept {
  static const bool installed = install_handlers();
  return installed;
}

bool install(Take take, Interrupted interrupted) noexcept {
  static const bool installed = [&] {
    __atomic_store_n(&take_ours, take, __ATOMIC_RELEASE);
    __atomic_store_n(&interrupt_ours, interrupted, __ATOMIC_SEQ_CST);
    return are_installed();
  }();
  return installed;
}

namespace {

/// Whether a signal comes here: the handler is this one, or that of the compiler library, which has
/// handlers of its own and passes other signals on.
bool reaches_our_handler(int signal) {
  struct sigaction now = {};
  if (__atomic_load_n(&interrupt_ours, __ATOMIC_SEQ_CST) == nullptr ||
      sigaction(signal, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) == 0) {
    return false;
  }
  if (now.sa_sigaction == handle) {
    return true;
  }
  Dl_info library = {};
  if (dladdr(reinterpret_cast<void*>(now.sa_sigaction), &library) == 0 ||
      library.dli_fname == nullptr) {
    return false;
  }
  const std::string_view path = library.dli_fname;
  return path.substr(path.rfind('/') + 1).starts_with("liblanewise-compiler.so");
}

} // namespace

bool interrupt(pid_t thread) noexcept {
  if (!reaches_our_handler(interrupting)) {
    return false;
  }
  siginfo_t info = {};
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_ptr = &mark;
  return syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, interrupting, &info) == 0;
}

void give_handler_stack() noexcept {
  static thread_local const HandlerStack stack;
  stack.make_for_this_thread();
}

} // namespace fault
