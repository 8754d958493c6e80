import type { ConvexShape } from '../../../collision/index.ts'
import type { MaterialTables } from '../../../materials/index.ts'
import type { RecordDefinition, TaggedRecord } from '../../records/index.ts'
import type { CentralMass } from '../mass-properties/index.ts'
import type { Look } from './look.ts'

/** A kind of feature. What it has no function for, its objects do not have. `path` is that of the feature. */
export interface FeatureDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** What it weighs; null: nothing. */
  readMass?(path: string, record: R, tables: MaterialTables): CentralMass | null
  /** How it collides; null: it does not. */
  readContact?(path: string, record: R, tables: MaterialTables): ContactShapes | null
  /** How it is drawn; null: it is not. */
  readLook?(path: string, record: R, tables: MaterialTables): Look | null
}

/** What collides of a feature. */
export interface ContactShapes {
  /** Name of a solid material. */
  readonly material: string
  readonly shapes: readonly ConvexShape[]
}
