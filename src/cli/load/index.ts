/** Model files of the user: found, read, loaded, and the model in them chosen. */
export { hashText, type LoadedModel, loadModel } from './load-model.ts'
export { packageFolder, packageVersion } from './package-modules.ts'
export { isModelFile, parseReference, type Reference } from './reference.ts'
export { collectImports } from './source-files.ts'
