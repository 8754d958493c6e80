/** Unit inference, and checks of the units and temperatures in equations. */
export { checkUnits } from './check-units.ts'
