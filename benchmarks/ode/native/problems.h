/* The test problems of ../problems/ in C, for the SUNDIALS solvers. */
#ifndef VARIO_NATIVE_PROBLEMS_H
#define VARIO_NATIVE_PROBLEMS_H

#include <ida/ida.h>
#include <cvode/cvode.h>

typedef struct {
  const char *name;
  int n;
  CVRhsFn f;
  double end;           /* end of the interval, which starts at 0 */
  const double *y0;     /* initial values (n); NULL: all 0 */
  const double *scale;  /* absolute tolerance / relative tolerance (n); NULL: all 1 */
  double parameter;     /* ball-hertz: mass [kg] */
} OdeProblem;

typedef struct {
  const char *name;
  int n;
  IDAResFn residual;
  double end;
  const double *y0, *yp0;
  const double *scale;
  const double *differential; /* 1: its derivative appears, 0: algebraic (n) */
  int suppress;               /* leave algebraic variables out of the error test */
} DaeProblem;

extern const OdeProblem STIFF[], NONSTIFF[], CONTACT[], BAND[];
extern const int N_STIFF, N_NONSTIFF, N_CONTACT, N_BAND;
extern const DaeProblem DAE[];
extern const int N_DAE;

#endif
