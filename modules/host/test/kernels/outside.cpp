// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refused by the loader: it refers to something outside that is not memcpy, memmove or memset.
extern "C" {
int puts(const char*);
int call() { return puts("hello"); }
}
