import { VarioError } from '../../base/index.ts'

/** The error of a program, with the place and the time. */
export function placeError(error: unknown, what: string, time: number): VarioError {
  const where = `${what} at t = ${time} s`
  if (!(error instanceof VarioError)) {
    const text = error instanceof Error ? error.message : String(error)
    return withCause(new VarioError('ACTION', `${what} fails at t = ${time} s: ${text}`, { time }), error)
  }
  if (error.message.includes(`t = ${time} s`) && error.message.includes(what)) return error
  return withCause(
    new VarioError(error.code, `${error.message} (${where})`, { ...error.fields, time }),
    error,
  )
}

function withCause(error: VarioError, cause: unknown): VarioError {
  return Object.assign(error, { cause })
}
