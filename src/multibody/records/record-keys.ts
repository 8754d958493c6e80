/** Names that the records of 3D components may have, by their kind. */
import { InputError, nearestName } from '../../base/index.ts'

const ENDS = ['obj1', 'obj2', 'canCollide'] as const

export const RECORD_KEYS: Readonly<Record<string, readonly string[]>> = {
  Object3D: [
    'parent',
    'fixedToParent',
    'translation',
    'rotation',
    'velocity',
    'angularVelocity',
    'angularVelocityResolvedInParent',
    'orientation',
    'feature',
    'lockable',
    'assemblyRoot',
  ],
  Scene: [
    'gravityField',
    'enableContactDetection',
    'distanceMethod',
    'zeroCrossings',
    'elasticContactReductionFactor',
    'maximumContactDamping',
    'gap',
    'nominalLength',
    'visualizeFrames',
    'defaultFrameLength',
    'cameraDistance',
    'cameraLongitude',
    'cameraLatitude',
    'lightDistance',
    'lightLongitude',
    'lightLatitude',
    'solidMaterials',
    'contactPairs',
    'visualMaterials',
  ],
  Solid: [
    'shape',
    'solidMaterial',
    'massProperties',
    'visualMaterial',
    'collision',
    'contactMaterial',
    'collisionSmoothingRadius',
    'contactSphereRadius',
  ],
  Visual: ['shape', 'visualMaterial'],
  NoGravityField: [],
  UniformGravityField: ['g', 'n'],
  PointGravityField: ['mue', 'mass'],
  MassProperties: ['mass', 'centerOfMass', 'Ixx', 'Iyy', 'Izz', 'Ixy', 'Ixz', 'Iyz'],
  MassPropertiesFromShape: [],
  MassPropertiesFromShapeAndMass: ['mass'],
  Revolute: [...ENDS, 'axis', 'phi', 'w'],
  Prismatic: [...ENDS, 'axis', 's', 'v'],
  Cylindrical: [...ENDS, 'axis', 'phi', 'w', 's', 'v'],
  Universal: [...ENDS, 'axis1', 'axis2', 'phi', 'w'],
  Planar: [...ENDS, 'axis', 's', 'v', 'phi', 'w'],
  Spherical: [...ENDS, 'rotation', 'angularVelocity', 'orientation'],
  Free: [...ENDS, 'translation', 'velocity', 'rotation', 'angularVelocity', 'orientation'],
  Fix: ['obj1', 'obj2', 'translation', 'rotation'],
}

/** `key` at `path` is one of `keys`, or an error that suggests the nearest. */
export function assertKey(path: string, key: string, keys: readonly string[]): void {
  if (keys.includes(key)) return
  const nearest = nearestName(key, keys)
  const hint = nearest === undefined ? '' : ` (did you mean '${nearest}'?)`
  throw new InputError(`${path}.${key}`, `one of the names ${keys.join(', ')}${hint}`, key)
}

/** Checks the names of a record and of the records in it: files and merged values do not go through constructors. */
export function checkRecordKeys(path: string, record: object): void {
  const { kind } = record as { readonly kind?: unknown }
  const keys = typeof kind === 'string' ? RECORD_KEYS[kind] : undefined
  if (keys === undefined) return
  for (const [key, value] of Object.entries(record)) {
    if (key === 'kind') continue
    assertKey(path, key, keys)
    if (typeof value === 'object' && value !== null) checkRecordKeys(`${path}.${key}`, value)
  }
}
