/** Signal blocks with inputs u and outputs y. */
export {
  Derivative,
  FirstOrder,
  Integrator,
  LimPID,
  PI,
  PID,
  SecondOrder,
  StateSpace,
  TransferFunction,
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
