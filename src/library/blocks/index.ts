/** Signal blocks with inputs u and outputs y, and tables as functions of equations. */
export { delay, spatialDistribution, table1D, table2D } from '../functions/index.ts'
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
export { Filter, Mean, RateLimiter, RootMeanSquare } from './filter.ts'
export { SI2SO, SISO, SignalSource, SO } from './interfaces.ts'
export { Add, Division, Feedback, Gain, Product, Sum } from './math-blocks.ts'
export { BandLimitedWhiteNoise, NormalNoise, UniformNoise } from './noise.ts'
export {
  And,
  BooleanToReal,
  DeadZone,
  GreaterThreshold,
  Hysteresis,
  LessThreshold,
  Limiter,
  Nand,
  Nor,
  Not,
  OnDelay,
  OnOffController,
  Or,
  RSFlipFlop,
  Switch,
  Table1D,
  Table2D,
  Timer,
  Xor,
} from './nonlinear.ts'
export {
  BooleanConstant,
  BooleanPulse,
  BooleanStep,
  Chirp,
  Constant,
  Pulse,
  Ramp,
  Sine,
  Step,
  TableSource,
  Trapezoid,
} from './sources.ts'
