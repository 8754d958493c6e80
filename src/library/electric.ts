/** Electric circuits: pins with potential v [V] and current i [A]. */
export {
  Capacitor,
  Conductor,
  Ground,
  IdealOpAmp3Pin,
  IdealTransformer,
  Inductor,
  Resistor,
  ThreeCoupledInductors,
  Transformer,
} from './electric/basic.ts'
export { OnePort, Pin, TwoPort } from './electric/interfaces.ts'
export {
  ConstantCurrent,
  ConstantVoltage,
  CurrentSensor,
  SignalCurrent,
  SignalVoltage,
  SineCurrent,
  SineVoltage,
  StepVoltage,
  UnitlessCurrentSensor,
  UnitlessSignalVoltage,
  VoltageSensor,
} from './electric/sources.ts'
export { Diode, IdealDiode, Switch } from './electric/switching.ts'
