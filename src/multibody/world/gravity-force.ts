/** Gravity at run time. */
import { assertOneOf, InputError } from '../../base/index.ts'
import {
  addPointGravity,
  addUniformGravity,
  computePointPotential,
  computeUniformPotential,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'
import { EARTH_MASS, GRAVITATIONAL_CONSTANT, type GravityField } from '../parts/index.ts'
import { checkRecordKeys, readAxis, readNumber } from '../records/index.ts'

/** The field of a scene. */
export interface Gravity {
  /** `first`, `end`: bodies, as for `computePositions`. */
  addForces(tree: Tree, data: TreeData, first?: number, end?: number): void
  /** Potential energy of all bodies [J]; zero at the origin of the world, or infinitely far from a point. */
  potentialEnergy(tree: Tree, data: TreeData): number
  /** Direction that is called up (3). */
  readonly up: Float64Array
  /** Acceleration that presses bodies together [m/s2]; of a point field that on the surface of the Earth. */
  readonly magnitude: number
}

const NONE: Gravity = {
  addForces: () => {},
  potentialEnergy: () => 0,
  up: Float64Array.of(0, 1, 0),
  magnitude: 0,
}

/** The field of a scene; `given` may lack its kind, if it has been changed where none was written: `merge: { …: { gravityField: { g: 1.6 } } }`. */
export function createGravity(path: string, given: Partial<GravityField> | undefined): Gravity {
  // the default is a uniform field
  const record = { ...given, kind: given?.kind ?? 'UniformGravityField' } as GravityField
  checkRecordKeys(path, record)
  assertOneOf(`${path}.kind`, record.kind, ['NoGravityField', 'UniformGravityField', 'PointGravityField'])
  if (record.kind === 'NoGravityField') return NONE
  if (record.kind === 'UniformGravityField') {
    const g = readNumber(`${path}.g`, record.g, 9.81)
    if (g < 0) throw new InputError(`${path}.g`, 'a number >= 0', g)
    return uniform(g, readAxis(`${path}.n`, record.n, '-y'))
  }
  if (record.mue !== undefined && record.mass !== undefined)
    throw new InputError(`${path}.mue`, 'either mue or mass, because mue = G·mass', record.mue)
  const mass = readNumber(`${path}.mass`, record.mass, EARTH_MASS)
  const mue = readNumber(`${path}.mue`, record.mue, GRAVITATIONAL_CONSTANT * mass)
  return {
    addForces: (tree, data, first, end) => {
      addPointGravity(tree, data, mue, first, end)
    },
    potentialEnergy: (tree, data) => computePointPotential(tree, data, mue),
    up: NONE.up,
    magnitude: 9.81,
  }
}

function uniform(g: number, n: Float64Array): Gravity {
  const [x, y, z] = n.map((component) => g * component)
  return {
    addForces: (tree, data, first, end) => {
      addUniformGravity(tree, data, x, y, z, first, end)
    },
    potentialEnergy: (tree, data) => computeUniformPotential(tree, data, x, y, z),
    up: n.map((component) => -component),
    magnitude: g,
  }
}
