/**
 * Visual shapes, as plain data like the shapes of bodies: a tag and lengths in meters. Axes permute cyclically: x, y of
 * axis z become y, z with axis x, and z, x with axis y.
 */
import type { Axis, SignedAxis } from '../collision/index.ts'

/** Three arrows, red for x, green for y, blue for z. */
export interface CoordinateSystemShape {
  readonly shape: 'CoordinateSystem'
  /** Length of the arrows [m]. */
  readonly length: number
}

/** Lines at equal distances in the plane perpendicular to the axis, around the origin. */
export interface GridShape {
  readonly shape: 'Grid'
  readonly axis: Axis
  /** Along x if the axis is z [m]. */
  readonly length: number
  /** Along y if the axis is z [m]. */
  readonly width: number
  /** Between neighboring lines [m]. */
  readonly distance: number
  /** [pixel] */
  readonly lineWidth: number
}

/** A helix of wire. The reference frame is in the center of the base circle; the axis points to the other end. */
export interface SpringShape {
  readonly shape: 'Spring'
  readonly axis: SignedAxis
  /** Between the ends of the center line of the wire, along the axis [m]. */
  readonly length: number
  /** Of the center line of the wire [m]. */
  readonly diameter: number
  /** [m], less than `diameter`. */
  readonly wireDiameter: number
  /** Number of turns, need not be whole. */
  readonly windings: number
}

/** A wheel with teeth, around the origin. */
export interface GearWheelShape {
  readonly shape: 'GearWheel'
  readonly axis: Axis
  /** To the tips of the teeth [m]. */
  readonly diameter: number
  /** Along the axis [m]. */
  readonly length: number
  /** Of the hole [m], less than `rootDiameter`. */
  readonly innerDiameter: number
  /** Between the teeth [m], less than `diameter`. */
  readonly rootDiameter: number
  /** Between the teeth and the axis at `diameter`: helical gearing [rad]. */
  readonly angle: number
  readonly teeth: number
}

/** Font of a text. Its color is that of the visual material. */
export interface Font {
  /** CSS name of a font family. */
  readonly fontFamily: string
  readonly bold: boolean
  readonly italic: boolean
  /** Height of a line [m]. */
  readonly charSize: number
}

/** A text beside the origin. Pictures show it; formats of 3D scenes have no text, and show its frame. */
export interface TextShapeData {
  readonly shape: 'TextShape'
  readonly text: string
  readonly font: Font
  /** From the origin to the anchor of the text, in the frame of the object [m] (3). */
  readonly offset: readonly [number, number, number]
  /** The plane of the text; 'Screen': it always faces the observer. */
  readonly axisAlignment: 'Screen' | 'XY' | 'XZ' | 'YZ'
  /** Alignment of the text relative to the anchor. */
  readonly alignment: 'Left' | 'Center' | 'Right'
}

/** A shape without volume and mass, for drawing only. */
export type VisualShape = CoordinateSystemShape | GridShape | SpringShape | GearWheelShape | TextShapeData
