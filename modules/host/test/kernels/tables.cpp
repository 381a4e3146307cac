// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loaded: read-only data of every kind, with and without relocations, and calls to the outside.
using size_t = decltype(sizeof 0);

extern "C" {
void* memcpy(void*, const void*, size_t);
void* memmove(void*, const void*, size_t);
void* memset(void*, int, size_t);
}

namespace {
int twice(int x) { return x * 2; }
int thrice(int x) { return x * 3; }
int (*const functions[])(int) = {twice, thrice};
const char* const names[] = {"zero", "one", "two"};
} // namespace

extern "C" {
extern const int exported[4];
const int exported[4] = {10, 20, 30, 40};

int call_function(int which, int x) { return functions[which](x); }
const char* get_name(int index) { return names[index]; }
int get_exported(int index) { return exported[index]; }
int call_own(int x) { return call_function(1, x) + 1; }
double get_double(int which) { return which != 0 ? 2.5 : 1.25; }

int select(int value) {
  switch (value) {
  case 0:
    return 17;
  case 1:
    return call_own(2);
  case 2:
    return get_exported(3);
  case 3:
    return names[1][0];
  case 4:
    return value * 9;
  case 5:
    return 99;
  default:
    return -1;
  }
}

void call_outside(char* to, const char* from, size_t size) {
  memset(to, 7, size);
  memcpy(to, from, size / 2);
  memmove(to + 1, to, size / 2);
}

void* address_of_memcpy() { return reinterpret_cast<void*>(&memcpy); }
}
