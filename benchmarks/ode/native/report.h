/* Repeats a run, times it, and prints one JSON line about it. */
#ifndef VARIO_NATIVE_REPORT_H
#define VARIO_NATIVE_REPORT_H

typedef struct {
  long steps, rejected, f, f_jacobian, jacobians, lu, newton, roots, events;
  int status;  /* < 0: the solver gave up */
  double *end; /* end values (n) */
} Run;

/* Calls run(problem, tolerance, variant, out) as often as asked for and prints its counters, end values and times. */
void report(const char *solver, const char *name, int n, double tolerance, int variant, const void *problem,
            void (*run)(const void *problem, double tolerance, int variant, Run *out));

extern int repetitions;

#endif
