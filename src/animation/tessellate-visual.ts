/** Surfaces of visual shapes. All are closed, with triangles counterclockwise seen from outside. */
import type { Axis, MeshShape, SignedAxis } from '../collision/index.ts'
import type { GearWheelShape, GridShape, SpringShape } from './visual-shape.ts'

/** Corners around an arrow of a coordinate system. */
const ARROW_CORNERS = 12

/** Proportions of an arrow, relative to its length: radius of shaft and head, length of the head. */
const SHAFT_RADIUS = 0.015
const HEAD_RADIUS = 0.045
const HEAD_LENGTH = 0.16

/** Corners around the wire of a spring. */
const WIRE_CORNERS = 8

/** Start and end of tooth flanks, as fractions of the pitch, and true if at the tip. */
const TOOTH = [
  { at: 0.25, isTip: false },
  { at: 0.35, isTip: true },
  { at: 0.65, isTip: true },
  { at: 0.75, isTip: false },
]

/** Maximum twist of a layer of a helical gear wheel [rad]. */
const MAX_LAYER_TWIST = 0.05

/** An arrow from the origin along an axis. `length` in [m]. */
export function createArrow(axis: Axis, length: number): MeshShape {
  const neck = length * (1 - HEAD_LENGTH)
  const profile = [
    [SHAFT_RADIUS * length, 0],
    [SHAFT_RADIUS * length, neck],
    [HEAD_RADIUS * length, neck],
  ]
  const builder = new MeshBuilder()
  const base = builder.addVertex(0, 0, 0)
  const tip = builder.addVertex(0, 0, length)
  const rings = profile.map(([r, z]) => addCircle(builder, r, z, ARROW_CORNERS))
  for (let i = 0; i + 1 < rings.length; i++) builder.addBand(rings[i], rings[i + 1], ARROW_CORNERS)
  closeWithFan(builder, rings[0], ARROW_CORNERS, base, false)
  closeWithFan(builder, rings[2], ARROW_CORNERS, tip, true)
  return builder.build(axis)
}

/** The wire of a spring, with flat ends. `segments` per turn. */
export function tessellateSpring(spring: SpringShape, segments: number): MeshShape {
  const radius = spring.diameter / 2
  const wire = spring.wireDiameter / 2
  const nStep = Math.max(2, Math.ceil(spring.windings * segments))
  const totalAngle = 2 * Math.PI * spring.windings
  // unit tangent of the center line: (-s sin φ, s cos φ, c)
  const rise = spring.length / totalAngle
  const norm = Math.sqrt(radius * radius + rise * rise)
  const s = radius / norm
  const c = rise / norm
  const builder = new MeshBuilder()
  let previous = 0
  for (let i = 0; i <= nStep; i++) {
    const angle = (totalAngle * i) / nStep
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const z = (spring.length * i) / nStep
    const center = i === 0 || i === nStep ? builder.addVertex(radius * cos, radius * sin, z) : -1
    let ring = 0
    for (let k = 0; k < WIRE_CORNERS; k++) {
      // around the tangent t, from the radial direction to t × radial = (-c sin φ, c cos φ, -s)
      const turn = (2 * Math.PI * k) / WIRE_CORNERS
      const u = wire * Math.cos(turn)
      const v = wire * Math.sin(turn)
      const vertex = builder.addVertex(
        (radius + u) * cos - v * c * sin,
        (radius + u) * sin + v * c * cos,
        z - v * s,
      )
      if (k === 0) ring = vertex
    }
    if (i > 0) builder.addBand(previous, ring, WIRE_CORNERS)
    if (center >= 0) closeWithFan(builder, ring, WIRE_CORNERS, center, i === nStep)
    previous = ring
  }
  return builder.build(spring.axis)
}

/** A gear wheel with straight flanks; a helical one is twisted in layers. */
export function tessellateGearWheel(gear: GearWheelShape): MeshShape {
  const nCorner = TOOTH.length * gear.teeth
  const twist = (2 * gear.length * Math.tan(gear.angle)) / gear.diameter
  const nLayer = Math.max(1, Math.ceil(Math.abs(twist) / MAX_LAYER_TWIST))
  const builder = new MeshBuilder()
  const addProfile = (layer: number, isHole: boolean): number => {
    const fraction = layer / nLayer - 0.5
    let first = 0
    for (let i = 0; i < nCorner; i++) {
      const { at, isTip } = TOOTH[i % TOOTH.length]
      const tooth = Math.floor(i / TOOTH.length)
      const angle = (2 * Math.PI * (tooth + at)) / gear.teeth + twist * fraction
      const r = (isHole ? gear.innerDiameter : isTip ? gear.diameter : gear.rootDiameter) / 2
      const vertex = builder.addVertex(r * Math.cos(angle), r * Math.sin(angle), gear.length * fraction)
      if (i === 0) first = vertex
    }
    return first
  }
  const bottom = addProfile(0, false)
  let top = bottom
  for (let layer = 1; layer <= nLayer; layer++) {
    const upper = addProfile(layer, false)
    builder.addBand(top, upper, nCorner)
    top = upper
  }
  if (gear.innerDiameter > 0) {
    // in layers like the outside, so that the hole stays a prism between corners that twist
    const holeBottom = addProfile(0, true)
    let holeTop = holeBottom
    for (let layer = 1; layer <= nLayer; layer++) {
      const upper = addProfile(layer, true)
      builder.addBand(upper, holeTop, nCorner)
      holeTop = upper
    }
    builder.addBand(holeBottom, bottom, nCorner)
    builder.addBand(top, holeTop, nCorner)
  } else {
    closeWithFan(builder, bottom, nCorner, builder.addVertex(0, 0, -gear.length / 2), false)
    closeWithFan(builder, top, nCorner, builder.addVertex(0, 0, gear.length / 2), true)
  }
  return builder.build(gear.axis)
}

/** End points of the lines of a grid, x y z of both ends in sequence [m] (nLine × 6). */
export function createGridLines(grid: GridShape): Float64Array {
  const lines = new MeshBuilder()
  const addLines = (extent: number, across: number, alongX: boolean): void => {
    // from the middle to both sides, and the border
    const nHalf = Math.floor(across / 2 / grid.distance + 1e-9)
    const places = [-across / 2, across / 2]
    for (let i = -nHalf; i <= nHalf; i++) {
      const place = i * grid.distance
      if (across / 2 - Math.abs(place) > 1e-6 * grid.distance) places.push(place)
    }
    for (const place of places) {
      for (const end of [-extent / 2, extent / 2]) {
        if (alongX) lines.addVertex(end, place, 0)
        else lines.addVertex(place, end, 0)
      }
    }
  }
  addLines(grid.length, grid.width, true)
  addLines(grid.width, grid.length, false)
  return lines.build(grid.axis).vertices
}

/** Adds a circle of `n` corners around z, counterclockwise, and returns the index of the first. */
function addCircle(builder: MeshBuilder, radius: number, z: number, n: number): number {
  let first = 0
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * i) / n
    const vertex = builder.addVertex(radius * Math.cos(angle), radius * Math.sin(angle), z)
    if (i === 0) first = vertex
  }
  return first
}

/**
 * Closes a ring with triangles to `center`: seen from the side on which the ring runs counterclockwise if
 * `isCounterclockwise`.
 */
function closeWithFan(
  builder: MeshBuilder,
  ring: number,
  n: number,
  center: number,
  isCounterclockwise: boolean,
): void {
  for (let i = 0; i < n; i++) {
    const a = ring + i
    const b = ring + ((i + 1) % n)
    if (isCounterclockwise) builder.addTriangle(a, b, center)
    else builder.addTriangle(b, a, center)
  }
}

/** Builds a surface around z, and rotates it to the requested axis. */
class MeshBuilder {
  private readonly vertices: number[] = []
  private readonly triangles: number[] = []

  /** Adds a corner [m] and returns its index. */
  addVertex(x: number, y: number, z: number): number {
    return this.vertices.push(x, y, z) / 3 - 1
  }

  /** Adds a triangle, counterclockwise seen from outside. */
  addTriangle(a: number, b: number, c: number): void {
    this.triangles.push(a, b, c)
  }

  /** Adds the quadrilateral a b c d, counterclockwise seen from outside. */
  addQuad(a: number, b: number, c: number, d: number): void {
    this.triangles.push(a, b, c, a, c, d)
  }

  /**
   * Adds the band between two rings of `n` corners each, from the indices `lower` and `upper` on. Seen from outside the
   * rings run counterclockwise around the direction from lower to upper.
   */
  addBand(lower: number, upper: number, n: number): void {
    for (let i = 0; i < n; i++) {
      const next = (i + 1) % n
      this.addQuad(lower + i, lower + next, upper + next, upper + i)
    }
  }

  /** The mesh with z rotated to `axis`, and x, y following cyclically; against an axis, it is turned about x. */
  build(axis: SignedAxis): MeshShape {
    const shift = axis.endsWith('x') ? 1 : axis.endsWith('y') ? 2 : 0
    const sign = axis.startsWith('-') ? -1 : 1
    const vertices = new Float64Array(this.vertices.length)
    for (let i = 0; i < vertices.length; i += 3)
      for (let k = 0; k < 3; k++)
        vertices[i + ((k + shift) % 3)] = (k === 0 ? 1 : sign) * this.vertices[i + k]
    return { shape: 'Mesh', vertices, triangles: Int32Array.from(this.triangles) }
  }
}
