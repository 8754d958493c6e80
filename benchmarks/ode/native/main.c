/*
 * The problems of ../problems/ with SUNDIALS 6: one JSON line per solver, problem and tolerance.
 * Arguments: tolerance, time to spend on each [ms], and the name of a problem, or none for all of them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "solvers.h"

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s tolerance milliseconds [problem]\n", argv[0]);
    return 2;
  }
  double tolerance = atof(argv[1]);
  budget = 1e3 * atof(argv[2]);
  only = argc > 3 ? argv[3] : NULL;
  run_cvode(tolerance);
  run_ida(tolerance);
  run_arkode(tolerance);
  return 0;
}
