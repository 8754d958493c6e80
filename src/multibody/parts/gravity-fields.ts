/** Fields of gravity: their records, and the forces at run time. */

import { InputError } from '../../base/index.ts'
import { vec3Dot } from '../../math/index.ts'
import {
  addFieldGravity,
  addPointGravity,
  addUniformGravity,
  computeFieldPotential,
  computePointPotential,
  computeUniformPotential,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'
import {
  checkRecord,
  createRecord,
  DefinitionTable,
  isSignal,
  type NumberValue,
  type RecordDefinition,
  readAxis,
  readNumber,
  type SignalTable,
  type TaggedRecord,
  type VectorValue,
} from '../records/index.ts'

/** A field of gravity at run time. */
export interface Gravity {
  /** `first`, `end`: bodies, as for `computePositions`. */
  addForces(tree: Tree, data: TreeData, first?: number, end?: number): void
  /** Potential energy of all bodies [J]; zero at the origin of the world, or infinitely far from a point. */
  potentialEnergy(tree: Tree, data: TreeData): number
  /** Acceleration at a point of the world [m/s2] (3). */
  accelerationAt(point: Float64Array, out: Float64Array): void
  /** Potential energy of a mass of 1 kg at a point of the world [J/kg]. */
  potentialAt(point: Float64Array): number
  /** Upward direction (3). */
  readonly up: Float64Array
  /** Typical magnitude of the acceleration [m/s2]; of a point field, that on the surface of the Earth. */
  readonly magnitude: number
  /** True if it follows expressions of variables. */
  readonly isVariable?: boolean
  /** Takes the values of keys that are expressions of variables, which are updated in place. */
  follow?(find: (key: string) => Float64Array | undefined): void
}

/** A kind of gravity. */
export interface GravityDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** Keys that may be expressions of variables (default: none). */
  readonly signals?: SignalTable
  /** The field described by an evaluated record. */
  read(path: string, record: R): Gravity
}

/** A key of a field, which may be an expression of variables: the values are updated in place. */
class FieldValue {
  values: Float64Array

  constructor(
    private readonly path: string,
    private readonly key: string,
    given: unknown,
    read: (path: string, given: unknown) => Float64Array,
  ) {
    this.isSignal = isSignal(given)
    this.values = this.isSignal ? new Float64Array(0) : read(`${path}.${key}`, given)
  }

  readonly isSignal: boolean

  /** @param find values of expressions by their keys */
  follow(find: (key: string) => Float64Array | undefined): void {
    const values = find(this.key)
    if (values === undefined) return
    if (!this.isSignal)
      throw new InputError(
        `${this.path}.${this.key}`,
        'no value, because the model has an expression for it',
        Array.from(this.values),
      )
    this.values = values
  }
}

/** Makes a field follow its expressions. */
function followValues(values: readonly FieldValue[]): Pick<Gravity, 'isVariable' | 'follow'> {
  return {
    isVariable: values.some(({ isSignal: follows }) => follows),
    follow: (find) => {
      for (const value of values) value.follow(find)
    },
  }
}

/** Acceleration of gravity by default, and in place of an unknown or zero one [m/s2]. */
const USUAL = 9.81

/** No gravity. */
export interface NoGravityRecord {
  readonly kind: 'NoGravityField'
  /** Upward direction in pictures and animations, of any length (default [0, 1, 0]). */
  readonly up?: VectorValue
}

/** No gravity; `up` is the upward direction in pictures and animations. */
export function NoGravityField(args: Omit<NoGravityRecord, 'kind'> = {}): NoGravityRecord {
  return createRecord<NoGravityRecord>(noGravityField, args)
}

export const noGravityField: GravityDefinition<NoGravityRecord> = {
  kind: 'NoGravityField',
  keys: { up: null },
  read: (path, record) => ({
    addForces: () => {},
    potentialEnergy: () => 0,
    accelerationAt: (_point, out) => {
      out.fill(0)
    },
    potentialAt: () => 0,
    up: readAxis(`${path}.up`, record.up, 'y'),
    magnitude: 0,
  }),
}

/** A uniform acceleration. */
export interface UniformGravityRecord {
  readonly kind: 'UniformGravityField'
  /** [m/s2] (default 9.81): a number, or an expression of variables, which may be negative. */
  readonly g?: NumberValue
  /** Direction, a vector of any length (default [0, -1, 0]): numbers, or an expression of variables. */
  readonly n?: VectorValue
}

/** A uniform acceleration `g` [m/s2] in the direction `n`. */
export function UniformGravityField(args: Omit<UniformGravityRecord, 'kind'> = {}): UniformGravityRecord {
  return createRecord<UniformGravityRecord>(uniformGravityField, args)
}

export const uniformGravityField: GravityDefinition<UniformGravityRecord> = {
  kind: 'UniformGravityField',
  keys: { g: 'm/s2', n: null },
  signals: { g: { unit: 'm/s2' }, n: { unit: '', size: [3], isNonlinear: true } },
  read(path, record) {
    const g = new FieldValue(path, 'g', record.g, (at, given) =>
      Float64Array.of(readNumber(at, given, USUAL)),
    )
    if (g.values[0] < 0) throw new InputError(`${path}.g`, 'a number >= 0', g.values[0])
    const n = new FieldValue(path, 'n', record.n, (at, given) => readAxis(at, given, '-y'))
    const acceleration = new Float64Array(3)
    const update = (): Float64Array => {
      const { values, isSignal: isVariable } = n
      const length = isVariable ? Math.hypot(values[0], values[1], values[2]) : 1
      if (length === 0) throw new InputError(`${path}.n`, 'a direction of any length', Array.from(values))
      for (let i = 0; i < 3; i++)
        acceleration[i] = g.values[0] * (isVariable ? values[i] / length : values[i])
      return acceleration
    }
    return {
      addForces: (tree, data, first, end) => {
        const [x, y, z] = update()
        addUniformGravity(tree, data, x, y, z, first, end)
      },
      potentialEnergy: (tree, data) => {
        const [x, y, z] = update()
        return computeUniformPotential(tree, data, x, y, z)
      },
      accelerationAt: (_point, out) => {
        out.set(update())
      },
      potentialAt: (point) => -vec3Dot(update(), 0, point, 0),
      up: n.isSignal ? Float64Array.of(0, 1, 0) : n.values.map((component) => -component),
      magnitude: g.isSignal ? USUAL : g.values[0],
      ...followValues([g, n]),
    }
  },
}

/** Acceleration towards the origin of the world, -mue r/|r|³. */
export interface PointGravityRecord {
  readonly kind: 'PointGravityField'
  /** Gravitational parameter G·M [m3/s2] (default: that of the Earth): a number, or an expression of variables. */
  readonly mue?: NumberValue
  /** Mass of the attracting body [kg], instead of `mue`. */
  readonly mass?: NumberValue
}

/** Gravitational constant [m3/(kg.s2)] and mass of the Earth [kg], as in the fact sheet of the reference. */
const GRAVITATIONAL_CONSTANT = 6.67408e-11
const EARTH_MASS = 5.9722e24

/**
 * Gravity of a point at the origin of the world: -mue r/|r|³ at the center of mass of each solid, and the gravity
 * gradient of its inertia. Solids that are fixed to each other are attracted separately.
 */
export function PointGravityField(args: Omit<PointGravityRecord, 'kind'> = {}): PointGravityRecord {
  return createRecord<PointGravityRecord>(pointGravityField, args)
}

export const pointGravityField: GravityDefinition<PointGravityRecord> = {
  kind: 'PointGravityField',
  keys: { mue: 'm3/s2', mass: 'kg' },
  signals: { mue: { unit: 'm3/s2' } },
  read(path, record) {
    if (record.mue !== undefined && record.mass !== undefined)
      throw new InputError(`${path}.mue`, 'either mue or mass, because mue = G·mass', record.mue)
    const mass = readNumber(`${path}.mass`, record.mass, EARTH_MASS)
    const mue = new FieldValue(path, 'mue', record.mue, (at, given) =>
      Float64Array.of(readNumber(at, given, GRAVITATIONAL_CONSTANT * mass)),
    )
    return {
      addForces: (tree, data, first, end) => {
        addPointGravity(tree, data, mue.values[0], first, end)
      },
      potentialEnergy: (tree, data) => computePointPotential(tree, data, mue.values[0]),
      accelerationAt: (point, out) => {
        const distance = Math.hypot(...point)
        for (let i = 0; i < 3; i++) out[i] = (-mue.values[0] * point[i]) / distance ** 3
      },
      potentialAt: (point) => -mue.values[0] / Math.hypot(...point),
      up: Float64Array.of(0, 1, 0),
      magnitude: USUAL,
      ...followValues([mue]),
    }
  },
}

/** Acceleration of gravity as a function of the position. */
export interface FunctionGravityRecord {
  readonly kind: 'FunctionGravityField'
  /** Acceleration [m/s2] at a position of the world [m] (3): `([x, y]) => [0, -9.81 + 3e-6*y, 0]`. */
  readonly acceleration: (position: Float64Array) => ArrayLike<number>
  /** Potential energy of 1 kg at a position [J/kg], of which the acceleration is the negative gradient (default: 0). */
  readonly potential?: (position: Float64Array) => number
  /** Upward direction in pictures and animations (default: against the acceleration at the origin, or [0, 1, 0]). */
  readonly up?: VectorValue
}

/**
 * Gravity as a function of the position: `acceleration` [m/s2], at the center of mass of each solid. With `potential`
 * its energy is part of `potentialEnergy` and `totalEnergy` of the world.
 */
export function FunctionGravityField(args: Omit<FunctionGravityRecord, 'kind'>): FunctionGravityRecord {
  return createRecord<FunctionGravityRecord>(functionGravityField, args)
}

export const functionGravityField: GravityDefinition<FunctionGravityRecord> = {
  kind: 'FunctionGravityField',
  keys: { acceleration: null, potential: null, up: null },
  read(path, record) {
    const { acceleration, potential } = record
    if (typeof acceleration !== 'function')
      throw new InputError(`${path}.acceleration`, 'a function (position) => [x, y, z]', acceleration)
    if (potential !== undefined && typeof potential !== 'function')
      throw new InputError(`${path}.potential`, 'a function (position) => number', potential)
    // user functions get a copy, which they may change
    const asked = new Float64Array(3)
    const accelerationAt = (point: Float64Array, out: Float64Array): void => {
      asked.set(point)
      const value = acceleration(asked)
      if (value?.length !== 3 || typeof value[0] !== 'number')
        throw new InputError(`${path}.acceleration`, 'a function that returns 3 numbers', value)
      for (let k = 0; k < 3; k++) out[k] = value[k]
    }
    const potentialAt = (point: Float64Array): number => {
      if (potential === undefined) return 0
      asked.set(point)
      const value = potential(asked)
      if (typeof value !== 'number')
        throw new InputError(`${path}.potential`, 'a function that returns a number', value)
      return value
    }
    const atOrigin = new Float64Array(3)
    accelerationAt(new Float64Array(3), atOrigin)
    const size = Math.hypot(...atOrigin)
    const isUsual = size > 0 && Number.isFinite(size)
    return {
      addForces: (tree, data, first, end) => {
        addFieldGravity(tree, data, accelerationAt, first, end)
      },
      potentialEnergy: (tree, data) => computeFieldPotential(tree, data, potentialAt),
      accelerationAt,
      potentialAt,
      up: readAxis(`${path}.up`, record.up ?? (isUsual ? atOrigin.map((x) => -x) : undefined), 'y'),
      magnitude: isUsual ? size : USUAL,
    }
  },
}

/** The record of any field. */
export type GravityField = NoGravityRecord | UniformGravityRecord | PointGravityRecord | FunctionGravityRecord

/** All kinds of gravity. */
export const GRAVITY_FIELDS = new DefinitionTable<GravityDefinition<GravityField>>([
  ...[noGravityField, uniformGravityField],
  ...[pointGravityField, functionGravityField],
])

/**
 * The field of a scene, uniform by default; `given` may lack its kind if a merge has changed the default: `merge: { …:
 * { gravityField: { g: 1.6 } } }`.
 */
export function readGravity(path: string, given: Partial<GravityField> | undefined): Gravity {
  const record = { ...given, kind: given?.kind ?? uniformGravityField.kind }
  const definition = GRAVITY_FIELDS.find(`${path}.kind`, record.kind)
  checkRecord(path, record, definition)
  // `read` checks the required keys of a kind
  return definition.read(path, record as GravityField)
}
