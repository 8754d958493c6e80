/** Common parts of the explicit Runge-Kutta methods: the loop of attempts, rows of the workspace, step-size control. */
export { StepController } from './control.ts'
export {
  ExplicitStepper,
  ROW_ARGUMENT,
  ROW_ERROR,
  ROW_NEW,
  ROW_OLD,
  ROW_STAGE,
  SCALE_MIN,
} from './explicit-stepper.ts'
