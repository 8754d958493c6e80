/** Signal blocks with inputs u and outputs y, and tables as functions of equations. */
export { delay } from '../history/index.ts'
export { table1D, table2D } from '../tables/index.ts'
export {
  Derivative,
  FirstOrder,
  FixedDelay,
  Integrator,
  LimPID,
  PI,
  PID,
  SecondOrder,
  StateSpace,
  TransferFunction,
  VariableDelay,
} from './continuous.ts'
export { SampledIntegrator, SampledPI, UnitDelay, ZeroOrderHold } from './discrete.ts'
export { SI2SO, SISO, SignalSource, SO } from './interfaces.ts'
export { Add, Division, Feedback, Gain, Product, Sum } from './math.ts'
export {
  And,
  BooleanToReal,
  DeadZone,
  GreaterThreshold,
  Hysteresis,
  LessThreshold,
  Limiter,
  Not,
  Or,
  Switch,
  Table1D,
  Table2D,
  Timer,
} from './nonlinear.ts'
export {
  BooleanConstant,
  BooleanPulse,
  BooleanStep,
  Constant,
  Pulse,
  Ramp,
  Sine,
  Step,
  TableSource,
} from './sources.ts'
