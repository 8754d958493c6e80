/** Units of what the records of 3D components hold. */
import { InputError, parseUnit, sameDimension } from '../../base/index.ts'
import { isQuantity } from '../../model/index.ts'

/** Units by the names of the entries, which mean the same in all records. */
const UNITS: Readonly<Record<string, string>> = {
  ...unitOfAll(
    'm',
    'translation s centerOfMass gap nominalLength collisionSmoothingRadius contactSphereRadius',
  ),
  ...unitOfAll('m', 'lengthX lengthY lengthZ length width thickness diameter topDiameter innerDiameter'),
  ...unitOfAll('m', 'defaultFrameLength cameraDistance lightDistance'),
  ...unitOfAll('rad', 'rotation phi cameraLongitude cameraLatitude lightLongitude lightLatitude'),
  ...unitOfAll('m/s', 'velocity v'),
  ...unitOfAll('rad/s', 'angularVelocity w'),
  ...unitOfAll('s', 'events'),
  ...unitOfAll('kg', 'mass'),
  ...unitOfAll('kg.m2', 'Ixx Iyy Izz Ixy Ixz Iyz'),
  ...unitOfAll('m/s2', 'g'),
  ...unitOfAll('m3/s2', 'mue'),
  ...unitOfAll('N', 'nominalForce'),
  ...unitOfAll('N.m', 'nominalTorque'),
  ...unitOfAll('kg/m3', 'density'),
  ...unitOfAll('Pa', 'YoungsModulus'),
}

function unitOfAll(unit: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, unit]))
}

/** Checks the dimensions of all quantities of a record: a length in kg is an error where it is written. */
export function checkRecordUnits(path: string, value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (isQuantity(value)) {
    const expected = UNITS[name]
    if (
      expected !== undefined &&
      !sameDimension(parseUnit(value.unit).dimension, parseUnit(expected).dimension)
    )
      throw new InputError(path, `a quantity in ${expected}, or in a unit that can be converted to it`, value)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) checkRecordUnits(path, item, name)
    return
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return
  for (const [key, item] of Object.entries(value))
    checkRecordUnits(`${path}.${key}`, item, key === 'init' || key === 'nominal' ? name : key)
}
