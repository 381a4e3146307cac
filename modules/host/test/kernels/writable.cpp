// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refused by the loader: it holds writable data.
extern "C" {
int counter = 7;
int next() { return counter++; }
}
