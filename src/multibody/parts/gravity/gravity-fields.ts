import { checkRecord, DefinitionTable } from '../../records/index.ts'
import { functionGravityField } from './function-gravity-field.ts'
import type { Gravity, GravityDefinition } from './gravity.ts'
import { noGravityField } from './no-gravity-field.ts'
import { pointGravityField } from './point-gravity-field.ts'
import { uniformGravityField } from './uniform-gravity-field.ts'

const DEFINITIONS = [noGravityField, uniformGravityField, pointGravityField, functionGravityField] as const

type RecordOf<D> = D extends GravityDefinition<infer R> ? R : never

/** The record of any field. */
export type GravityField = RecordOf<(typeof DEFINITIONS)[number]>

/** All kinds of gravity. */
export const GRAVITY_FIELDS = new DefinitionTable<GravityDefinition<GravityField>>(DEFINITIONS)

/**
 * The field of a scene, uniform by default; `given` may lack its kind if a merge has changed the default: `merge: { …:
 * { gravityField: { g: 1.6 } } }`.
 */
export function readGravity(path: string, given: Partial<GravityField> | undefined): Gravity {
  const record = { ...given, kind: given?.kind ?? uniformGravityField.kind }
  const definition = GRAVITY_FIELDS.find(`${path}.kind`, record.kind)
  checkRecord(path, record, definition)
  // `read` checks the required keys of a kind
  return definition.read(path, record as GravityField)
}
