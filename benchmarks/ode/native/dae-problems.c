/* Residuals; sources and notation in ../problems/dae.ts and ../problems/car-axis.ts. */
#include <math.h>
#include <nvector/nvector_serial.h>

#include "problems.h"

#define ARRAYS                                                                       \
  const double *y = NV_DATA_S(state), *yp = NV_DATA_S(derivative);                   \
  double *res = NV_DATA_S(residual);                                                 \
  (void)t;                                                                           \
  (void)data

static const double g = 9.81;

static int robertson(double t, N_Vector state, N_Vector derivative, N_Vector residual, void *data) {
  ARRAYS;
  double slow = 0.04 * y[0], catalysed = 1e4 * y[1] * y[2];
  res[0] = catalysed - slow - yp[0];
  res[1] = slow - catalysed - 3e7 * y[1] * y[1] - yp[1];
  res[2] = y[0] + y[1] + y[2] - 1;
  return 0;
}

static int pendulum_index1(double t, N_Vector state, N_Vector derivative, N_Vector residual, void *data) {
  ARRAYS;
  res[0] = yp[0] - y[2];
  res[1] = yp[1] - y[3];
  res[2] = yp[2] + y[4] * y[0];
  res[3] = yp[3] + y[4] * y[1] + g;
  res[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - g * y[1];
  return 0;
}

static int pendulum_ggl(double t, N_Vector state, N_Vector derivative, N_Vector residual, void *data) {
  ARRAYS;
  res[0] = yp[0] - y[2] + y[5] * y[0];
  res[1] = yp[1] - y[3] + y[5] * y[1];
  res[2] = yp[2] + y[4] * y[0];
  res[3] = yp[3] + y[4] * y[1] + g;
  res[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1);
  res[5] = y[0] * y[2] + y[1] * y[3];
  return 0;
}

static int pendulum_ggl_integral(double t, N_Vector state, N_Vector derivative, N_Vector residual, void *data) {
  ARRAYS;
  res[0] = yp[0] - y[2] + yp[5] * y[0];
  res[1] = yp[1] - y[3] + yp[5] * y[1];
  res[2] = yp[2] + yp[4] * y[0];
  res[3] = yp[3] + yp[4] * y[1] + g;
  res[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1);
  res[5] = y[0] * y[2] + y[1] * y[3];
  return 0;
}

/* Road point and its first two time derivatives: xb, yb, xb', yb', xb'', yb''. */
static void compute_road(double t, double *road) {
  double y = 0.1 * sin(10 * t), dy = cos(10 * t), ddy = -100 * y, x = sqrt(1 - y * y), dx = -y * dy / x;
  road[0] = x;
  road[1] = y;
  road[2] = dx;
  road[3] = dy;
  road[4] = -(dy * dy + y * ddy + dx * dx) / x;
  road[5] = ddy;
}

static const double mass = 10 * 0.01 * 0.01 / 2;

/* Spring forces, weight and constraint forces. */
static void car_axis_forces(const double *road, const double *y, double *force) {
  double ex = y[0] - y[2], ey = y[1] - y[3], rx = y[2] - road[0], ry = y[3] - road[1];
  double left = 0.5 / sqrt(y[0] * y[0] + y[1] * y[1]) - 1, right = 0.5 / sqrt(rx * rx + ry * ry) - 1;
  force[0] = left * y[0] + y[8] * road[0] + 2 * y[9] * ex;
  force[1] = left * y[1] + y[8] * road[1] + 2 * y[9] * ey - mass;
  force[2] = right * rx - 2 * y[9] * ex;
  force[3] = right * ry - 2 * y[9] * ey - mass;
}

static int car_axis_index1(double t, N_Vector state, N_Vector derivative, N_Vector residual, void *data) {
  ARRAYS;
  double road[6], force[4];
  compute_road(t, road);
  car_axis_forces(road, y, force);
  for (int i = 0; i < 4; i++) {
    res[i] = yp[i] - y[4 + i];
    res[4 + i] = mass * yp[4 + i] - force[i];
  }
  double ux = y[4] - y[6], uy = y[5] - y[7];
  double moving = 2 * (road[2] * y[4] + road[3] * y[5]) + road[4] * y[0] + road[5] * y[1];
  res[8] = road[0] * force[0] + road[1] * force[1] + mass * moving;
  res[9] = (y[0] - y[2]) * (force[0] - force[2]) + (y[1] - y[3]) * (force[1] - force[3]) + mass * (ux * ux + uy * uy);
  return 0;
}

static int car_axis_ggl(double t, N_Vector state, N_Vector derivative, N_Vector residual, void *data) {
  ARRAYS;
  double road[6], force[4], ex = y[0] - y[2], ey = y[1] - y[3];
  compute_road(t, road);
  car_axis_forces(road, y, force);
  res[0] = yp[0] - y[4] + y[10] * road[0] + 2 * y[11] * ex;
  res[1] = yp[1] - y[5] + y[10] * road[1] + 2 * y[11] * ey;
  res[2] = yp[2] - y[6] - 2 * y[11] * ex;
  res[3] = yp[3] - y[7] - 2 * y[11] * ey;
  for (int i = 0; i < 4; i++) res[4 + i] = mass * yp[4 + i] - force[i];
  res[8] = road[0] * y[0] + road[1] * y[1];
  res[9] = ex * ex + ey * ey - 1;
  res[10] = road[2] * y[0] + road[3] * y[1] + road[0] * y[4] + road[1] * y[5];
  res[11] = 2 * (ex * (y[4] - y[6]) + ey * (y[5] - y[7]));
  return 0;
}

static const double robertson0[] = {1, 0, 0}, robertson_p0[] = {-0.04, 0.04, 0}, robertson_scale[] = {1e-2, 1e-8, 1};
static const double pendulum0[] = {1, 0, 0, 0, 0, 0}, pendulum_p0[] = {0, 0, 0, -9.81, 0, 0};
static const double axis0[] = {0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0, 0, 0, 0, 0};
static const double axis_p0[] = {-0.5, 0, -0.5, 0, 0, -1, 0, -1, 0, 0, 0, 0};
static const double id2[] = {1, 1, 0}, id4[] = {1, 1, 1, 1, 0, 0}, id6[] = {1, 1, 1, 1, 1, 1};
static const double id8[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0};

const DaeProblem DAE[] = {
    {"robertson-dae", 3, robertson, 4e10, robertson0, robertson_p0, robertson_scale, id2, 0},
    {"pendulum-index1", 5, pendulum_index1, 10, pendulum0, pendulum_p0, NULL, id4, 0},
    {"pendulum-ggl", 6, pendulum_ggl, 10, pendulum0, pendulum_p0, NULL, id4, 1},
    {"pendulum-ggl-integral", 6, pendulum_ggl_integral, 10, pendulum0, pendulum_p0, NULL, id6, 0},
    {"car-axis-index1", 10, car_axis_index1, 3, axis0, axis_p0, NULL, id8, 0},
    {"car-axis-ggl", 12, car_axis_ggl, 3, axis0, axis_p0, NULL, id8, 1},
};
const int N_DAE = sizeof(DAE) / sizeof(DAE[0]);
