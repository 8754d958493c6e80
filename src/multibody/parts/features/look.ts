import {
  type AnimationPart,
  checkVisualShape,
  isVisualShape,
  type VisualShape,
} from '../../../animation/index.ts'
import { checkShape, type SolidShape } from '../../../collision/index.ts'
import { findVisualMaterial, type MaterialTables, type VisualMaterial } from '../../../materials/index.ts'

/** Drawn part of a feature. */
export type Look = Pick<AnimationPart, 'shape' | 'material'>

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
