// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's own versions of the functions with which code is run once: those of the C++ ABI for
// variables in functions, and pthread_once, which std::call_once uses. They know what each thread
// has begun. Bound inside the library only.
#include "one_time_initialization.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace {

enum State : uint8_t { untouched = 0, begun = 1, done = 2 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // protects all states except for `done`
pthread_cond_t changed = PTHREAD_COND_INITIALIZER; // some state is not `begun` any more

/// The initialisations that this thread has begun, inner ones last. Those that do not fit are not
/// given up when the job is left.
constexpr size_t max_pending = 32;
thread_local uint8_t* pending[max_pending] = {};
thread_local size_t pending_count = 0;

/// True if the caller is to run the initialisation of `state`, and then to call `leave`; false once
/// it has been run.
bool enter(uint8_t* state) {
  if (__atomic_load_n(state, __ATOMIC_ACQUIRE) == done) {
    return false;
  }
  pthread_mutex_lock(&lock);
  while (*state == begun) {
    pthread_cond_wait(&changed, &lock);
  }
  const bool mine = *state == untouched;
  if (mine) {
    *state = begun;
    if (pending_count < max_pending) {
      pending[pending_count] = state;
    }
    ++pending_count;
  }
  pthread_mutex_unlock(&lock);
  return mine;
}

void leave(uint8_t* state, State how) {
  pthread_mutex_lock(&lock);
  --pending_count;
  __atomic_store_n(state, how, __ATOMIC_RELEASE);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/// The first byte of a guard is the compiler's: not 0 once the variable is there. The second is
/// ours.
uint8_t* first_byte(int64_t* guard) { return reinterpret_cast<uint8_t*>(guard); }
uint8_t* state_of(int64_t* guard) { return first_byte(guard) + 1; }

} // namespace

extern "C" {

int __cxa_guard_acquire(int64_t* guard) { return enter(state_of(guard)) ? 1 : 0; }
void __cxa_guard_release(int64_t* guard) {
  __atomic_store_n(first_byte(guard), uint8_t(1), __ATOMIC_RELEASE);
  leave(state_of(guard), done);
}
void __cxa_guard_abort(int64_t* guard) { leave(state_of(guard), untouched); }

int pthread_once(pthread_once_t* once, void (*function)()) {
  static_assert(PTHREAD_ONCE_INIT == 0 && sizeof(pthread_once_t) >= 1);
  auto* state = reinterpret_cast<uint8_t*>(once);
  if (enter(state)) {
    function();
    leave(state, done);
  }
  return 0;
}
}

namespace compiler {

void abandon_initializations() {
  while (pending_count > 0) {
    if (pending_count <= max_pending) {
      leave(pending[pending_count - 1], untouched);
    } else {
      --pending_count;
    }
  }
}

} // namespace compiler
