// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erf_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERF_TABLE_H
#define ABACUS_POLYNOMIALS_ERF_TABLE_H

namespace abacus {

/// erf(x) / x for x = width i + t, |t| at most half the width, as the sum of coefficients(n)[i] t^n
/// and of rest()[i], which is what rounding takes from coefficients(0)[i].
template <class E> struct erf_table;
/// The same with fewer terms.
template <class E> struct short_erf_table;

inline constexpr __constant float float_erf_table_coefficients[6][16] = {
    {0x1.20dd740000000p+0, 0x1.1af54e0000000p+0, 0x1.0a7ef60000000p+0, 0x1.e57b740000000p-1,
     0x1.af767a0000000p-1, 0x1.7a05180000000p-1, 0x1.49c38e0000000p-1, 0x1.20ac040000000p-1,
     0x1.fd9ae20000000p-2, 0x1.c672060000000p-2, 0x1.996eee0000000p-2, 0x1.7453800000000p-2,
     0x1.5553680000000p-2, 0x1.3b13580000000p-2, 0x1.24923a0000000p-2, 0x1.1111100000000p-2},
    {0x0.0p+0, -0x1.7307040000000p-3, -0x1.4c38840000000p-2, -0x1.a0cdda0000000p-2,
     -0x1.b5db040000000p-2, -0x1.9b12e00000000p-2, -0x1.667ed60000000p-2, -0x1.2b07a60000000p-2,
     -0x1.e871280000000p-3, -0x1.8d734c0000000p-3, -0x1.45c3200000000p-3, -0x1.0e58960000000p-3,
     -0x1.c6e9320000000p-4, -0x1.83bfa00000000p-4, -0x1.4e5c5c0000000p-4, -0x1.2345260000000p-4},
    {-0x1.8126500000000p-2, -0x1.5765a80000000p-2, -0x1.d6dd160000000p-3, -0x1.9a7fa60000000p-4,
     0x1.990ed80000000p-7, 0x1.5aa3c40000000p-4, 0x1.d4d93a0000000p-4, 0x1.d355180000000p-4,
     0x1.93cada0000000p-4, 0x1.4409300000000p-4, 0x1.f760600000000p-5, 0x1.846da00000000p-5,
     0x1.2e22160000000p-5, 0x1.dcc01a0000000p-6, 0x1.7e09b20000000p-6, 0x1.36ac6a0000000p-6},
    {0x0.0p+0, 0x1.acef720000000p-4, 0x1.55cf040000000p-3, 0x1.5acf640000000p-3,
     0x1.01cf480000000p-3, 0x1.0faafa0000000p-4, 0x1.0949440000000p-6, -0x1.c034660000000p-7,
     -0x1.9c89d80000000p-6, -0x1.a1dea80000000p-6, -0x1.5bfa800000000p-6, -0x1.0a0c420000000p-6,
     -0x1.8a39c60000000p-7, -0x1.23692e0000000p-7, -0x1.b3d2a80000000p-8, -0x1.4b3eee0000000p-8},
    {0x1.cb9d1e0000000p-4, 0x1.6aee8e0000000p-4, 0x1.0917800000000p-5, -0x1.91eed80000000p-6,
     -0x1.cd34020000000p-5, -0x1.d9166a0000000p-5, -0x1.4bb4f00000000p-5, -0x1.439baa0000000p-6,
     -0x1.360df00000000p-8, 0x1.6d5d260000000p-9, 0x1.48beb60000000p-8, 0x1.34cd2a0000000p-8,
     0x1.e0255a0000000p-9, 0x1.5b87ce0000000p-9, 0x1.edc6d40000000p-10, 0x1.60e8cc0000000p-10},
    {0x0.0p+0, -0x1.24a7220000000p-5, -0x1.9823b40000000p-5, -0x1.34e54a0000000p-5,
     -0x1.9a9d480000000p-7, 0x1.174b7a0000000p-7, 0x1.16b0900000000p-6, 0x1.eb395e0000000p-7,
     0x1.22aade0000000p-7, 0x1.c98bf00000000p-9, 0x1.d31f780000000p-12, -0x1.720e100000000p-11,
     -0x1.ccf0740000000p-11, -0x1.7876bc0000000p-11, -0x1.0da6f00000000p-11,
     -0x1.7331420000000p-12},
};
inline constexpr __constant float float_erf_table_rest[16] = {
    0x1.ecf0a00000000p-25,  0x1.9cb1e20000000p-28,  -0x1.f36a1c0000000p-27, 0x1.0d3e020000000p-26,
    0x1.0b02a40000000p-26,  -0x1.2137b20000000p-27, 0x1.34164a0000000p-27,  0x1.157a800000000p-27,
    -0x1.8c33aa0000000p-27, 0x1.1130860000000p-27,  -0x1.c816820000000p-28, -0x1.d58fe40000000p-29,
    -0x1.a50b460000000p-27, 0x1.8986420000000p-28,  0x1.ca9b020000000p-27,  -0x1.ef89d20000000p-27};
/// Relative error below 2^-28.3.
template <> struct erf_table<float> {
  static constexpr int degree = 5;
  static constexpr double width = 0x1.0000000000000p-2;
  static const __constant float* coefficients(int power) {
    return float_erf_table_coefficients[power];
  }
  static const __constant float* rest() { return float_erf_table_rest; }
};

inline constexpr __constant double double_erf_table_coefficients[13][16] = {
    {0x1.20dd750429b6dp+0, 0x1.12d24bc6062e5p+0, 0x1.deec15b73431ep-1, 0x1.8a531a3e30825p-1,
     0x1.3ecaa33f522dbp-1, 0x1.04a37e830d0fdp-1, 0x1.b48171fa3c2d6p-2, 0x1.76733dfbbc047p-2,
     0x1.47ad3ff3018a1p-2, 0x1.23455ae0dacafp-2, 0x1.0624dc9d97a75p-2, 0x1.dca01dc032743p-3,
     0x1.b4e81b4e42575p-3, 0x1.934c67f9b19ccp-3, 0x1.767dce434a96cp-3, 0x1.5d867c3ece2a4p-3},
    {0x0.0p+0, -0x1.12cbe5a819941p-2, -0x1.a6b699a8ef00dp-2, -0x1.a7419a5ad97f5p-2,
     -0x1.57b0546a60744p-2, -0x1.fbb489b5025fcp-3, -0x1.706d7a7f21853p-3, -0x1.1167b7d8d1368p-3,
     -0x1.a35763ed2ef1bp-4, -0x1.4b655c5492397p-4, -0x1.0c6f672696d8bp-4, -0x1.bbb1e8132e3fdp-5,
     -0x1.74d3b7b0c35f8p-5, -0x1.3dacd314d5604p-5, -0x1.11e9ea3fd8303p-5, -0x1.dd37f5698c27dp-6},
    {-0x1.812746b0379e4p-2, -0x1.2076eb8b23020p-2, -0x1.5a1b4cb8222f7p-4, 0x1.1221a89100650p-4,
     0x1.dd90d7f64a93ap-4, 0x1.a20126cd8c7d9p-4, 0x1.275fa5dd048a3p-4, 0x1.8ab85d7a6a67dp-5,
     0x1.0bd914bd58695p-5, 0x1.78f9c4a5a0677p-6, 0x1.12df8d0b0abf3p-6, 0x1.9d0a0ff181161p-7,
     0x1.3e254d8c41262p-7, 0x1.f475e09702ccfp-8, 0x1.90b25822c0f20p-8, 0x1.45c7fe3bc3a42p-8},
    {0x0.0p+0, 0x1.2ca8a2a412af1p-3, 0x1.53b4c8907e7adp-3, 0x1.5ba070e2ef3cfp-4,
     0x1.b93e7c53a0c31p-8, -0x1.8af9035b5a9f5p-6, -0x1.8c0fa554b1d8dp-6, -0x1.0ee8955f53947p-6,
     -0x1.52a6a0f70fd25p-7, -0x1.ac338b87282dap-8, -0x1.196d1c8794829p-8, -0x1.807f831715415p-9,
     -0x1.0f7bf56bf2f49p-9, -0x1.8a3576ffde28ep-10, -0x1.2514bb567effdp-10, -0x1.bcccca634cea5p-11},
    {0x1.ce2f21a040e21p-4, 0x1.e567df7083b5ap-5, -0x1.f4c2fe8c294cfp-6, -0x1.ee6691fdd143bp-5,
     -0x1.1fc543a295612p-5, -0x1.c0e12cf280108p-8, 0x1.0eebc48629066p-8, 0x1.38e7747962fa3p-8,
     0x1.9a16385abb7d1p-9, 0x1.e29b34bc534b1p-10, 0x1.1fdc2e34bee6ap-10, 0x1.65e694f6f1b12p-11,
     0x1.cf54ab947dca9p-12, 0x1.3683e5307464bp-12, 0x1.acbc50ccf62d0p-13, 0x1.2fa66d7d48184p-13},
    {0x0.0p+0, -0x1.8400723d14b65p-5, -0x1.1ea2cb9b84b32p-5, 0x1.a9b2cb297934cp-9,
     0x1.1c123f6462d9ep-6, 0x1.49931ae679cafp-7, 0x1.0ceddeae3b4ccp-9, -0x1.64a3eec2d5adbp-11,
     -0x1.ac1cef1389cb7p-11, -0x1.0758c81b8476bp-11, -0x1.24fa4258e8239p-12, -0x1.4cf8b8e2ab34cp-13,
     -0x1.8b5c04e7cf8acp-14, -0x1.e92e12810ab92p-15, -0x1.3996e67759ddap-15,
     -0x1.9e9567b6a44f1p-16},
    {-0x1.b82ce30c7026bp-6, -0x1.11bf2f82d481dp-7, 0x1.ffd1ffd38c188p-7, 0x1.a556b4455bb1cp-7,
     -0x1.a16d51443d294p-13, -0x1.1995210d9c662p-8, -0x1.217210d936fb4p-9, -0x1.9203d1806a65bp-12,
     0x1.e8e1d6d7a38ddp-14, 0x1.00e9f26ee0a45p-13, 0x1.240c0ac173d7ap-14, 0x1.34f2ea8b70af3p-15,
     0x1.514854713a3a6p-16, 0x1.81514b88dc8e7p-17, 0x1.cabc7f168a989p-18, 0x1.1b05bca103dfcp-18},
    {0x0.0p+0, 0x1.68d599269eb29p-7, 0x1.10d7a19356674p-8, -0x1.35204dd6dd998p-8,
     -0x1.cc70252127ea9p-9, 0x1.582b1018c3b36p-13, 0x1.e5a3e797e4cabp-11, 0x1.8ec86758e03a8p-12,
     0x1.9271cf467ccf0p-15, -0x1.46b7fb8fdccafp-16, -0x1.0e55bbca3fa68p-16, -0x1.1b5fede8767a1p-17,
     -0x1.1f639b0472496p-18, -0x1.2f7b5cb0c39e1p-19, -0x1.4f88085452775p-20,
     -0x1.826b7d374036bp-21},
    {0x1.565bc47d52062p-8, 0x1.38260b724894bp-11, -0x1.f1a7ebcd4457bp-9, -0x1.2f3f7c12f5e72p-10,
     0x1.5df839e379d0ep-10, 0x1.7d445ed92784ep-11, -0x1.a490a2c496f1fp-14, -0x1.5fcbf66f526b0p-13,
     -0x1.ab741128cb85dp-15, -0x1.e4175a95d08c2p-19, 0x1.7fdba695ca79fp-19, 0x1.f23aa7df52fe6p-20,
     0x1.e71ce033c5105p-21, 0x1.ddd662bb499c7p-22, 0x1.ead1f56e27649p-23, 0x1.07cbb2cb255eep-23},
    {0x0.0p+0, -0x1.06d9b328fc753p-9, -0x1.b0f63f8c61332p-14, 0x1.25a4c99aeb579p-10,
     0x1.65b3016ffb169p-13, -0x1.588a7ccd69d11p-12, -0x1.c3f761dbe0cf7p-14, 0x1.0d1ca82a6f36cp-15,
     0x1.9a3f53a24a85ep-16, 0x1.5bc96933c5a85p-18, 0x1.1ae59c083cf07p-25, -0x1.7a02e03858292p-22,
     -0x1.944e31af1a529p-23, -0x1.77627688a222ep-24, -0x1.66efedf4e974ep-25,
     -0x1.682a2b486258ap-26},
    {-0x1.c021fdcdc7a4dp-11, 0x1.c94650be7f198p-15, 0x1.4cf15306966c0p-11, -0x1.1449aeade8df6p-14,
     -0x1.1805c39756be9p-12, 0x1.d039bc665ece4p-18, 0x1.0cd3a56820accp-14, 0x1.3a72a3613069cp-17,
     -0x1.b9e90ecd99a55p-18, -0x1.73e045332ca0dp-19, -0x1.9986d4eff8e8dp-22, 0x1.18b8e547143e1p-25,
     0x1.37f15aaad0268p-25, 0x1.245d63556f979p-26, 0x1.0650405a7f2d4p-27, 0x1.ebb96ca6ef88fp-29},
    {0x0.0p+0, 0x1.359ca310df3f2p-12, -0x1.253cd70028fbbp-14, -0x1.41e92542cef1ap-13,
     0x1.86a679535a182p-15, 0x1.8526d336316a1p-15, -0x1.517da449ec6b8p-17, -0x1.3206a036e6411p-17,
     0x1.58bbb6f1d7923p-26, 0x1.f46ae19614fdbp-21, 0x1.02280f856dee3p-22, 0x1.40adbbd5d08abp-26,
     -0x1.68e05544640fap-28, -0x1.ba3908e53b032p-29, -0x1.7fbdfd7781a79p-30,
     -0x1.50d187404e7bbp-31},
    {0x1.f1f0de5200899p-14, -0x1.b63fda502b0bap-16, -0x1.4c5afb7e59be3p-14, 0x1.3eafc3a79e187p-15,
     0x1.a521f66af061ep-16, -0x1.02f698dd1cecdp-16, -0x1.4bff029bc9c5cp-18, 0x1.69ce2de24891fp-19,
     0x1.cd87c5e6d2d3fp-21, -0x1.47a4af7def6e9p-23, -0x1.9a045e43da606p-24, -0x1.0478aee19b877p-26,
     -0x1.d18dfc8044e76p-33, 0x1.29635d281c9b5p-31, 0x1.143ab2a0fec66p-32, 0x1.cb5b66148d9c3p-34},
};
inline constexpr __constant double double_erf_table_rest[16] = {
    0x1.1ae3a914fed80p-56,  0x1.ecb21e39731acp-54,  -0x1.be9e71e61c3e1p-56, -0x1.2984bf41357bep-57,
    0x1.f5d72ddf7bfcfp-55,  0x1.b1a7d095f1d78p-56,  0x1.c04c6b5825d5fp-59,  -0x1.fd391ccbaff93p-58,
    -0x1.231ed068ea45dp-56, 0x1.0e5ff48648608p-59,  -0x1.24c824956db92p-57, 0x1.8c360289f6060p-60,
    -0x1.fb6799af998ebp-58, -0x1.25f7a9c749e82p-59, 0x1.5664653c47e93p-57,  0x1.f355515c39f53p-57};
/// Relative error below 2^-57.3.
template <> struct erf_table<double> {
  static constexpr int degree = 12;
  static constexpr double width = 0x1.9000000000000p-2;
  static const __constant double* coefficients(int power) {
    return double_erf_table_coefficients[power];
  }
  static const __constant double* rest() { return double_erf_table_rest; }
};

inline constexpr __constant float float_short_erf_table_coefficients[5][16] = {
    {0x1.20dd760000000p+0, 0x1.1af54e0000000p+0, 0x1.0a7ef60000000p+0, 0x1.e57b740000000p-1,
     0x1.af767a0000000p-1, 0x1.7a05180000000p-1, 0x1.49c38e0000000p-1, 0x1.20ac040000000p-1,
     0x1.fd9ae20000000p-2, 0x1.c672060000000p-2, 0x1.996eee0000000p-2, 0x1.7453800000000p-2,
     0x1.5553680000000p-2, 0x1.3b13580000000p-2, 0x1.24923a0000000p-2, 0x1.1111100000000p-2},
    {0x0.0p+0, -0x1.7305960000000p-3, -0x1.4c37860000000p-2, -0x1.a0cd180000000p-2,
     -0x1.b5dac40000000p-2, -0x1.9b130c0000000p-2, -0x1.667f2c0000000p-2, -0x1.2b07f20000000p-2,
     -0x1.e871820000000p-3, -0x1.8d73700000000p-3, -0x1.45c3240000000p-3, -0x1.0e58900000000p-3,
     -0x1.c6e9200000000p-4, -0x1.83bf900000000p-4, -0x1.4e5c520000000p-4, -0x1.2345200000000p-4},
    {-0x1.8126be0000000p-2, -0x1.5765f20000000p-2, -0x1.d6dd160000000p-3, -0x1.9a7eb80000000p-4,
     0x1.99178e0000000p-7, 0x1.5aa46a0000000p-4, 0x1.d4d9520000000p-4, 0x1.d354e00000000p-4,
     0x1.93ca960000000p-4, 0x1.4409020000000p-4, 0x1.f760360000000p-5, 0x1.846d940000000p-5,
     0x1.2e22180000000p-5, 0x1.dcc0240000000p-6, 0x1.7e09ba0000000p-6, 0x1.36ac700000000p-6},
    {0x0.0p+0, 0x1.aa13ac0000000p-4, 0x1.53d0c20000000p-3, 0x1.594d3c0000000p-3,
     0x1.014efa0000000p-3, 0x1.10599e0000000p-4, 0x1.0ebafa0000000p-6, -0x1.b69c180000000p-7,
     -0x1.99b3320000000p-6, -0x1.a0c0c00000000p-6, -0x1.5bd60e0000000p-6, -0x1.0a461a0000000p-6,
     -0x1.8ac9d60000000p-7, -0x1.23ded40000000p-7, -0x1.b47b300000000p-8, -0x1.4bb2ec0000000p-8},
    {0x1.cc0a940000000p-4, 0x1.6b39940000000p-4, 0x1.09174e0000000p-5, -0x1.92dc780000000p-6,
     -0x1.cdbf720000000p-5, -0x1.d969440000000p-5, -0x1.4bc1540000000p-5, -0x1.4363780000000p-6,
     -0x1.34fbb20000000p-8, 0x1.6ed0520000000p-9, 0x1.4913a20000000p-8, 0x1.34e3ee0000000p-8,
     0x1.e01f5e0000000p-9, 0x1.5b75920000000p-9, 0x1.eda6320000000p-10, 0x1.60d16a0000000p-10},
};
inline constexpr __constant float float_short_erf_table_rest[16] = {
    -0x1.f7ac920000000p-25, 0x1.196b040000000p-27,  -0x1.f389160000000p-27, 0x1.df04ca0000000p-27,
    0x1.d042220000000p-27,  -0x1.4aa6cc0000000p-27, 0x1.2de9d00000000p-27,  0x1.238c340000000p-27,
    -0x1.7b0d440000000p-27, 0x1.1cc9f80000000p-27,  -0x1.bd7a6a0000000p-28, -0x1.cfe1820000000p-29,
    -0x1.a53b800000000p-27, 0x1.8862340000000p-28,  0x1.ca18740000000p-27,  -0x1.efe7580000000p-27};
/// Relative error below 2^-23.3.
template <> struct short_erf_table<float> {
  static constexpr int degree = 4;
  static constexpr double width = 0x1.0000000000000p-2;
  static const __constant float* coefficients(int power) {
    return float_short_erf_table_coefficients[power];
  }
  static const __constant float* rest() { return float_short_erf_table_rest; }
};

} // namespace abacus

#endif
