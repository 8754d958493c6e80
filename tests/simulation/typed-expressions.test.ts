/**
 * Random expressions of all types compared with functions of JavaScript: as equations, parameters and bindings, in all
 * solvers.
 */
import { equations, expr, instantiate, Model, Par, Var, VarioError } from 'vario'
import { expect, test } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { type Answer, ExpressionMaker, type Kind, type Leaves, type Margin } from './typed-expressions.ts'

const KINDS: readonly Kind[] = ['number', 'boolean', 'vector', 'matrix']
const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** Parameters; their values are not next to limits of literals. */
const PARAMETERS = {
  k: 0.73,
  g: -2.41,
  big: 37.9,
  yes: true,
  no: false,
  c: [0.21, -1.37, 2.9],
  K: [
    [1.13, 0, -0.57],
    [0.31, 2.07, 0.11],
    [-1.9, 0.4, 0.77],
  ],
}

const NAMES: Readonly<Record<Kind, readonly string[]>> = {
  number: ['x', 'y', 'n', 'k', 'g', 'big', '(hz*time)'],
  boolean: ['p', 'yes', 'no', 'q'],
  vector: ['v', 'c'],
  matrix: ['M', 'K'],
}
const CONSTANT: Readonly<Record<Kind, readonly string[]>> = {
  number: ['k', 'g', 'big'],
  boolean: ['yes', 'no'],
  vector: ['c'],
  matrix: ['K'],
}

/** The leaves: oscillating states, a variable, a discrete counter, Booleans, a vector of states, a matrix. */
const LEAVES = `
  der(x) = w; der(w) = -4*x
  y = 1.3*cos(3*time) + 0.1
  when sin(25*time) > 0.2 then n = pre(n) + 1 end when
  p = x > 0.31
  q = n > 2
  der(v) = [v[2], -v[1], 0.4 - v[3]]
  M = [x, 1.2, hz*time; 0.3, y, -x; 0.7, 2, 1]
`

const declared = {
  ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, value]) => [name, Par(value)])),
  hz: Par(1, 'Hz'),
  x: Var({ init: 0.83 }),
  w: Var({ init: -0.4 }),
  n: Var({ start: 0 }),
  v: Var({ init: [0.9, 0.2, -1.1] }),
}

/** Bands of conditions are 1e-10 of the compared values; states in between are interpolated to some tolerances. */
const NEIGHBORHOOD = 1e-7
/** Rounding errors of numbers up to 1e6, of which 250^3 times a rounding may be one. */
const ROUNDING = 1e-9

test.each(campaignSeeds(2500, 40))(
  'typed expressions have the value of their separate computation, seed %d',
  (seed) => {
    const random = createRandom(seed)
    const maker = new ExpressionMaker(random, NAMES)
    const constant = new ExpressionMaker(random, CONSTANT)
    const [solver, isInterpreted] = [SOLVERS[seed % SOLVERS.length], random() < 0.3]
    const expressions = KINDS.map((kind, i) => ({
      kind,
      name: `e${i}`,
      e: maker.make(kind, 2 + Math.floor(random() * 3)),
    }))
    const fixed = KINDS.map((kind, i) => ({
      kind,
      name: `f${i}`,
      e: constant.make(kind, 2 + Math.floor(random() * 3)),
    }))
    const text = `${LEAVES}\n${expressions.map(({ name, e }) => `${name} = ${e.text}`).join('\n')}`
    // parameters as expressions, and the same as equations
    const bindings = Object.fromEntries(fixed.map(({ name, e }) => [`par_${name}`, Par(expr(e.text))]))
    const asEquations = fixed.map(({ name, e }) => `${name} = ${e.text}`).join('\n')
    const label = `${solver}${isInterpreted ? ', interpreted' : ''}\n${text}\n${asEquations}`
    const result = attempt(label, () =>
      instantiate(Model({ ...declared, ...bindings, equations: equations(`${text}\n${asEquations}`) }), {
        interpret: isInterpreted,
      }).simulate({ stopTime: 1.5, interval: 0.05, solver }),
    )
    const margin: Margin = { smallest: 1 }
    for (const { kind, name, e } of fixed) {
      margin.smallest = 1
      const expected = e.evaluate(PARAMETERS, margin)
      if (margin.smallest < 1e-11) continue
      expectEqual(flat(result.parameter(`par_${name}`)), expected, `parameter ${name} = ${e.text}\n${label}`)
      expectEqual(
        valuesOf(result, name, kind, result.time.length - 1),
        expected,
        `${name} = ${e.text}\n${label}`,
      )
    }
    for (let i = 0; i < result.time.length; i++) {
      const leaves: Leaves = {
        ...PARAMETERS,
        '(hz*time)': result.time[i],
        ...Object.fromEntries(['x', 'y', 'n'].map((name) => [name, result.values(name)[i]])),
        p: result.values('p')[i] === 1,
        q: result.values('q')[i] === 1,
        v: valuesOf(result, 'v', 'vector', i),
        M: [0, 1, 2].map((row) => valuesOf(result, 'M', 'matrix', i).slice(3 * row, 3 * row + 3)),
      }
      for (const { kind, name, e } of expressions) {
        margin.smallest = 1
        const expected = e.evaluate(leaves, margin)
        if (margin.smallest < NEIGHBORHOOD) continue
        expectEqual(
          valuesOf(result, name, kind, i),
          expected,
          `${name} = ${e.text} at point ${i}, t = ${result.time[i]}\n${label}`,
        )
      }
    }
  },
)

type Result = ReturnType<ReturnType<typeof instantiate>['simulate']>

function attempt(label: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof VarioError) throw new Error(`${error.code}: ${error.message}\n${label}`)
    throw error
  }
}

function valuesOf(result: Result, name: string, kind: Kind, point: number): number[] {
  const size = kind === 'vector' ? 3 : kind === 'matrix' ? 9 : 1
  const values = result.values(name)
  return Array.from(values.subarray(point * size, (point + 1) * size))
}

function flat(value: unknown): number[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [Number(value)]
  const data = (value as { data?: ArrayLike<number> }).data
  return Array.from(data ?? (value as ArrayLike<number>))
}

function expectEqual(found: readonly number[], expected: Answer, label: string): void {
  const list = (Array.isArray(expected) ? expected.flat() : [Number(expected)]) as number[]
  const scale = Math.max(1, ...list.map(Math.abs))
  const isEqual =
    found.length === list.length && list.every((x, i) => Math.abs(x - found[i]) <= ROUNDING * scale)
  if (!isEqual) expect(found, label).toEqual(list)
}
