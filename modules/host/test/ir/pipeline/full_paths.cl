// Where masks cost something, what is under a condition has a copy for vectors whose lanes all go there. Work-groups that are no wider
// than a vector have none: vectors of one row do not follow each other there.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=vectorize clc -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s

// CHECK-LABEL: define {{.*}}@wide.vecz.{{[0-9]+}}(
// CHECK: if.then{{.*}}.all:
// CHECK: }
kernel void wide(global float* p, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < n)
    p[y * n + x] *= 2.0f;
}

// CHECK-LABEL: define {{.*}}@narrow.vecz.{{[0-9]+}}(
// CHECK-NOT: {{\.all:}}
// CHECK: }
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void narrow(global float* p, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < n)
    p[y * n + x] *= 2.0f;
}
