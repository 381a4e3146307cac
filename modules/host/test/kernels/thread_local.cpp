// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refused by the loader: it has thread-local storage.
extern "C" {
__thread int each;
int next() { return each++; }
}
