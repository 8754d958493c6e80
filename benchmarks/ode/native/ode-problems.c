/* Right-hand sides; sources and notation in ../problems/. `data` points at the number of states, or for the
   ball at K/m and whether it is in contact. */
#include <math.h>
#include <nvector/nvector_serial.h>

#include "problems.h"

#define ARRAYS                        \
  const double *x = NV_DATA_S(state); \
  double *dx = NV_DATA_S(derivative); \
  (void)t;                            \
  (void)data

static int robertson(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  double slow = 0.04 * x[0], catalysed = 1e4 * x[1] * x[2], fast = 3e7 * x[1] * x[1];
  dx[0] = catalysed - slow;
  dx[1] = slow - catalysed - fast;
  dx[2] = fast;
  return 0;
}

static int van_der_pol(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  dx[0] = x[1];
  dx[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0];
  return 0;
}

static int hires(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  double bound = 280 * x[5] * x[7];
  dx[0] = -1.71 * x[0] + 0.43 * x[1] + 8.32 * x[2] + 0.0007;
  dx[1] = 1.71 * x[0] - 8.75 * x[1];
  dx[2] = -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4];
  dx[3] = 8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3];
  dx[4] = -1.745 * x[4] + 0.43 * x[5] + 0.43 * x[6];
  dx[5] = -bound + 0.69 * x[3] + 1.71 * x[4] - 0.43 * x[5] + 0.69 * x[6];
  dx[6] = bound - 1.81 * x[6];
  dx[7] = -bound + 1.81 * x[6];
  return 0;
}

static int oregonator(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  dx[0] = 77.27 * (x[1] + x[0] * (1 - 8.375e-6 * x[0] - x[1]));
  dx[1] = (x[2] - (1 + x[0]) * x[1]) / 77.27;
  dx[2] = 0.161 * (x[0] - x[2]);
  return 0;
}

static int pollution(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  double r1 = 0.35 * x[0], r2 = 26.6 * x[1] * x[3], r3 = 1.23e4 * x[4] * x[1], r4 = 8.6e-4 * x[6], r5 = 8.2e-4 * x[6];
  double r6 = 1.5e4 * x[6] * x[5], r7 = 1.3e-4 * x[8], r8 = 2.4e4 * x[8] * x[5], r9 = 1.65e4 * x[10] * x[1];
  double r10 = 9e3 * x[10] * x[0], r11 = 0.022 * x[12], r12 = 1.2e4 * x[9] * x[1], r13 = 1.88 * x[13];
  double r14 = 1.63e4 * x[0] * x[5], r15 = 4.8e6 * x[2], r16 = 3.5e-4 * x[3], r17 = 0.0175 * x[3], r18 = 1e8 * x[15];
  double r19 = 4.44e11 * x[15], r20 = 1240 * x[16] * x[5], r21 = 2.1 * x[18], r22 = 5.78 * x[18];
  double r23 = 0.0474 * x[0] * x[3], r24 = 1780 * x[18] * x[0], r25 = 3.12 * x[19];
  dx[0] = -r1 - r10 - r14 - r23 - r24 + r2 + r3 + r9 + r11 + r12 + r22 + r25;
  dx[1] = -r2 - r3 - r9 - r12 + r1 + r21;
  dx[2] = -r15 + r1 + r17 + r19 + r22;
  dx[3] = -r2 - r16 - r17 - r23 + r15;
  dx[4] = -r3 + 2 * r4 + r6 + r7 + r13 + r20;
  dx[5] = -r6 - r8 - r14 - r20 + r3 + 2 * r18;
  dx[6] = -r4 - r5 - r6 + r13;
  dx[7] = r4 + r5 + r6 + r7;
  dx[8] = -r7 - r8;
  dx[9] = -r12 + r7 + r9;
  dx[10] = -r9 - r10 + r8 + r11;
  dx[11] = r9;
  dx[12] = -r11 + r10;
  dx[13] = -r13 + r12;
  dx[14] = r14;
  dx[15] = -r18 - r19 + r16;
  dx[16] = -r20;
  dx[17] = r20;
  dx[18] = -r21 - r22 - r24 + r23 + r25;
  dx[19] = -r25 + r24;
  return 0;
}

static int heat_rod(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  int n = (int)*(const double *)data;
  double k = (n + 1.0) * (n + 1.0), left = 1, here = x[0];
  for (int i = 0; i < n; i++) {
    double right = i + 1 < n ? x[i + 1] : 0;
    dx[i] = k * (left - 2 * here + right);
    left = here;
    here = right;
  }
  return 0;
}

static int ball_hertz(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  const double *stiffness = data, *contact = stiffness + 1;
  double depth = -x[0];
  dx[0] = x[1];
  dx[1] = -9.81;
  if (*contact) dx[1] += *stiffness * depth * sqrt(fabs(depth)) * (1 - 0.2 * x[1]);
  return 0;
}

static int arenstorf(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  const double moon = 0.012277471, earth = 1 - moon;
  double xe = x[0] + moon, xm = x[0] - earth, yy = x[1] * x[1];
  double re2 = xe * xe + yy, rm2 = xm * xm + yy;
  double ke = earth / (re2 * sqrt(re2)), km = moon / (rm2 * sqrt(rm2));
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = x[0] + 2 * x[3] - ke * xe - km * xm;
  dx[3] = x[1] - 2 * x[2] - (ke + km) * x[1];
  return 0;
}

static int kepler(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  double r2 = x[0] * x[0] + x[1] * x[1], k = -1 / (r2 * sqrt(r2));
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = k * x[0];
  dx[3] = k * x[1];
  return 0;
}

static int double_pendulum(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  const double g = 9.81;
  double c = cos(x[0] - x[1]), s = sin(x[0] - x[1]);
  double b1 = -s * x[3] * x[3] - 2 * g * sin(x[0]), b2 = s * x[2] * x[2] - g * sin(x[1]), det = 2 - c * c;
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = (b1 - c * b2) / det;
  dx[3] = (2 * b2 - c * b1) / det;
  return 0;
}

static int pleiades(double t, N_Vector state, N_Vector derivative, void *data) {
  ARRAYS;
  for (int i = 0; i < 7; i++) {
    dx[i] = x[14 + i];
    dx[7 + i] = x[21 + i];
    dx[14 + i] = dx[21 + i] = 0;
  }
  for (int i = 0; i < 7; i++) {
    for (int j = i + 1; j < 7; j++) {
      double ex = x[j] - x[i], ey = x[7 + j] - x[7 + i], r2 = ex * ex + ey * ey, k = 1 / (r2 * sqrt(r2));
      dx[14 + i] += (j + 1) * k * ex;
      dx[21 + i] += (j + 1) * k * ey;
      dx[14 + j] -= (i + 1) * k * ex;
      dx[21 + j] -= (i + 1) * k * ey;
    }
  }
  return 0;
}

static const double first[] = {1, 0, 0}, robertson_scale[] = {1e-2, 1e-8, 1}, vdp0[] = {2, 0}, ball0[] = {0.2, 0};
static const double hires0[] = {1, 0, 0, 0, 0, 0, 0, 0.0057}, orego0[] = {1, 2, 3};
static const double pollution0[] = {0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0};
static const double arenstorf0[] = {0.994, 0, 0, -2.0015851063790825224}, kepler0[] = {0.4, 0, 0, 2};
static const double angles0[] = {1.5, 1.5, 0, 0};
static const double pleiades0[] = {3, 3, -1, -3, 2, -2, 2,    3,    -3, 2, 0, 0,     -4, 4,
                                   0, 0, 0,  0,  0, 1.75, -1.5, 0, 0,  0, -1.25, 1,  0, 0};

const OdeProblem STIFF[] = {
    {"robertson", 3, robertson, 1e4, first, NULL, 0},
    {"robertson-long", 3, robertson, 4e10, first, robertson_scale, 0},
    {"vdpol-mu1000", 2, van_der_pol, 2000, vdp0, NULL, 0},
    {"hires", 8, hires, 321.8122, hires0, NULL, 0},
    {"orego", 3, oregonator, 360, orego0, NULL, 0},
    {"pollution", 20, pollution, 60, pollution0, NULL, 0},
    {"heat-rod-100", 100, heat_rod, 0.1, NULL, NULL, 0},
};
const int N_STIFF = sizeof(STIFF) / sizeof(STIFF[0]);

const OdeProblem BAND[] = {
    {"heat-rod-100", 100, heat_rod, 0.1, NULL, NULL, 0},
    {"heat-rod-1000", 1000, heat_rod, 0.1, NULL, NULL, 0},
    {"heat-rod-10000", 10000, heat_rod, 0.1, NULL, NULL, 0},
};
const int N_BAND = sizeof(BAND) / sizeof(BAND[0]);

const OdeProblem CONTACT[] = {
    {"ball-hertz-m0.001", 2, ball_hertz, 2, ball0, NULL, 0.001},
    {"ball-hertz-m0.1", 2, ball_hertz, 2, ball0, NULL, 0.1},
    {"ball-hertz-m1", 2, ball_hertz, 2, ball0, NULL, 1},
};
const int N_CONTACT = sizeof(CONTACT) / sizeof(CONTACT[0]);

const OdeProblem NONSTIFF[] = {
    {"arenstorf", 4, arenstorf, 17.0652165601579625589, arenstorf0, NULL, 0},
    {"kepler", 4, kepler, 62.8318530717958647693, kepler0, NULL, 0},
    {"double-pendulum", 4, double_pendulum, 5, angles0, NULL, 0},
    {"pleiades", 28, pleiades, 3, pleiades0, NULL, 0},
};
const int N_NONSTIFF = sizeof(NONSTIFF) / sizeof(NONSTIFF[0]);
