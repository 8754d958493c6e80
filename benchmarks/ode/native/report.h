/* Repeats a run, times it, and prints one JSON line about it. */
#ifndef VARIO_NATIVE_REPORT_H
#define VARIO_NATIVE_REPORT_H

typedef struct {
  long steps, rejected, f, f_jacobian, jacobians, lu, newton, roots, events;
  int status;  /* < 0: the solver gave up */
  double *end; /* end values (n) */
} Run;

/* Calls run(problem, tolerance, variant, out) until the budget is spent and prints its counters, end values and times. */
void report(const char *solver, const char *name, int n, double tolerance, int variant, const void *problem,
            void (*run)(const void *problem, double tolerance, int variant, Run *out));

extern double budget;    /* time to spend on each run and its repetitions [us] */
extern const char *only; /* report this problem alone; NULL: all */

#endif
