/**
 * Constructors of the shapes that are only drawn. They return frozen plain data; parameters that are left out have the
 * defaults of the papers' implementation. Numbers are checked at once, deferred ones when they become numbers
 * (`checkVisualShape`).
 */
import type { Axis, ShapeParameters, SignedAxis } from '../collision/index.ts'
import { checkParameters, completeProportions } from './check-visual-shape.ts'
import type {
  CoordinateSystemShape,
  Font,
  GearWheelShape,
  GridShape,
  SpringShape,
  TextShapeData,
  VisualShape,
} from './visual-shape.ts'

const FONT: Font = { fontFamily: 'sans-serif', bold: false, italic: false, charSize: 0.1 }

/** Three arrows in red, green and blue for x, y and z. `length` = 1 m. */
export function CoordinateSystem(
  parameters: ShapeParameters<CoordinateSystemShape> = {},
): CoordinateSystemShape {
  return createShape('CoordinateSystem', { length: 1 }, parameters)
}

/**
 * A grid of lines. `axis` = 'z', `length` = 1 m, `width` = 0.6 m, `distance` = 0.1 m of the lines, `lineWidth` = 1
 * pixel.
 */
export function Grid(parameters: ShapeParameters<GridShape> = {}): GridShape {
  const defaults = { axis: 'z' as Axis, length: 1, width: 0.6, distance: 0.1, lineWidth: 1 }
  return createShape('Grid', defaults, parameters)
}

/**
 * A coil spring that starts at the origin. `axis` = 'z', also with a minus sign, `length` = `diameter` = 1 m,
 * `wireDiameter` = 0.05 `diameter`, `windings` = 5.
 */
export function Spring(parameters: ShapeParameters<SpringShape> = {}): SpringShape {
  const defaults = { axis: 'z' as SignedAxis, length: 1, diameter: 1, windings: 5 }
  return createShape<SpringShape>('Spring', defaults, parameters)
}

/**
 * A gear wheel around the origin. `axis` = 'z', `diameter` = `length` = 1 m, `innerDiameter` = 0, `rootDiameter` = 0.9
 * `diameter`, helix `angle` = 0, `teeth` = 20.
 */
export function GearWheel(parameters: ShapeParameters<GearWheelShape> = {}): GearWheelShape {
  const defaults = {
    axis: 'z' as Axis,
    diameter: 1,
    length: 1,
    innerDiameter: 0,
    angle: 0,
    teeth: 20,
  }
  return createShape<GearWheelShape>('GearWheel', defaults, parameters)
}

/**
 * A text. `font` = { fontFamily: 'sans-serif', bold: false, italic: false, charSize: 0.1 m }, `offset` = [0, 0, 0] m,
 * `axisAlignment` = 'Screen', `alignment` = 'Center'.
 */
export function TextShape(
  parameters: Omit<ShapeParameters<TextShapeData>, 'font' | 'text'> & {
    readonly text: string
    readonly font?: Partial<Font>
  },
): TextShapeData {
  const defaults = {
    text: '',
    font: FONT,
    offset: [0, 0, 0],
    axisAlignment: 'Screen',
    alignment: 'Center',
  } as const
  const font = { ...FONT, ...parameters.font }
  return createShape<TextShapeData>('TextShape', defaults, { ...parameters, font })
}

/** Merges defaults and given parameters, ignores those that are `undefined`, and checks known values. */
function createShape<S extends VisualShape>(
  name: S['shape'],
  defaults: Partial<Omit<S, 'shape'>>,
  parameters: ShapeParameters<S>,
): S {
  const merged: Record<string, unknown> = { ...defaults }
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) merged[key] = value
  completeProportions(name, merged)
  checkParameters(name, name, merged, true)
  return Object.freeze({ shape: name, ...merged }) as unknown as S
}
