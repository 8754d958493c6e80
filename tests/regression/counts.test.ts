/**
 * Work of models of the benchmarks, in counts that are the same on a slow and on a busy machine: a step that needs more
 * evaluations, or a function that begins to allocate, is seen here. `kept/counts.json` has them.
 */
import { instantiate, type simulate, translate } from 'vario'
import { integrate, integrateDae, type Method } from 'vario/ode'
import { expect, test } from 'vitest'
import { createShower } from '../../benchmarks/collision/shower.ts'
import { createBricard, createHangingLoops, createScissors } from '../../benchmarks/loops/loop-models.ts'
import { createHall } from '../../benchmarks/multibody/robots.ts'
import {
  arenstorf,
  atolFor,
  carAxisGgl,
  heatRod,
  hires,
  type OdeTestProblem,
  oregonator,
  pleiades,
  pollution,
} from '../../benchmarks/ode/problems/index.ts'
import { SUBJECTS } from '../../benchmarks/translation/models.ts'
import { Chain } from '../../examples/breaking-chain.ts'
import { Conveyor } from '../../examples/conveyor.ts'
import { Rectifier } from '../../examples/rectifier.ts'
import { countArrays } from './support/count-arrays.ts'
import { type Counts, KeptCounts } from './support/kept-counts.ts'

type Model = Parameters<typeof simulate>[0]

const kept = new KeptCounts('counts')

/** The counters of a run, and the arrays that it has allocated. */
function countRun(run: () => object): Counts {
  const { result, arrays } = countArrays(run)
  const counts = { ...(result as Record<string, number>) }
  delete counts['cpuTime']
  return { ...counts, arrays }
}

function countOde(test: OdeTestProblem, method: Method, rtol: number): Counts {
  const { problem, t0, x0, tEnd } = test
  return countRun(() => integrate(problem, { method, t0, x0, tEnd, rtol, atol: atolFor(test, rtol) }).stats)
}

/** A run without its translation. */
function countSimulation(model: Model, stopTime: number, tolerance = 1e-6): Counts {
  const instance = instantiate(model)
  return countRun(
    () =>
      instance.simulate({ stopTime, tolerance, interval: stopTime / 10 }).attributes['statistics'] as object,
  )
}

/** Sizes of the translation of a model. */
function countTranslation(model: Model): Counts {
  const { statistics, code } = translate(model)
  const { equations, aliases, states, assignments, iterationVariables, largestSystem } = statistics
  const text = JSON.stringify(code)
  return { equations, aliases, states, assignments, iterationVariables, largestSystem, code: text.length }
}

const { ladder, cauer, rod } = SUBJECTS

const CASES: Readonly<Record<string, () => Counts>> = {
  'Arenstorf orbit, dop853': () => countOde(arenstorf, 'dop853', 1e-10),
  'Pleiades, tsit5': () => countOde(pleiades, 'tsit5', 1e-8),
  'HIRES, radau5': () => countOde(hires, 'radau5', 1e-8),
  'Pollution, bdf': () => countOde(pollution, 'bdf', 1e-8),
  'Oregonator, auto': () => countOde(oregonator, 'auto', 1e-6),
  'Heat rod of 200 elements, bdf': () => countOde(heatRod(200), 'bdf', 1e-6),
  'Car axis, a DAE of index 2': () =>
    countRun(() => {
      const { problem, t0, y0, yp0, tEnd, ignoreAlgebraicErrors = false } = carAxisGgl
      const atol = atolFor(carAxisGgl, 1e-6)
      return integrateDae(problem, { t0, y0, yp0, tEnd, rtol: 1e-6, atol, ignoreAlgebraicErrors }).stats
    }),
  'RC ladder of 1000, translation': () => countTranslation(ladder.create(1000)),
  'Array of 10 Cauer filters, translation': () => countTranslation(cauer.create(10)),
  'Array of 10 Cauer filters, run': () => countSimulation(cauer.create(10), 20),
  'Heat rod of 300 elements, run': () => countSimulation(rod.create(300), 5),
  'Rectifier, run': () => countSimulation(Rectifier, 0.1),
  'Hall with 5 robots, run': () => countSimulation(createHall(5), 0.5),
  'Bricard mechanism, run': () => countSimulation(createBricard(), 2),
  'Hanging loops, 4 of them, run': () => countSimulation(createHangingLoops(4), 1),
  'Scissors of 4 pairs, run': () => countSimulation(createScissors(4), 0.5),
  'Shower of 4 spheres, run': () => countSimulation(createShower(4), 0.45),
  'Breaking chain, run': () => countSimulation(Chain, 0.6, 1e-8),
  'Conveyor, run': () => countSimulation(Conveyor, 4),
}

test.each(Object.keys(CASES))('the cost of %s is unchanged', (name) => kept.expectClose(name, CASES[name]()))

test('every kept count is compared', () => expect(kept.left).toEqual([]))
