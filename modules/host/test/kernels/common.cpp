// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refused by the loader: zeroed writable data.
extern "C" {
int zeroed[100];
int get(int index) { return zeroed[index]; }
void set(int index) { zeroed[index] = 1; }
}
