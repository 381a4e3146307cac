// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef EXAMPLES_MPI_SHARE_H
#define EXAMPLES_MPI_SHARE_H

#include "../common/session.h"

#include <string>

/// One rank's share of its machine.
struct Share {
  cl_device_id device; ///< of the whole process: never released
  cl_uint compute_units;
  const char* by; ///< how the machine is divided
  std::string host;
};

/// Where mpirun has bound ranks to cores of their own, the device is that share already. Where all
/// ranks of a machine see all of it, each takes a sub-device. To be called by all ranks.
Share take_share();

#endif
