import {
  Cylindrical,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Spherical,
  Universal,
} from 'vario/multibody'
import type { JointKind } from './random-structure.ts'

/** Positions and velocities; a joint takes as many as it has. */
interface Starts {
  readonly angles: readonly number[]
  readonly angularVelocities: readonly number[]
  readonly distances: readonly number[]
  readonly velocities: readonly number[]
}

/** A joint; without `starts` its position follows from its objects. */
export function createJoint(
  kind: JointKind,
  [obj1, obj2]: readonly [string, string],
  [axis, axis2]: readonly (readonly number[])[],
  starts?: Starts,
) {
  const ends = { obj1, obj2 }
  const given = <T>(create: (starts: Starts) => T): T | Record<string, never> =>
    starts ? create(starts) : {}
  const turn = given(({ angles, angularVelocities }) => ({
    ...{ phi: { init: angles[0] }, w: { init: angularVelocities[0] } },
  }))
  const shift = given(({ distances, velocities }) => ({
    ...{ s: { init: distances[0] }, v: { init: velocities[0] } },
  }))
  const make = {
    Revolute: () => Revolute({ ...ends, axis, ...turn }),
    Prismatic: () => Prismatic({ ...ends, axis, ...shift }),
    Universal: () => {
      const starting = given(({ angles, angularVelocities }) => ({
        ...{ phi: { init: angles.slice(0, 2) }, w: { init: angularVelocities.slice(0, 2) } },
      }))
      return Universal({ ...ends, axis1: axis, axis2, ...starting })
    },
    Spherical: () => {
      const starting = given(({ angles, angularVelocities }) => ({
        ...{ rotation: { init: angles }, angularVelocity: { init: angularVelocities } },
      }))
      return Spherical({ ...ends, ...starting })
    },
    Cylindrical: () => Cylindrical({ ...ends, axis, ...turn, ...shift }),
    Planar: () => {
      const starting = given(({ distances, velocities }) => ({
        ...{ s: { init: distances.slice(0, 2) }, v: { init: velocities.slice(0, 2) } },
      }))
      return Planar({ ...ends, axis, ...turn, ...starting })
    },
    RevoluteWithFlange: () => RevoluteWithFlange({ ...ends, axis, ...turn }),
    PrismaticWithFlange: () => PrismaticWithFlange({ ...ends, axis, ...shift }),
  }
  return make[kind]()
}
