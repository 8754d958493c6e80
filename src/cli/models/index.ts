/** Models of the user: found, loaded, changed by `--set`, run, and watched for changes. */
export { listSettable, type Settable } from './list-settable.ts'
export {
  hashText,
  type LoadedExports,
  type LoadedModel,
  loadExports,
  loadModel,
  selectModel,
} from './load-model.ts'
export { moduleUrl, packageFolder } from './package-modules.ts'
export { isModelFile, parseReference, type Reference } from './reference.ts'
export { type ModelRun, runModel, withSettings } from './run-model.ts'
export { RUN_OPTIONS, readRunOptions, splitNames } from './run-options.ts'
export { describeSource, type RunSource, readSource } from './run-source.ts'
export { collectImports, stampFile, waitForChange } from './source-files.ts'
