import type { NumberValue, VectorValue } from '../records/index.ts'
import { createRecord } from '../records/index.ts'

/** Arguments of `MassProperties`. */
export interface MassPropertiesArguments {
  /** [kg] (default 0) */
  readonly mass?: NumberValue
  /** In the frame of the object [m] (default 0). */
  readonly centerOfMass?: VectorValue
  /** Inertia about the centre of mass, in the frame of the object [kg.m2]; off-diagonal elements of the tensor as they are. */
  readonly Ixx?: NumberValue
  readonly Iyy?: NumberValue
  readonly Izz?: NumberValue
  readonly Ixy?: NumberValue
  readonly Ixz?: NumberValue
  readonly Iyz?: NumberValue
}

/** Mass, centre of mass and inertia as given. */
export interface GivenMassRecord extends MassPropertiesArguments {
  readonly kind: 'MassProperties'
}

/** From shape and density of the solid material. */
export interface ShapeMassRecord {
  readonly kind: 'MassPropertiesFromShape'
}

/** From the shape, with this mass. */
export interface ShapeAndMassRecord {
  readonly kind: 'MassPropertiesFromShapeAndMass'
  /** [kg] */
  readonly mass?: NumberValue
}

export type MassPropertiesRecord = GivenMassRecord | ShapeMassRecord | ShapeAndMassRecord

/** Mass [kg], centre of mass [m] and inertia about it [kg.m2] as given. With a mass only, the body is a point. */
export function MassProperties(args: MassPropertiesArguments = {}): GivenMassRecord {
  return createRecord<GivenMassRecord>('MassProperties', args)
}

/** Mass properties from the shape and the density of its solid material: what a solid with a material has anyway. */
export function MassPropertiesFromShape(): ShapeMassRecord {
  return createRecord<ShapeMassRecord>('MassPropertiesFromShape', {})
}

/** Centre of mass and inertia of the shape, scaled to a mass [kg]. */
export function MassPropertiesFromShapeAndMass(args: { readonly mass: NumberValue }): ShapeAndMassRecord {
  return createRecord<ShapeAndMassRecord>('MassPropertiesFromShapeAndMass', args)
}
