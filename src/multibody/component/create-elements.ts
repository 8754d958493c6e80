/** Creates the force elements and sensors of a model from their records. */
import { InputError } from '../../base/index.ts'
import { type CollidableShape, type PairMaterial, readContact } from '../../mechanics/index.ts'
import type { SegmentContext, VariantResult } from '../../simulation/index.ts'
import type { FRICTION_KEYS } from '../devices/index.ts'
import {
  AxisDrive,
  checkElement,
  createElement,
  findAxisResults,
  isElementRecord,
  WrenchDrive,
} from '../elements/index.ts'
import type { ImpulseTotals } from '../impulses/index.ts'
import type { NamedConstraint } from '../loops/index.ts'
import { findSolidShape, isObject3DRecord, type Part, type PartPath } from '../parts/index.ts'
import { hasAxisForces, hasAxisLaws, isJointRecord, JOINTS } from '../parts/joints/index.ts'
import { type Frame, isSignal, valueAt } from '../records/index.ts'
import {
  findInScopes,
  findObject,
  type Grouping,
  type JointNode,
  type Structure,
} from '../structure/index.ts'
import type {
  ConstraintContext,
  ElementContext,
  NamedElement,
  ResultDefinition,
  ResultTable,
  SignalValues,
  World,
  WorldElement,
} from '../world/index.ts'

/**
 * Thrown if an element refers to something that an action has removed or locked: the element then does not exist
 * either.
 */
class GoneReference extends Error {}

/** The present structure, and what it has been. */
export interface DeclaredStructure {
  readonly structure: Structure
  /** True if a reference has ever meant an object or a joint, where the part `from` is declared. */
  readonly wasThere: (from: string, reference: string) => boolean
}

/** References of elements besides frames and joints. */
interface ElementSources {
  readonly shapes: readonly CollidableShape[]
  readonly impulses: ImpulseTotals
  readonly switches: ContactSwitches
}

export function createElements(
  parts: readonly Part[],
  run: DeclaredStructure,
  world3D: World,
  { shapes, impulses, switches }: ElementSources,
  segment: SegmentContext,
): NamedElement[] {
  const { grouping, contacts, gravity, loops, isKinematic } = world3D
  const elements = parts.flatMap(({ record, ...place }) =>
    isElementRecord(record) ? [{ ...place, record }] : [],
  )
  const joints = isKinematic ? [] : listDrivenJoints(parts, run)
  if (elements.length + joints.length === 0) return []
  const findFrame = createFrameFinder(parts, run, grouping)
  const world = grouping.frames.get(run.structure.world.path)!
  const createContext = (part: Part, results: ResultTable): ElementContext => {
    const { path, fullPath, record } = part
    return {
      path: fullPath,
      world,
      gravity,
      multipliers: loops?.multipliersOf(fullPath) ?? new Float64Array(0),
      frame: (key, reference) => findFrame(part, key, reference),
      areApart: createApartCheck(part, segment.isFirst),
      joint: (key, reference) => {
        const joint = findJoint(run, part, key, reference)
        // a joint locked from the start is a mistake, which the element names
        if (joint.motion === null && !segment.isFirst) throw new GoneReference()
        const frameOf = ({ path }: { readonly path: string }): Frame => grouping.frames.get(path)!
        return {
          obj1: frameOf(joint.object1),
          obj2: frameOf(joint.object2),
          wrench: world3D.createWrench(joint),
        }
      },
      contacts: contacts && {
        readContact: (i, j, out, o) => readContact(contacts.data, i, j, out, o),
        mayMeet: (i, j) =>
          contacts.model.mayMeet(Math.min(i, j), Math.max(i, j)) ||
          switches.areOff(shapes[i].path, shapes[j].path),
      },
      impulsesOf: (object1, object2) => impulses.read(object1.path, object2.path),
      solidsBeside: (frame) => listSolidsBeside(parts, world3D, frame),
      shapesOf: (frame) => shapes.flatMap((shape, i) => (shape.path === frame.path ? [i] : [])),
      warn: (code, time, message) => {
        segment.warn({ code, key: fullPath, time, message })
      },
      signal: (key, place = [key]) => {
        const values = world3D.signals.find(`${path}.${key}`) ?? null
        const value = valueAt(record, place)
        if (values === null || place.length === 0 || isSignal(value)) return values
        throw new InputError(
          `${fullPath}.${key}`,
          'no value, because the model has an expression for it',
          value,
        )
      },
      result: (key) => segment.result(`${path}.${key}`, results[key]),
    }
  }
  const ofElements = elements.flatMap((part) => {
    const { fullPath, record } = part
    const { results } = checkElement(fullPath, record)
    const context = createContext(part, results)
    // no forces act: only elements without forces have results
    const isSilent = (): boolean =>
      isKinematic &&
      hasForces(createElement(record, { ...context, result: (key) => createUnseen(results[key]) }))
    return unlessGone(() =>
      isSilent() ? [] : [{ path: fullPath, element: createElement(record, context) }],
    ).flat()
  })
  const ofJoints = joints.flatMap((part) =>
    unlessGone(() =>
      createDrive(part, run, world3D, createContext(part, findAxisResults(part.record))),
    ).flat(),
  )
  return [...ofElements, ...ofJoints]
}

/** Shapes of solids on other bodies than that of `frame`, each with its frame. */
function listSolidsBeside(
  parts: readonly Part[],
  { grouping }: World,
  frame: Frame,
): ReturnType<ElementContext['solidsBeside']> {
  return parts.flatMap(({ path, record }) => {
    const placed = grouping.frames.get(path)
    const shape = isObject3DRecord(record) ? findSolidShape(record.feature) : null
    return shape === null || placed === undefined || placed.body === frame.body
      ? []
      : [{ frame: placed, shape }]
  })
}

/** Joints without flange that have generalized forces, with their present records. */
function listDrivenJoints(parts: readonly Part[], { structure }: DeclaredStructure): Part[] {
  const nodes = jointsByPath(structure)
  return parts.flatMap((part) => {
    if (!isJointRecord(part.record)) return []
    const record = nodes.get(part.path)?.record
    return record !== undefined && hasForceKeys(record) ? [{ ...part, record }] : []
  })
}

/** True for the record of a joint without flange that has generalized forces. */
function hasForceKeys(record: Part['record']): boolean {
  if (!isJointRecord(record)) return false
  return hasAxisForces(record) || hasAxisLaws(record) || 'force' in record || 'torque' in record
}

/** The generalized forces of a joint. */
function createDrive(
  part: Part,
  run: DeclaredStructure,
  world: World,
  context: ElementContext,
): NamedElement[] {
  const { path, fullPath, record } = part
  const joint = jointsByPath(run.structure).get(path)
  if (joint === undefined || joint.motion === null) throw new GoneReference()
  const { obj1, obj2 } = context.joint('obj2', path.slice(path.lastIndexOf('.') + 1))
  const kinds = JOINTS.get(record.kind)?.axes
  if (kinds === undefined)
    return [{ path: fullPath, element: new WrenchDrive(context, record, [obj1, obj2]) }]
  const places = world.axesOf(path)
  if (places === null) throw new GoneReference()
  return [{ path: fullPath, element: new AxisDrive(context, record, kinds, world, places, [obj1, obj2]) }]
}

/** Joints that elements relate to each other. */
export function collectRelated(parts: readonly Part[], run: DeclaredStructure): Set<JointNode> {
  const joints = parts.flatMap((part) => {
    const { fullPath, record } = part
    if (!isElementRecord(record)) return []
    const keys = checkElement(fullPath, record).related ?? []
    const names: Readonly<Record<string, unknown>> = { ...record }
    return keys.flatMap((key) => unlessGone(() => findJoint(run, part, key, names[key] as string)))
  })
  return new Set(joints)
}

/** Switches of contacts, as they are now. */
export class ContactSwitches {
  private readonly list: readonly {
    readonly object1: string
    /** null: all others. */
    readonly object2: string | null
    /** Value of the expression (1). */
    readonly active: Float64Array
  }[]
  /** Their states when they were created. */
  private readonly states: readonly boolean[]

  constructor(parts: readonly Part[], run: DeclaredStructure, grouping: Grouping, signals: SignalValues) {
    const findFrame = createFrameFinder(parts, run, grouping)
    this.list = parts.flatMap((part) => {
      const { path, fullPath, record } = part
      if (!isElementRecord(record) || record.kind !== 'ContactSwitch') return []
      checkElement(fullPath, record)
      return unlessGone(() => ({
        object1: findFrame(part, 'obj1', record.obj1).path,
        object2: record.obj2 === undefined ? null : findFrame(part, 'obj2', record.obj2).path,
        active: signals.find(`${path}.active`) ?? Float64Array.of(record.active === false ? 0 : 1),
      }))
    })
    this.states = this.list.map(isActive)
  }

  /** True if a switch has changed since then. */
  haveChanged(): boolean {
    return this.list.some((contact, k) => isActive(contact) !== this.states[k])
  }

  /** True if contacts of two objects were switched off. */
  areOff(path1: string, path2: string): boolean {
    return this.list.some(({ object1, object2 }, k) => {
      if (this.states[k]) return false
      if (object2 === null) return object1 === path1 || object1 === path2
      return (object1 === path1 && object2 === path2) || (object1 === path2 && object2 === path1)
    })
  }
}

function isActive({ active }: { readonly active: Float64Array }): boolean {
  return active[0] > 0.5
}

/** Friction of contacts that `ContactFriction` gives in place of materials. */
export class ContactFrictions {
  private readonly list: readonly {
    /** Full path of the element. */
    readonly path: string
    readonly object1: string
    /** null: all others. */
    readonly object2: string | null
    /** Coefficients, updated in place (1); null: those of the materials. */
    readonly muK: Float64Array | null
    readonly muR: Float64Array | null
  }[]

  constructor(parts: readonly Part[], run: DeclaredStructure, grouping: Grouping, signals: SignalValues) {
    const findFrame = createFrameFinder(parts, run, grouping)
    this.list = parts.flatMap((part) => {
      const { path, fullPath, record } = part
      if (!isElementRecord(record) || record.kind !== 'ContactFriction') return []
      checkElement(fullPath, record)
      const coefficient = (key: (typeof FRICTION_KEYS)[number]): Float64Array | null => {
        const value = record[key]
        return signals.find(`${path}.${key}`) ?? (typeof value === 'number' ? Float64Array.of(value) : null)
      }
      return unlessGone(() => ({
        path: fullPath,
        object1: findFrame(part, 'obj1', record.obj1).path,
        object2: record.obj2 === undefined ? null : findFrame(part, 'obj2', record.obj2).path,
        muK: coefficient('slidingFrictionCoefficient'),
        muR: coefficient('rotationalResistanceCoefficient'),
      }))
    })
  }

  /** True if an element gives friction to contacts of an object. */
  concerns(path: string): boolean {
    return this.list.some(({ object1, object2 }) => object1 === path || object2 === path)
  }

  /** Data of the contact of two objects; its friction follows the signals. */
  adapt(material: PairMaterial, path1: string, path2: string): PairMaterial {
    const found = this.find(path1, path2)
    if (found === undefined) return material
    const { muK, muR } = found
    return {
      ...material,
      get muK() {
        return muK === null ? material.muK : Math.max(0, muK[0])
      },
      get muR() {
        return muR === null ? material.muR : Math.max(0, muR[0])
      },
    }
  }

  /** The element of two objects: that of the pair, otherwise that of one of both. */
  private find(path1: string, path2: string): (typeof this.list)[number] | undefined {
    const ofPair = this.list.filter(
      ({ object1, object2 }) =>
        (object1 === path1 && object2 === path2) || (object1 === path2 && object2 === path1),
    )
    const ofOne = this.list.filter(
      ({ object1, object2 }) => object2 === null && (object1 === path1 || object1 === path2),
    )
    const found = ofPair.length > 0 ? ofPair : ofOne
    if (found.length > 1)
      throw new InputError(
        found[1].path,
        `one ContactFriction for the contact of ${path1} and ${path2}; give both objects as obj1 and obj2 of one of them`,
        found.map(({ path }) => path).join(' and '),
      )
    return found[0]
  }
}

/** Constraints by elements. */
export function createConstraints(
  parts: readonly Part[],
  run: DeclaredStructure,
  grouping: Grouping,
  isFirst: boolean,
): NamedConstraint[] {
  const findFrame = createFrameFinder(parts, run, grouping)
  return parts.flatMap((part) => {
    const { fullPath, record } = part
    if (!isElementRecord(record)) return []
    const definition = checkElement(fullPath, record)
    if (definition.constrain === undefined) return []
    const context: ConstraintContext = {
      path: fullPath,
      frame: (key, reference) => findFrame(part, key, reference),
      areApart: createApartCheck(part, isFirst),
      axis: (key, reference, kind) => {
        const joint = findJoint(run, part, key, reference)
        const { motion, locked } = joint
        if (motion === null && locked !== null) return null
        const body = grouping.treeJoints.find((entry) => entry.joint === joint)?.body
        if (joint.kind === kind && body !== undefined) return body
        const expected =
          joint.kind === kind
            ? 'a joint that closes no loop, because all others of the loop have flanges or relations as well'
            : `a joint of the kind ${kind}, or ${kind}WithFlange`
        throw new InputError(`${fullPath}.${key}`, expected, reference)
      },
    }
    return unlessGone(() => ({ path: fullPath, constraint: definition.constrain!(record, context) })).filter(
      ({ constraint: { rows, relation, masses } }) => rows ?? relation ?? masses?.length,
    )
  })
}

/** An immovable joint is a mistake at the start, and the work of an action later. */
function createApartCheck({ fullPath }: Part, isFirst: boolean): ConstraintContext['areApart'] {
  return ([frame1, frame2], key, name) => {
    const areApart = frame1.body !== frame2.body
    if (isFirst && !areApart)
      throw new InputError(`${fullPath}.${key}`, 'an object that moves with respect to obj1', name)
    return areApart
  }
}

/** Result of `create`; undefined if it refers to something that is gone. */
function unlessGone<T>(create: () => T): T[] {
  try {
    return [create()]
  } catch (error) {
    if (error instanceof GoneReference) return []
    throw error
  }
}

function createFrameFinder(
  parts: readonly Part[],
  { structure }: DeclaredStructure,
  { frames }: Grouping,
): (part: Part, key: string, reference: string | undefined) => Frame {
  const paths = parts.filter(({ record }) => isObject3DRecord(record)).map(({ path }) => path)
  const declared = new Map(paths.map((path) => [path, path]))
  return (part, key, reference) => {
    const path = reference === undefined ? structure.world.path : findObject(declared, part, key, reference)
    const frame = frames.get(path)
    if (frame === undefined) throw new GoneReference()
    return frame
  }
}

const knownJoints = new WeakMap<readonly JointNode[], ReadonlyMap<string, JointNode>>()

/** The joints of a structure by their paths, made once: every drive asks for its own. */
function jointsByPath({ joints }: Structure): ReadonlyMap<string, JointNode> {
  let byPath = knownJoints.get(joints)
  if (byPath === undefined)
    knownJoints.set(joints, (byPath = new Map(joints.map((joint) => [joint.path, joint]))))
  return byPath
}

/** Finds a joint by the scopes from where an element is declared: its own, and then the enclosing ones. */
function findJoint(
  { structure, wasThere }: DeclaredStructure,
  from: PartPath,
  key: string,
  reference: string | undefined,
): JointNode {
  const joints = jointsByPath(structure)
  const found = reference === undefined ? undefined : findInScopes(joints, from.path, reference)
  if (found) return found
  // an object of that name is not a removed joint
  const isObject =
    reference !== undefined && findInScopes(structure.objects, from.path, reference) !== undefined
  if (reference !== undefined && !isObject && wasThere(from.path, reference)) throw new GoneReference()
  const expected = `the path of a joint: ${[...joints.keys()].join(', ') || '(there is none)'}`
  throw new InputError(`${from.fullPath}.${key}`, expected, reference)
}

function hasForces({ addForces, needsJointForces, potentialEnergy, kineticEnergy }: WorldElement): boolean {
  return [addForces, potentialEnergy, kineticEnergy].some(Boolean) || needsJointForces === true
}

function createUnseen({ size = [] }: ResultDefinition): VariantResult {
  return { values: new Float64Array(size.reduce((n, length) => n * length, 1)) }
}
