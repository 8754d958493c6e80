/** The feature `Scene` of the world: gravity, contacts, materials, view. */

import { computePointAround, type Vector } from '../../animation/index.ts'
import {
  assertInteger,
  assertKnownKeys,
  assertNonNegative,
  assertOneOf,
  assertPositive,
  InputError,
} from '../../base/index.ts'
import {
  type ContactPairs,
  createMaterialTables,
  type MaterialTables,
  type ResponseName,
  type SolidMaterials,
  type VisualMaterials,
} from '../../materials/index.ts'
import type { ContactOptions, ImpactOptions, OwnContactLaw } from '../../mechanics/index.ts'
import { createRecord, type NumberValue, readBoolean, readNumber } from '../records/index.ts'
import { type FeatureDefinition, MATERIAL_UNITS } from './feature-definition.ts'
import { GRAVITY_FIELDS, type Gravity, type GravityField, readGravity } from './gravity-fields.ts'

/** The record of a user-defined contact law. */
export interface ContactLawRecord extends OwnContactLaw {
  readonly kind: 'ContactLaw'
}

/**
 * A user-defined response of contacts: `response: ContactLaw({ … })` of a pair of materials, or `contactResponse` of a
 * scene. `force(contact, answer)` receives the detected contact, and writes the force on the second object [N]; it is
 * called in every evaluation, and must be continuous. `impulse(impact)` returns the impulse on the second object when
 * both collide [N.s]. Missing functions are those of elastic bodies.
 */
export function ContactLaw(law: OwnContactLaw): ContactLawRecord {
  assertKnownKeys('ContactLaw', law, ['force', 'impulse', 'penetrationScale'], 'only the names')
  for (const name of ['force', 'impulse'] as const)
    if (law[name] !== undefined && typeof law[name] !== 'function')
      throw new InputError(`ContactLaw.${name}`, 'a function', law[name])
  if (law.force === undefined && law.impulse === undefined)
    throw new InputError('ContactLaw', 'a function force or impulse', law)
  if (law.penetrationScale !== undefined) assertPositive('ContactLaw.penetrationScale', law.penetrationScale)
  return Object.freeze({ kind: 'ContactLaw', ...law })
}

/** Arguments of `Scene`. */
export interface SceneArguments {
  /** Default: uniform, 9.81 m/s2 along -y. */
  readonly gravityField?: GravityField
  /** True if bodies collide (default). */
  readonly enableContactDetection?: boolean
  /** Exact signed distances (default), or the improved MPR algorithm of the thesis. */
  readonly distanceMethod?: 'exact' | 'mpr'
  /** Number of event indicators for contacts: 2 (default, thesis 6.3), or this number of smallest distances (2017). */
  readonly zeroCrossings?: number
  /**
   * Response of contacts whose pair of materials has none: `'elastic'` (default), `'impulse'`, `'springDamper'`,
   * `'observer'`, or a user-defined law, `ContactLaw({ … })`.
   */
  readonly contactResponse?: ResponseName | ContactLawRecord
  /** Restitution of impulses relates velocities (`'newton'`, default), or impulses (`'poisson'`). */
  readonly impactRestitution?: 'newton' | 'poisson'
  /** Impulses at the same time: one after the other (`'sequential'`, default), or all `'together'`. */
  readonly simultaneousImpacts?: 'sequential' | 'together'
  /** k_red: makes contacts softer by this factor, 0 < k_red <= 1 (default 1). */
  readonly elasticContactReductionFactor?: NumberValue
  /** Maximum damping coefficient of contacts [s/m] (default 2000). */
  readonly maximumContactDamping?: NumberValue
  /** Maximum distance of two frames that an action locks [m] (default 0.001 nominalLength). */
  readonly gap?: NumberValue
  /**
   * Typical size of the scene [m] (default 1), which scales tolerances of positions and velocities, sizes of frames and
   * camera distances.
   */
  readonly nominalLength?: NumberValue
  /** True if frames are drawn (default false). */
  readonly visualizeFrames?: boolean
  /** Length of the axes of frames [m] (default 0.2 nominalLength). */
  readonly defaultFrameLength?: NumberValue
  /** Camera: distance [m] (default 10 nominalLength), longitude and latitude [rad] (default 30 and 15 degrees). */
  readonly cameraDistance?: NumberValue
  readonly cameraLongitude?: NumberValue
  readonly cameraLatitude?: NumberValue
  /** Light: distance [m] (default 10 nominalLength), longitude and latitude [rad] (default 60 and 45 degrees). */
  readonly lightDistance?: NumberValue
  readonly lightLongitude?: NumberValue
  readonly lightLatitude?: NumberValue
  /** Further solid materials by name; they take precedence over those of the tables. */
  readonly solidMaterials?: SolidMaterials
  /** Further contact pairs, `'Steel-Rubber'`, in any order of the two names. */
  readonly contactPairs?: ContactPairs<ContactLawRecord>
  /** Further visual materials by name. */
  readonly visualMaterials?: VisualMaterials
}

/** The record of a scene. */
export interface SceneRecord extends SceneArguments {
  readonly kind: 'Scene'
}

/** Makes an Object3D the world: the one object of a model that has no parent and does not move. */
export function Scene(args: SceneArguments = {}): SceneRecord {
  return createRecord<SceneRecord>(scene, args)
}

export const scene: FeatureDefinition<SceneRecord> = {
  kind: 'Scene',
  keys: {
    gravityField: GRAVITY_FIELDS,
    enableContactDetection: null,
    distanceMethod: null,
    zeroCrossings: null,
    contactResponse: null,
    impactRestitution: null,
    simultaneousImpacts: null,
    elasticContactReductionFactor: '1',
    maximumContactDamping: 's/m',
    gap: 'm',
    nominalLength: 'm',
    visualizeFrames: null,
    defaultFrameLength: 'm',
    cameraDistance: 'm',
    cameraLongitude: 'rad',
    cameraLatitude: 'rad',
    lightDistance: 'm',
    lightLongitude: 'rad',
    lightLatitude: 'rad',
    solidMaterials: MATERIAL_UNITS,
    contactPairs: null,
    visualMaterials: null,
  },
}

/** Settings of a scene for a run. */
export interface SceneSettings {
  readonly gravity: Gravity
  readonly tables: MaterialTables
  /** Typical size of the scene [m]. */
  readonly nominalLength: number
  /** Maximum distance of two frames that an action locks [m]. */
  readonly gap: number
  readonly hasContacts: boolean
  readonly contactOptions: ContactOptions
  /** Options of impulses. */
  readonly impacts: ImpactOptions
}

/** Reads the record of a scene. */
export function readScene(path: string, record: SceneRecord): SceneSettings {
  const nominalLength = readNominalLength(path, record)
  return {
    gravity: readGravity(`${path}.gravityField`, record.gravityField),
    tables: createMaterialTables(path, record),
    nominalLength,
    gap: readGap(path, record, nominalLength),
    hasContacts: readBoolean(`${path}.enableContactDetection`, record.enableContactDetection, true),
    contactOptions: readContactOptions(path, record, nominalLength),
    impacts: readImpactOptions(path, record),
  }
}

function readImpactOptions(path: string, record: SceneRecord): ImpactOptions {
  const { impactRestitution = 'newton', simultaneousImpacts = 'sequential' } = record
  assertOneOf(`${path}.impactRestitution`, impactRestitution, ['newton', 'poisson'])
  assertOneOf(`${path}.simultaneousImpacts`, simultaneousImpacts, ['sequential', 'together'])
  return { restitution: impactRestitution, simultaneous: simultaneousImpacts }
}

function readNominalLength(path: string, { nominalLength }: SceneRecord): number {
  const length = readNumber(`${path}.nominalLength`, nominalLength, 1)
  assertPositive(`${path}.nominalLength`, length)
  return length
}

/** Default gap of locks by actions, per nominal length. */
const LOCK_GAP = 1e-3

function readGap(path: string, { gap }: SceneRecord, length: number): number {
  const distance = readNumber(`${path}.gap`, gap, LOCK_GAP * length)
  assertPositive(`${path}.gap`, distance)
  return distance
}

/**
 * Contacts start at this fraction of the nominal length, and end at twice its value: above rounding errors of
 * distances, far below penetrations.
 */
const HYSTERESIS = 1e-13

function readContactOptions(path: string, record: SceneRecord, length: number): ContactOptions {
  const { zeroCrossings = 2, distanceMethod = 'exact' } = record
  assertInteger(`${path}.zeroCrossings`, zeroCrossings, 2)
  assertOneOf(`${path}.distanceMethod`, distanceMethod, ['exact', 'mpr'])
  const factorPath = `${path}.elasticContactReductionFactor`
  const factor = readNumber(factorPath, record.elasticContactReductionFactor, 1)
  if (!(factor > 0 && factor <= 1)) throw new InputError(factorPath, 'a number > 0 and <= 1', factor)
  const dampingPath = `${path}.maximumContactDamping`
  const maximumContactDamping = readNumber(dampingPath, record.maximumContactDamping, 2000)
  assertNonNegative(dampingPath, maximumContactDamping)
  return {
    distanceMethod,
    zeroCrossings: zeroCrossings === 2 ? 'two' : zeroCrossings,
    elasticContactReductionFactor: factor,
    maximumContactDamping,
    hysteresis: HYSTERESIS * length,
  }
}

/** Settings of a scene for pictures. */
export interface SceneView {
  /** Length of the axes of frames [m]; null: not drawn. */
  readonly frameLength: number | null
  /** Positions of camera and light [m]; null: not given. */
  readonly camera: Vector | null
  readonly light: Vector | null
}

/** Reads the settings for pictures from the record of a scene; latitudes are measured from the direction `up`. */
export function readSceneView(path: string, record: SceneRecord, up: Float64Array): SceneView {
  const length = readNominalLength(path, record)
  const place = (kind: 'camera' | 'light', longitude: number, latitude: number): Vector | null => {
    const given = [record[`${kind}Distance`], record[`${kind}Longitude`], record[`${kind}Latitude`]]
    if (given.every((value) => value === undefined)) return null
    return computePointAround(
      [up[0], up[1], up[2]],
      [0, 0, 0],
      readNumber(`${path}.${kind}Distance`, given[0], 10 * length),
      readNumber(`${path}.${kind}Longitude`, given[1], longitude),
      readNumber(`${path}.${kind}Latitude`, given[2], latitude),
    )
  }
  return {
    frameLength: record.visualizeFrames
      ? readNumber(`${path}.defaultFrameLength`, record.defaultFrameLength, 0.2 * length)
      : null,
    camera: place('camera', Math.PI / 6, Math.PI / 12),
    light: place('light', Math.PI / 3, Math.PI / 4),
  }
}
