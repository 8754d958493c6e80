/**
 * Volume, centroid and inertia of shapes of homogeneous density, from closed formulas; meshes by integrals over their
 * surface.
 */
import { computeMeshMassProperties, type MassProperties } from './mesh/index.ts'
import type { BeamShape, CapsuleShape, ConeShape, CylinderShape, SignedAxis, SolidShape } from './shape.ts'
import { axisIndex, axisSign } from './signed-axis.ts'

/**
 * Mass properties of `shape` with density 1. All lengths are numbers (see `checkShape`).
 * @throws InputError for a mesh that does not enclose a volume.
 */
export function computeMassProperties(shape: SolidShape): MassProperties {
  switch (shape.shape) {
    case 'Sphere': {
      const { diameter: d } = shape
      const moment = (d * d) / 10
      return diagonal((Math.PI / 6) * d * d * d, 0, 'z', moment, moment, moment)
    }
    case 'Ellipsoid': {
      const { lengthX: x, lengthY: y, lengthZ: z } = shape
      const volume = (Math.PI / 6) * x * y * z
      return diagonal(volume, 0, 'z', (y * y + z * z) / 20, (x * x + z * z) / 20, (x * x + y * y) / 20)
    }
    case 'Box': {
      const { lengthX: x, lengthY: y, lengthZ: z } = shape
      return diagonal(x * y * z, 0, 'z', (y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12)
    }
    case 'Cylinder':
      return computeCylinder(shape)
    case 'Cone':
      return computeCone(shape)
    case 'Capsule':
      return computeCapsule(shape)
    case 'Beam':
      return computeBeam(shape)
    case 'Mesh':
      return computeMeshMassProperties(shape)
  }
}

function computeCylinder(shape: CylinderShape): MassProperties {
  const { diameter, innerDiameter, length } = shape
  const squares = diameter * diameter + innerDiameter * innerDiameter
  const volume = (Math.PI / 4) * (diameter - innerDiameter) * (diameter + innerDiameter) * length
  const radial = squares / 16 + (length * length) / 12
  return diagonal(volume, 0, shape.axis, radial, radial, squares / 8)
}

/**
 * A stack of discs of radius ρ(z) = R + (T - R) z/L from base radius R to top radius T: ∫ρ² = L(R² + RT + T²)/3, ∫ρ²z =
 * L²(R² + 2RT + 3T²)/12, ∫ρ²z² = L³(R² + 3RT + 6T²)/30, ∫ρ⁴ = L(R⁴ + R³T + R²T² + RT³ + T⁴)/5. This avoids a difference
 * of two cones, which would lose all digits as T → R.
 */
function computeCone(shape: ConeShape): MassProperties {
  const { length } = shape
  const base = shape.diameter / 2
  const top = shape.topDiameter / 2
  const b2 = base * base
  const bt = base * top
  const t2 = top * top
  const area = (b2 + bt + t2) / 3
  const z = (length * (b2 + 2 * bt + 3 * t2)) / (12 * area)
  const axial = (b2 * b2 + b2 * bt + bt * bt + bt * t2 + t2 * t2) / (10 * area)
  const axialMoment2 = (length * length * (b2 + 3 * bt + 6 * t2)) / (30 * area)
  const radial = axial / 2 + axialMoment2 - z * z
  return diagonal(Math.PI * area * length, axisSign(shape.axis) * z, shape.axis, radial, radial, axial)
}

/** A cylinder and two half spheres, whose centroids are 3r/8 away from their plane. */
function computeCapsule(shape: CapsuleShape): MassProperties {
  const { length } = shape
  const r = shape.diameter / 2
  const r2 = r * r
  const l2 = length * length
  const cylinder = Math.PI * r2 * length
  const sphere = (4 / 3) * Math.PI * r2 * r
  const volume = cylinder + sphere
  const axial = (cylinder * r2 * 0.5 + sphere * r2 * 0.4) / volume
  const ends = 0.4 * r2 + l2 / 4 + (3 / 8) * length * r
  const radial = (cylinder * (r2 / 4 + l2 / 12) + sphere * ends) / volume
  return diagonal(volume, 0, shape.axis, radial, radial, axial)
}

/**
 * A box and two half cylinders, whose centroids are c = 4r/(3π) away from their plane. Frame C: width x, thickness y,
 * length z.
 */
function computeBeam(shape: BeamShape): MassProperties {
  const { length, width, thickness } = shape
  const r = width / 2
  const l2 = length * length
  const t2 = thickness * thickness
  const w2 = width * width
  const box = length * width * thickness
  const ends = Math.PI * r * r * thickness
  const volume = box + ends
  // Steiner: (l/2 + c)² about the middle instead of c² about the axis of the half cylinder
  const shift = l2 / 4 + (length * 4 * r) / (3 * Math.PI)
  const aboutWidth = (box * (l2 + t2)) / 12 + ends * ((r * r) / 4 + t2 / 12 + shift)
  const aboutThickness = (box * (l2 + w2)) / 12 + ends * ((r * r) / 2 + shift)
  const aboutLength = (box * (w2 + t2)) / 12 + ends * ((r * r) / 4 + t2 / 12)
  const perMass = 1 / volume
  return diagonal(
    volume,
    0,
    shape.axis,
    aboutWidth * perMass,
    aboutThickness * perMass,
    aboutLength * perMass,
  )
}

/**
 * Mass properties from the height `z` of the centroid on the axis [m] and the moments of inertia per mass about the
 * axes of the frame C of the core [m²], whose z axis is `axis` and whose axes follow those of the shape cyclically.
 */
function diagonal(
  volume: number,
  z: number,
  axis: SignedAxis,
  momentX: number,
  momentY: number,
  momentZ: number,
): MassProperties {
  const iz = axisIndex(axis)
  const centroid = new Float64Array(3)
  centroid[iz] = z
  const inertiaPerMass = new Float64Array(9)
  inertiaPerMass[4 * iz] = momentZ
  inertiaPerMass[4 * ((iz + 1) % 3)] = momentX
  inertiaPerMass[4 * ((iz + 2) % 3)] = momentY
  return { volume, centroid, inertia: inertiaPerMass.map((value) => value * volume), inertiaPerMass }
}
