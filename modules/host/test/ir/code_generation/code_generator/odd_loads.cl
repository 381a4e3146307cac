// The kernel has a vector of thirteen elements, whose first one is repeated, and for which LLVM has no type: its code is made all the same.
// RUN: env LANEWISE_CACHE=0 clc -lanewise-cpu=skylake-avx512 -o %t %s
#pragma OPENCL FP_CONTRACT OFF
float number_float(float x) { return x == x ? x : 0; }
__attribute__((noinline)) void swap(global short* restrict p16, global const short* restrict p17, ulong n18) {
  short v19 = p17[((ulong)1 * n18)];
  for (int j20 = 0; j20 < 5; ++j20) {
    p16[((ulong)j20 * n18)] = (short)(p17[((ulong)(4 - j20) * n18)] ^ v19);
  }
}
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void k0(short n3, long n2, global uint* out12, int count14, short n1, uint never5, global const uint* in6, int n4, global const float* in7, global short* buf15) {
  local uint t28[16];
  local uint t29[256];
  const int x8 = (int)get_global_id(0);
  const uint l9 = (uint)get_local_id(0);
  const uint g10 = (uint)x8;
  const uint all11 = (uint)get_global_size(0);
  const uint x13 = (uint)get_global_id(0);
  global short* q22 = (buf15 + (ulong)g10);
  global short* q23 = (buf15 + (((ulong)all11 * 5ul) + (ulong)g10));
  for (int j25 = 0; j25 < 3; ++j25) {
    swap(q23, q22, (ulong)all11);
    global short* q24 = q22;
    q22 = q23;
    q23 = q24;
  }
  float2 sum26 = (float2)(0.0f);
  for (int j27 = 0; j27 < count14; ++j27) {
    sum26 = (sum26 + (vload2((j27 + (int)x13), in7) * vload2(((uint)((j27 * 64) + (int)x13) & 1023u), in7)));
  }
  uint sum30 = 0u;
  for (int j31 = 0; j31 < 1; ++j31) {
    for (int j32 = (int)get_local_id(0); j32 < 16; j32 += 16) {
      t28[(((int)get_local_id(2) * 16) + (((int)get_local_id(1) * 16) + j32))] = in6[((2 * 32) + ((j31 * 16) + j32))];
    }
    for (int j34 = (int)get_local_id(1); j34 < 16; ++j34) {
      t29[(((int)get_local_id(2) * 256) + ((j34 * 16) + (int)get_local_id(0)))] = in6[((((j31 * 16) + j34) * 32) + (int)x13)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j33 = 0; j33 < 16; ++j33) {
      sum30 = (sum30 + (t28[(((int)get_local_id(2) * 16) + (((int)get_local_id(1) * 16) + j33))] * t29[(((int)get_local_id(2) * 256) + ((j33 * 16) + (int)get_local_id(0)))]));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out12[x8 * 8 + 0] = (out12[x8 * 8 + 0] ^ convert_uint_sat(number_float(sum26.x)));
  out12[x8 * 8 + 1] = (out12[x8 * 8 + 1] + convert_uint_sat(number_float(sum26.y)));
  out12[x8 * 8 + 2] = (out12[x8 * 8 + 2] + sum30);
}
