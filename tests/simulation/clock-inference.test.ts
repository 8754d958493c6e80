/** Clocks that are left out, and conversions between clocks: against recursions by hand. */
import {
  equations,
  instantiate,
  linearize,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  simulate,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { changesOf, codeOf, run } from './event-runs.ts'

checkInterpreter()

/** Ticks of a counter, to 12 digits. */
const ticksOf = (result: ReturnType<typeof run>, name: string): number[] =>
  changesOf(result, name).map(([t]) => Number(t.toFixed(12)))

describe('inferred clocks', () => {
  it('a control loop needs one clock; it follows its recursion with every solver', () => {
    const Loop = Model({
      x: Var({ init: 0 }),
      u: Var({ start: 0 }),
      equations: equations`
        der(x) = hold(u) - x
        e = 1 - sample(x, Clock(0.1))
        u = previous(u) + 0.5*e
      `,
    })
    let [x, u] = [0, 0]
    for (let k = 0; k < 20; k++) {
      u += 0.5 * (1 - x)
      x = u + (x - u) * Math.exp(-0.1)
    }
    for (const solver of ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const) {
      const result = simulate(Loop, { stopTime: 1.95, solver, tolerance: 1e-9 })
      // the tolerance of the solvers, accumulated over 20 periods of a stable loop
      expect(result.final('u')).toBeCloseTo(u, 7)
    }
    // the same with all clocks written
    const written = Model({
      x: Var({ init: 0 }),
      u: Var({ start: 0 }),
      equations: equations`
        der(x) = hold(u, Clock(0.1)) - x
        e = 1 - sample(x, Clock(0.1))
        u = previous(u, Clock(0.1)) + 0.5*e
      `,
    })
    expect(run(Loop).values('u')).toEqual(run(written).values('u'))
  })

  it('pass through components, connections and clock variables', () => {
    const Controller = Model({
      k: Par(2),
      u: Var({ input: true }),
      y: Var({ output: true }),
      x: Var({ start: 0 }),
      equations: equations`
        x = previous(x) + interval(u)*u
        y = k*(u + x)
      `,
    })
    const Sampler = Model({
      u: Var({ input: true }),
      c: Var({ input: true }),
      y: Var({ output: true }),
      equations: equations`y = sample(u, c)`,
    })
    const Hold = Model({
      u: Var({ input: true, start: 0 }),
      y: Var({ output: true }),
      equations: equations`y = hold(u)`,
    })
    const model = Model({
      sampler: Sampler(),
      controller: Controller(),
      output: Hold(),
      x: Var({ init: 0 }),
      equations: equations`
        clock = Clock(1, 5)
        sampler.c = clock
        sampler.u = 1 - x
        der(x) = output.y - x
      `,
      connect: [
        ['sampler.y', 'controller.u'],
        ['controller.y', 'output.u'],
      ],
    })
    let [x, sum, y] = [0, 0, 0]
    for (let k = 0; k < 5; k++) {
      sum += 0.2 * (1 - x)
      y = 2 * (1 - x + sum)
      x = y + (x - y) * Math.exp(-0.2)
    }
    const result = run(model, 0.99)
    expect(result.final('controller.x')).toBeCloseTo(sum, 8)
    expect(result.final('output.y')).toBeCloseTo(y, 8)
  })

  it('implicit equations hold at the ticks, and keep their values between them to the last bit', () => {
    const model = Model({
      a: Var({ start: 1 }),
      b: Var({ start: 0 }),
      equations: equations`
        s = sample(time, Clock(0.1))
        a^3 + a + b = 1 + s
        a - 2*b = previous(b)
        y = hold(b)
      `,
    })
    const result = run(model, 0.45)
    expect(ticksOf(result, 'y')).toEqual([0.1, 0.2, 0.3, 0.4])
    let before = 0
    for (let k = 0; k < 5; k++) {
      // b from a³ + a + b = 1 + s with a = 2b + before, by bisection
      const rest = (b: number): number => (2 * b + before) ** 3 + 2 * b + before + b - 1 - 0.1 * k
      let [low, high] = [-2, 2]
      while (high - low > 1e-15) {
        const middle = (low + high) / 2
        if (rest(middle) < 0) low = middle
        else high = middle
        if (middle === low && middle === high) break
      }
      before = low
      // tolerance of Newton's method
      expect(result.at('b', 0.1 * k + 0.05)).toBeCloseTo(low, 9)
    }
  })

  it('a when at the ticks of a clock assigns, and implicit equations follow', () => {
    const model = Model({
      n: Var({ start: 0 }),
      a: Var({ start: 0 }),
      equations: equations`
        when Clock(0.1) then n = previous(n) + 1; end when
        a + n = 4.5
        y = hold(a)
      `,
    })
    expect(changesOf(run(model, 0.35), 'y').map(([, y]) => y)).toEqual([2.5, 1.5, 0.5])
  })

  it('conversions give the clocks of their sides, in both directions', () => {
    const model = Model({
      slow: Var({ start: 0 }),
      fast: Var({ start: 0 }),
      late: Var({ start: 0 }),
      early: Var({ start: -5 }),
      equations: equations`
        slow = previous(slow) + 1
        fast = previous(fast) + superSample(slow, 3)
        late = shiftSample(fast, 1, 2) + previous(late)
        early = backSample(late, 1, 4)
        u = subSample(fast, 6) + 0*sample(time, Clock(3, 5))
      `,
    })
    const result = run(model, 1.25)
    // u: 0.6 s; fast: 0.1 s; slow: 0.3 s; late: 0.05 s later; early: 0.025 s before late
    expect(ticksOf(result, 'slow')).toEqual([0.3, 0.6, 0.9, 1.2])
    expect(result.at('slow', 0)).toBe(1)
    expect(ticksOf(result, 'fast').slice(0, 4)).toEqual([0.1, 0.2, 0.3, 0.4])
    expect(ticksOf(result, 'late').slice(0, 3)).toEqual([0.05, 0.15, 0.25])
    const fast = [1, 2, 3, 5, 7, 9, 12]
    fast.forEach((value, k) => {
      expect(result.at('fast', 0.1 * k + 0.01)).toBe(value)
      const sum = fast.slice(0, k + 1).reduce((a, b) => a + b)
      expect(result.at('late', 0.1 * k + 0.06)).toBe(sum)
      // the last value of late, which is its start value at the first tick
      expect(result.at('early', 0.1 * k + 0.03)).toBe(k === 0 ? 0 : sum - value)
    })
    expect(result.at('early', 0.02)).toBe(-5)
    // three times each of 1, 2, 3, 4, and 5
    expect(changesOf(result, 'u').map(([t, value]) => [Number(t.toFixed(12)), value])).toEqual([
      [0.6, 12],
      [1.2, 35],
    ])
  })

  it('a factor that is left out follows from the clocks of both sides', () => {
    const model = (clock: string) =>
      Model({
        n: Var({ start: 0 }),
        equations: equations(`
          n = previous(n) + sample(1, Clock(1, 10))
          slow = subSample(n) + 0*sample(1, ${clock})
        `),
      })
    const result = run(model('Clock(3, 10)'), 0.95)
    expect(changesOf(result, 'slow').map(([t, n]) => [Number(t.toFixed(12)), n])).toEqual([
      [0.3, 4],
      [0.6, 7],
      [0.9, 10],
    ])
    expect(codeOf(() => run(model('Clock(1, 4)')))).toMatch(
      /^EVENTS: slow: expected a clock that ticks at every m-th tick of Clock\(1, 10\) .*, got Clock\(1, 4\)/,
    )
    const open = Model({
      n: Var({ start: 0 }),
      equations: equations`n = previous(n) + sample(1, Clock(0.1)); slow = subSample(n)`,
    })
    expect(codeOf(() => run(open))).toMatch(/^EVENTS: slow: expected a clock, got none.*factor of subSample/)
  })

  it('noClock takes the value of the tick at the same instant, sample(hold(…)) the one before', () => {
    const model = Model({
      x: Var({ start: 0 }),
      equations: equations`
        fast = Clock(0.1)
        slow = subSample(fast, 2)
        when fast then
          x = previous(x) + 1
        end when
        when slow then
          y = noClock(x)
          z = sample(hold(x))
        end when
      `,
      y: Var({ start: 0 }),
      z: Var({ start: 0 }),
    })
    const result = run(model, 0.65)
    ;[0, 2, 4, 6].forEach((k) => {
      expect(result.at('y', 0.1 * k + 0.02)).toBe(k + 1)
      // the first sample is that of the start of the run
      expect(result.at('z', 0.1 * k + 0.02)).toBe(k)
    })
  })

  it('firstTick and interval are those of the clock of their equation', () => {
    const model = Model({
      n: Var({ start: 0 }),
      m: Var({ start: 0 }),
      first: Var({ start: 7 }),
      equations: equations`
        n = previous(n) + sample(1, Clock(0.2))
        h = interval(n)
        m = subSample(n, 2)
        hm = interval(m)
        hq = interval(superSample(n, 4))
        first = if firstTick(m) then 1 else previous(first) + 1
      `,
    })
    const result = run(model, 0.9)
    expect([result.at('h', 0.1), result.at('hm', 0.1), result.at('hq', 0.1)]).toEqual([0.2, 0.4, 0.05])
    expect([result.at('first', 0.1), result.at('first', 0.5), result.at('first', 0.85)]).toEqual([1, 2, 3])
  })

  it('counts seconds, tenths and minutes by one clock', () => {
    const model = Model({
      seconds: Var({ start: -1 }),
      tenths: Var({ start: -1 }),
      minutes: Var({ start: -1 }),
      equations: equations`
        second = sample(1, Clock(1))
        seconds = mod(previous(seconds) + second, 60)
        tenths = mod(previous(tenths) + superSample(second, 10), 10)
        minutes = mod(previous(minutes) + subSample(second, 60), 60)
      `,
    })
    const result = run(model, 125)
    for (const t of [0.05, 7.36, 59.95, 60.05, 121.27]) {
      expect(result.at('seconds', t)).toBe(Math.floor(t) % 60)
      expect(result.at('tenths', t)).toBe(Math.floor(t * 10) % 10)
      expect(result.at('minutes', t)).toBe(Math.floor(t / 60))
    }
  })

  it('arrays and Booleans have clocks like numbers', () => {
    const model = Model({
      x: Var({ init: [1, 2] }),
      z: Var({ start: [0, 0] }),
      b: Var({ start: false }),
      equations: equations`
        der(x) = [1, -1]
        z = previous(z) + sample(x, Clock(0.25))
        w = subSample(z, 2)
        last = previous(z[2])
        v = superSample(w, 4)
        b = z[1] < 100 and not previous(b)
        flip = hold(b)
      `,
    })
    const result = run(model, 1.1)
    const sums = [1, 2.25, 3.75, 5.5, 7.5]
    sums.forEach((value, k) => {
      const t = 0.25 * k + 0.1
      expect(result.at('z[1]', t)).toBeCloseTo(value, 9)
      expect(result.at('w[1]', t)).toBeCloseTo(sums[k - (k % 2)], 9)
      expect(result.at('v[1]', t)).toBeCloseTo(sums[k - (k % 2)], 9)
      expect(result.at('last', t)).toBeCloseTo(k === 0 ? 0 : 2 * k - 0.125 * k * (k - 1), 9)
      expect(result.at('flip', t)).toBe(k % 2 === 0 ? 1 : 0)
    })
  })

  it('a clocked variable has its start value before the first tick of a shifted clock', () => {
    const model = Model({
      n: Var({ start: 5 }),
      late: Var({ start: 8 }),
      equations: equations`
        n = previous(n) + sample(1, Clock(0.2))
        late = shiftSample(n, 2)
        twice = 2*late
        y = hold(late)
      `,
      twice: Var({ start: -1 }),
    })
    const result = run(model, 0.9)
    expect([result.at('late', 0.3), result.at('twice', 0.3), result.at('y', 0.3)]).toEqual([8, -1, 8])
    expect([result.at('late', 0.5), result.at('twice', 0.5), result.at('y', 0.5)]).toEqual([8, 16, 8])
    expect([result.at('late', 0.7), result.at('twice', 0.7), result.at('y', 0.7)]).toEqual([9, 18, 9])
  })

  it('a parameter that changes acts at the next tick, and the ticks go on', () => {
    const model = Model({
      k: Par(1),
      x: Var({ init: 0 }),
      u: Var({ start: 0 }),
      n: Var({ start: 0 }),
      equations: equations`
        der(x) = 1
        n = previous(n) + sample(1, Clock(0.5))
        u = k*n
        y = subSample(u, 2)
      `,
    })
    const inSteps = instantiate(model).start({ stopTime: 3, maxStep: 0.1 })
    while (inSteps.time < 0.7) inSteps.advance(Infinity, 0.7)
    expect(inSteps.time).toBeLessThan(0.85)
    inSteps.change({ k: 3 })
    inSteps.advance()
    const result = inSteps.finish()
    expect([result.at('u', 0.9), result.at('y', 0.9), result.at('u', 1.1), result.at('y', 1.1)]).toEqual([
      2, 1, 9, 9,
    ])
    expect(ticksOf(result, 'n')).toEqual([0.5, 1, 1.5, 2, 2.5, 3])
  })

  it('a factor does not change during a run', () => {
    const model = Model({
      f: Par(2),
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = 1
        s = subSample(sample(x, Clock(0.1)), f)
      `,
    })
    const inSteps = instantiate(model).start({ stopTime: 3, maxStep: 0.1 })
    inSteps.advance(Infinity, 0.7)
    inSteps.change({ f: 3 })
    expect(codeOf(() => inSteps.advance())).toMatch(
      /^EVENTS: subSample\(Clock\(0\.1\), f\): expected the factors of the start of the run/,
    )
  })

  it('models with clocks pass through JSON, and linearize takes held values as constants', () => {
    const model = Model({
      x: Var({ init: 2 }),
      u: Var({ start: 0 }),
      equations: equations`
        der(x) = hold(u) - 3*x
        u = previous(u) + superSample(subSample(1 - sample(x, Clock(1, 10)), 2), 2)
      `,
    })
    const again = modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))
    expect(run(again, 0.75).values('x')).toEqual(run(model, 0.75).values('x'))
    expect(linearize(model).A).toEqual([[-3]])
  })
})

describe('clocks that do not follow are errors', () => {
  const failure = (text: string, members: Record<string, unknown> = {}): string =>
    codeOf(() =>
      run(
        Model({
          x: Var({ init: 1 }),
          a: Var({ start: 0 }),
          b: Var({ start: 0 }),
          ...members,
          equations: equations(text),
        }),
      ),
    )

  it.each([
    [
      'none is named',
      'der(x) = 1; a = previous(a) + 1; b = 2*a',
      /^EVENTS: a, b: expected a clock, got none/,
    ],
    [
      'two contradict, through a conversion',
      'der(x) = 1; a = previous(a) + sample(x, Clock(0.1)); b = subSample(a, 2) + sample(x, Clock(0.3))',
      /^EVENTS: b: expected one clock .*subSample\(Clock\(0\.1\), 2\) and Clock\(0\.3\)/,
    ],
    [
      'the variable of hold is continuous',
      'der(x) = 1; a = x + time; b = hold(a)',
      /hold\(a\): expected a clocked variable, but a changes between ticks: its equation contains time/,
    ],
    [
      'the variable of previous is continuous',
      'der(x) = 1; b = x + 1; a = previous(a) + b',
      /previous\(a\): expected a clocked variable, but a changes between ticks: its equation contains b/,
    ],
    [
      'a factor changes',
      'der(x) = 1; a = previous(a) + sample(1, Clock(0.1)); b = subSample(a, x)',
      /subSample\(a, x\): expected a number or a parameter as factor, got x/,
    ],
    [
      'a factor is not an integer',
      'der(x) = 1; a = previous(a) + sample(1, Clock(0.1)); b = subSample(a, 2.5)',
      /^EVENTS: subSample\(Clock\(0\.1\), 2\.5\): expected a factor of 1 or more, got 2\.5/,
    ],
    [
      'a clock starts before its base clock',
      'der(x) = 1; a = previous(a) + sample(1, Clock(0.1)); b = backSample(a, 1, 2)',
      /^EVENTS: backSample\(Clock\(0\.1\), 1, 2\): expected a clock that starts with Clock\(0\.1\)/,
    ],
    [
      'an event clock ticks faster than its events',
      'der(x) = 1; a = previous(a) + sample(1, Clock(x > 1.5)); b = superSample(a, 2)',
      /^EVENTS: superSample\(Clock\(x > 1\.5\), 2\): expected ticks of Clock\(x > 1\.5\)/,
    ],
    [
      'a condition is not a clock',
      'der(x) = 1; a = previous(a) + sample(1, x > 1.5); b = 1',
      /expected a clock, got x > 1\.5\. Write Clock\(x > 1\.5\)/,
    ],
    [
      'two numbers may be an interval or a start',
      'der(x) = 1; a = previous(a) + sample(1, Clock(p, q)); b = 1',
      /Clock\(p, q\): expected two Integers.*or two times.*Declare the type 'Integer', or the unit 's'/,
    ],
    [
      'two rates form a loop',
      'der(x) = 1; a = 0.5*subSample(b, 2) + sample(1, Clock(0.2)); b = superSample(a, 2) + 1',
      /^EVENTS: subSample\(b\): expected a value that does not depend on its own result, got a loop through b, a/,
    ],
    [
      'an argument is given twice',
      'der(x) = 1; a = previous(a) + sample(1, Clock(0.2)); b = subSample(a, 2, factor = 3)',
      /'subSample': expected one value for factor, got two/,
    ],
    [
      'an argument before a named one is missing',
      'der(x) = 1; a = previous(a) + sample(1, Clock(0.2)); b = shiftSample(a, resolution = 3)',
      /'shiftSample': expected a value for shiftCounter/,
    ],
    [
      'backSample of an expression has no start value',
      'der(x) = 1; a = previous(a) + sample(1, Clock(0.1)); b = backSample(2*a, 0)',
      /backSample\(2\*a\): expected the name of a variable with a start value/,
    ],
  ])('%s', (_, text, message) => {
    const members = text.includes('Clock(p, q)') ? { p: Par(1), q: Par(2) } : {}
    expect(failure(text, members)).toMatch(message)
  })
})
