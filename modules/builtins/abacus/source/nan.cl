// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bits.h"

namespace abacus {

template <class T> T nan(unsigned_of<T> code) {
  const unsigned_of<T> payload = code & unsigned_of<T>(format<T>::least_normal - 1);
  return as<T>(unsigned_of<T>(as<unsigned_of<T>>(quiet_nan<T>()) | payload));
}

} // namespace abacus

half nan(ushort code) { return abacus::nan<half>(code); }
float nan(uint code) { return abacus::nan<float>(code); }
double nan(ulong code) { return abacus::nan<double>(code); }
