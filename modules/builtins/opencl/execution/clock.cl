// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clocks (cl_khr_kernel_clock): that of the device serves each scope.
#include "mux.h"

using uint2 = vector_of<uint, 2>::type;

static uint2 hilo(ulong ticks) { return (uint2)((uint)ticks, (uint)(ticks >> 32)); }

ulong clock_read_device() { return __mux_read_clock(); }
ulong clock_read_work_group() { return __mux_read_clock(); }
ulong clock_read_sub_group() { return __mux_read_clock(); }
uint2 clock_read_hilo_device() { return hilo(__mux_read_clock()); }
uint2 clock_read_hilo_work_group() { return hilo(__mux_read_clock()); }
uint2 clock_read_hilo_sub_group() { return hilo(__mux_read_clock()); }
