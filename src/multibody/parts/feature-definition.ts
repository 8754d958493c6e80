/** Definition of a kind of feature, and the keys that several kinds have: look, shape, material. */

import { checkVisualShape, isVisualShape, type ScenePart, type VisualShape } from '../../animation/index.ts'
import { type ConvexShape, checkShape, type SolidShape } from '../../collision/index.ts'
import { findVisualMaterial, type MaterialTables, type VisualMaterial } from '../../materials/index.ts'
import type { RecordDefinition, TaggedRecord } from '../records/index.ts'
import type { CentralMass } from './solid-mass-properties.ts'

/** A kind of feature. Missing functions: its objects have no such property. `path` is that of the feature. */
export interface FeatureDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** Mass properties; null: no mass. */
  readMass?(path: string, record: R, tables: MaterialTables): CentralMass | null
  /** Contact shapes; null: no collisions. */
  readContact?(path: string, record: R, tables: MaterialTables): ContactShapes | null
  /** Look; null: not drawn. */
  readLook?(path: string, record: R, tables: MaterialTables): Look | null
}

/** Contact shapes of a feature. */
export interface ContactShapes {
  /** Name of a solid material. */
  readonly material: string
  readonly shapes: readonly ConvexShape[]
}

/** Drawn part of a feature. */
export type Look = Pick<ScenePart, 'shape' | 'material'>

/** Shape and material of a feature that is drawn; null: it is not drawn. */
export function readLook(
  path: string,
  feature: {
    readonly shape?: SolidShape | VisualShape
    readonly visualMaterial?: string | Partial<VisualMaterial> | false
  },
  tables: MaterialTables,
): Look | null {
  const { shape, visualMaterial } = feature
  if (shape === undefined || visualMaterial === false) return null
  return {
    shape: readShape(`${path}.shape`, shape),
    material: findVisualMaterial(`${path}.visualMaterial`, tables.visualMaterials, visualMaterial),
  }
}

function readShape(path: string, shape: SolidShape | VisualShape): SolidShape | VisualShape {
  if (isVisualShape(shape)) return checkVisualShape(path, shape)
  checkShape(path, shape)
  return shape
}

/** Values in shapes that are lengths. */
const LENGTHS = [
  ...['lengthX', 'lengthY', 'lengthZ', 'length', 'width', 'thickness'],
  ...['diameter', 'topDiameter', 'innerDiameter'],
]

/** Units of the values in shapes, by their names. */
export const SHAPE_UNITS: Readonly<Record<string, string>> = Object.fromEntries(
  LENGTHS.map((name) => [name, 'm']),
)

/** Units of the values in materials, by their names. */
export const MATERIAL_UNITS: Readonly<Record<string, string>> = { density: 'kg/m3', YoungsModulus: 'Pa' }
