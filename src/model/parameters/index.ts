/** Values of parameters, and their overrides in a run. */
export {
  type EvaluatedModel,
  evaluateModel,
  evaluateParameters,
  type MergeTree,
} from './evaluate-parameters.ts'
export { ParameterEvaluator } from './parameter-evaluator.ts'
