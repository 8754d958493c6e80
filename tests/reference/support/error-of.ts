import { VarioError } from 'vario'

/** Returns the error that `run` throws. */
export function errorOf(run: () => unknown): VarioError {
  try {
    run()
  } catch (error) {
    if (error instanceof VarioError) return error
    throw error
  }
  throw new Error('expected an error, but there was none')
}
