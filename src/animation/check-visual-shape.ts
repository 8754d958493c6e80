/** Checks the parameters of visual shapes, with one table of permitted values. */
import {
  assertFinite,
  assertInteger,
  assertKnownKeys,
  assertLength,
  assertNonNegative,
  assertOneOf,
  assertPositive,
  InputError,
} from '../base/index.ts'
import type { VisualShape } from './visual-shape.ts'

/** Checks one value; `path` names it. */
type Check = (path: string, value: unknown) => void

const assertAxis: Check = (path, value) => assertOneOf(path, value, ['x', 'y', 'z'])
const assertSignedAxis: Check = (path, value) => assertOneOf(path, value, ['x', 'y', 'z', '-x', '-y', '-z'])
const assertText: Check = (path, value) => {
  if (typeof value !== 'string') throw new InputError(path, 'a text', value)
}
const assertBoolean: Check = (path, value) => assertOneOf(path, value, [true, false])

const FONT_CHECKS: Readonly<Record<string, Check>> = {
  fontFamily: assertText,
  bold: assertBoolean,
  italic: assertBoolean,
  charSize: assertPositive,
}

const CHECKS: Readonly<Record<VisualShape['shape'], Readonly<Record<string, Check>>>> = {
  CoordinateSystem: { length: assertPositive },
  Grid: {
    axis: assertAxis,
    length: assertPositive,
    width: assertPositive,
    distance: assertPositive,
    lineWidth: assertPositive,
  },
  Spring: {
    axis: assertSignedAxis,
    length: assertPositive,
    diameter: assertPositive,
    wireDiameter: assertPositive,
    windings: assertPositive,
  },
  GearWheel: {
    axis: assertAxis,
    diameter: assertPositive,
    length: assertPositive,
    innerDiameter: assertNonNegative,
    rootDiameter: assertPositive,
    angle: (path, value) => {
      assertFinite(path, value)
      if (Math.abs(value) >= Math.PI / 2) throw new InputError(path, 'an angle between -π/2 and π/2', value)
    },
    teeth: (path, value) => assertInteger(path, value, 3),
  },
  TextShape: {
    text: assertText,
    font: (path, value) => checkAll(path, value, FONT_CHECKS, false),
    offset: (path, value) => {
      assertLength(path, value, 3)
      for (let i = 0; i < 3; i++) assertFinite(`${path}[${i}]`, value[i])
    },
    axisAlignment: (path, value) => assertOneOf(path, value, ['Screen', 'XY', 'XZ', 'YZ']),
    alignment: (path, value) => assertOneOf(path, value, ['Left', 'Center', 'Right']),
  },
}

/** Pairs of parameters per shape, the first of which must be less than the second. */
const ORDERED: Partial<Record<VisualShape['shape'], readonly (readonly [string, string])[]>> = {
  Spring: [['wireDiameter', 'diameter']],
  GearWheel: [
    ['rootDiameter', 'diameter'],
    ['innerDiameter', 'rootDiameter'],
  ],
}

/** Parameters per shape whose default is a fraction of another one. */
const PROPORTIONS: Partial<Record<VisualShape['shape'], readonly [string, number, string]>> = {
  Spring: ['wireDiameter', 0.05, 'diameter'],
  GearWheel: ['rootDiameter', 0.9, 'diameter'],
}

/** Fills in defaults that depend on another parameter, once that is known. */
export function completeProportions(name: VisualShape['shape'], parameters: Record<string, unknown>): void {
  const [part, factor, whole] = PROPORTIONS[name] ?? []
  if (part === undefined || factor === undefined || whole === undefined) return
  const size = parameters[whole]
  if (parameters[part] === undefined && typeof size === 'number') parameters[part] = factor * size
}

/** True if `value` is a number that becomes known before the run (`DeferredNumber`). */
function isDeferred(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_class' in value
}

/** True if `shape` is a visual shape, by its tag. */
export function isVisualShape(shape: { readonly shape: string }): shape is VisualShape {
  return Object.hasOwn(CHECKS, shape.shape)
}

/**
 * Checks a shape whose numbers are all known, and completes it. `path` is the place of the input, for example
 * `arm.feature.shape`.
 * @throws InputError that names path and parameter.
 */
export function checkVisualShape(path: string, shape: VisualShape): VisualShape {
  if (typeof shape !== 'object' || shape === null) throw new InputError(path, 'a shape', shape)
  const { shape: name, ...given } = shape
  assertOneOf(`${path}.shape`, name, Object.keys(CHECKS))
  const parameters: Record<string, unknown> = { ...given }
  completeProportions(name, parameters)
  checkParameters(path, name, parameters, false)
  return { shape: name, ...parameters } as unknown as VisualShape
}

/** Checks all parameters of the shape `name`; unknown numbers pass if `canDefer`. */
export function checkParameters(
  path: string,
  name: VisualShape['shape'],
  parameters: object,
  canDefer: boolean,
): void {
  checkAll(path, parameters, CHECKS[name], canDefer)
  const values = parameters as Readonly<Record<string, unknown>>
  for (const [smaller, larger] of ORDERED[name] ?? []) {
    const a = values[smaller]
    const b = values[larger]
    if (typeof a === 'number' && typeof b === 'number' && a >= b)
      throw new InputError(`${path}.${smaller}`, `less than ${larger} = ${b}`, a)
  }
}

function checkAll(
  path: string,
  values: unknown,
  checks: Readonly<Record<string, Check>>,
  canDefer: boolean,
): void {
  assertKnownKeys(path, values, Object.keys(checks), 'only the names')
  for (const [name, check] of Object.entries(checks)) {
    if (canDefer && (isDeferred(values[name]) || values[name] === undefined)) continue
    check(`${path}.${name}`, values[name])
  }
}
