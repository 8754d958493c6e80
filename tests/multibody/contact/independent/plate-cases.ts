/** The bodies of figures B.1 to B.4, and the motion of one of the three, by the independent simulation. */
import type { simulate } from 'vario'
import { Beam, Capsule, Cone, computeMassProperties, type SolidShape } from 'vario/collision'
import type { Vector } from '../scenes.ts'
import { Beams, Capsules, cones } from '../thesis-models.ts'
import { type BodyMotion, simulateBody } from './body-on-plane.ts'
import { createLaw, type LawMaterial } from './law.ts'
import { beam, capsule, cone, type Support } from './supports.ts'

const DENSITIES: Partial<Record<LawMaterial, number>> = { Steel: 8000, DryWood: 700 }

export interface PlateCase {
  readonly name: string
  readonly model: Parameters<typeof simulate>[0]
  /** Stop time of the reference [s]. */
  readonly stopTime: number
  /** Until this time the bodies touch with points: they are not yet nearly parallel to the plate [s]. */
  readonly pointTime: number
  readonly shape: SolidShape
  readonly support: Support
  readonly material: LawMaterial
  /** R_geo of table 7.2 for the shape on the plate [m]. */
  readonly radius: number
  readonly y: number
  readonly tilt: number
  readonly speed: number
  readonly spin: number
}

export const PLATE_CASES: readonly PlateCase[] = [
  {
    name: 'BouncingCapsules',
    model: Capsules,
    stopTime: 1.4,
    pointTime: 1,
    shape: Capsule({ axis: 'z', diameter: 0.4, length: 1 }),
    support: capsule(0.2, 1),
    material: 'Steel',
    radius: 0.2,
    y: 0,
    tilt: -60,
    speed: 1,
    spin: 0,
  },
  {
    name: 'BouncingBeams',
    model: Beams,
    stopTime: 1.2,
    pointTime: 0.9,
    shape: Beam({ axis: 'z', length: 1, width: 0.4, thickness: 0.2 }),
    support: beam(1, 0.4, 0.2),
    material: 'DryWood',
    // beam and plate are both flat: 0.1 m and 0.05 m
    radius: (0.1 * 0.05) / (0.1 + 0.05),
    y: 0,
    tilt: -50,
    speed: 2,
    spin: 2,
  },
  {
    name: 'BouncingCones',
    model: cones(0),
    stopTime: 1.2,
    pointTime: 0.9,
    shape: Cone({ axis: 'z', diameter: 0.4, length: 1 }),
    support: cone(0.4, 1, 0),
    material: 'DryWood',
    radius: 0.1,
    y: -0.5,
    tilt: -60,
    speed: 1,
    spin: 0,
  },
  {
    name: 'BouncingFrustums',
    model: cones(0.2),
    stopTime: 1.2,
    pointTime: 0.9,
    shape: Cone({ axis: 'z', diameter: 0.4, length: 1, topDiameter: 0.2 }),
    support: cone(0.4, 1, 0.2),
    material: 'DryWood',
    radius: 0.15,
    y: -0.5,
    tilt: -60,
    speed: 1,
    spin: 0,
  },
]

/** bodyZ by the independent simulation. */
export function simulateAlone(
  { shape, support, material, radius, y, tilt, speed, spin }: PlateCase,
  stopTime: number,
): BodyMotion {
  const { volume, centroid, inertiaPerMass: I } = computeMassProperties(shape)
  const mass = DENSITIES[material]! * volume
  const half = (tilt * Math.PI) / 360
  const inertia: Vector = [mass * I[0], mass * I[4], mass * I[8]]
  return simulateBody(
    {
      support,
      law: createLaw(material, radius),
      mass,
      inertia,
      center: [...centroid] as unknown as Vector,
      position: [1, y, 1],
      quaternion: [Math.sin(half), 0, 0, Math.cos(half)],
      velocity: [speed, 0, 0],
      angularVelocity: [0, 0, spin],
    },
    stopTime,
  )
}
