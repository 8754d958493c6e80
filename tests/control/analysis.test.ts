/** Poles, zeros, transfer functions, responses and margins: closed forms, published examples, second routes. */
import { plot } from 'vario'
import {
  bode,
  dcGain,
  discretize,
  feedback,
  frequencyResponse,
  fromTransferFunction,
  impulseResponse,
  isStable,
  margins,
  nyquist,
  parallel,
  poles,
  type StateSpace,
  selectChannel,
  series,
  stepResponse,
  transferFunctions,
  transmissionZeros,
} from 'vario/control'
import { describe, expect, it } from 'vitest'
import { multiplyRows, randomSystem, rootDistance, sizeOfSum } from './support.ts'

const LAG = fromTransferFunction([1], [1, 1])

/** G(iω) of the only channel. */
function at(system: StateSpace, w: number): { re: number; im: number } {
  return frequencyResponse(system, [w])[0][0][0]
}

describe('poles and zeros', () => {
  it('finds the roots of numerators and denominators', () => {
    // 3 (s - 2)(s² + 2 s + 10)/((s + 1)(s + 3)(s² + 4))
    const system = fromTransferFunction([3, 0, 18, -60], [1, 4, 7, 16, 12])
    expect(rootDistance(poles(system), [-1, -3, { re: 0, im: 2 }, { re: 0, im: -2 }])).toBeLessThan(1e-13)
    const zeros = [2, { re: -1, im: 3 }, { re: -1, im: -3 }]
    expect(rootDistance(transmissionZeros(system), zeros)).toBeLessThan(1e-13)
    const [[{ gain, numerator, denominator }]] = transferFunctions(system)
    expect(gain).toBeCloseTo(3, 12)
    ;[3, 0, 18, -60].forEach((value, k) => {
      expect(numerator[k]).toBeCloseTo(value, 11)
    })
    ;[1, 4, 7, 16, 12].forEach((value, k) => {
      expect(denominator[k]).toBeCloseTo(value, 12)
    })
    expect(isStable(system)).toBe(false)
    expect(isStable(LAG)).toBe(true)
  })

  it('finds the zero of a system of two inputs and outputs that no channel has', () => {
    // [Skogestad & Postlethwaite 2005, eq. 3.80]: G = [1 1; 1 + 2 s 2]/((0.2 s + 1)(s + 1)) has a zero at 0.5
    const d = [0.2, 1.2, 1]
    const column = (b: number[]): StateSpace => {
      const base = fromTransferFunction(b, d)
      return { ...base, C: [fromTransferFunction([1], d).C[0], base.C[0]], D: [[0], [0]] }
    }
    const [one, two] = [column([2, 1]), column([2])]
    const zero = [0, 0]
    const system: StateSpace = {
      A: [...one.A.map((row) => [...row, ...zero]), ...two.A.map((row) => [...zero, ...row])],
      B: [
        [1, 0],
        [0, 0],
        [0, 1],
        [0, 0],
      ],
      C: one.C.map((row, i) => [...row, ...two.C[i]]),
      D: [
        [0, 0],
        [0, 0],
      ],
    }
    expect(rootDistance(transmissionZeros(system), [0.5])).toBeLessThan(1e-13)
    const channels = transferFunctions(system)
    expect(channels[0][0].zeros).toHaveLength(0)
    expect(rootDistance(channels[1][0].zeros, [-0.5])).toBeLessThan(1e-13)
    expect(channels[1][1].gain).toBeCloseTo(10, 12)
    // poles of the other input cancel
    expect(rootDistance(channels[0][1].poles, [-1, -5])).toBeLessThan(1e-12)
  })

  it('makes the system matrix singular: random systems', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const m = 1 + (seed % 3)
      const system = randomSystem(seed, 6, m, m)
      const strict = seed % 2 === 0 ? { ...system, D: system.D.map((row) => row.map(() => 0)) } : system
      const zeros = transmissionZeros(strict)
      // det of a random D or C B is not zero
      expect(zeros).toHaveLength(seed % 2 === 0 ? 6 - m : 6)
      for (const z of zeros) expect(smallestPivot(strict, z)).toBeLessThan(1e-9)
    }
  })

  it('has no zeros for random systems with more outputs than inputs', () => {
    for (let seed = 1; seed <= 10; seed++) expect(transmissionZeros(randomSystem(seed, 5, 1, 2))).toEqual([])
  })

  it('keeps zeros in any units', () => {
    // (s + 2)/(s² + 3 s + 5) with states, input and output in other units
    for (const f of [1e-8, 1, 1e8]) {
      const system: StateSpace = {
        A: [
          [0, 1 / f],
          [-5 * f, -3],
        ],
        B: [[0], [f * f]],
        C: [[2, 1 / f]],
        D: [[0]],
      }
      expect(rootDistance(transmissionZeros(system), [-2])).toBeLessThan(1e-12)
      expect(transferFunctions(system)[0][0].gain / f).toBeCloseTo(1, 12)
    }
  })

  it('cancels what is not reached, and knows a channel without effect', () => {
    const system: StateSpace = {
      A: [
        [-1, 0],
        [0, -2],
      ],
      B: [[1], [0]],
      C: [
        [1, 1],
        [0, 1],
      ],
      D: [[0], [0]],
    }
    const [[first], [second]] = transferFunctions(system)
    expect(first.denominator).toEqual([1, 1])
    expect(first.numerator[0]).toBeCloseTo(1, 14)
    expect(second).toMatchObject({ gain: 0, numerator: [0], denominator: [1] })
    expect(dcGain(system)).toEqual([[1], [0]])
  })
})

/** Ratio of the smallest to the largest pivot of [A - z I, B; C, D], complex. */
function smallestPivot(system: StateSpace, z: { re: number; im: number }): number {
  const rows = [
    ...system.A.map((row, i) => [
      ...row.map((x, j) => ({ re: x - (i === j ? z.re : 0), im: i === j ? -z.im : 0 })),
      ...system.B[i].map((x) => ({ re: x, im: 0 })),
    ]),
    ...system.C.map((row, i) => [...row, ...system.D[i]].map((x) => ({ re: x, im: 0 }))),
  ]
  const sizes: number[] = []
  const n = rows.length
  // complete pivoting
  for (let k = 0; k < n; k++) {
    let [p, q, size] = [k, k, -1]
    for (let i = k; i < n; i++)
      for (let j = k; j < n; j++) {
        const s = Math.hypot(rows[i][j].re, rows[i][j].im)
        if (s > size) [p, q, size] = [i, j, s]
      }
    sizes.push(size)
    if (size === 0) break
    ;[rows[k], rows[p]] = [rows[p], rows[k]]
    for (const row of rows) [row[k], row[q]] = [row[q], row[k]]
    for (let i = k + 1; i < n; i++) {
      const d = rows[k][k].re ** 2 + rows[k][k].im ** 2
      const f = {
        re: (rows[i][k].re * rows[k][k].re + rows[i][k].im * rows[k][k].im) / d,
        im: (rows[i][k].im * rows[k][k].re - rows[i][k].re * rows[k][k].im) / d,
      }
      for (let j = k; j < n; j++) {
        const b = rows[k][j]
        rows[i][j] = {
          re: rows[i][j].re - f.re * b.re + f.im * b.im,
          im: rows[i][j].im - f.re * b.im - f.im * b.re,
        }
      }
    }
  }
  return Math.min(...sizes) / Math.max(...sizes)
}

describe('connections', () => {
  it('multiply, add and divide transfer functions', () => {
    const one = randomSystem(3, 3, 1, 1)
    const two = randomSystem(4, 2, 1, 1)
    for (const w of [0, 0.3, 4]) {
      const [g, h] = [at(one, w), at(two, w)]
      const product = { re: g.re * h.re - g.im * h.im, im: g.re * h.im + g.im * h.re }
      expect(at(series(one, two), w).re).toBeCloseTo(product.re, 12)
      expect(at(series(one, two), w).im).toBeCloseTo(product.im, 12)
      expect(at(parallel(one, two, -1), w).re).toBeCloseTo(g.re - h.re, 12)
      // g/(1 + g h)
      const d = { re: 1 + product.re, im: product.im }
      const size = d.re * d.re + d.im * d.im
      const closed = at(feedback(one, two), w)
      expect(closed.re).toBeCloseTo((g.re * d.re + g.im * d.im) / size, 11)
      expect(closed.im).toBeCloseTo((g.im * d.re - g.re * d.im) / size, 11)
    }
    expect(series(one, two).states).toEqual(['x1', 'x2', 'x3', "x1'", "x2'"])
  })

  it('refuses what does not fit', () => {
    expect(() => series(LAG, randomSystem(1, 2, 2, 1))).toThrow('second: expected a system with 1 inputs')
    expect(() => parallel(LAG, randomSystem(1, 2, 2, 1))).toThrow(
      'second: expected a system with 1 inputs and 1 outputs',
    )
    expect(() => feedback(LAG, discretize(LAG, 1))).toThrow('controller.sampleTime: expected continuous')
    const unit: StateSpace = { A: [], B: [], C: [[]], D: [[1]] }
    expect(() => feedback(unit, unit, 1)).toThrow('det(I - sign D₂ D₁) = 0')
    expect(() => poles({ A: [[1, 2]], B: [], C: [], D: [] })).toThrow(
      'system.A: expected 1 rows of 1 numbers',
    )
    expect(() => margins(randomSystem(1, 2, 2, 1))).toThrow('selectChannel')
  })

  it('picks channels by name', () => {
    const system: StateSpace = { ...randomSystem(5, 2, 2, 2), inputs: ['a', 'b'], outputs: ['p', 'q'] }
    const channel = selectChannel(system, 'b', 'p')
    expect(at(channel, 2)).toEqual(frequencyResponse(system, [2])[0][0][1])
    expect(channel).toMatchObject({ inputs: ['b'], outputs: ['p'] })
    expect(() => selectChannel(system, 'c', 0)).toThrow("input: expected a | b, got 'c'")
  })
})

describe('discretization', () => {
  it('is exact for held inputs: the double integrator', () => {
    const { A, B } = discretize(
      {
        A: [
          [0, 1],
          [0, 0],
        ],
        B: [[0], [1]],
        C: [[1, 0]],
        D: [[0]],
      },
      0.5,
    )
    expect([A, B]).toEqual([
      [
        [1, 0.5],
        [0, 1],
      ],
      [[0.125], [0.5]],
    ])
  })

  it('maps frequencies by the tangent with Tustin’s method', () => {
    const system = randomSystem(8, 4, 1, 1)
    const T = 0.2
    const discrete = discretize(system, T, 'tustin')
    for (const w of [0.1, 3, 12]) {
      const [g, h] = [at(discrete, w), at(system, (2 / T) * Math.tan((w * T) / 2))]
      expect(g.re).toBeCloseTo(h.re, 11)
      expect(g.im).toBeCloseTo(h.im, 11)
    }
    expect(dcGain(discrete)[0][0]).toBeCloseTo(dcGain(system)[0][0], 10)
  })

  it('refuses a discrete system and a negative period', () => {
    expect(() => discretize(discretize(LAG, 1), 1)).toThrow('expected a continuous system')
    expect(() => discretize(LAG, -1)).toThrow('sampleTime: expected a positive number')
  })
})

describe('responses over time', () => {
  it('has the closed forms of a lag and of an oscillator', () => {
    const step = stepResponse(LAG)
    step.time.forEach((t, k) => {
      expect(Math.abs(step.values('y')[k] - 1 + Math.exp(-t))).toBeLessThan(1e-13)
    })
    expect(step.final('y')).toBeGreaterThan(0.998)
    const impulse = impulseResponse(fromTransferFunction([4], [1, 0, 4]), { stopTime: 10, intervals: 100 })
    impulse.time.forEach((t, k) => {
      expect(Math.abs(impulse.values('y')[k] - 2 * Math.sin(2 * t))).toBeLessThan(1e-12)
    })
  })

  it('is the recursion of a discrete system', () => {
    // y_k+1 = 0.5 y_k + u_k
    const system: StateSpace = { A: [[0.5]], B: [[1]], C: [[1]], D: [[0]], sampleTime: 0.1 }
    const step = stepResponse(system, { stopTime: 0.4 })
    expect([...step.values('y')]).toEqual([0, 1, 1.5, 1.75, 1.875])
    expect([...impulseResponse(system, { stopTime: 0.4 }).values('y')]).toEqual([0, 1, 0.5, 0.25, 0.125])
  })

  it('names channels, and is drawn by plot', () => {
    const system: StateSpace = { ...randomSystem(2, 2, 2, 1), outputs: ['speed'], inputs: ['a', 'b'] }
    const table = stepResponse(system, { stopTime: 1 })
    expect(table.names).toEqual(['time', 'speed from a', 'speed from b'])
    expect(plot(table, ['speed from a'])).toContain('<svg')
  })
})

describe('frequency diagrams', () => {
  it('has magnitude and continuous phase of known systems', () => {
    const lag = bode(LAG, { frequencies: [1] })
    expect(lag.values('magnitude')[0]).toBeCloseTo(-10 * Math.log10(2), 12)
    expect(lag.values('phase')[0]).toBeCloseTo(-45, 12)
    const triple = bode(fromTransferFunction([1], [1, 0, 0, 0]), { frequencies: [0.1, 1, 10] })
    for (const phase of triple.values('phase')) expect(phase).toBeCloseTo(-270, 9)
    // (1 - s)/(1 + s): from 0 to -180
    const all = bode(fromTransferFunction([-1, 1], [1, 1]), { frequencies: [1e-6, 1, 1e6] })
    ;[0, -90, -180].forEach((phase, k) => {
      expect(all.values('phase')[k]).toBeCloseTo(phase, 3)
    })
    // five lags fall to -450 degrees, also on a coarse grid
    const five = [1, 2, 3, 4].reduce<StateSpace>((chain) => series(chain, LAG), LAG)
    expect(bode(five, { frequencies: [1e-3, 1e4] }).values('phase')[1]).toBeCloseTo(-450, 1)
  })

  it('shows resonances by default, and is drawn by plot', () => {
    // ω = 3 with the damping 1e-4: the peak is 1/(2 ζ)
    const system = fromTransferFunction([9], [1, 6e-4, 9])
    const table = bode(system)
    expect(Math.max(...table.values('magnitude'))).toBeCloseTo(20 * Math.log10(1 / 2e-4), 3)
    expect(plot(table, ['magnitude', 'phase'], { logX: true })).toContain('magnitude [dB]')
    const curve = nyquist(LAG)
    curve.values('re').forEach((re, k) => {
      // a half circle around 1/2
      expect(Math.hypot(re - 0.5, curve.values('im')[k])).toBeCloseTo(0.5, 12)
    })
    expect(plot(curve, 'im', { xAxis: 're' })).toContain('<svg')
  })

  it('ends at the highest frequency of a discrete system', () => {
    const table = bode(discretize(LAG, 0.1))
    expect(table.final('frequency')).toBeCloseTo(10 * Math.PI, 12)
    expect(() => bode(LAG, { frequencies: [2, 1] })).toThrow('frequencies[1]: expected more than 2')
  })
})

describe('margins', () => {
  it('has the closed form of 1/(s (s + 1)²)', () => {
    const found = margins(fromTransferFunction([1], [1, 2, 1, 0]))
    expect(found.gainMargin).toBeCloseTo(2, 12)
    expect(found.phaseCrossings[0].frequency).toBeCloseTo(1, 12)
    // ω (ω² + 1) = 1
    const w = Math.cbrt(0.5 + Math.sqrt(0.25 + 1 / 27)) + Math.cbrt(0.5 - Math.sqrt(0.25 + 1 / 27))
    expect(found.gainCrossings[0].frequency).toBeCloseTo(w, 12)
    const phase = Math.PI / 2 - 2 * Math.atan(w)
    expect(found.phaseMargin).toBeCloseTo(phase, 12)
    expect(found.delayMargin).toBeCloseTo(phase / w, 12)
    expect(found.isStable).toBe(true)
  })

  it('takes the loop to the limit of stability', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const system = { ...randomSystem(seed, 4, 1, 1), D: [[0]] }
      const { phaseCrossings, gainCrossings } = margins(system)
      for (const { gain, frequency } of phaseCrossings) {
        const closed = feedback({ ...system, C: system.C.map((row) => row.map((x) => gain * x)) })
        expect(
          Math.min(...poles(closed).map((p) => Math.hypot(p.re, Math.abs(p.im) - frequency))),
        ).toBeLessThan(1e-8)
      }
      for (const { frequency, phase } of gainCrossings) {
        const g = at(system, frequency)
        expect(Math.hypot(g.re + Math.cos(phase), g.im + Math.sin(phase))).toBeLessThan(1e-9)
      }
    }
  })

  it('finds every crossing that a fine grid finds', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const system = randomSystem(seed, 6, 1, 1)
      const found = margins(system)
      let [nPhase, nGain] = [0, 0]
      let before = at(system, 1e-3)
      for (let k = 1; k <= 3000; k++) {
        const g = at(system, 1e-3 * 10 ** ((6 * k) / 3000))
        if (g.im * before.im < 0 && g.re < 0 && before.re < 0) nPhase++
        if (Math.hypot(g.re, g.im) > 1 !== Math.hypot(before.re, before.im) > 1) nGain++
        before = g
      }
      const inGrid = ({ frequency }: { frequency: number }): boolean => frequency > 1e-3 && frequency < 1e3
      expect([
        seed,
        found.phaseCrossings.filter(inGrid).length,
        found.gainCrossings.filter(inGrid).length,
      ]).toEqual([seed, nPhase, nGain])
    }
  })

  it('includes the ends of the axis: a discrete integrator is unstable from a gain of 2 on', () => {
    const system: StateSpace = { A: [[1]], B: [[0.5]], C: [[1]], D: [[0]], sampleTime: 0.1 }
    const found = margins(system)
    expect(found.gainMargin).toBeCloseTo(4, 12)
    expect(found.phaseCrossings[0].frequency).toBeCloseTo(10 * Math.PI, 12)
    expect(margins(LAG)).toMatchObject({ gainMargin: Infinity, phaseMargin: Infinity, delayMargin: Infinity })
    expect(margins(fromTransferFunction([-0.5], [1, 1])).gainMargin).toBeCloseTo(2, 12)
  })
})

it('systems without states are gains', () => {
  const gain: StateSpace = {
    A: [],
    B: [],
    C: [[], []],
    D: [
      [1, 2],
      [3, 4],
    ],
  }
  expect(dcGain(gain)).toEqual(gain.D)
  expect(poles(gain)).toEqual([])
  expect(transmissionZeros(gain)).toEqual([])
  expect(sizeOfSum([1, series(gain, gain).D], [-1, multiplyRows(gain.D, gain.D)])).toBe(0)
  expect(transferFunctions(gain)[1][0].gain).toBe(3)
})
