/** Checks that generated and interpreted code give the same results. */
import { VarioError } from 'vario'
import { afterAll, expect } from 'vitest'
import { InstantiatedModel } from '../../src/simulation/index.ts'

type Options = Parameters<InstantiatedModel['simulate']>[0]
type Table = ReturnType<InstantiatedModel['simulate']>

const simulateOnce = InstantiatedModel.prototype.simulate
let nComparison = 0

/** Number of simulations that were run twice so far. */
export function countComparisons(): number {
  return nComparison
}

/**
 * From now on every simulation of the test file is run twice, with generated and with interpreted code, and the results
 * must be equal to the last bit.
 */
export function checkInterpreter(): void {
  InstantiatedModel.prototype.simulate = simulateTwice
  // files share the modules
  afterAll(() => {
    InstantiatedModel.prototype.simulate = simulateOnce
  })
}

function simulateTwice(this: InstantiatedModel, options: Options): Table {
  const generated = outcomeOf(() => simulateOnce.call(this, options))
  const { log: _, onProgress: __, ...quiet } = options
  const other = new InstantiatedModel(this.flat, this.translation, this.model, true)
  const interpreted = outcomeOf(() => simulateOnce.call(other, quiet))
  nComparison++
  if (generated.table === null || interpreted.table === null) {
    // The texts may differ: the interpreter knows the place in the equations, generated code does not.
    expect([generated.error, interpreted.error]).toEqual([expect.any(VarioError), expect.any(VarioError)])
    throw generated.error
  }
  expectSameTables(generated.table, interpreted.table)
  return generated.table
}

interface RunOutcome {
  readonly table: Table | null
  readonly error: Error | null
}

function outcomeOf(run: () => Table): RunOutcome {
  try {
    return { table: run(), error: null }
  } catch (error) {
    return { table: null, error: error as Error }
  }
}

function expectSameTables(generated: Table, interpreted: Table): void {
  expect(interpreted.names).toEqual(generated.names)
  for (const name of generated.names) {
    const { kind, header } = generated.signal(name)
    if (kind === 'parameter' || header.constant !== undefined) continue
    const [a, b] = [generated.values(name), interpreted.values(name)]
    const place = a.findIndex((value, k) => !Object.is(value, b[k]))
    if (place >= 0 || a.length !== b.length)
      expect.fail(`${name}: generated code gives ${a[place]}, the interpreter ${b[place]} at point ${place}`)
  }
}
