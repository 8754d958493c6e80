/* ARKODE: explicit Runge-Kutta methods of orders 5 and 8. */
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <string.h>

#include "problems.h"
#include "report.h"
#include "solvers.h"

static void run(const void *problem, double tolerance, int variant, Run *out) {
  const OdeProblem *p = problem;
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(p->n, context);
  memcpy(NV_DATA_S(y), p->y0, (size_t)p->n * sizeof(double));

  void *memory = ERKStepCreate(p->f, 0, y, context);
  ERKStepSetTableNum(memory, variant & ORDER_8 ? ARKODE_FEHLBERG_13_7_8 : ARKODE_DORMAND_PRINCE_7_4_5);
  ERKStepSStolerances(memory, tolerance, tolerance);
  ERKStepSetMaxNumSteps(memory, 1000000);
  double t = 0;
  ERKStepSetStopTime(memory, p->end);
  out->status = ERKStepEvolve(memory, p->end, y, &t, ARK_NORMAL);
  ERKStepGetNumSteps(memory, &out->steps);
  ERKStepGetNumErrTestFails(memory, &out->rejected);
  ERKStepGetNumRhsEvals(memory, &out->f);
  memcpy(out->end, NV_DATA_S(y), (size_t)p->n * sizeof(double));

  ERKStepFree(&memory);
  N_VDestroy(y);
  SUNContext_Free(&context);
}

void run_arkode(double tolerance) {
  for (int i = 0; i < N_NONSTIFF; i++) {
    const OdeProblem *p = &NONSTIFF[i];
    report("ARKODE-ERK-DormandPrince5(4)", p->name, p->n, tolerance, 0, p, run);
    report("ARKODE-ERK-Fehlberg8(7)", p->name, p->n, tolerance, ORDER_8, p, run);
  }
}
