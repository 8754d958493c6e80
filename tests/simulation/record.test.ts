/** The option `record`, and the other options that are passed on to the solver. */
import { equations, instantiate, Model, Par, type SimulateOptions, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { LinearStateSpace } from './memory-components.ts'

const Lag = Model({
  T: Par(1, 's'),
  x: Var({ init: 1, unit: 'm' }),
  same: Var({ unit: 'cm' }),
  opposite: Var({ unit: 'm' }),
  twice: Var({ unit: 'm' }),
  list: Var({ start: [0, 0] }),
  equations: equations`
    der(x) = -x/T
    same = x
    opposite = -x
    twice = 2*x
    list = [sin(time), cos(time)]
  `,
})
const model = instantiate(Model({ a1: Lag(), a2: Lag({ T: 2 }), b: Lag({ T: 3 }) }))
const all = model.simulate({ stopTime: 1 })

describe('record', () => {
  const namesOf = (record: string[]): string[] => {
    const result = model.simulate({ stopTime: 1, record })
    const names = result.names.filter((name) => !['parameter', 'time'].includes(result.signal(name).kind))
    // recorded values are the same as without the option
    for (const name of names) {
      const expected = all.values(name)
      // the same to the last bit, or to a rounding error where another unit is converted
      const isSame = (value: number, k: number) =>
        Math.abs(value - expected[k]) <= 1e-15 * Math.abs(expected[k])
      expect(result.values(name).every(isSame), name).toBe(true)
      expect(result.signal(name).unit).toBe(all.signal(name).unit)
    }
    expect(result.time).toEqual(all.time)
    expect(result.parameter('a2.T')).toBe(2)
    return names.sort()
  }

  it('selects names and patterns', () => {
    expect(namesOf(['a*.x'])).toEqual(['a1.x', 'a2.x'])
    expect(namesOf(['b.x', 'a1.der(x)'])).toEqual(['a1.der(x)', 'b.x'])
    expect(namesOf(['*.twice'])).toEqual(['a1.twice', 'a2.twice', 'b.twice'])
    expect(namesOf(['b.*'])).toEqual(all.names.filter((name) => /^b\.(?!T)/.test(name)).sort())
    expect(namesOf([])).toEqual([])
  })

  it('records aliases without the variable that they are equal to, with their signs and units', () => {
    expect(namesOf(['a1.opposite', 'a2.same'])).toEqual(['a1.opposite', 'a2.same'])
    expect(namesOf(['a1.opposite', 'a1.same'])).toEqual(['a1.opposite', 'a1.same'])
    const result = model.simulate({ stopTime: 1, tolerance: 1e-8, record: ['a1.opposite', 'a2.same'] })
    expect(result.final('a1.opposite')).toBeCloseTo(-Math.exp(-1), 6)
    expect(result.final('a2.same')).toBeCloseTo(100 * Math.exp(-0.5), 4)
  })

  it('records the whole vector of an element', () => {
    expect(namesOf(['a1.list[2]'])).toEqual(['a1.list'])
  })

  it('suggests a name for one that does not exist', () => {
    expect(() => namesOf(['a1.y'])).toThrow(
      /record\[0\]: expected the name of a signal.*did you mean 'a1\.x'/,
    )
    expect(() => namesOf(['a1.x', 'c*.x'])).toThrow(/record\[1\].*got 'c\*\.x'/)
    expect(() => namesOf(['a1?x'])).toThrow('record[0]')
    expect(() => simulate(Lag, { stopTime: 1, record: 'x' as never })).toThrow('record: expected a list')
    expect(() => simulate(Lag, { stopTime: 1, record: [3] as never })).toThrow('record[0]')
  })

  it('selects variant states of components; warns about one that no segment has', () => {
    const plant = instantiate(
      Model({ plant: LinearStateSpace(), equations: equations`plant.u = [sin(time)]` }),
    )
    const result = plant.simulate({ stopTime: 1, record: ['plant.x', 'plant.z*'] })
    expect(result.names.filter((name) => result.signal(name).kind !== 'parameter')).toEqual([
      'time',
      'plant.x',
    ])
    expect(result.warnings).toMatchObject([
      { code: 'RECORD', message: expect.stringContaining("'plant.z*'") },
    ])
  })
})

describe('options', () => {
  it('maxSteps limits the steps; the error advises to raise it', () => {
    const stiff = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -1e4*(x - sin(time))` })
    const run = (maxSteps: number) => simulate(stiff, { stopTime: 1, solver: 'tsit5', maxSteps })
    expect(() => run(100)).toThrow(/maxSteps = 100 steps are used up/)
    // stability limits the steps to about 3.5e-4 s
    expect(run(20_000).final('x')).toBeCloseTo(Math.sin(1), 3)
  })

  it('maxSteps limits the steps with constraints between states', () => {
    const Pendulum = Model({
      x: Var({ init: 1 }),
      y: Var({ start: 0 }),
      vx: Var(),
      vy: Var({ init: 0 }),
      F: Var(),
      equations: equations`
        der(x) = vx
        der(y) = vy
        der(vx) = -F*x
        der(vy) = -F*y - 9.81
        x^2 + y^2 = 1
      `,
    })
    expect(() => simulate(Pendulum, { stopTime: 10, maxSteps: 20 })).toThrow(/maxSteps = 20/)
  })

  it.each([
    [undefined, 'simulate: options: expected an object with at least a stopTime'],
    [null, 'simulate: options'],
    [5, 'simulate: options'],
    [{}, 'stopTime'],
    [{ stopTime: 1, maxSteps: 0 }, 'maxSteps: expected an integer ≥ 1'],
    [{ stopTime: 1, maxStep: -1 }, 'maxStep: expected a positive time'],
    [{ stopTime: 1, log: 'yes' }, 'log: expected a function'],
    [{ stopTime: 1, onProgress: 1 }, 'onProgress: expected a function'],
    [{ stopTime: 1, maxStps: 3 }, 'maxSteps'],
  ])('%j is rejected', (options, message) => {
    expect(() => simulate(Lag, options as never as SimulateOptions)).toThrow(message)
  })
})
