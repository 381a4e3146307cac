// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mux/config.h"
#include "mux/targets/cuda.h"

const mux_target_functions_t mux_target_cuda = MUX_TABLE_CUDA;
