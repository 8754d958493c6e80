/**
 * Hydraulics with one liquid of constant density and viscosity: ports with pressure p [Pa], relative to the surroundings, and
 * volume flow q [m3/s]. Components without volumes are incompressible; volumes store liquid by their compliance.
 */

export { CheckValve, Orifice, Pipe, Pump, Valve } from './flows.ts'
export { Port } from './interfaces.ts'
export {
  FixedFlow,
  FixedPressure,
  FlowSensor,
  PrescribedFlow,
  PrescribedPressure,
  PressureSensor,
} from './sources.ts'
export { HydraulicCylinder, HydraulicMotor, Inertance, Tank, Volume } from './stores.ts'
