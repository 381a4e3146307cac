// A program's own overload of a built-in function is beside the built-in ones, and one that takes
// the place of a built-in function does not have its attributes.
// RUN: muxc -cl %s | FileCheck %s
// RUN: not muxc -cl -options="-cl-std=CL1.2 -DERROR" %s 2>&1 | FileCheck %s --check-prefix=ERROR

#define OVERLOADS __attribute__((overloadable))

// CHECK: define {{.*}} i32 @_Z3madiii
int OVERLOADS mad(int a, int b, int c) { return a * b + c; }

// CHECK: define {{.*}} float @_Z3minff({{.*}}) [[OWN:#[0-9]+]]
float OVERLOADS min(float a, float b) { return printf("min\n"); }

kernel void k(global float* p) {
  // CHECK: call spir_func float @_Z3madfff({{.*}}) [[BUILT_IN:#[0-9]+]]
  p[0] = mad(p[1], p[2], p[3]);
  // CHECK: call spir_func i32 @_Z3madiii
  p[1] = mad(1, 2, 3);
  // CHECK: call spir_func float @_Z3minff
  p[2] = min(p[1], p[2]);
  // CHECK: call spir_func i32 @_Z3minii
  p[3] = min(1, 2);
#ifdef ERROR
  // What else is wrong is told of the program as it is with these.
  // ERROR-NOT: error
  // ERROR: error: use of undeclared identifier 'nothing'
  // ERROR: 1 error generated
  p[4] = min((float2)(1), (float2)(2)).x + nothing;
#endif
}

// CHECK-NOT: attributes [[OWN]] = {{.*}}memory(none)
// CHECK: attributes [[BUILT_IN]] = {{.*}}memory(none)
