/** Devices of robots: sensors and their errors, propellers, drives with limits. */
export { LimitedMotor, PositionServo, VelocityServo } from './drives.ts'
export { Imu, imu } from './imu.ts'
export { Propeller, propeller } from './propeller.ts'
export { RangeSensor, rangeSensor } from './range-sensor.ts'
export { SampledSensor } from './sampled-sensor.ts'
