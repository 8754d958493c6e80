/** Model files of the user: finds, reads and loads them, and chooses the model. */
export { hashText, type LoadedModel, loadModel } from './load-model.ts'
export { packageFolder, packageVersion } from './package-modules.ts'
export { isModelFile, parseReference, type Reference } from './reference.ts'
export { collectImports } from './source-files.ts'
