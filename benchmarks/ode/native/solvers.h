#ifndef VARIO_NATIVE_SOLVERS_H
#define VARIO_NATIVE_SOLVERS_H

/* Variants of a run, to be combined. */
enum { ADAMS = 1, BANDED = 2, ROOTS = 4, SMALL_ATOL = 8, ORDER_8 = 16 };

void run_cvode(double tolerance);
void run_ida(double tolerance);
void run_arkode(double tolerance);

#endif
