// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.1: what programs include for interoperability with OpenCL. It needs
// OpenCL's headers, which sycl.hpp does without.
#ifndef SYCL_BACKEND_OPENCL_HPP
#define SYCL_BACKEND_OPENCL_HPP

#include <CL/cl.h>
#include <sycl/interop/opencl.hpp>

#endif
