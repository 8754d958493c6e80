/** Energy, charge and momentum of random networks (seeded). */

import type { SignalTable } from 'vario'
import { equations, Model, simulate } from 'vario'
import { Capacitor, Ground, Inductor, Resistor, SineVoltage } from 'vario/library/electric'
import { ConstantForce, Damper, Fixed, Mass, Spring } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import { createRandom } from './support.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
/** Errors of quadratures at tolerance 1e-9, relative to the transferred energy or charge. */
const ACCURACY = 1e-6

/** Sum of `value` over the components of a kind. */
const total = (names: readonly string[], value: (name: string) => number) =>
  names.reduce((sum, name) => sum + value(name), 0)
const joined = (names: readonly string[], term: (name: string) => string) =>
  names.length === 0 ? '0' : names.map(term).join(' + ')

describe.each(SEEDS)('RLC ladder %i', (seed) => {
  const random = createRandom(seed)
  const n = 2 + Math.floor(random() * 6)
  const members: Record<string, unknown> = {
    V: SineVoltage({ V: 2 + random(), f: 0.3 + random() }),
    ground: Ground(),
  }
  const connect: string[][] = []
  const names = { R: [] as string[], L: [] as string[], C: [] as string[], shunt: [] as string[] }
  const between = (low: number, high: number) => low * (high / low) ** random()

  /** Adds an element between two nodes. */
  function add(kind: 'R' | 'L' | 'C', p: string[], nNode: string[]): string {
    const name = `${kind}${names[kind].length + 1}`
    names[kind].push(name)
    if (kind === 'R') members[name] = Resistor({ R: between(0.2, 5) })
    else if (kind === 'L') members[name] = Inductor({ L: between(0.1, 2) })
    else members[name] = Capacitor({ C: between(0.1, 2) })
    p.push(`${name}.p`)
    nNode.push(`${name}.n`)
    return name
  }

  const bottom = ['V.n', 'ground.p']
  let node = ['V.p']
  for (let k = 0; k < n; k++) {
    const next: string[] = []
    connect.push(node)
    if (k === 0 || random() < 0.5) add('R', node, next)
    else add('L', node, next)
    if (random() < 0.3) names.shunt.push(add('R', next, bottom))
    if (random() < 0.8) add('C', next, bottom)
    if (random() < 0.2) add('C', next, bottom)
    node = next
  }
  connect.push(node, bottom)
  // The end of the ladder has a load.
  names.shunt.push(add('R', node, bottom))
  const model = Model({
    ...members,
    connect,
    equations: equations(`
      der(supplied) = -V.v*V.i
      der(dissipated) = ${joined(names.R, (name) => `${name}.v*${name}.i`)}
      der(charge) = -V.i
      der(leaked) = ${joined(names.shunt, (name) => `${name}.i`)}
    `),
  })
  const result = simulate(model, { stopTime: 5, tolerance: 1e-9 })
  const final = (name: string) => result.final(name)

  it('supplied energy = stored + dissipated energy', () => {
    const stored =
      total(names.C, (name) => 0.5 * (result.parameter(`${name}.C`) as number) * final(`${name}.v`) ** 2) +
      total(names.L, (name) => 0.5 * (result.parameter(`${name}.L`) as number) * final(`${name}.i`) ** 2)
    expect(final('dissipated')).toBeGreaterThan(0)
    expect(stored).toBeGreaterThan(0)
    expect(Math.abs(final('supplied') - stored - final('dissipated'))).toBeLessThan(
      ACCURACY * final('dissipated'),
    )
  })

  it('the charge that flows in is stored in the capacitors or leaks', () => {
    const stored = total(names.C, (name) => (result.parameter(`${name}.C`) as number) * final(`${name}.v`))
    const scale = Math.max(1, Math.abs(stored))
    expect(Math.abs(final('charge') - stored - final('leaked'))).toBeLessThan(ACCURACY * scale)
  })

  it('the flows into every node add up to zero at all times', () => {
    for (const pins of connect) {
      const currents = pins.map((pin) => result.values(`${pin}.i`))
      for (let k = 0; k < result.time.length; k++) {
        const sum = currents.reduce((s, values) => s + values[k], 0)
        expect(Math.abs(sum)).toBeLessThan(1e-9)
      }
    }
  })
})

describe.each(SEEDS)('mass-spring network %i', (seed) => {
  const random = createRandom(100 + seed)
  const n = 2 + Math.floor(random() * 5)
  const isFree = seed % 2 === 0
  const members: Record<string, unknown> = {
    wall: Fixed(),
    force: ConstantForce({ f_constant: 1 + random() }),
  }
  const masses = Array.from({ length: n }, (_, k) => `m${k + 1}`)
  const nodes = masses.map((name) => [`${name}.flange_a`])
  const wall = ['wall.flange']
  const springs: string[] = []
  const dampers: string[] = []
  for (const name of masses) {
    members[name] = Mass({
      m: 0.5 + 2 * random(),
      s: { init: random() - 0.5 },
      v: { init: random() - 0.5 },
    })
  }
  const link = (a: string[], b: string[]) => {
    const spring = `c${springs.length + 1}`
    members[spring] = Spring({ c: 1 + 10 * random(), s_rel0: random() - 0.5 })
    springs.push(spring)
    a.push(`${spring}.flange_a`)
    b.push(`${spring}.flange_b`)
    if (random() < 0.5) return
    const damper = `d${dampers.length + 1}`
    members[damper] = Damper({ d: random() })
    dampers.push(damper)
    a.push(`${damper}.flange_a`)
    b.push(`${damper}.flange_b`)
  }
  for (let k = 1; k < n; k++) link(nodes[Math.floor(random() * k)], nodes[k])
  if (n > 2) link(nodes[0], nodes[n - 1])
  if (!isFree) link(wall, nodes[0])
  nodes[n - 1].push('force.flange')
  const model = Model({
    ...members,
    connect: [...nodes, wall].filter((node) => node.length > 1),
    equations: equations(`
      der(supplied) = force.f_constant*m${n}.v
      der(dissipated) = ${joined(dampers, (name) => `${name}.f*${name}.v_rel`)}
    `),
  })
  const result = simulate(model, { stopTime: 5, tolerance: 1e-9 })

  /** Stored energy and momentum at a point of the result. */
  function stateAt(table: SignalTable, k: number): { energy: number; momentum: number } {
    const value = (name: string) => table.values(name)[k]
    const parameter = (name: string) => table.parameter(name) as number
    const kinetic = total(masses, (name) => 0.5 * parameter(`${name}.m`) * value(`${name}.v`) ** 2)
    const elastic = total(springs, (name) => {
      const elongation = value(`${name}.s_rel`) - parameter(`${name}.s_rel0`)
      return 0.5 * parameter(`${name}.c`) * elongation ** 2
    })
    return {
      energy: kinetic + elastic,
      momentum: total(masses, (name) => parameter(`${name}.m`) * value(`${name}.v`)),
    }
  }
  const last = result.time.length - 1
  const start = stateAt(result, 0)
  const end = stateAt(result, last)

  it('supplied energy = stored + dissipated energy', () => {
    const balance = result.final('supplied') - (end.energy - start.energy) - result.final('dissipated')
    expect(Math.abs(balance)).toBeLessThan(ACCURACY * (start.energy + end.energy))
  })

  if (isFree)
    it('momentum grows by the force times the time', () => {
      const force = result.parameter('force.f_constant') as number
      expect(Math.abs(end.momentum - start.momentum - 5 * force)).toBeLessThan(ACCURACY)
    })
})
