/** Studies: which values the runs have, and what the result says. */

import { equations, Model, type ModelNode, Par, quantity, simulate, Var } from 'vario'
import {
  crossingTime,
  discrete,
  finalValue,
  linspace,
  logspace,
  maximum,
  normal,
  Study,
  type StudyOptions,
  study,
  truncated,
  uniform,
} from 'vario/studies'
import { describe, expect, test } from 'vitest'
import {
  createThreadExecutor,
  listMissing,
  runStudy,
  StudyData,
  StudyRunner,
} from '../../src/studies/index.ts'

const Charge = Model({
  R: Par(1, 'kOhm', { min: 0 }),
  C: Par(1, 'mF'),
  V: Par(10, 'V'),
  v: Var({ init: 0, unit: 'V' }),
  equations: equations`R*C*der(v) = V - v`,
})
const base = { simulate: { stopTime: 2, tolerance: 1e-9 }, measure: { last: finalValue('v') }, threads: 1 }
/** V (1 - exp(-t/RC)), with R in kOhm and C in mF. */
const charged = (R: number, C: number, t = 2, V = 10): number => V * (1 - Math.exp(-t / (R * C)))
/** Ten tolerances of the runs. */
const RUN = 1e-7

describe('a grid', () => {
  test('combines all values, with units, and the last one changes fastest', async () => {
    const result = await study(Charge, {
      ...base,
      vary: { R: [1, quantity(2000, 'Ohm')], C: linspace(500, 1500, 3, 'uF') },
    })
    expect([...result.values('R')]).toEqual([1, 1, 1, 2, 2, 2])
    expect([...result.values('C')]).toEqual([0.5, 1, 1.5, 0.5, 1, 1.5])
    expect(result.table.signal('C').unit).toBe('mF')
    expect(result.table.signal('last').unit).toBe('V')
    const last = result.values('last')
    result.values('R').forEach((R, k) => {
      expect(Math.abs(last[k] - charged(R, result.values('C')[k]))).toBeLessThan(RUN)
    })
    expect([...result.table.time]).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('varies start values, and values of `merge` stay', async () => {
    const result = await study(Charge, {
      ...base,
      vary: { 'v.init': [0, quantity(5000, 'mV')] },
      simulate: { ...base.simulate, merge: { V: 5 } },
    })
    expect(Math.abs(result.values('last')[0] - charged(1, 1, 2, 5))).toBeLessThan(RUN)
    expect(Math.abs(result.values('last')[1] - 5)).toBeLessThan(RUN)
  })

  test('has equal ratios by logspace', () => {
    const { values } = logspace(1, 1000, 4)
    expect(values.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 10, 100, 1000])
  })
})

test('a list has one run for each record', async () => {
  const result = await study(Charge, {
    ...base,
    vary: [
      { R: 1, C: 2 },
      { R: 3, C: 1 },
    ],
  })
  expect(Math.abs(result.values('last')[0] - charged(1, 2))).toBeLessThan(RUN)
  expect(Math.abs(result.values('last')[1] - charged(3, 1))).toBeLessThan(RUN)
})

describe('samples', () => {
  const random: StudyOptions = {
    ...base,
    vary: { R: normal(1000, 50, 'Ohm'), C: uniform(0.9, 1.1) },
    runs: 400,
    sampling: 'sobol',
  }

  test('have the moments of their distributions, and each run is that of simulate', async () => {
    const result = await study(Charge, { ...random, threads: 1 })
    const R = result.statistics('R')
    // the error of means of a Sobol sequence is below 1/n of the deviation
    expect(Math.abs(R.mean - 1)).toBeLessThan(0.05 / 100)
    expect(Math.abs(R.deviation - 0.05)).toBeLessThan(0.05 * 0.02)
    for (const run of [0, 17, 399]) {
      const merge = { R: result.values('R')[run], C: result.values('C')[run] }
      const alone = simulate(Charge, { ...base.simulate, merge })
      expect(Math.abs(alone.values('v').at(-1)! - result.values('last')[run])).toBeLessThan(1e-12)
    }
    const last = result.statistics('last')
    expect(last.count).toBe(400)
    expect(last.quantile(0)).toBe(Math.min(...result.values('last')))
    expect(last.quantile(1)).toBe(Math.max(...result.values('last')))
  })

  test('are the same at each point of a grid', async () => {
    const vary = { V: [1, 2], R: normal(1, 0.1) }
    const result = await study(Charge, { ...base, vary, runs: 5, seed: 3 })
    expect([...result.values('V')]).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    expect([...result.values('R').subarray(0, 5)]).toEqual([...result.values('R').subarray(5)])
    expect(new Set(result.values('R')).size).toBe(5)
  })

  test('are correlated as requested', async () => {
    const definition = Study({
      model: Charge,
      ...base,
      vary: { R: normal(1, 0.1), C: normal(2, 0.3), V: uniform(9, 11) },
      correlations: [['R', 'C', 0.7]],
      runs: 4096,
      sampling: 'sobol',
      simulate: { stopTime: 0 },
    } as unknown as Parameters<typeof Study>[0])
    const { threads: _, ...rest } = definition as unknown as { threads: number }
    const { plan } = new StudyRunner(rest as typeof definition)
    const rows = Array.from({ length: plan.nRun }, (_, run) => {
      const out = new Float64Array(3)
      plan.computeValues(run, out)
      return out
    })
    const correlation = (i: number, j: number): number => {
      const column = (k: number) => rows.map((row) => row[k])
      const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
      const [a, b] = [column(i), column(j)]
      const [ma, mb] = [mean(a), mean(b)]
      const cov = (x: number[], mx: number, y: number[], my: number) =>
        mean(x.map((v, k) => (v - mx) * (y[k] - my)))
      return cov(a, ma, b, mb) / Math.sqrt(cov(a, ma, a, ma) * cov(b, mb, b, mb))
    }
    // quasi-random: an order better than 1/sqrt(4096) = 0.016
    expect(Math.abs(correlation(0, 1) - 0.7)).toBeLessThan(0.005)
    expect(Math.abs(correlation(0, 2))).toBeLessThan(0.005)
  })

  test('have the frequencies of a discrete distribution', async () => {
    const vary = { V: discrete([1, 2, 5], [1, 2, 1]) }
    const result = await study(Charge, { ...base, vary, runs: 64, sampling: 'sobol' })
    const count = (value: number) => result.values('V').filter((v) => v === value).length
    // a net of 64 points has 16, 32 and 16 of them in the quarters
    expect([count(1), count(2), count(5)]).toEqual([16, 32, 16])
  })
})

describe('the same runs', () => {
  test('come from one thread, from two, and from any order of chunks, to the last bit', async () => {
    const options: StudyOptions = {
      ...base,
      vary: { R: normal(1, 0.1), C: uniform(0.9, 1.1) },
      runs: 300,
      measure: { last: finalValue('v'), t: crossingTime('v', 5), peak: maximum('v') },
    }
    const { threads: _, ...question } = options as StudyOptions & { threads: number }
    const one = await study(Charge, { ...question, threads: 1 })
    const runner = new StudyRunner(Study({ ...question, model: Charge }))
    const data = new StudyData(300, 3)
    const own = createThreadExecutor(runner)
    // backwards, in two parts
    for (const part of [
      { from: 113, to: 300 },
      { from: 0, to: 300 },
    ])
      await runStudy(own, listMissing(data.isDone, part).reverse(), 300, (chunk) => data.add(chunk))
    expect(data.nDone).toBe(300)
    for (const [k, name] of ['last', 't', 'peak'].entries())
      for (const [run, value] of one.values(name).entries()) expect(data.measures[3 * run + k]).toBe(value)
  })

  test('come from a pool of threads', async () => {
    // longer than the time after which threads pay
    const options: StudyOptions = {
      vary: { R: normal(1, 0.1), C: uniform(0.9, 1.1) },
      runs: 3000,
      simulate: { stopTime: 2, tolerance: 1e-10, interval: 5e-4 },
      measure: { last: finalValue('v'), t: crossingTime('v', 5) },
    }
    const pooled = await study(Charge, { ...options, threads: 2 })
    expect(pooled.notes).toEqual([])
    const runner = new StudyRunner(Study({ ...options, model: Charge }))
    for (const run of [0, 1, 1500, 2998, 2999]) {
      const { measures } = runner.run(run)
      expect([pooled.values('last')[run], pooled.values('t')[run]]).toEqual(measures)
    }
    expect(pooled.nDone).toBe(3000)
  })
})

describe('a run that fails', () => {
  const Root = Model({ a: Par(1), x: Var({ init: 1 }), equations: equations`der(x) = -sqrt(a)*x` })

  test('is recorded with its error, and the others go on', async () => {
    const result = await study(Root as ModelNode, {
      ...base,
      vary: { a: [4, -1, 9] },
      simulate: { stopTime: 1 },
      measure: { last: finalValue('x') },
    })
    expect(result.failed.map(({ run, code }) => ({ run, code }))).toEqual([{ run: 2, code: 'NON_FINITE' }])
    expect(result.values('last')[1]).toBeNaN()
    expect(result.table.signal('last').isMissing(1)).toBe(true)
    // tolerance 1e-6 of the runs
    expect(Math.abs(result.values('last')[2] - Math.exp(-3))).toBeLessThan(1e-6)
    expect(result.statistics('last').count).toBe(2)
  })

  test('because of a measure names the measure', async () => {
    const measure = {
      last: finalValue('x'),
      odd: (r: { values(name: string): Float64Array }) => {
        if (r.values('a')[0] > 1) throw new Error('too large')
        return 1
      },
    }
    const result = await study(Root as ModelNode, {
      ...base,
      vary: { a: [1, 2] },
      simulate: { stopTime: 1 },
      measure,
      threads: 2,
    })
    expect(result.failed).toEqual([{ run: 2, code: 'EXCEPTION', message: "measure 'odd': too large" }])
    expect(result.notes[0]).toContain('measure.odd is a function')
  })
})

describe('wrong input', () => {
  const refuse = async (options: Partial<StudyOptions>): Promise<string> => {
    try {
      await study(Charge, { ...base, vary: { R: [1] }, ...options } as StudyOptions)
    } catch (error) {
      return (error as Error).message
    }
    return 'accepted'
  }

  test.each([
    [{ vary: {} }, 'study: vary: expected what varies'],
    [{ vary: { Q: [1] } }, "study: vary['Q']: expected a known name, got 'Q'"],
    [{ vary: { R: [] } }, "study: vary['R']: expected at least one value"],
    [{ vary: { R: [quantity(1, 'V')] } }, "study: vary['R'][0]: expected a unit such as kOhm, got 'V'."],
    [
      { vary: { R: normal(1, 0.1, 'A') }, runs: 3 },
      "study: vary['R']: expected a unit such as kOhm, got 'A'.",
    ],
    [{ vary: { R: [-1] } }, "study: vary['R'][0]: expected a value >= 0 kOhm, got -1."],
    [
      { vary: { R: normal(1, 0.5) }, runs: 3 },
      "study: vary['R']: expected a distribution of a value >= 0 kOhm",
    ],
    [{ vary: { R: normal(1, 0.1) } }, 'study: runs: expected the number of samples'],
    [{ vary: { R: [1, 2] }, runs: 5 }, 'study: runs: expected no number of runs beside lists of values'],
    [{ vary: [{ R: 1 }, { C: 1 }] }, 'study: vary[1]: expected the keys of the first record, R'],
    [{ measure: {} }, 'study: measure: expected named measures'],
    [{ measure: { R: finalValue('v') } }, 'study: measure: expected names other than those of varied values'],
    [{ sampling: 'sobool' as 'sobol' }, "study: sampling: expected 'random' | 'latin-hypercube' | 'sobol'"],
    [{ correlations: [['R', 'C', 0.5]] }, 'study: correlations[0][0]: expected'],
    [{ runz: 5 } as Partial<StudyOptions>, "'runz'"],
  ] as [Partial<StudyOptions>, string][])('%j is refused', async (options, message) => {
    expect(await refuse(options)).toContain(message)
  })

  test('impossible correlations are refused', async () => {
    const vary = { R: normal(1, 0.1), C: normal(1, 0.1), V: normal(1, 0.1) }
    const correlations: [string, string, number][] = [
      ['R', 'C', 0.9],
      ['C', 'V', 0.9],
      ['R', 'V', -0.9],
    ]
    expect(await refuse({ vary, correlations, runs: 3 })).toContain('positive definite')
  })

  test('a truncated distribution within the limits is accepted', async () => {
    expect(await refuse({ vary: { R: truncated(normal(1, 0.5), 0.1, Infinity) }, runs: 2 })).toBe('accepted')
  })
})

test('a study is stopped by a signal, and keeps what is done', async () => {
  const signal = { aborted: false }
  const result = await study(Charge, {
    ...base,
    vary: { R: uniform(1, 2) },
    runs: 100_000,
    signal,
    onProgress: ({ done }) => {
      if (done > 10) signal.aborted = true
    },
  })
  expect(result.nDone).toBeGreaterThan(10)
  expect(result.nDone).toBeLessThan(100_000)
  expect(result.statistics('last').count).toBe(result.nDone)
})
