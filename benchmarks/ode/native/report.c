#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MIN_REPETITIONS 3
#define MAX_REPETITIONS 10000

double budget = 1e5;
const char *only = NULL;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec; /* [us] */
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void report(const char *solver, const char *name, int n, double tolerance, int variant, const void *problem,
            void (*run)(const void *problem, double tolerance, int variant, Run *out)) {
  static double times[MAX_REPETITIONS];
  if (only && strcmp(only, name) != 0) return;
  double *end = malloc((size_t)n * sizeof(double));
  Run out;
  int count = -1; /* the first run warms up */
  double spent = 0;
  while (count < MIN_REPETITIONS || (spent < budget && count < MAX_REPETITIONS)) {
    memset(&out, 0, sizeof(out));
    out.end = end;
    double start = now();
    run(problem, tolerance, variant, &out);
    double time = now() - start;
    if (count >= 0) times[count] = time;
    spent += time;
    count++;
  }
  qsort(times, (size_t)count, sizeof(double), ascending);
  printf("{\"solver\":\"%s\",\"problem\":\"%s\",\"tolerance\":%g,\"status\":%d,\"steps\":%ld,\"rejected\":%ld,", solver,
         name, tolerance, out.status, out.steps, out.rejected);
  printf("\"f\":%ld,\"fJacobian\":%ld,\"jacobians\":%ld,\"lu\":%ld,\"newton\":%ld,\"roots\":%ld,\"events\":%ld,", out.f,
         out.f_jacobian, out.jacobians, out.lu, out.newton, out.roots, out.events);
  printf("\"usMin\":%.2f,\"usMedian\":%.2f,\"end\":[", times[0], times[count / 2]);
  for (int i = 0; i < n; i++) printf("%s%.17g", i ? "," : "", end[i]);
  printf("]}\n");
  fflush(stdout);
  free(end);
}
