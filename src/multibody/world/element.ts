import type { JointRelation, LoopRow } from '../../mechanics/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import type { Frame } from '../frames/index.ts'
import type { Gravity } from '../parts/index.ts'
import type { RecordDefinition, TaggedRecord } from '../records/index.ts'
import type { JointWrench } from './joint-wrench.ts'
import type { WorldMotion } from './motion/index.ts'

/** A mass on the line between two objects. */
export interface LineMass {
  /** Part of the way from the first to the second. */
  readonly fraction: number
  /** [kg] */
  readonly mass: number
}

/** What an element demands of the motion. */
export interface ElementConstraint {
  /** The objects that rows and masses are between. */
  readonly frames?: readonly [Frame, Frame]
  /** Constraints between the objects, in their frames. */
  readonly rows?: readonly LoopRow[]
  readonly masses?: readonly LineMass[]
  readonly relation?: JointRelation
}

/** The same, and the path under which the user knows the element. */
export interface NamedConstraint {
  readonly path: string
  readonly constraint: ElementConstraint
}

/** A force element or sensor at run time. Made before every segment from its record. */
export interface WorldElement {
  /** Frames between which its forces act; none: it has no forces that depend on the motion. */
  readonly frames?: readonly Frame[]
  /** Adds forces and torques of this evaluation to the bodies. */
  addForces?(motion: WorldMotion): void
  /** Positive as long as the element may go on as it does; where it becomes negative is an event. */
  margin?(motion: WorldMotion): number
  /** Called at every event, and at the start of every segment. */
  onEvent?(motion: WorldMotion): void
  /** Time of the next event that the element wants [s]; Infinity: none. */
  nextEvent?(): number
  /**
   * Its forces come from functions of the user, at `path`, and act on these frames: the solver must see all that they
   * do.
   */
  readonly userFunctions?: { readonly path: string; readonly frames: readonly Frame[] }
  /** Kinetic energy of masses that no body has [J]; undefined: none. */
  kineticEnergy?(motion: WorldMotion): number
  /** Adds their momentum, [L; p] about the origin of the world [kg.m2/s, kg.m/s] (6). */
  addMomentum?(motion: WorldMotion, out: Float64Array): void
  /** Energy that it stores [J], for the balance; undefined: none. */
  potentialEnergy?(motion: WorldMotion): number
  /** Whether `motion.data.F_joint` must be there for the results. */
  readonly needsJointForces?: boolean
  /** Writes result variables. Called at output points, when accelerations are known too. */
  writeResults?(motion: WorldMotion): void
}

/** An element and the path under which the user knows it. */
export interface NamedElement {
  readonly path: string
  readonly element: WorldElement
}

/** What elements see of contacts. */
export interface ContactReader {
  /**
   * Velocities and forces of the contact of shapes i and j, seen from shape i; false: there is none, and all is zero.
   */
  readContact(i: number, j: number, out: Float64Array, o: number): boolean
}

/** Impacts of two objects since the start of the run. */
export interface ImpulseTotal {
  /** How many. */
  n: number
  /** Sum of the impulses along the normals, and of the lengths of those across [N.s]. */
  normal: number
  tangential: number
  /** Sum of the impulses on the first object, in the world [N.s] (3). */
  readonly vector: Float64Array
}

/** What an element may ask for before the world is made. */
export interface ConstraintContext {
  /** Full path of the element. */
  readonly path: string
  /**
   * Finds the frame that `name` refers to from where the element is declared; an unknown one is an error that names
   * `path.key`.
   */
  frame(key: string, name: string | undefined): Frame
  /**
   * Whether two frames may move with respect to each other. If not, an action has locked them; those that never could
   * are an error that names `path.key`.
   */
  areApart(frames: readonly [Frame, Frame], key: string, name: string): boolean
  /**
   * The body of the tree that a joint of this kind moves about or along its only axis; null: it is locked. Another joint is an
   * error that names `path.key`.
   */
  axis(key: string, name: string | undefined, kind: 'Revolute' | 'Prismatic'): number | null
}

/** What an element gets when it is made. */
export interface ElementContext extends Pick<ConstraintContext, 'path' | 'frame' | 'areApart'> {
  /**
   * The frames of obj1 and obj2 of the joint that `name` refers to, and what it transmits; an unknown one is an error
   * that names `path.key`.
   */
  joint(
    key: string,
    name: string | undefined,
  ): { readonly obj1: Frame; readonly obj2: Frame; readonly wrench: JointWrench }
  /** Multipliers of its constraints, one for each row, as they are after every evaluation; none if it has none now. */
  readonly multipliers: Float64Array
  readonly gravity: Gravity
  /** The frame of the world. */
  readonly world: Frame
  /** Contacts of the world; null if nothing collides. */
  readonly contacts: ContactReader | null
  /** Impacts of two objects: the sums grow in place. */
  impulsesOf(object1: Frame, object2: Frame): ImpulseTotal
  /** Numbers of the collidable shapes of an object. */
  shapesOf(frame: Frame): readonly number[]
  /** Declares a result variable of the element. */
  result(name: string, unit: string, size: readonly number[]): VariantResult
  /** Warns of something, once in a run, at a time [s]. */
  warn(code: string, time: number, message: string): void
}

/** A kind of force elements or sensors. */
export interface ElementDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** Keys of paths that must be given. */
  readonly required: readonly string[]
  /** Keys of joints between which there is a relation: they are not cut. */
  readonly related?: readonly string[]
  /** What it demands of the motion; undefined: nothing. */
  constrain?(record: R, context: ConstraintContext): ElementConstraint
  /** Makes an element from its evaluated record, before every segment. */
  create(record: R, context: ElementContext): WorldElement
}
