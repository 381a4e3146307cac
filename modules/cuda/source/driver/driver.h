// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_DRIVER_DRIVER_H
#define CUDA_DRIVER_DRIVER_H

#include "driver/driver_api.h"
#include "mux/mux.h"

namespace cuda {

/// NVIDIA's driver: its functions, all of them there.
struct Driver {
#define CUDA_DECLARE(name, symbol, parameters) CUresult(*name) parameters = nullptr
  CUDA_DRIVER_FUNCTIONS(CUDA_DECLARE);
#undef CUDA_DECLARE
};

/// The driver, opened and initialised at the first call; null where there is none, it is too old or
/// it finds no GPU. Stays open.
[[nodiscard]] const Driver* driver();

/// Whether this is a child, by fork, of a process that had opened the driver: it does not work
/// here.
[[nodiscard]] bool is_lost_by_fork();

/// What a result of the driver means to mux.
[[nodiscard]] mux_result_t result_of(CUresult result);
/// Whether nothing works any more in the context that gave this result.
[[nodiscard]] bool ends_context(CUresult result);

/// Makes a context current for the calling thread, whatever the application has made current, and
/// ends that with the scope.
class Current {
public:
  Current(const Driver& in_driver, CUcontext context) : cu(in_driver) {
    static_cast<void>(cu.ctx_push_current(context));
  }
  ~Current() {
    CUcontext popped = nullptr;
    static_cast<void>(cu.ctx_pop_current(&popped));
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

private:
  const Driver& cu;
};

} // namespace cuda

#endif
