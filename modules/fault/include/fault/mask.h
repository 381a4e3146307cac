// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signal masks. Where the signal of a fault is blocked the system ends the process, whatever
// handler there is. So no thread of the driver's blocks these signals, and an application's thread
// does not while it runs kernels.
#ifndef FAULT_MASK_H
#define FAULT_MASK_H

#include <csignal>

namespace fault {

/// Around the start of a thread of the driver's, which gets the mask: it takes no signals of the
/// application's, but those of its own faults.
class MaskForOwnThread {
public:
  MaskForOwnThread() noexcept;
  MaskForOwnThread(const MaskForOwnThread&) = delete;
  MaskForOwnThread& operator=(const MaskForOwnThread&) = delete;
  ~MaskForOwnThread();

private:
  sigset_t before;
};

/// While it lives, the calling thread does not block the signals of faults.
class FaultsUnblocked {
public:
  FaultsUnblocked() noexcept;
  FaultsUnblocked(const FaultsUnblocked&) = delete;
  FaultsUnblocked& operator=(const FaultsUnblocked&) = delete;
  ~FaultsUnblocked();

private:
  sigset_t before;
};

} // namespace fault

#endif
