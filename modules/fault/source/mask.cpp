// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fault/mask.h"

#include "signals.h"

namespace fault {
namespace {

sigset_t fault_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) {
    sigaddset(&set, signal);
  }
  return set;
}

} // namespace

MaskForOwnThread::MaskForOwnThread() noexcept {
  sigset_t all;
  sigfillset(&all);
  for (const int signal : signals) {
    sigdelset(&all, signal);
  }
  for (const int signal : {SIGTRAP, SIGABRT, SIGPROF}) { // debuggers', abort's, profilers'
    sigdelset(&all, signal);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before);
}

MaskForOwnThread::~MaskForOwnThread() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

FaultsUnblocked::FaultsUnblocked() noexcept {
  const sigset_t faults = fault_signals();
  pthread_sigmask(SIG_UNBLOCK, &faults, &before);
}

FaultsUnblocked::~FaultsUnblocked() {
  for (const int signal : signals) {
    if (sigismember(&before, signal) == 1) {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      return;
    }
  }
}

} // namespace fault
