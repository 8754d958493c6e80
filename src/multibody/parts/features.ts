import type { VisualShape } from '../../animation/index.ts'
import type { SolidShape } from '../../collision/index.ts'
import type {
  ContactPairs,
  SolidMaterial,
  SolidMaterials,
  VisualMaterial,
  VisualMaterials,
} from '../../materials/index.ts'
import type { NumberValue } from '../records/index.ts'
import { createRecord } from '../records/index.ts'
import type { GravityField } from './gravity.ts'
import type { MassPropertiesRecord } from './mass-properties.ts'

/** Arguments of `Scene`. */
export interface SceneArguments {
  /** Default: uniform, 9.81 m/s2 along -y. */
  readonly gravityField?: GravityField
  /** Whether bodies collide (default true). */
  readonly enableContactDetection?: boolean
  /** Exact signed distances (default), or the improved MPR algorithm of the thesis. */
  readonly distanceMethod?: 'exact' | 'mpr'
  /** Number of zero-crossing functions for contacts: 2 (default, thesis 6.3), or so many smallest distances (paper of 2017). */
  readonly zeroCrossings?: number
  /** k_red: makes contacts softer by this factor, 0 < k_red <= 1 (default 1). */
  readonly elasticContactReductionFactor?: NumberValue
  /** Largest damping coefficient of contacts [s/m] (default 2000). */
  readonly maximumContactDamping?: NumberValue
  /** Largest distance of two frames that an action locks [m] (default 0.001 nominalLength). */
  readonly gap?: NumberValue
  /** Typical size of the scene [m] (default 1), from which tolerances of positions and velocities, sizes of frames and camera distances follow. */
  readonly nominalLength?: NumberValue
  /** Whether frames are drawn (default false). */
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
  readonly contactPairs?: ContactPairs
  /** Further visual materials by name. */
  readonly visualMaterials?: VisualMaterials
}

/** The record of a scene. */
export interface SceneRecord extends SceneArguments {
  readonly kind: 'Scene'
}

/** Makes an Object3D the world: the one object of a model that has no parent and does not move. */
export function Scene(args: SceneArguments = {}): SceneRecord {
  return createRecord<SceneRecord>('Scene', args)
}

/** Arguments of `Solid`. */
export interface SolidArguments {
  readonly shape?: SolidShape
  /** Name of a solid material, or its data. Gives the density, and the elasticity in contacts. */
  readonly solidMaterial?: string | SolidMaterial
  /** Mass properties other than from shape and solid material. A number is a mass [kg] with the inertia of the shape. */
  readonly massProperties?: MassPropertiesRecord | NumberValue
  /** Name of a visual material, or its data (default: blue). `false`: not drawn. */
  readonly visualMaterial?: string | Partial<VisualMaterial> | false
  /** Whether it collides (default false). */
  readonly collision?: boolean
  /** Solid material that contacts see instead of `solidMaterial`, E and nu included; the mass stays. */
  readonly contactMaterial?: string
  /** Radius by which edges are rounded in collisions [m] (default 0.001, at most a tenth of the smallest dimension). */
  readonly collisionSmoothingRadius?: NumberValue
  /** Radius of the sphere that stands for the shape in Hertz' law [m] (default: from the shape). */
  readonly contactSphereRadius?: NumberValue
}

/** The record of a solid. */
export interface SolidRecord extends SolidArguments {
  readonly kind: 'Solid'
}

/** A body with mass, which is drawn, and which may collide. Without material and mass properties it has no mass. */
export function Solid(args: SolidArguments = {}): SolidRecord {
  return createRecord<SolidRecord>('Solid', args)
}

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
  return createRecord<VisualRecord>('Visual', args)
}
