import { VarioError } from '../../base/index.ts'

/** Adds the component to an error of a type. */
export function inComponent<T>({ component }: { readonly component: string }, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof VarioError) || error.code !== 'TYPE') throw error
    const where = component === '' ? 'model' : component
    throw new VarioError('TYPE', `${where}: ${error.message}`, { ...error.fields, path: component })
  }
}
