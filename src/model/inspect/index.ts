/** Prints and compares models. */
export { equalModels } from './equal-models.ts'
export { printModel } from './print-model.ts'
