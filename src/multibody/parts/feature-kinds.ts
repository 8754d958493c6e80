/** All kinds of features, and their reading. */
import type { SolidShape } from '../../collision/index.ts'
import type { MaterialTables } from '../../materials/index.ts'
import { DefinitionTable, isTagged } from '../records/index.ts'
import type { ContactShapes, FeatureDefinition, Look } from './feature-definition.ts'
import { type SceneRecord, scene } from './scene-feature.ts'
import { type SolidArguments, type SolidRecord, solid } from './solid-feature.ts'
import type { CentralMass } from './solid-mass-properties.ts'
import { type VisualRecord, visual } from './visual-feature.ts'

/** Records of all features of Object3Ds. */
export type Feature = SceneRecord | SolidRecord | VisualRecord

/** All kinds of features. */
export const FEATURES = new DefinitionTable<FeatureDefinition<Feature>>([scene, solid, visual])

/** Mass properties of a feature; null: no mass. `path` is that of the feature. */
export function readMass(
  path: string,
  feature: Feature | undefined,
  tables: MaterialTables,
): CentralMass | null {
  return (feature && definitionOf(path, feature).readMass?.(path, feature, tables)) ?? null
}

/** Contact shapes of a feature; null: no collisions. */
export function readContact(
  path: string,
  feature: Feature | undefined,
  tables: MaterialTables,
): ContactShapes | null {
  return (feature && definitionOf(path, feature).readContact?.(path, feature, tables)) ?? null
}

/** Look of a feature; null: not drawn. */
export function readLook(path: string, feature: Feature | undefined, tables: MaterialTables): Look | null {
  return (feature && definitionOf(path, feature).readLook?.(path, feature, tables)) ?? null
}

function definitionOf(path: string, feature: Feature): FeatureDefinition<Feature> {
  return FEATURES.find(`${path}.kind`, feature.kind)
}

export function isFeature(value: unknown): value is Feature {
  return isTagged(value) && FEATURES.get(value.kind) !== undefined
}

/** The shape of a solid; null: another feature, or none. */
export function findSolidShape(feature: Feature | undefined): SolidShape | null {
  return feature?.kind === solid.kind ? ((feature as SolidArguments).shape ?? null) : null
}

export function isScene(value: unknown): value is SceneRecord {
  return isTagged(value) && value.kind === scene.kind
}

/**
 * Reads mass properties and contact shapes of features once per run: segments, and all instances of a pool, share their
 * records.
 */
export class FeatureReader {
  private readonly masses = new Map<Feature, CentralMass | null>()
  private readonly contacts = new Map<Feature, ContactShapes | null>()

  constructor(private readonly tables: MaterialTables) {}

  /** The path is that of the feature. */
  readMass(path: string, feature: Feature | undefined): CentralMass | null {
    return readOnce(this.masses, feature, () => readMass(path, feature, this.tables))
  }

  readContact(path: string, feature: Feature | undefined): ContactShapes | null {
    return readOnce(this.contacts, feature, () => readContact(path, feature, this.tables))
  }
}

function readOnce<T>(known: Map<Feature, T>, feature: Feature | undefined, read: () => T): T {
  if (feature === undefined) return read()
  const found = known.get(feature)
  if (found !== undefined) return found
  const value = read()
  known.set(feature, value)
  return value
}
