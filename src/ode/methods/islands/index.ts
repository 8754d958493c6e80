/** Independent islands of a problem, each with its own steps. */
export { IslandsStepper } from './method.ts'
