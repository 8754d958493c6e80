/** `auto`: tsit5, and radau5 where the problem is stiff. */
export { AutoStepper } from './method.ts'
