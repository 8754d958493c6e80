/* CVODE: BDF with dense or banded difference Jacobians, Adams with the same Newton iteration, roots and restarts. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "problems.h"
#include "report.h"
#include "solvers.h"

static int height(double t, N_Vector state, double *z, void *data) {
  (void)t;
  (void)data;
  z[0] = NV_Ith_S(state, 0);
  return 0;
}

/* Adds the counters since the last (re)start. */
static void count(void *memory, Run *out) {
  long value;
#define ADD(get, field) \
  value = 0;            \
  get(memory, &value);  \
  out->field += value
  ADD(CVodeGetNumSteps, steps);
  ADD(CVodeGetNumErrTestFails, rejected);
  ADD(CVodeGetNumNonlinSolvConvFails, rejected);
  ADD(CVodeGetNumRhsEvals, f);
  ADD(CVodeGetNumLinRhsEvals, f_jacobian);
  ADD(CVodeGetNumJacEvals, jacobians);
  ADD(CVodeGetNumLinSolvSetups, lu);
  ADD(CVodeGetNumNonlinSolvIters, newton);
  ADD(CVodeGetNumGEvals, roots);
#undef ADD
}

static void run(const void *problem, double tolerance, int variant, Run *out) {
  const OdeProblem *p = problem;
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(p->n, context), atol = N_VNew_Serial(p->n, context);
  double absolute = variant & SMALL_ATOL ? 1e-4 * tolerance : tolerance;
  for (int i = 0; i < p->n; i++) {
    NV_Ith_S(y, i) = p->y0 ? p->y0[i] : 0;
    NV_Ith_S(atol, i) = p->scale ? absolute * p->scale[i] : absolute;
  }
  double parameters[2] = {p->n, 0};
  if (p->parameter > 0) {
    double radius = cbrt(3 * p->parameter / (4 * M_PI * 7850));
    parameters[0] = 4.0 / 3 * 2.1e11 / (2 * 0.91) * sqrt(radius) / p->parameter;
  }

  void *memory = CVodeCreate(variant & ADAMS ? CV_ADAMS : CV_BDF, context);
  CVodeInit(memory, p->f, 0, y);
  CVodeSVtolerances(memory, tolerance, atol);
  CVodeSetUserData(memory, parameters);
  CVodeSetMaxNumSteps(memory, 1000000);
  SUNMatrix matrix = variant & BANDED ? SUNBandMatrix(p->n, 1, 1, context) : SUNDenseMatrix(p->n, p->n, context);
  SUNLinearSolver solver = variant & BANDED ? SUNLinSol_Band(y, matrix, context) : SUNLinSol_Dense(y, matrix, context);
  CVodeSetLinearSolver(memory, solver, matrix);
  if (variant & ROOTS) CVodeRootInit(memory, 1, height);

  double t = 0;
  for (;;) {
    out->status = CVode(memory, p->end, y, &t, CV_NORMAL);
    if (out->status != CV_ROOT_RETURN) break;
    out->events++;
    count(memory, out);
    NV_Ith_S(y, 0) = 0;
    parameters[1] = NV_Ith_S(y, 1) < 0; /* falling: contact begins */
    CVodeReInit(memory, t, y);
  }
  count(memory, out);
  memcpy(out->end, NV_DATA_S(y), (size_t)p->n * sizeof(double));

  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(atol);
  SUNContext_Free(&context);
}

void run_cvode(double tolerance) {
  for (int i = 0; i < N_STIFF; i++)
    report("CVODE-BDF-dense", STIFF[i].name, STIFF[i].n, tolerance, 0, &STIFF[i], run);
  for (int i = 0; i < N_BAND; i++)
    report("CVODE-BDF-band", BAND[i].name, BAND[i].n, tolerance, BANDED, &BAND[i], run);
  for (int i = 0; i < N_NONSTIFF; i++)
    report("CVODE-Adams-Newton", NONSTIFF[i].name, NONSTIFF[i].n, tolerance, ADAMS, &NONSTIFF[i], run);
  for (int i = 0; i < N_CONTACT; i++) {
    const OdeProblem *p = &CONTACT[i];
    report("CVODE-BDF-dense+root(atol=1e-4*rtol)", p->name, p->n, tolerance, ROOTS | SMALL_ATOL, p, run);
    report("CVODE-BDF-dense+root(atol=rtol)", p->name, p->n, tolerance, ROOTS, p, run);
    report("CVODE-Adams-Newton+root(atol=1e-4*rtol)", p->name, p->n, tolerance, ROOTS | SMALL_ATOL | ADAMS, p, run);
  }
}
