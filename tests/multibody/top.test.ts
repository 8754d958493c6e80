/** The heavy symmetric top, a body on a spherical joint, compared with closed forms. */
import { simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

/** Mass [kg], distance of its center from the tip [m], inertia about the axis and across it, about the tip [kg.m2]. */
const [M, L, C, A] = [0.5, 0.1, 6e-4, 5.5e-3]
const M_G_L = M * 9.81 * L

type Orientation = 'cardan' | 'quaternion'

/** Top with its axis tilted by `tilt` about x, and an angular velocity in the frame of the world. */
const createTop = (tilt: number, angularVelocity: readonly number[], orientation: Orientation) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
    top: Object3D({
      feature: Solid({
        massProperties: MassProperties({
          mass: M,
          centerOfMass: [0, 0, L],
          Ixx: A - M * L * L,
          Iyy: A - M * L * L,
          Izz: C,
        }),
      }),
    }),
    /** One meter along the axis: its position is the direction of the axis. */
    point: Object3D({ parent: 'top', translation: [0, 0, 1] }),
    tip: Spherical({ obj1: 'world', obj2: 'top', rotation: [tilt, 0, 0], angularVelocity, orientation }),
  })

/** Angular velocity of the precession and the spin ω3 about the axis [rad/s], in the frame of the world. */
function angularVelocity(tilt: number, precession: number, spin: number): number[] {
  const own = spin - precession * Math.cos(tilt)
  return [0, -own * Math.sin(tilt), precession + own * Math.cos(tilt)]
}

/** Spin for which the top precesses regularly: A Ω² cos θ - C ω3 Ω + m g l = 0. */
const regularSpin = (tilt: number, precession: number): number =>
  (A * precession * precession * Math.cos(tilt) + M_G_L) / (C * precession)

describe.each<Orientation>(['cardan', 'quaternion'])('heavy symmetric top with %s states', (orientation) => {
  const TOLERANCE = 1e-10
  // Five precessions with a few hundred revolutions: about 5000 steps
  const BOUND = 1e3 * TOLERANCE

  // The second top is nearly horizontal, and passes close to the singularity of the Cardan angles in every precession.
  it.each([
    [0.4, 3],
    [1.6, 6],
  ])('precesses regularly at a tilt of %d rad with %d rad/s', (tilt, precession) => {
    const spin = regularSpin(tilt, precession)
    const model = createTop(tilt, angularVelocity(tilt, precession, spin), orientation)
    const stopTime = (5 * 2 * Math.PI) / precession
    const result = simulate(model, { stopTime, tolerance: TOLERANCE })
    const axis = result.values('point.r_abs')
    const q = result.values('top.q_abs')
    if (orientation === 'cardan' && tilt > 1.5) expect(new Set(result.values('tip.rotationXYZ')).size).toBe(2)
    result.values('time').forEach((t, i) => {
      const phi = precession * t
      expect(Math.abs(axis[3 * i] - Math.sin(tilt) * Math.sin(phi))).toBeLessThan(BOUND)
      expect(Math.abs(axis[3 * i + 1] + Math.sin(tilt) * Math.cos(phi))).toBeLessThan(BOUND)
      expect(Math.abs(axis[3 * i + 2] - Math.cos(tilt))).toBeLessThan(BOUND)
      // the full orientation is Rz(phi) Rx(tilt) Rz(psi)
      const psi = (spin - precession * Math.cos(tilt)) * t
      const exact = [
        Math.sin(tilt / 2) * Math.cos((phi - psi) / 2),
        Math.sin(tilt / 2) * Math.sin((phi - psi) / 2),
        Math.cos(tilt / 2) * Math.sin((phi + psi) / 2),
        Math.cos(tilt / 2) * Math.cos((phi + psi) / 2),
      ]
      const overlap = exact.reduce((sum, value, k) => sum + value * q[4 * i + k], 0)
      const sign = Math.sign(overlap)
      exact.forEach((value, k) => {
        expect(Math.abs(q[4 * i + k] - sign * value)).toBeLessThan(BOUND)
      })
    })
  })

  /**
   * Near the vertical the axis moves as ζ = x + i y with A ζ'' - i C ω ζ' - m g l ζ = 0, from ζ = -i ε at rest. Errors are of relative
   * order ε².
   */
  function sleep(spin: number, epsilon: number, t: number): [number, number] {
    const b = (C * spin) / (2 * A)
    const discriminant = b * b - M_G_L / A
    // ζ = e^(i b t) (-i ε) (c - i b s), with c and s the cosine and sine of r t, s over r; hyperbolic if unstable
    const r = Math.sqrt(Math.abs(discriminant))
    const c = discriminant > 0 ? Math.cos(r * t) : Math.cosh(r * t)
    const s = (discriminant > 0 ? Math.sin(r * t) : Math.sinh(r * t)) / r
    const [re, im] = [-b * s * epsilon, -c * epsilon]
    return [re * Math.cos(b * t) - im * Math.sin(b * t), re * Math.sin(b * t) + im * Math.cos(b * t)]
  }

  it.each([
    ['sleeps', 1.2],
    ['falls', 0.8],
  ])('%s when upright at %d of the critical spin', (_, factor) => {
    const spin = (factor * 2 * Math.sqrt(A * M_G_L)) / C
    const epsilon = 1e-4
    const stopTime = 0.5
    // at rest except for the spin about its own axis
    const w = [0, -spin * Math.sin(epsilon), spin * Math.cos(epsilon)]
    const result = simulate(createTop(epsilon, w, orientation), { stopTime, tolerance: 1e-12 })
    const axis = result.values('point.r_abs')
    let largest = 0
    result.values('time').forEach((t, i) => {
      const [x, y] = sleep(spin, epsilon, t)
      const size = Math.max(epsilon, Math.hypot(x, y))
      largest = Math.max(largest, size)
      // O(size²) of the linearization, and errors of 1e-11 of the solver relative to 1e-4, which grow with the motion
      expect(Math.hypot(axis[3 * i] - x, axis[3 * i + 1] - y)).toBeLessThan(size * (10 * size * size + 1e-5))
    })
    // |ζ| of the stable one stays below ε b/r, b/r = 1.2/sqrt(1.44 - 1) = 1.81; the other grows by at least cosh(r t)
    if (factor > 1) expect(largest).toBeLessThan(1.82 * epsilon)
    else expect(largest).toBeGreaterThan(5 * epsilon)
  })

  it('nutates about the regular precession with the frequency of the small motion', () => {
    const [tilt, precession, kick] = [0.7, 2, 1e-3]
    const spin = regularSpin(tilt, precession)
    // ω_n² = (C ω3/A - 2 Ω cos θ)² + Ω² sin² θ, from the Routhian of θ
    const nutation = Math.hypot((C * spin) / A - 2 * precession * Math.cos(tilt), precession * Math.sin(tilt))
    const [, wy, wz] = angularVelocity(tilt, precession, spin)
    const result = simulate(createTop(tilt, [kick, wy, wz], orientation), {
      stopTime: 3,
      tolerance: TOLERANCE,
    })
    const z = result.values('point.r_abs')
    const amplitude = kick / nutation
    result.values('time').forEach((t, i) => {
      const theta = tilt + amplitude * Math.sin(nutation * t)
      // second order in the amplitude; a frequency error of 1 % would be off by 10 % of the amplitude at the end
      expect(Math.abs(Math.acos(z[3 * i + 2]) - theta)).toBeLessThan(20 * amplitude * amplitude + 1e-8)
    })
    // the bound detects the nutation
    expect(20 * amplitude).toBeLessThan(0.01)
    expect(nutation * 3).toBeGreaterThan(10)
  })

  it('keeps energy, and angular momentum about the vertical and about its axis', () => {
    const tilt = 0.9
    const result = simulate(createTop(tilt, [1, -40, 30], orientation), { stopTime: 5, tolerance: TOLERANCE })
    const E = result.values('world.totalEnergy')
    const H = result.values('world.angularMomentum')
    const axis = result.values('point.r_abs')
    const along = (i: number): number => [0, 1, 2].reduce((sum, k) => sum + H[3 * i + k] * axis[3 * i + k], 0)
    for (let i = 0; i < E.length; i++) {
      // thousands of steps with this tolerance relative to the quantities
      expect(Math.abs(E[i] / E[0] - 1)).toBeLessThan(BOUND)
      expect(Math.abs(H[3 * i + 2] - H[2])).toBeLessThan(BOUND * Math.abs(H[2]))
      expect(Math.abs(along(i) - along(0))).toBeLessThan(BOUND * Math.abs(along(0)))
    }
  })
})
