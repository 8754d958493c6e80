/** Models printed and compared. */
export { equalModels } from './equal-models.ts'
export { printModel } from './print-model.ts'
