/**
 * Constructors of the shapes described by closed formulas. They return frozen plain data; omitted parameters have the
 * defaults of the papers' implementation. Numeric lengths are checked at once, others when they become numbers
 * (`checkShape`).
 */
import { checkParameters } from './check-shape.ts'
import type {
  Axis,
  BeamShape,
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  EllipsoidShape,
  Length,
  SignedAxis,
  SolidShape,
  SphereShape,
} from './shape.ts'

/** The parameters of a shape as given by a user: all optional, lengths may be deferred. */
export type ShapeParameters<S> = {
  readonly [K in Exclude<keyof S, 'shape'>]?: S[K] extends number ? Length : S[K]
}

/** A sphere around the origin. `diameter` = 1 m. */
export function Sphere(parameters: ShapeParameters<SphereShape> = {}): SphereShape {
  return createShape('Sphere', { diameter: 1 }, parameters)
}

/** An ellipsoid around the origin. Full lengths `lengthX` = `lengthY` = `lengthZ` = 1 m. */
export function Ellipsoid(parameters: ShapeParameters<EllipsoidShape> = {}): EllipsoidShape {
  return createShape('Ellipsoid', { lengthX: 1, lengthY: 1, lengthZ: 1 }, parameters)
}

/**
 * A box around the origin. `lengthX` = `lengthY` = `lengthZ` = 1 m; zero makes a plate or a rod, which has mass but
 * cannot collide.
 */
export function Box(parameters: ShapeParameters<BoxShape> = {}): BoxShape {
  return createShape('Box', { lengthX: 1, lengthY: 1, lengthZ: 1 }, parameters)
}

/**
 * A cylinder around the origin. `axis` = 'z', `diameter` = `length` = 1 m, `innerDiameter` = 0 of the hole, which
 * collisions ignore.
 */
export function Cylinder(parameters: ShapeParameters<CylinderShape> = {}): CylinderShape {
  return createShape('Cylinder', { axis: 'z' as Axis, diameter: 1, length: 1, innerDiameter: 0 }, parameters)
}

/**
 * A cone with its base around the origin, or a frustum. `axis` = 'z' towards the top, `diameter` = `length` = 1 m,
 * `topDiameter` = 0, which may be wider than the base.
 */
export function Cone(parameters: ShapeParameters<ConeShape> = {}): ConeShape {
  return createShape('Cone', { axis: 'z' as SignedAxis, diameter: 1, length: 1, topDiameter: 0 }, parameters)
}

/**
 * A cylinder with half spheres at both ends, around the origin. `axis` = 'z', `diameter` = 1 m, `length` = 1 m without
 * the half spheres.
 */
export function Capsule(parameters: ShapeParameters<CapsuleShape> = {}): CapsuleShape {
  return createShape('Capsule', { axis: 'z' as Axis, diameter: 1, length: 1 }, parameters)
}

/**
 * A box with half cylinders at both ends, around the origin. `axis` = 'z', `length` = 1 m between the axes of the half
 * cylinders, `width` = 0.2 m, `thickness` = 0.1 m; width and thickness follow the axis cyclically.
 */
export function Beam(parameters: ShapeParameters<BeamShape> = {}): BeamShape {
  return createShape('Beam', { axis: 'z' as Axis, length: 1, width: 0.2, thickness: 0.1 }, parameters)
}

/** Merges the given parameters into the defaults, and checks the numeric ones. */
function createShape<S extends Exclude<SolidShape, { shape: 'Mesh' }>>(
  name: S['shape'],
  defaults: Omit<S, 'shape'>,
  parameters: ShapeParameters<S>,
): S {
  const complete = { ...defaults, ...parameters }
  checkParameters(name, name, complete, true)
  return Object.freeze({ shape: name, ...complete }) as unknown as S
}
