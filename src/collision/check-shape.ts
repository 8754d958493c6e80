/** Checks the parameters of shapes by a table of their valid values. */
import { assertKnownKeys, assertNonNegative, assertOneOf, assertPositive, InputError } from '../base/index.ts'
import { checkMeshArrays } from './mesh/index.ts'
import type { DeferredNumber, SolidShape } from './shape.ts'

/** Valid values of a parameter: an axis, also with a minus sign, a length > 0 or a length >= 0. */
type Rule = 'axis' | 'signedAxis' | 'positive' | 'nonNegative'

const AXES = ['x', 'y', 'z'] as const
const SIGNED_AXES = [...AXES, '-x', '-y', '-z'] as const

type MeshName = 'Mesh'
type PrimitiveName = Exclude<SolidShape['shape'], MeshName>

const RULES: Readonly<Record<PrimitiveName, Readonly<Record<string, Rule>>>> = {
  Sphere: { diameter: 'positive' },
  Ellipsoid: { lengthX: 'positive', lengthY: 'positive', lengthZ: 'positive' },
  Box: { lengthX: 'nonNegative', lengthY: 'nonNegative', lengthZ: 'nonNegative' },
  Cylinder: { axis: 'axis', diameter: 'positive', length: 'positive', innerDiameter: 'nonNegative' },
  Cone: { axis: 'signedAxis', diameter: 'nonNegative', length: 'positive', topDiameter: 'nonNegative' },
  Capsule: { axis: 'axis', diameter: 'positive', length: 'positive' },
  Beam: { axis: 'axis', length: 'positive', width: 'positive', thickness: 'positive' },
}

/** All shapes with a volume. */
const SHAPE_NAMES = [...Object.keys(RULES), 'Mesh'] as SolidShape['shape'][]

/** True if `value` is a number that becomes known before the run. */
export function isDeferredNumber(value: unknown): value is DeferredNumber {
  return typeof value === 'object' && value !== null && '_class' in value
}

/**
 * Checks a complete shape, in which all lengths are numbers. `path` is its name for the user, for example
 * `arm.feature.shape`.
 * @throws InputError that names path and parameter.
 */
export function checkShape(path: string, shape: SolidShape): void {
  if (typeof shape !== 'object' || shape === null) throw new InputError(path, 'a shape', shape)
  assertOneOf(`${path}.shape`, shape.shape, SHAPE_NAMES)
  if (shape.shape === 'Mesh') {
    checkMeshArrays(path, shape)
    shape.convexParts?.forEach((part, i) => {
      checkShape(`${path}.convexParts[${i}]`, part)
    })
    return
  }
  const { shape: name, ...parameters } = shape
  checkParameters(path, name, parameters, false)
  for (const parameter of Object.keys(RULES[name])) {
    if (!(parameter in parameters)) throw new InputError(`${path}.${parameter}`, 'a value', undefined)
  }
}

/** Checks the given parameters of the shape `name`; numbers that are not yet known pass if `canDefer`. */
export function checkParameters(
  path: string,
  name: PrimitiveName,
  parameters: Readonly<Record<string, unknown>>,
  canDefer: boolean,
): void {
  const rules = RULES[name]
  assertKnownKeys(path, parameters, Object.keys(rules))
  for (const [parameter, value] of Object.entries(parameters)) {
    const parameterPath = `${path}.${parameter}`
    const rule = rules[parameter]
    if (rule === 'axis') assertOneOf(parameterPath, value, AXES)
    else if (rule === 'signedAxis') assertOneOf(parameterPath, value, SIGNED_AXES)
    else if (canDefer && isDeferredNumber(value)) continue
    else if (rule === 'positive') assertPositive(parameterPath, value)
    else assertNonNegative(parameterPath, value)
  }
  const { diameter, innerDiameter, topDiameter } = parameters
  if (typeof innerDiameter === 'number' && typeof diameter === 'number' && innerDiameter >= diameter)
    throw new InputError(`${path}.innerDiameter`, `less than diameter = ${diameter}`, innerDiameter)
  if (diameter === 0 && topDiameter === 0)
    throw new InputError(`${path}.diameter`, 'a positive number, because topDiameter is 0', diameter)
}
