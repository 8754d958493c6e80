import type { StartValues, SystemBlock } from '../../compiler/index.ts'
import type { ModelValues } from '../values/index.ts'
import { approach } from './approach.ts'
import type { SystemAccess } from './system-access.ts'

/** How close a first guess must come to the start values, relative to them. */
const CLOSENESS = 1e-2

/**
 * The first guess of a nonlinear system where variables with start values are computed from unknowns that have none: with `y` started
 * at 7, `a = 2*y` and `sin(a/2) = 0.5`, it is a = 14 if a is the unknown. Start values decide which solution is found, whatever
 * unknowns the translation has chosen.
 *
 * @returns writes the guess into the memory, where the system is evaluated for the first time; null: there is nothing to be done
 */
export function createFirstGuess(
  model: ModelValues,
  block: SystemBlock,
  access: SystemAccess,
  starts: StartValues,
): (() => void) | null {
  const { unknowns, inner } = block
  if (block.kind !== 'nonlinear' || unknowns.some((name) => model.slot(name).rank !== 'scalar')) return null
  const free = unknowns.flatMap((name, k) => (starts.find(name) === undefined ? [k] : []))
  const wanted = inner.flatMap(({ target }) => {
    const init = starts.find(target)
    return typeof init === 'number' ? [{ name: target, init }] : []
  })
  if (free.length === 0 || wanted.length === 0) return null
  return () => {
    const n = unknowns.length
    const x = new Float64Array(n)
    const nominal = new Float64Array(n)
    const residuals = new Float64Array(n)
    const read = (name: string): number => model.readName(name) as number
    access.read(x)
    access.nominal(nominal)
    approach({
      wanted: wanted.slice(0, free.length),
      tolerance: 10 * CLOSENESS,
      free,
      nominal,
      x,
      evaluate: () => {
        access.write(x)
        access.residual(residuals)
      },
      read,
    })
  }
}
