/** `auto`: tsit5, and an implicit method where the problem is stiff; islands with separate steps, each by `auto`. */
export { AutoStepper } from './auto.ts'
export { IslandsStepper } from './islands-stepper.ts'
