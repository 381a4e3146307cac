// The report names kernels that are compiled in a simpler way because they are large; other builds
// do not.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=off clc -lanewise-vec-report -lanewise-cpu=x86-64-v3 -o %t %s 2>&1 | FileCheck %s
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=off clc -lanewise-cpu=x86-64-v3 -o %t %s 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

#define TWICE(x) x x
#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(x)))))))))

// NONE-NOT: note:
// CHECK-DAG: note: {{.*}}limits.cl:[[#@LINE+3]]:{{[0-9]+}}: 'accesses': LLVM does not vectorise a loop of more than 3000 instructions or 256 accesses of memory
// CHECK-DAG: note: {{.*}}limits.cl:[[#@LINE+2]]:{{[0-9]+}}: 'accesses': straight code with more than 256 accesses of memory is scheduled in parts
// CHECK-DAG: what helps: divide the kernel
kernel void accesses(volatile global int* p) {
  MANY(p[get_global_id(0)] += 3;)
}
