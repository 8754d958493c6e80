/**
 * Parts as in the Modelica Standard Library: bodies from a shape along r, with its default density, and its constants.
 * Models that are compared with its published results consist of them.
 */
import type { SignalTable } from 'vario'
import { MassProperties, Object3D, Scene, Solid, UniformGravityField } from 'vario/multibody'
import { expect } from 'vitest'

type Vector = readonly number[]

/** Density of shapes [kg/m3]. */
const DENSITY = 7700

/** Gravity of version 4 [m/s2]; earlier versions had 9.81. */
export const STANDARD_GRAVITY = 9.80665

export const world = (g: number, n: Vector = [0, -1, 0]) =>
  Object3D({
    feature: Scene({ enableContactDetection: false, gravityField: UniformGravityField({ g, n }) }),
  })

/** Mass, center of mass and inertia tensor about it, in the frame of the object, as one solid. */
export const rigid = (mass: number, centerOfMass: Vector, I: Vector) =>
  Solid({ massProperties: MassProperties({ mass, centerOfMass, Ixx: I[0], Iyy: I[1], Izz: I[2] }) })

/** A body with the inertia `along` about r and `across` about all axes normal to r. */
function symmetric(mass: number, center: Vector, r: Vector, along: number, across: number) {
  const length = Math.hypot(...r)
  const I = (i: number, j: number): number =>
    (i === j ? across : 0) + ((along - across) * r[i] * r[j]) / length ** 2
  return Solid({
    massProperties: MassProperties({
      ...{ mass, centerOfMass: center },
      ...{ Ixx: I(0, 0), Iyy: I(1, 1), Izz: I(2, 2), Ixy: I(0, 1), Ixz: I(0, 2), Iyz: I(1, 2) },
    }),
  })
}

/** A cylinder along r, from `start` on, by default as long as r. */
export function bodyCylinder(r: Vector, diameter: number, start: Vector = [0, 0, 0], length?: number) {
  const way = r.map((x, i) => x - start[i])
  const size = Math.hypot(...way)
  const l = length ?? size
  const mass = (DENSITY * Math.PI * diameter ** 2 * l) / 4
  const center = start.map((x, i) => x + (way[i] * l) / size / 2)
  return symmetric(
    mass,
    center,
    way,
    (mass * diameter ** 2) / 8,
    (mass * (0.75 * diameter ** 2 + l * l)) / 12,
  )
}

/** A box with a square section along r; by default its width is a twentieth of its length. */
export function bodyBox(r: Vector, width = Math.hypot(...r) / 20) {
  const length = Math.hypot(...r)
  const mass = DENSITY * length * width * width
  const center = r.map((x) => x / 2)
  return symmetric(
    mass,
    center,
    r,
    (mass * width * width) / 6,
    (mass * (width * width + length * length)) / 12,
  )
}

/** A box along y, from `start` to `end`, with its width along x and its height along z. */
export function bodyBoxAlongY(start: number, end: number, width: number, height: number) {
  const length = Math.abs(end - start)
  const mass = DENSITY * length * width * height
  const I = [height ** 2 + length ** 2, width ** 2 + height ** 2, width ** 2 + length ** 2]
  const moments = I.map((sum) => (mass * sum) / 12)
  return rigid(mass, [0, (start + end) / 2, 0], moments)
}

/** Accuracy of results computed with a tolerance of 1e-6. */
const PUBLISHED_LIMIT = 2e-3

/** Compares with published values at the end of a run, relative to their size, or to 1. */
export function expectPublished(
  result: SignalTable,
  published: Readonly<Record<string, number>>,
  limit = PUBLISHED_LIMIT,
): void {
  for (const [name, value] of Object.entries(published)) {
    const error = Math.abs(result.final(name) - value) / Math.max(1, Math.abs(value))
    expect(error, `${name}: ${result.final(name)} instead of ${value}`).toBeLessThan(limit)
  }
}
