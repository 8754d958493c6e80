/** Electric circuits: pins with potential v [V] and current i [A]. */
export {
  Battery,
  Capacitor,
  Conductor,
  Ground,
  IdealOpAmp3Pin,
  IdealTransformer,
  Inductor,
  Resistor,
  SaturatingInductor,
  ThreeCoupledInductors,
  Transformer,
} from './basic.ts'
export { OnePort, Pin, TwoPort } from './interfaces.ts'
export {
  IdealThyristor,
  LimitedOpAmp,
  NMOS,
  NPN,
  PMOS,
  PNP,
  SwitchWithArc,
  ZenerDiode,
} from './semiconductors.ts'
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
} from './sources.ts'
export { Diode, IdealDiode, Switch } from './switching.ts'
