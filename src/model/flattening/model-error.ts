import { type ErrorFields, VarioError } from '../../base/index.ts'
import { errorAt, type Position } from '../../symbolic/index.ts'

/** Returns an error in the component `path`, code `MODEL`, with the position in the equations if known. */
export function modelError(
  path: string,
  problem: string,
  pos?: Position,
  fields: ErrorFields = {},
): VarioError {
  return errorAt('MODEL', `${describeComponent(path)}: ${problem}.`, pos, { ...fields, path })
}

/** Returns `error` with the component in front of its message. */
export function inComponent(path: string, error: VarioError): VarioError {
  return new VarioError(error.code, `${describeComponent(path)}: ${error.message}`, { ...error.fields, path })
}

function describeComponent(path: string): string {
  return path === '' ? 'model' : path
}
