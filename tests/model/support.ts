import { type FlatModel, flatten, type ModelNode } from '../../src/model/index.ts'
import { printEquation } from '../../src/symbolic/index.ts'

/** The equations of the flat model as texts. */
export function equationTexts(model: ModelNode): string[] {
  return textsOf(flatten(model))
}

export function textsOf(flat: FlatModel): string[] {
  return flat.equations.map((equation) => printEquation(equation))
}

/** The first line of the message of the error that `run` throws. */
export function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}
