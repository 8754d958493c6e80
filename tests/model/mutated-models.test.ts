/**
 * Equations and models with random mistakes, as texts and as JSON, give a finite result or a VarioError in the words of
 * the user. Every run ends soon.
 */
import { equations, Model, modelFromJson, modelToJson, Par, simulate, Var, VarioError } from 'vario'
import { BearingFriction, Inertia, Torque } from 'vario/library/rotational'
import {
  Box,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { expect, test } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { changeText, mutate } from './mutate.ts'

/** Limits of a run; every model of this file needs less. */
const LIMITS = { stopTime: 0.03, maxSteps: 2000, interval: 0.01 } as const
/** Duration that counts as a hang [ms], long enough for a loaded machine. */
const HANG = 15000

/** Statements besides `der(x) = w; der(w) = -4*x; der(v) = [v[2], -v[1]]`, each to be given one or two mistakes. */
const STATEMENTS = [
  's = ceil(n) + div(-n, 2) - rem(-n, 3); c = constructor + 1',
  'p = if x > 0.3 and not (w < 0 or n >= 2) then true else pre(p)',
  'when x < 0.99 or time > 0.01 then reinit(w, -w) end when',
  'when x < 0.99 then reinit(x, 1); n = pre(n) + 1 end when',
  'when change(q) then n = pre(n) + 1 end when; q = time > 0.01',
  'e = A[integer(time*100) + 1, 2]; r = v[integer(min(time, 0.01)*100) + 1]',
  'f = mod(sum([if time >= A[i, 1] then 1 else 0 for i in 1:2]), 2) == 1',
  'u = max(-1, min(1, 10*(x + 0.05*u)))',
  'a - b = if time < 0.02 then 0 else 2*(time - 0.02); der(a) = g; der(g) = h; 2*der(b) = -h',
  'd = hold(m, Clock(0.01)); m = previous(m, Clock(0.01)) + sample(x, Clock(0.01))',
  "assert(x < 10, 'too large'); z = quantity(3, 'mm') + noEvent(if x > 0 then 1 else 2)",
  'B = transpose(A)*diagonal(v) + skew([1, 2, 3])[1:2, 1:2]; y = norm(B*v)/(1 + dot(v, v))',
  'der(k) = if k > 0 then -5 else 5; l = sign(k) + floor(3*k)',
  'i = atan2(x, w) + log(abs(x) + 1)^2 - sqrt(x*x); j^3 + j = i',
]

const modelOf = (text: string): Parameters<typeof simulate>[0] =>
  Model({
    x: Var({ init: 1, nominal: 0.5 }),
    w: Var({ init: 0 }),
    v: Var({ init: [1, 2] }),
    n: Var({ start: 0 }),
    k: Var({ start: 0.1 }),
    A: Par([
      [0.005, 1],
      [0.015, -4],
    ]),
    equations: equations(`der(x) = w; der(w) = -4*x; der(v) = [v[2], -v[1]]\n${text}`),
  })

const Mechanism = Model3D({
  world: Object3D({ feature: Scene({ contactResponse: 'impulse' }) }),
  floor: Object3D({
    parent: 'world',
    translation: [0, -0.05, 0],
    feature: Solid({
      shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 1 }),
      solidMaterial: 'Steel',
      collision: true,
    }),
  }),
  ball: Object3D({
    translation: [0, 0.0501, 0],
    feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', collision: true }),
  }),
  arm: Object3D({
    feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'Steel' }),
  }),
  tip: Object3D({ parent: 'arm', translation: [0.5, 0, 0] }),
  block: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'DryWood' }),
  }),
  shaft: RevoluteWithFlange({ obj1: 'world', obj2: 'arm', axis: 'z', phi: { init: 0 } }),
  slider: Prismatic({ obj1: 'tip', obj2: 'block', axis: 'y', s: { init: 1 } }),
  hinge: Revolute({ obj1: 'block', obj2: 'weight', axis: 'x', w: 3 }),
  weight: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel' }) }),
  friction: BearingFriction(),
  rotor: Inertia({ J: 0.1 }),
  torque: Torque(),
  connect: [
    ['friction.flange_a', 'shaft.flange', 'rotor.flange_a'],
    ['torque.flange', 'rotor.flange_b'],
  ],
  equations: equations`torque.tau = if shaft.phi > 0 then -1 else 1`,
})

test.each(campaignSeeds(3000, 40))('mistakes of seed %d give a finite result or a VarioError', (seed) => {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const text = `${changeText(pick(STATEMENTS), random)}${random() < 0.5 ? `\n${pick(STATEMENTS)}` : ''}`
  attempt(text, () => modelOf(text))
  // the same through JSON, and with mistakes in the JSON
  attempt(`JSON of ${text}`, () => modelFromJson(JSON.parse(JSON.stringify(modelToJson(modelOf(text))))))
  const json = modelToJson(random() < 0.5 ? Mechanism : modelOf(pick(STATEMENTS)))
  const changed = mutate(json, random)
  attempt(JSON.stringify(changed), () => modelFromJson(changed))
})

function attempt(label: string, create: () => unknown): void {
  const start = Date.now()
  try {
    const result = simulate(create() as Parameters<typeof simulate>[0], LIMITS)
    const warned = JSON.stringify(result.warnings)
    for (const name of result.names) {
      const { kind, header, values } = result.signal(name)
      if (kind === 'parameter' || header.constant !== undefined || values.every(Number.isFinite)) continue
      expect(warned, `${name} is not finite\n${label}`).toContain(name)
    }
    for (let i = 1; i < result.time.length; i++)
      expect(result.time[i], `time goes back\n${label}`).toBeGreaterThanOrEqual(result.time[i - 1])
  } catch (error) {
    if (!(error instanceof VarioError)) throw new Error(`${(error as Error).stack}\n${label}`)
    expect(error.code, `${error.message}\n${label}`).not.toBe('INTERNAL')
    expect(error.message, label).not.toMatch(
      /\[object |undefined is|is not a function|Cannot read|native code| to undefined/,
    )
  }
  expect(Date.now() - start, label).toBeLessThan(HANG)
}
