/** Friction with a stuck mode, shared by rotational and translational elements. */
export { frictionEquations } from './friction.ts'
