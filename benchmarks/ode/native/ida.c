/* IDA: BDF for implicit problems with dense difference Jacobians. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "problems.h"
#include "report.h"
#include "solvers.h"

static void run(const void *problem, double tolerance, int variant, Run *out) {
  const DaeProblem *p = problem;
  (void)variant;
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(p->n, context), yp = N_VNew_Serial(p->n, context);
  N_Vector atol = N_VNew_Serial(p->n, context), id = N_VNew_Serial(p->n, context);
  for (int i = 0; i < p->n; i++) {
    NV_Ith_S(y, i) = p->y0[i];
    NV_Ith_S(yp, i) = p->yp0[i];
    NV_Ith_S(id, i) = p->differential[i];
    NV_Ith_S(atol, i) = p->scale ? tolerance * p->scale[i] : tolerance;
  }

  void *memory = IDACreate(context);
  IDAInit(memory, p->residual, 0, y, yp);
  IDASVtolerances(memory, tolerance, atol);
  IDASetMaxNumSteps(memory, 1000000);
  if (p->suppress) {
    IDASetId(memory, id);
    IDASetSuppressAlg(memory, SUNTRUE);
  }
  SUNMatrix matrix = SUNDenseMatrix(p->n, p->n, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  IDASetLinearSolver(memory, solver, matrix);

  double t = 0;
  out->status = IDASolve(memory, p->end, &t, y, yp, IDA_NORMAL);
  long value = 0;
  IDAGetNumSteps(memory, &out->steps);
  IDAGetNumErrTestFails(memory, &out->rejected);
  IDAGetNumNonlinSolvConvFails(memory, &value);
  out->rejected += value;
  IDAGetNumResEvals(memory, &out->f);
  IDAGetNumLinResEvals(memory, &out->f_jacobian);
  IDAGetNumJacEvals(memory, &out->jacobians);
  IDAGetNumLinSolvSetups(memory, &out->lu);
  IDAGetNumNonlinSolvIters(memory, &out->newton);
  memcpy(out->end, NV_DATA_S(y), (size_t)p->n * sizeof(double));

  IDAFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(atol);
  N_VDestroy(id);
  SUNContext_Free(&context);
}

void run_ida(double tolerance) {
  for (int i = 0; i < N_DAE; i++)
    report(DAE[i].suppress ? "IDA-dense(suppressalg)" : "IDA-dense", DAE[i].name, DAE[i].n, tolerance, 0, &DAE[i], run);
}
