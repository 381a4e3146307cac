// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FAULT_UNINSTRUMENTED_H
#define FAULT_UNINSTRUMENTED_H

#ifndef __has_attribute
#define __has_attribute(name) 0
#endif

/// For a function that runs while a thread is interrupted: it calls no sanitizer's runtime, since
/// the thread may have been in that, with a lock held. Functions that it calls need the mark, too;
/// atomic accesses have to be compiler built-ins, as those of std::atomic are functions.
#if __has_attribute(disable_sanitizer_instrumentation)
#define FAULT_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define FAULT_UNINSTRUMENTED
#endif

#endif
