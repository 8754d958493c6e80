/** Drives of joints. */
export { Servo } from './servo.ts'
