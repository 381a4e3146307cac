// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erfc_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERFC_TABLE_H
#define ABACUS_POLYNOMIALS_ERFC_TABLE_H

namespace abacus {

/// e^(x^2) erfc(x) for x = m + t, as the sum of coefficients(n)[i] t^n and of rest()[i], which is
/// what rounding takes from coefficients(0)[i]. i is the last two bits of the exponent of x +
/// centre and the two bits that follow, and m + centre is the middle of the numbers with the same
/// ones.
template <class E> struct erfc_table;

inline constexpr __constant float float_erfc_table_coefficients[7][16] = {
    {0x1.78a6920000000p-2, 0x1.23cfc20000000p-2, 0x1.d944460000000p-3, 0x1.8c9eb60000000p-3,
     0x1.3e0a9a0000000p-3, 0x1.f5b2a00000000p-4, 0x1.9d8a900000000p-4, 0x1.5f75c40000000p-4,
     0x1.1ea8c40000000p-4, 0x1.cbe8320000000p-5, 0x1.7fd46c0000000p-5, 0x1.494bb20000000p-5,
     0x1.bf16f00000000p-1, 0x1.5f28ae0000000p-1, 0x1.1d16b60000000p-1, 0x1.db747e0000000p-2},
    {-0x1.abaad20000000p-3, -0x1.0c3d540000000p-3, -0x1.6a70d40000000p-4, -0x1.0305780000000p-4,
     -0x1.5285da0000000p-5, -0x1.aa3eba0000000p-6, -0x1.238ca80000000p-6, -0x1.a6e2d00000000p-7,
     -0x1.1a58880000000p-7, -0x1.6c55ca0000000p-8, -0x1.fc477c0000000p-9, -0x1.7671200000000p-9,
     -0x1.d1f5300000000p-1, -0x1.3a5c680000000p-1, -0x1.babd0e0000000p-2, -0x1.4369f60000000p-2},
    {0x1.b56f4a0000000p-4, 0x1.c8d0d00000000p-5, 0x1.0615680000000p-5, 0x1.43b98c0000000p-6,
     0x1.5d58180000000p-7, 0x1.62c12e0000000p-8, 0x1.95252c0000000p-9, 0x1.f75ef80000000p-10,
     0x1.1410940000000p-10, 0x1.1f3df20000000p-11, 0x1.4f67f60000000p-12, 0x1.a8b7340000000p-13,
     0x1.84d84a0000000p-1, 0x1.d28c0e0000000p-2, 0x1.2577420000000p-2, 0x1.80ef900000000p-3},
    {-0x1.9b59bc0000000p-5, -0x1.6cb0360000000p-6, -0x1.6881020000000p-7, -0x1.84e7aa0000000p-8,
     -0x1.5e4e120000000p-9, -0x1.2188e00000000p-10, -0x1.1594760000000p-11, -0x1.2876b60000000p-12,
     -0x1.0bf17c0000000p-13, -0x1.c2bff80000000p-15, -0x1.b92a740000000p-16, -0x1.e0894a0000000p-17,
     -0x1.163a980000000p-1, -0x1.2e81a60000000p-2, -0x1.59c2560000000p-3, -0x1.9d577e0000000p-4},
    {0x1.689b7a0000000p-6, 0x1.13615e0000000p-7, 0x1.da55f00000000p-9, 0x1.c2c5200000000p-10,
     0x1.5624540000000p-11, 0x1.cffe900000000p-13, 0x1.774b760000000p-14, 0x1.59b0920000000p-15,
     0x1.02492c0000000p-16, 0x1.600c260000000p-18, 0x1.2130b00000000p-19, 0x1.0f2f3a0000000p-20,
     0x1.620f5e0000000p-2, 0x1.6119ea0000000p-3, 0x1.72d3900000000p-4, 0x1.98310c0000000p-5},
    {-0x1.2e62640000000p-7, -0x1.90ed9a0000000p-9, -0x1.2ec8fe0000000p-10, -0x1.fd9e300000000p-12,
     -0x1.4db78c0000000p-13, -0x1.7349960000000p-15, -0x1.fad0fc0000000p-17, -0x1.92b2800000000p-18,
     -0x1.faf9940000000p-20, -0x1.163aee0000000p-21, -0x1.7e50b20000000p-23, -0x1.33fb480000000p-24,
     -0x1.9cc4ce0000000p-3, -0x1.7c7f600000000p-4, -0x1.71da6c0000000p-5, -0x1.7971e20000000p-6},
    {0x1.d891ac0000000p-9, 0x1.13956c0000000p-10, 0x1.70da280000000p-12, 0x1.152b340000000p-13,
     0x1.365b520000000p-15, 0x1.1f4e500000000p-17, 0x1.4de7a60000000p-19, 0x1.cc6fb60000000p-21,
     0x1.e1ea960000000p-23, 0x1.ae96ee0000000p-25, 0x1.f1ee600000000p-27, 0x1.59e8880000000p-28,
     0x1.b8c1e00000000p-4, 0x1.7a6a180000000p-5, 0x1.56e3040000000p-6, 0x1.4694100000000p-7},
};
inline constexpr __constant float float_erfc_table_rest[16] = {
    0x1.38767a0000000p-30,  0x1.e3b8fc0000000p-27,  0x1.ac4f260000000p-28,  0x1.1fe4fa0000000p-28,
    -0x1.7c45bc0000000p-29, 0x1.273d320000000p-30,  -0x1.baf61a0000000p-29, 0x1.74b8b80000000p-31,
    0x1.368b280000000p-37,  -0x1.9a3b700000000p-35, 0x1.7821940000000p-31,  0x1.9c524a0000000p-30,
    -0x1.f4e0a60000000p-26, -0x1.c35b540000000p-29, -0x1.fd85420000000p-27, 0x1.c813580000000p-27};
/// Relative error below 2^-26.8.
template <> struct erfc_table<float> {
  static constexpr int degree = 6, centre = 1;
  static const __constant float* coefficients(int power) {
    return float_erfc_table_coefficients[power];
  }
  static const __constant float* rest() { return float_erfc_table_rest; }
};

inline constexpr __constant double double_erfc_table_coefficients[15][16] = {
    {0x1.8a6adcda2ea92p-1, 0x1.038d54ea3d834p-1, 0x1.78a692138767ap-2, 0x1.23cfc2f1dc7e0p-2,
     0x1.afbb3f3b7343bp-3, 0x1.3e0a99a0ee914p-3, 0x1.f5b2a049cf4c6p-4, 0x1.9d8a8f2284f2cp-4,
     0x1.46dc6bf900f68p-4, 0x1.fe6cc4a0f9538p-5, 0x1.a273c57e476cep-5, 0x1.627bcc27cb4aep-5,
     0x1.204ddcd967373p-5, 0x1.cd9bc89b73548p-6, 0x1.80d1e88d3c620p-6, 0x1.49ebde7878139p-6},
    {-0x1.7c857b9b3c192p-1, -0x1.78cdd551ee51ap-2, -0x1.abaacdbfa8b07p-3, -0x1.0c3d538446447p-3,
     -0x1.3086d7f01ac89p-4, -0x1.5285d2eb1ef74p-5, -0x1.aa3eb6a946f7ep-6, -0x1.238ca71b93fc3p-6,
     -0x1.6e4b45246f922p-7, -0x1.c046699d77d52p-8, -0x1.2ddd3d589bfb0p-8, -0x1.b1be47a913fc3p-9,
     -0x1.1f305584ff3eep-9, -0x1.705e8c0688050p-10, -0x1.001a68f1b5449p-10, -0x1.7892d6052da5dp-11},
    {0x1.2b497df35fa2ep-1, 0x1.d90093ae10928p-3, 0x1.b56f45eef7e58p-4, 0x1.c8d0cef0f810dp-5,
     0x1.98958a7a8e4a6p-6, 0x1.5d581133378edp-7, 0x1.62c12cb5f7577p-8, 0x1.95252b932efe3p-9,
     0x1.96a3de47d5b18p-10, 0x1.876373f4a0f3ap-11, 0x1.b1c8923879d89p-12, 0x1.0898f73586fcfp-12,
     0x1.1d875467f863bp-13, 0x1.259993494e472p-14, 0x1.54964558f64cep-15, 0x1.ad8ccfc089fa9p-16},
    {-0x1.97997ad330159p-2, -0x1.09e77d40e01cep-3, -0x1.9b635ac624aacp-5, -0x1.6cb52fe489456p-6,
     -0x1.0632076808c92p-7, -0x1.5e5d7e9898f22p-9, -0x1.218ed930b236fp-10, -0x1.15976ddda3c96p-11,
     -0x1.bf5070ee17745p-13, -0x1.53c131b5cb12bp-14, -0x1.3672f09812095p-15, -0x1.41e750b2e0630p-16,
     -0x1.1b561359e6f01p-17, -0x1.d36fe3dd8fff1p-19, -0x1.c48d27f6c7ceep-20,
     -0x1.e9ab4c8d1c29bp-21},
    {0x1.f0ac9d31f3190p-3, 0x1.1192f5bd6873cp-4, 0x1.68a25a6641f0fp-6, 0x1.13648a11ffe6ep-7,
     0x1.435c04e206cd2p-9, 0x1.5632136d8cb0ap-11, 0x1.d00785f2ed4a2p-13, 0x1.774f4826dc84ap-14,
     0x1.e7af6eeff4dcdp-16, 0x1.254381038c7bdp-17, 0x1.baa1d9d8421c6p-19, 0x1.8682d2185613fp-20,
     0x1.18a0870878c42p-21, 0x1.73a4ded43df03p-23, 0x1.2c675fe07059ep-24, 0x1.16ecc51155d0ep-25},
    {-0x1.146985bdc8356p-3, -0x1.054d68296d26ap-5, -0x1.299636d6cc780p-7, -0x1.8bf716a8edfb0p-9,
     -0x1.809ce8ae42cf9p-11, -0x1.460abd6b8c152p-13, -0x1.6d54b133ec9bcp-15, -0x1.f4e46d17a549ep-17,
     -0x1.078bfe37217f2p-18, -0x1.f773505cb29e2p-21, -0x1.3a555d7a9115bp-22, -0x1.d868cc70fec14p-24,
     -0x1.156b53c708e3ap-25, -0x1.271eee8131c4ap-27, -0x1.8e79b8190ff1fp-29,
     -0x1.3d8fbf04cb60fp-30},
    {0x1.1d0c27d730f62p-4, 0x1.d43a7c7a7c0fap-7, 0x1.d1b695aac3b75p-9, 0x1.106bd5c044de2p-10,
     0x1.ba8a67d269207p-13, 0x1.2f839e548ec82p-15, 0x1.1ad6a32dfad8ap-17, 0x1.4a17e19c015eep-19,
     0x1.1a6f6b7c42340p-21, 0x1.adc5f7f2d9185p-24, 0x1.bcbee2a214b78p-26, 0x1.1cf1ff6c66bc0p-27,
     0x1.11bbc0f023483p-29, 0x1.d42321f889ff5p-32, 0x1.080e891d0773bp-33, 0x1.6952918713ee1p-35},
    {-0x1.132db77501f93p-5, -0x1.8c97dd23cacebp-8, -0x1.5b8bc93be2cfcp-10, -0x1.6838884303dbfp-12,
     -0x1.edd4201bab49dp-15, -0x1.146bc38cc902cp-17, -0x1.aef8ea15b5627p-20, -0x1.add7ac8bdb3b4p-22,
     -0x1.2c2db72dec0ffp-24, -0x1.6ce6628541cf8p-27, -0x1.3972860b3fe84p-29, -0x1.56cb0dcc1c24cp-31,
     -0x1.0d97a97c3a86bp-33, -0x1.72d7953d5aa13p-36, -0x1.5daa87a2f2e39p-38,
     -0x1.9adb10a8107cdp-40},
    {0x1.f54ce163eba29p-7, 0x1.3f818962c9a60p-9, 0x1.f0fe6fa38ae29p-12, 0x1.cb4c687663b55p-14,
     0x1.0bcba18a8f4b3p-16, 0x1.ed2a95b68e70ep-20, 0x1.4354fafb29edap-22, 0x1.149cd77868980p-24,
     0x1.3c768ad99d71fp-27, 0x1.342c86d0928d0p-30, 0x1.b82d44f802e67p-33, 0x1.9b410ba77fca0p-35,
     0x1.090573a90a3d2p-37, 0x1.2569bb49f91a7p-40, 0x1.cea351c2e90b3p-43, 0x1.d2e2ed1d0be4cp-45},
    {-0x1.b181f36d2d941p-8, -0x1.ec0d293395f67p-11, -0x1.55c091473d69dp-13, -0x1.1b291c3426d9dp-15,
     -0x1.1ad21df850abdp-18, -0x1.af5df988867aep-22, -0x1.de099483b985bp-25, -0x1.600032fb79104p-27,
     -0x1.4b0186f0ef81fp-30, -0x1.02e81292a8dd2p-33, -0x1.33ef1a771ca05p-36, -0x1.ec0bb84fea4dfp-39,
     -0x1.040cf4fe4e0d4p-41, -0x1.cfbe50d42f579p-45, -0x1.31cbcdcac985bp-47,
     -0x1.091d01e8178fap-49},
    {0x1.65b0c3061e6efp-9, 0x1.6b984c0138dd8p-12, 0x1.c5704c211f94ap-15, 0x1.5273fcedd6c81p-17,
     0x1.2350e5ea264dfp-20, 0x1.7250072180c46p-24, 0x1.5c64dee8492b2p-27, 0x1.bb09d28e92873p-30,
     0x1.5789ec1661301p-33, 0x1.b0c9753a199e2p-37, 0x1.ad455610c318ap-40, 0x1.258f57c76ac0bp-42,
     0x1.fd66d49daa404p-46, 0x1.6e08f3e64e869p-49, 0x1.93e9228553b9ap-52, 0x1.2ce44616e48f7p-54},
    {-0x1.1aa71fe32ec4dp-10, -0x1.02a04a14e43aap-13, -0x1.22ef171276aeep-16, -0x1.88eee54c7c1b3p-19,
     -0x1.24bbed0b3392dp-22, -0x1.3814aee81380fp-26, -0x1.f4beb087cdd64p-30, -0x1.13cc640fa7fe1p-32,
     -0x1.61507576ab477p-36, -0x1.67a6df3f2064ap-40, -0x1.2a09216a14054p-43, -0x1.5d48d1833d990p-46,
     -0x1.f15ce0b3b0b15p-50, -0x1.20692357f002fp-53, -0x1.0a751dd957364p-56,
     -0x1.553c8da9259cfp-59},
    {0x1.ada66a96916b9p-12, 0x1.635d5fe5fc73cp-15, 0x1.6a0a03aa8bdd0p-18, 0x1.bc0384dfab0dap-21,
     0x1.200cd85731b89p-24, 0x1.02b7d2a1c8c2ap-28, 0x1.6341a438d32d1p-32, 0x1.53e6f026c6974p-35,
     0x1.693ef95371055p-39, 0x1.2993a36ef8adfp-43, 0x1.9c7f711a39bf6p-47, 0x1.9e8de23079636p-50,
     0x1.e55cececc9e73p-54, 0x1.c633c3e62db45p-58, 0x1.5f5be6842f54dp-61, 0x1.82ce518ae409bp-64},
    {-0x1.440f494648256p-13, -0x1.e412f7345926ep-17, -0x1.be7acdc5ba9a0p-20, -0x1.f14928151e4e0p-23,
     -0x1.247092d91b604p-26, -0x1.b641ccba9012cp-31, -0x1.ffd7fc8b66a49p-35, -0x1.a7aa48e1d6aa5p-38,
     -0x1.85ab0bcd4d2eep-42, -0x1.fdf2639361d9cp-47, -0x1.2483729cd7b0bp-50, -0x1.f4ec48a43eaecp-54,
     -0x1.f4760b4070250p-58, -0x1.729b3e34cbca8p-62, -0x1.daf886f9f0662p-66,
     -0x1.be913802cc011p-69},
    {0x1.ca52aebaecfeep-15, 0x1.37d7863ebade2p-18, 0x1.06619375fc922p-21, 0x1.0b240c0b45ac3p-24,
     0x1.1395650bd6106p-28, 0x1.5f71a00a79932p-33, 0x1.61e17f2856383p-37, 0x1.ffa31aecd2b1bp-41,
     0x1.886113865f436p-45, 0x1.a1a4d9748a23dp-50, 0x1.91ef603d1e157p-54, 0x1.27ac5c94c0537p-57,
     0x1.e686d4090e323p-62, 0x1.231b3cbc40b62p-66, 0x1.389e42317fd37p-70, 0x1.f9900ab85c102p-74},
};
inline constexpr __constant double double_erfc_table_rest[16] = {
    -0x1.b3e5e8f69dcbfp-57, -0x1.ec2134d851665p-55, 0x1.4797400f19192p-63,  0x1.3b1040eb318c2p-57,
    -0x1.9f40bca142466p-58, -0x1.902cb7976c65ep-60, -0x1.fc4bbbfb1695ap-58, -0x1.5b0277fa1ecb8p-58,
    -0x1.9c3bae12ae446p-59, 0x1.c95be62ca9a6dp-59,  -0x1.6d026e15898ddp-59, -0x1.d520e73ec05a6p-60,
    0x1.b3dbe954f2106p-61,  -0x1.c826601a2f019p-65, -0x1.8f9595af81aacp-67, -0x1.d95a8796b0b9fp-62};
/// Relative error below 2^-56.3.
template <> struct erfc_table<double> {
  static constexpr int degree = 14, centre = 2;
  static const __constant double* coefficients(int power) {
    return double_erfc_table_coefficients[power];
  }
  static const __constant double* rest() { return double_erfc_table_rest; }
};

} // namespace abacus

#endif
