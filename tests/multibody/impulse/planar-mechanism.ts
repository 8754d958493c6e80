/**
 * Random planar mechanisms whose joints have elements of finite torque, and velocities after an impulse by a dense
 * system of equations (KKT) in coordinates x, y, θ of every body: it contains masses, joints and gears, and no
 * friction.
 */
import {
  equations,
  Model,
  Par,
  type SignalTable,
  type SimulateOptions,
  simulate,
  Var,
  VarioError,
} from 'vario'
import { BearingFriction, Brake, Clutch, Fixed, Flange, IdealGear, Inertia } from 'vario/library/rotational'
import { MassProperties, Object3D, Revolute, RevoluteWithFlange, Solid } from 'vario/multibody'

type Random = () => number

/** Friction written by a user, stuck until a force breaks it loose: it does not handle velocities that jump. */
const OwnFriction = Model({
  flange: Flange(),
  mode: Var({ start: 0 }),
  c: Par(1),
  w: Var({}),
  a: Var({}),
  sa: Var({}),
  equations: equations`
    w = der(flange.phi)
    a = der(w)
    startForward = initial() and w > 0 or pre(mode) == 0 and forward > c and not (initial() and w < 0)
    startBackward = initial() and w < 0 or pre(mode) == 0 and backward < -c and not (initial() and w > 0)
    locked = not (pre(mode) == 1 or pre(mode) == -1 or startForward or startBackward)
    a = if locked then 0 else sa
    flange.tau = if locked then sa elseif startForward or pre(mode) == 1 then c else -c
    forward = if locked then sa elseif startForward then sa + (1 + 1e-9)*c else 0
    backward = if locked then sa elseif startBackward then sa - (1 + 1e-9)*c else 0
    mode = if (pre(mode) == 1 or startForward) and w > 0 then 1
      elseif (pre(mode) == -1 or startBackward) and w < 0 then -1
      else 0
  `,
})

/** A relay: slides along w = 0 where it sticks. */
const Relay = Model({
  flange: Flange(),
  c: Par(1, 'N.m'),
  w: Var({ unit: 'rad/s' }),
  equations: equations`
    w = der(flange.phi)
    flange.tau = if w > 0 then c else -c
  `,
})
const SignRelay = Model({
  flange: Flange(),
  c: Par(1, 'N.m'),
  w: Var({ unit: 'rad/s' }),
  equations: equations`
    w = der(flange.phi)
    flange.tau = c*sign(w)
  `,
})

export const KINDS = [
  ...['plain', 'bearing', 'two bearings', 'brake', 'open brake', 'clutch', 'clutch to rotor'],
  ...['bearing behind gear', 'own', 'relay', 'sign', 'relay behind gear'],
] as const
export type Kind = (typeof KINDS)[number]

/** A link from its joint at the origin along x. */
export interface Link {
  readonly length: number
  readonly mass: number
  /** Center of mass in the plane (2). */
  readonly com: readonly [number, number]
  readonly inertia: number
  readonly kind: Kind
  readonly phi: number
  readonly w: number
  /** Friction torque [N.m]. */
  readonly limit: number
  /** Ratio of a rotor behind a gear. */
  readonly ratio: number
  readonly rotor: number
  /** Unit of torques [N.m]. */
  readonly torque: number
}

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random()

const RELAYS: readonly Kind[] = ['relay', 'sign', 'relay behind gear']

/** Links with random elements, of which one at most is a relay: where several slide, events may have no solution. */
export function drawLinks(random: Random, n: number): Link[] {
  const links = drawAny(random, n)
  const first = links.findIndex(({ kind }) => RELAYS.includes(kind))
  return links.map((link, i) =>
    RELAYS.includes(link.kind) && i > first ? { ...link, kind: 'bearing' } : link,
  )
}

function drawAny(random: Random, n: number): Link[] {
  return Array.from({ length: n }, () => ({
    length: between(random, 0.3, 1),
    mass: 10 ** between(random, -1, 1),
    com: [between(random, 0.1, 0.5), between(random, -0.2, 0.2)],
    inertia: 10 ** between(random, -2, 0),
    kind: KINDS[Math.floor(KINDS.length * random())],
    phi: between(random, -1.5, 1.5),
    w: random() < 0.5 ? 0 : between(random, -1, 1),
    limit: random() < 0.15 ? 0 : 10 ** between(random, -3, 3),
    ratio: between(random, -8, 8),
    rotor: 10 ** between(random, -3, -1),
    torque: 1,
  }))
}

/** The same links in other units of length and mass: all angles and times remain. */
export function scaleLinks(links: readonly Link[], length: number, mass: number): Link[] {
  const inertia = mass * length ** 2
  return links.map((link) => ({
    ...link,
    length: length * link.length,
    mass: mass * link.mass,
    com: [length * link.com[0], length * link.com[1]],
    inertia: inertia * link.inertia,
    limit: inertia * link.limit,
    rotor: inertia * link.rotor,
    torque: inertia * link.torque,
  }))
}

/** Members of a Model3D for the links, from the world up. */
export function createLinks(links: readonly Link[]): {
  readonly members: Record<string, unknown>
  readonly connect: string[][]
  readonly equations: string[]
} {
  const members: Record<string, unknown> = {}
  const connect: string[][] = []
  const lines: string[] = []
  links.forEach(({ length, mass, com, inertia, kind, phi, w, limit, ratio, rotor, torque }, i) => {
    const k = i + 1
    members[`link${k}`] = Object3D({
      lockable: true,
      feature: Solid({
        massProperties: MassProperties({
          ...{ mass, centerOfMass: [...com, 0], Ixx: inertia, Iyy: inertia, Izz: inertia },
        }),
      }),
    })
    members[`end${k}`] = Object3D({ parent: `link${k}`, translation: [length, 0, 0] })
    const [obj1, obj2] = [i === 0 ? 'world' : `end${i}`, `link${k}`]
    const rev = `rev${k}`
    if (kind === 'plain') {
      members[rev] = Revolute({ obj1, obj2, axis: 'z', phi, w })
      return
    }
    members[rev] = RevoluteWithFlange({ obj1, obj2, axis: 'z', phi: { init: phi }, w: { init: w } })
    const f = `f${k}`
    const behindGear = (name: string, flange: string, element: unknown): void => {
      members[`gear${k}`] = IdealGear({ ratio })
      members[`rotor${k}`] = Inertia({ J: rotor, phi: { init: null }, w: { init: null } })
      members[name] = element
      connect.push([`rotor${k}.flange_b`, `gear${k}.flange_a`], [`gear${k}.flange_b`, `${rev}.flange`])
      connect.push([`${name}.${flange}`, `rotor${k}.flange_a`])
    }
    switch (kind) {
      case 'bearing':
        members[f] = BearingFriction({ tau_c: limit })
        connect.push([`${f}.flange_a`, `${rev}.flange`])
        break
      case 'two bearings':
        members[f] = BearingFriction({ tau_c: limit })
        members[`${f}b`] = BearingFriction({ tau_c: torque })
        connect.push([`${f}.flange_a`, `${rev}.flange`], [`${f}b.flange_a`, `${rev}.flange`])
        break
      case 'brake':
      case 'open brake':
        members[f] = Brake({ fn_max: Math.max(limit, 1e-3 * torque) })
        connect.push([`${f}.flange_a`, `${rev}.flange`])
        lines.push(`${f}.f_normalized = ${kind === 'brake' ? 1 : 0}`)
        break
      case 'clutch':
      case 'clutch to rotor':
        members[f] = Clutch({ fn_max: Math.max(limit, 1e-3 * torque) })
        members[`other${k}`] =
          kind === 'clutch' ? Fixed() : Inertia({ J: rotor, phi: { init: phi }, w: { init: w } })
        connect.push([`${f}.flange_a`, `${rev}.flange`])
        connect.push([`${f}.flange_b`, `other${k}.${kind === 'clutch' ? 'flange' : 'flange_a'}`])
        lines.push(`${f}.f_normalized = 1`)
        break
      case 'bearing behind gear':
        behindGear(f, 'flange_a', BearingFriction({ tau_c: limit }))
        break
      case 'relay behind gear':
        behindGear(f, 'flange', Relay({ c: Math.max(limit, 1e-3 * torque) }))
        break
      case 'own':
        members[f] = OwnFriction({ c: limit })
        connect.push([`${f}.flange`, `${rev}.flange`])
        break
      default:
        members[f] = (kind === 'relay' ? Relay : SignRelay)({ c: Math.max(limit, 1e-3 * torque) })
        connect.push([`${f}.flange`, `${rev}.flange`])
    }
  })
  return { members, connect, equations: lines }
}

/** Positions and rates of links, from the angles and rates of their joints. */
export interface Motion {
  /** Joints (n + 1, the last is the end) and centers of mass (n). */
  readonly joints: readonly (readonly [number, number])[]
  readonly centers: readonly (readonly [number, number])[]
  /** x, y, θ of the center of mass of every link, as rates (3n). */
  readonly rates: readonly number[]
}

export function computeMotion(links: readonly Link[], phi: readonly number[], w: readonly number[]): Motion {
  const joints: [number, number][] = [[0, 0]]
  const centers: [number, number][] = []
  const rates: number[] = []
  let [angle, spin, vx, vy] = [0, 0, 0, 0]
  links.forEach(({ length, com }, i) => {
    angle += phi[i]
    spin += w[i]
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [x, y] = joints[i]
    const r = [c * com[0] - s * com[1], s * com[0] + c * com[1]]
    centers.push([x + r[0], y + r[1]])
    rates.push(vx - spin * r[1], vy + spin * r[0], spin)
    joints.push([x + c * length, y + s * length])
    vx -= spin * s * length
    vy += spin * c * length
  })
  return { joints, centers, rates }
}

/** One column of constraints: coefficients of the rates by their numbers. */
export type Row = ReadonlyMap<number, number>

/** Masses of all coordinates: links, rotors, then those of the caller. Rows hold joints and gears together. */
export interface Kkt {
  readonly masses: number[]
  readonly rows: Row[]
  /** Number of the first rate of a rotor, by its link. */
  readonly rotors: ReadonlyMap<number, number>
}

export function createKkt(links: readonly Link[], { joints, centers }: Motion): Kkt {
  const masses = links.flatMap(({ mass, inertia }) => [mass, mass, inertia])
  const rows: Row[] = []
  const rotors = new Map<number, number>()
  for (let i = 0; i < links.length; i++) rows.push(...pin(joints[i], i - 1, i, centers))
  links.forEach(({ kind, ratio, rotor }, i) => {
    if (!kind.endsWith('behind gear')) return
    const k = masses.push(rotor) - 1
    rotors.set(i, k)
    rows.push(new Map([[k, 1], [3 * i + 2, -ratio], ...(i > 0 ? [[3 * i - 1, ratio] as const] : [])]))
  })
  return { masses, rows, rotors }
}

/** A common point of two links; −1: the world. */
export function pin(
  [x, y]: readonly [number, number],
  first: number,
  second: number,
  centers: Motion['centers'],
): Row[] {
  const rows = [new Map<number, number>(), new Map<number, number>()]
  for (const [i, sign] of [
    [second, 1],
    [first, -1],
  ] as const) {
    if (i < 0) continue
    rows[0].set(3 * i, sign).set(3 * i + 2, -sign * (y - centers[i][1]))
    rows[1].set(3 * i + 1, sign).set(3 * i + 2, sign * (x - centers[i][0]))
  }
  return rows
}

/**
 * Rates after an impulse along `strike` that leaves its rate at `target`: M Δ - Gᵀ λ - sᵀ p = 0, G Δ = 0, s (v + Δ) =
 * target. Rows of `strikes` are stopped together.
 */
export function solveImpulse(
  { masses, rows }: Pick<Kkt, 'masses' | 'rows'>,
  v: readonly number[],
  strikes: readonly { readonly row: Row; readonly target: number }[],
): { readonly after: number[]; readonly impulses: number[] } {
  const all = [...rows, ...strikes.map(({ row }) => row)]
  const [n, m] = [masses.length, all.length]
  const N = n + m
  const A = Array.from({ length: N }, () => new Float64Array(N + 1))
  masses.forEach((mass, i) => {
    A[i][i] = mass
  })
  all.forEach((row, k) => {
    for (const [i, value] of row) {
      A[n + k][i] = value
      A[i][n + k] = -value
    }
    const strike = strikes[k - rows.length]
    if (strike === undefined) return
    let rate = 0
    for (const [i, value] of strike.row) rate += value * v[i]
    A[n + k][N] = strike.target - rate
  })
  const x = eliminate(A)
  return { after: v.map((value, i) => value + x[i]), impulses: x.slice(n + rows.length) }
}

/** Gaussian elimination with complete row pivoting, each row scaled. */
function eliminate(A: readonly Float64Array[]): number[] {
  const N = A.length
  for (let k = 0; k < N; k++) {
    let pivot = k
    for (let i = k + 1; i < N; i++) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i
    const rows = A as Float64Array[]
    ;[rows[k], rows[pivot]] = [rows[pivot], rows[k]]
    for (let i = k + 1; i < N; i++) {
      const factor = A[i][k] / A[k][k]
      if (factor === 0) continue
      for (let j = k; j <= N; j++) A[i][j] -= factor * A[k][j]
    }
  }
  const x = new Array<number>(N).fill(0)
  for (let k = N - 1; k >= 0; k--) {
    let sum = A[k][N]
    for (let j = k + 1; j < N; j++) sum -= A[k][j] * x[j]
    x[k] = sum / A[k][k]
  }
  return x
}

/**
 * The run of a mechanism; null: its friction and relays have no modes or torques at the start, an error unrelated to
 * impulses.
 */
export function run(model: Parameters<typeof simulate>[0], options: SimulateOptions): SignalTable | null {
  try {
    return simulate(model, options)
  } catch (error) {
    const isAtStart = error instanceof VarioError && Number(error.fields['t']) < 1e-9
    if (isAtStart && ['CHATTERING', 'EVENT_ITERATION', 'SYSTEM'].includes(error.code)) return null
    throw error
  }
}

/** Values of signals before and after the events at `time` [s]. */
export function aroundEvent(result: SignalTable, time: number): (name: string) => readonly [number, number] {
  const times = result.values('time') as Float64Array
  const first = times.indexOf(time)
  const last = times.lastIndexOf(time)
  return (name) => {
    const values = result.values(name) as Float64Array
    return [values[first], values[last]]
  }
}
