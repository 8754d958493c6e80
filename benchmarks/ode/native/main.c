/*
 * The problems of ../problems/ with SUNDIALS 6: one JSON line per solver, problem and tolerance.
 * Arguments: repetitions, then tolerances.
 */
#include <stdlib.h>

#include "report.h"
#include "solvers.h"

int main(int argc, char **argv) {
  if (argc > 1) repetitions = atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
  for (int i = 2; i < argc; i++) {
    double tolerance = atof(argv[i]);
    run_cvode(tolerance);
    run_ida(tolerance);
    run_arkode(tolerance);
  }
  return 0;
}
