/** Laws that rotational and translational mechanics share, with the names of the quantities of each. */
export { backlashEquations } from './backlash-equations.ts'
export { elastoGapEquations } from './elasto-gap-equations.ts'
export { coulombEquations, oneWayEquations, pressedEquations } from './friction-elements.ts'
export { frictionEquations } from './friction-equations.ts'
export { idealGearEquations, lossyGearEquations, supportedGearEquations } from './gear-equations.ts'
export { registerPosition } from './register-position.ts'
export { stopEquations } from './stop-equations.ts'
