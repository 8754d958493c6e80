/** Several friction elements at a time: random chains and stacks (seeded), clutches in series. */

import type { SignalTable } from 'vario'
import { equations, Model, Par, simulate, Var } from 'vario'
import { Clutch, Inertia } from 'vario/library/rotational'
import {
  BearingFriction,
  Fixed,
  Force,
  Mass,
  PartialRigid,
  SlidingFriction,
  Spring,
} from 'vario/library/translational'
import { describe, expect, it } from 'vitest'
import { createRandom } from './support.ts'

/** Error of the balance at tolerance 1e-8, relative to the transferred energy. */
const ACCURACY = 1e-6

/** Kinetic and elastic energy of masses m1, m2, … and springs c1, c2, … (as far as they exist) at the end of a run. */
function storedEnergy(result: SignalTable, n: number): number {
  let energy = 0
  for (let k = 1; k <= n; k++) {
    energy += 0.5 * (result.parameter(`m${k}.m`) as number) * result.final(`m${k}.v`) ** 2
    if (!result.has(`c${k}.s_rel`)) continue
    energy += 0.5 * (result.parameter(`c${k}.c`) as number) * result.final(`c${k}.s_rel`) ** 2
  }
  return energy
}

const balances = (n: number, force: string) =>
  equations(`
    force.f = ${force}
    der(supplied) = force.f*m${n}.v
    der(dissipated) = ${Array.from({ length: n }, (_, k) => `f${k + 1}.f*f${k + 1}.v`).join(' + ')}
  `)

function expectBalance(result: SignalTable, n: number): void {
  const supplied = result.final('supplied')
  const error = supplied - result.final('dissipated') - storedEnergy(result, n)
  expect(Math.abs(error)).toBeLessThan(ACCURACY * Math.max(1, Math.abs(supplied)))
  expect(result.final('dissipated')).toBeGreaterThanOrEqual(0)
}

describe.each([1, 4, 6, 10])('chain of rubbing masses and springs %i', (seed) => {
  const random = createRandom(seed)
  const n = 2 + Math.floor(4 * random())
  const members: Record<string, unknown> = { wall: Fixed(), force: Force() }
  const connect: string[][] = []
  const frictions: { f_c: number; peak: number; d: number }[] = []
  let node = ['wall.flange']
  for (let k = 1; k <= n; k++) {
    frictions.push({ f_c: 0.2 + random(), peak: random() < 0.5 ? 1 : 1 + random(), d: 0.2 * random() })
    members[`c${k}`] = Spring({ c: 5 + 20 * random() })
    members[`m${k}`] = Mass({ m: 0.5 + random() })
    members[`f${k}`] = BearingFriction(frictions[k - 1])
    connect.push([...node, `c${k}.flange_a`], [`c${k}.flange_b`, `m${k}.flange_a`])
    node = [`m${k}.flange_b`, `f${k}.flange_a`]
  }
  connect.push([...node, 'force.flange'])
  const forces = balances(n, `${3 + 3 * random()}*sin(${1 + random()}*time)`)
  const result = simulate(Model({ ...members, connect, equations: forces }), {
    stopTime: 10,
    tolerance: 1e-8,
  })

  it('supplied energy = stored + dissipated energy', () => {
    expectBalance(result, n)
  })

  it('agrees with a smooth law of the same slope', () => {
    const Smooth = PartialRigid.extend({
      ...{ f_c: Par(1), peak: Par(1), d: Par(0), v: Var(), f: Var() },
      equations: equations`
        v = der(s)
        flange_a.f + flange_b.f = f
        f = f_c*(1 + (peak - 1)*exp(-(v/1e-3)^2))*tanh(v/1e-5) + d*v
      `,
    })
    const smooth = { ...members }
    for (let k = 1; k <= n; k++) smooth[`f${k}`] = Smooth(frictions[k - 1])
    const reference = simulate(Model({ ...smooth, connect, equations: forces }), {
      ...{ stopTime: 10, tolerance: 1e-7 },
      solver: 'radau5',
    })
    for (let k = 1; k <= n; k++) {
      // The smooth law creeps and starts at a velocity of 1e-5 … 1e-3 m/s.
      expect(Math.abs(result.final(`m${k}.s`) - reference.final(`m${k}.s`))).toBeLessThan(0.02)
    }
  })
})

describe.each([2, 7, 9, 10, 16])('stack of blocks that rub on each other %i', (seed) => {
  it('supplied energy = stored + dissipated energy', () => {
    const random = createRandom(seed)
    const n = 2 + Math.floor(4 * random())
    const members: Record<string, unknown> = { wall: Fixed(), force: Force() }
    const nodes = [['wall.flange']]
    for (let k = 1; k <= n; k++) {
      members[`m${k}`] = Mass({ m: 0.5 + random() })
      members[`f${k}`] = SlidingFriction({
        f_c: 0.2 + random(),
        peak: random() < 0.5 ? 1 : 1 + random(),
        d: 0.2 * random(),
      })
      nodes[k - 1].push(`f${k}.flange_a`)
      nodes.push([`f${k}.flange_b`, `m${k}.flange_a`])
      if (random() < 0.5) continue
      members[`c${k}`] = Spring({ c: 5 + 20 * random() })
      nodes[k - 1].push(`c${k}.flange_a`)
      nodes[k].push(`c${k}.flange_b`)
    }
    nodes[n].push('force.flange')
    const model = Model({
      ...members,
      connect: nodes,
      equations: balances(n, `${1 + random()}*sin(${1 + random()}*time)`),
    })
    expectBalance(simulate(model, { stopTime: 20, tolerance: 1e-8 }), n)
  })
})

it('two clutches in series: all inertias end with the common velocity of their momentum', () => {
  const model = Model({
    J1: Inertia({ J: 1, w: { init: 10 } }),
    c1: Clutch({ fn_max: 10 }),
    J2: Inertia({ J: 2, w: { init: 3 } }),
    c2: Clutch({ fn_max: 10, mue: 0.3 }),
    J3: Inertia({ J: 3 }),
    equations: equations`c1.f_normalized = 1; c2.f_normalized = 1`,
    connect: [
      ['J1.flange_b', 'c1.flange_a'],
      ['c1.flange_b', 'J2.flange_a'],
      ['J2.flange_b', 'c2.flange_a'],
      ['c2.flange_b', 'J3.flange_a'],
    ],
  })
  const result = simulate(model, { stopTime: 10, tolerance: 1e-9 })
  for (const name of ['J1.w', 'J2.w', 'J3.w']) expect(result.final(name)).toBeCloseTo(16 / 6, 8)
})
