/** Models to and from JSON. */
export { modelFromJson } from './model-from-json.ts'
export { modelJsonSchema } from './model-json-schema.ts'
export { mergeToJson, modelToJson } from './model-to-json.ts'
