/** The past of signals, with the accuracy of the solver: delays and transport. */
export { delay } from './delay.ts'
