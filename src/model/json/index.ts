/** Models to and from JSON. */
export { mergeFromJson, modelFromJson } from './model-from-json.ts'
export { modelJsonSchema } from './model-json-schema.ts'
export { type Json, mergeToJson, modelToJson } from './model-to-json.ts'
