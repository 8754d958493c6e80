/** Evaluates the equations without generated code. */
export { evaluateInRun } from './evaluate-in-run.ts'
export { Interpreter } from './interpreter.ts'
