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
} from './blocks/continuous.ts'
export { SampledIntegrator, SampledPI, UnitDelay, ZeroOrderHold } from './blocks/discrete.ts'
export { SI2SO, SISO, SignalSource, SO } from './blocks/interfaces.ts'
export { Add, Division, Feedback, Gain, Product, Sum } from './blocks/math.ts'
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
} from './blocks/nonlinear.ts'
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
} from './blocks/sources.ts'
