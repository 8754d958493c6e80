import type { VisualShape } from '../../animation/index.ts'
import type { SolidShape } from '../../collision/index.ts'
import type { VisualMaterial } from '../../materials/index.ts'
import { createRecord } from '../records/index.ts'
import { type FeatureDefinition, readLook, SHAPE_UNITS } from './feature-definition.ts'

/** Arguments of `Visual`. */
export interface VisualArguments {
  readonly shape?: SolidShape | VisualShape
  /** Name of a visual material, or its data (default: blue). */
  readonly visualMaterial?: string | Partial<VisualMaterial>
}

/** The record of a visual. */
export interface VisualRecord extends VisualArguments {
  readonly kind: 'Visual'
}

/** A shape that is drawn, without mass and without contact. */
export function Visual(args: VisualArguments = {}): VisualRecord {
  return createRecord<VisualRecord>(visual, args)
}

export const visual: FeatureDefinition<VisualRecord> = {
  kind: 'Visual',
  keys: { shape: SHAPE_UNITS, visualMaterial: null },
  readLook,
}
