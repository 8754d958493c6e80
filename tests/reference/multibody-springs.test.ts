/** Cases of the multibody reference: point-to-point springs and sensors. */
import { simulate } from 'vario'
import {
  Box,
  Bushing,
  MassProperties,
  Model3D,
  Object3D,
  Scene,
  SensorResult,
  Solid,
  SpringDamperPtP,
  UniformGravityField,
  Visual,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { CASE_RTOL, expectNormClose, finalStates, freeStates, solveOde } from './support/final-states.ts'

checkInterpreter()

/** Tolerance of our runs; the published numbers were computed with 1e-6, so the differences are their errors. */
const TOLERANCE = 1e-8
/** A hundred times the tolerance, against exact solutions. */
const EXACT_RTOL = 1e-6
const GRAVITY = 9.81

const cube = Solid({
  shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
  massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
})
const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) })

/** Natural cubic spline through equidistant points. */
function cubicSpline(x0: number, h: number, y: readonly number[]): (x: number) => number {
  const n = y.length - 1
  // second derivatives: m[i-1] + 4 m[i] + m[i+1] = 6 (y[i-1] - 2 y[i] + y[i+1])/h², eliminated from the left
  const m = new Array<number>(n + 1).fill(0)
  const factor = new Array<number>(n + 1).fill(0)
  for (let i = 1; i < n; i++) {
    const pivot = 4 - factor[i - 1]
    factor[i] = 1 / pivot
    m[i] = ((6 * (y[i - 1] - 2 * y[i] + y[i + 1])) / (h * h) - m[i - 1]) / pivot
  }
  for (let i = n - 1; i >= 1; i--) m[i] -= factor[i] * m[i + 1]
  return (x) => {
    const i = Math.max(0, Math.min(n - 1, Math.floor((x - x0) / h)))
    const b = (x - x0) / h - i
    const a = 1 - b
    const bend = ((a ** 3 - a) * m[i] + (b ** 3 - b) * m[i + 1]) * (h * h)
    return a * y[i] + b * y[i + 1] + bend / 6
  }
}

/** Straight lines through equidistant points. */
function polyline(x0: number, h: number, y: readonly number[]): (x: number) => number {
  return (x) => {
    const i = Math.max(0, Math.min(y.length - 2, Math.floor((x - x0) / h)))
    const b = (x - x0) / h - i
    return (1 - b) * y[i] + b * y[i + 1]
  }
}

/**
 * The box of the cases on a spring-damper between the origin and its corner, by separate equations: m v' = F - m g e_z,
 * 0.1 w' = r × F, R' = w × R, with the tension F = `law(d, d')` along the line. The inertia is the same about all axes.
 */
function hangBox(law: (d: number, rate: number) => number, t: number): number[] {
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    const w = [x[15], x[16], x[17]]
    const r = [0, 3, 6].map((i) => 0.05 * (x[6 + i] + x[7 + i] + x[8 + i]))
    const p = r.map((value, i) => value + x[i])
    const v = [
      x[3] + w[1] * r[2] - w[2] * r[1],
      x[4] + w[2] * r[0] - w[0] * r[2],
      x[5] + w[0] * r[1] - w[1] * r[0],
    ]
    const d = Math.hypot(...p)
    const F = p.map((value) => (-law(d, (p[0] * v[0] + p[1] * v[1] + p[2] * v[2]) / d) * value) / d)
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3]
      dx[i] = x[3 + i]
      dx[3 + i] = F[i] - (i === 2 ? GRAVITY : 0)
      for (let n = 0; n < 3; n++) dx[6 + 3 * i + n] = w[j] * x[6 + 3 * k + n] - w[k] * x[6 + 3 * j + n]
      dx[15 + i] = (r[j] * F[k] - r[k] * F[j]) / 0.1
    }
  }
  const x = solveOde(f, [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], t)
  const angles = [Math.atan2(-x[11], x[14]), Math.asin(x[8]), Math.atan2(-x[7], x[6])]
  return [...x.slice(0, 6), ...angles, ...x.slice(15)]
}

describe('point-to-point springs', () => {
  const corner = Object3D({ parent: 'box', translation: [0.05, 0.05, 0.05], feature: Visual() })

  it('force.BoxNonLinearSpringDamperPtP_interpolated', () => {
    const grid = (first: number, h: number, n: number, law: (x: number) => number): number[] =>
      Array.from({ length: n }, (_, i) => law(first + i * h))
    const spring = cubicSpline(
      -1,
      0.1,
      grid(-1, 0.1, 21, (x) => Math.sign(x) * 100 * Math.abs(x) ** 1.2),
    )
    const damper = polyline(
      -10,
      0.1,
      grid(-10, 0.1, 201, (v) => Math.sign(v) * 2 * Math.abs(v) ** 0.8),
    )
    const model = Model3D({
      world,
      box: Object3D({ parent: 'world', fixedToParent: false, feature: cube }),
      boxCornerFrame: corner,
      force: SpringDamperPtP({
        obj1: 'world',
        obj2: 'boxCornerFrame',
        nominalLength: 0.1,
        nominalForce: 5,
        springForceLaw: spring,
        damperForceLaw: damper,
      }),
    })
    const result = simulate(model, { stopTime: 5, tolerance: TOLERANCE, maxStep: 0.1 })
    const published = [
      [-0.01861362451515635, -0.018612527471268413, -0.2212831534294033],
      [0.30914769013412663, 0.30913587421631183, 0.019507890185417143],
      [-0.012936800467167768, 0.012897922660753593, 5.844891074857425e-5],
      [-0.24887603798947114, 0.2488565430584932, 8.534690880892765e-7],
    ].flat()
    const states = finalStates(result, freeStates('box'))
    expectNormClose(states, published, CASE_RTOL)
    // The kinks of the damper cost some steps, and some accuracy, in both.
    expectNormClose(
      states,
      hangBox((d, rate) => 5 + spring(d - 0.1) + damper(rate), 5),
      1e-5,
    )
  })

  it('force.BoxSpringDamperPtP', () => {
    const model = Model3D({
      world,
      box: Object3D({ parent: 'world', fixedToParent: false, feature: cube }),
      boxCornerFrame: corner,
      force: SpringDamperPtP({
        obj1: 'world',
        obj2: 'boxCornerFrame',
        springForceLaw: 100,
        damperForceLaw: 2,
      }),
    })
    const result = simulate(model, { stopTime: 5, tolerance: TOLERANCE, maxStep: 0.1 })
    const published = [
      [-0.0317899616936806, -0.031789987944650766, -0.13960438446373588],
      [-0.22639392571053196, -0.22639355519359725, -0.09585537982617036],
      [-0.04370174242082521, 0.04366049248771943, 0.0009545457607853683],
      [0.8435417114212301, -0.8435409897813606, 1.1525522669027586e-7],
    ].flat()
    const states = finalStates(result, freeStates('box'))
    expectNormClose(states, published, CASE_RTOL)
    expectNormClose(
      states,
      hangBox((d, rate) => 100 * d + 2 * rate, 5),
      EXACT_RTOL,
    )
    // The model is symmetric with respect to the plane x = y.
    expect(Math.abs(states[0] - states[1])).toBeLessThan(EXACT_RTOL)
    expect(Math.abs(states[9] + states[10])).toBeLessThan(EXACT_RTOL)
  })
})

describe('sensors', () => {
  it('force.BoxForceSensorResult: relative motion in a frame of its own', () => {
    const model = Model3D({
      world,
      coordRefFrame: Object3D({
        parent: 'world',
        rotation: [23, 45, 67].map((x) => (x * Math.PI) / 180),
        feature: Visual(),
      }),
      box1: Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [0.2, 0.1, 0.05],
        rotation: [0.12, 0.06, 0.03],
        feature: cube,
      }),
      box2: Object3D({ parent: 'world', fixedToParent: false, feature: cube }),
      box2CornerFrame: Object3D({ parent: 'box2', translation: [0.05, 0.05, 0.05], feature: Visual() }),
      force1: Bushing({
        obj1: 'world',
        obj2: 'box1',
        springForceLaw: [50, 100, 200],
        damperForceLaw: [1, 2, 4],
        rotSpringForceLaw: [5, 10, 20],
        rotDamperForceLaw: [0.1, 0.2, 0.4],
      }),
      force2: SpringDamperPtP({
        obj1: 'world',
        obj2: 'box2CornerFrame',
        springForceLaw: 100,
        damperForceLaw: 2,
      }),
      sensor: SensorResult({
        object: 'box1',
        objectOrigin: 'box2',
        objectCoordinateRef: 'coordRefFrame',
        objectObserveRef: 'box1',
      }),
    })
    const result = simulate(model, { stopTime: 6, tolerance: TOLERANCE, maxStep: 0.1 })
    const published = [
      [-0.0016107113217414199, -0.0002480705395490782, -0.049050349752476706],
      [0.07029162030881492, 2.2312117805489287e-5, -6.372913904848077e-6],
      [-0.0010449353993963431, -0.0001514824927969645, -2.4593890216411865e-7],
      [0.042388263052657665, 0.00010086233694909848, -5.551141011115388e-6],
      [0.05646126021462138, 0.0564613884676648, -0.12716607892200024],
      [0.2920400985011993, 0.2920398970084984, 0.04549365682408229],
      [2.1980798016988854, -0.6805794882560942, 1.213379900814701],
      [0.29439337230022455, -0.29439394783827416, 5.036863759629742e-7],
    ].flat()
    const states = finalStates(result, [...freeStates('box1'), ...freeStates('box2')])
    expectNormClose(states, published, CASE_RTOL)
    // Angles are not unique after large rotations, and are omitted; the torque, and so the motion, depends on the
    // orientation in any case.
    const box2 = hangBox((d, rate) => 100 * d + 2 * rate, 6)
    expectNormClose(
      [...states.slice(12, 18), ...states.slice(21)],
      [...box2.slice(0, 6), ...box2.slice(9)],
      EXACT_RTOL,
    )
    // The distance is the same in every frame.
    const d = [0, 1, 2].map((i) => states[i] - states[12 + i])
    expect(result.final('sensor.distance')).toBeCloseTo(Math.hypot(...d), 12)
    expect(Math.hypot(...result.finalVector('sensor.translation'))).toBeCloseTo(Math.hypot(...d), 12)
    // The observer rotates with box1: v_O = v - w1 × p, here by its length, which is independent of the axes.
    const v = [3, 4, 5].map((i) => states[i] - states[12 + i])
    const w = states.slice(9, 12)
    const seen = [
      v[0] - (w[1] * d[2] - w[2] * d[1]),
      v[1] - (w[2] * d[0] - w[0] * d[2]),
      v[2] - (w[0] * d[1] - w[1] * d[0]),
    ]
    expect(Math.hypot(...result.finalVector('sensor.velocity'))).toBeCloseTo(Math.hypot(...seen), 12)
  })
})
