// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the place of operator new, and, where no sanitizer has done so already, of the functions of
// the C library from which the driver gets memory and threads.
#include "failures/allocations.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <pthread.h>
#include <sys/mman.h>

namespace allocations {
namespace {

/// Counted down; at 0 an allocation fails. Below: none does.
thread_local int own_countdown = 0;
std::atomic<int> common_countdown = 0;
std::atomic<bool> has_failed = false;

thread_local int64_t own_made = 0;
std::atomic<int64_t> all_made = 0;
std::atomic<int64_t> all_live = 0;

bool fails_now() {
  ++own_made;
  all_made.fetch_add(1, std::memory_order_relaxed);
  const bool fails = (own_countdown > 0 && --own_countdown == 0) ||
                     (common_countdown.load(std::memory_order_relaxed) > 0 &&
                      common_countdown.fetch_sub(1, std::memory_order_relaxed) == 1);
  if (fails) {
    has_failed = true;
  }
  return fails;
}

void* allocate(size_t size, size_t alignment) {
  void* memory = nullptr;
  if (fails_now() ||
      posix_memalign(&memory, std::max(alignment, sizeof(void*)), std::max<size_t>(size, 1)) != 0) {
    return nullptr;
  }
  all_live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* allocate_or_throw(size_t size, size_t alignment) {
  void* memory = allocate(size, alignment);
  return memory ? memory : throw std::bad_alloc();
}

void release(void* memory) {
  if (memory) {
    all_live.fetch_sub(1, std::memory_order_relaxed);
    std::free(memory);
  }
}

} // namespace

void fail(int number, Of whose) {
  has_failed = false;
  if (whose == Of::this_thread) {
    own_countdown = number;
  } else {
    common_countdown = number;
  }
}

bool stop_failing() {
  own_countdown = 0;
  common_countdown = 0;
  return has_failed;
}

int64_t made(Of whose) { return whose == Of::this_thread ? own_made : all_made.load(); }
int64_t live() { return all_live; }

} // namespace allocations

using namespace allocations;

void* operator new(size_t size) {
  return allocate_or_throw(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, size_t(alignment));
}
void* operator new(size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, size_t(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { release(memory); }

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(HAS_SANITIZER)

namespace {
template <typename Function> Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
} // namespace

// Memory of buffers.
extern "C" void* aligned_alloc(size_t alignment, size_t size) noexcept {
  static auto* const real = next<void*(size_t, size_t)>("aligned_alloc");
  return fails_now() ? nullptr : real(alignment, size);
}
// Stacks and code.
extern "C" void* mmap(void* address, size_t size, int protection, int flags, int file,
                      off_t offset) noexcept {
  static auto* const real = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  if (fails_now()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return real(address, size, protection, flags, file, offset);
}
// Threads.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*function)(void*), void* argument) noexcept {
  static auto* const real =
      next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return fails_now() ? EAGAIN : real(thread, attributes, function, argument);
}

#endif
