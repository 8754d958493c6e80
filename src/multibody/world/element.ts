import type { SolidShape } from '../../collision/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import type { NamedConstraint } from '../loops/index.ts'
import type { Gravity } from '../parts/index.ts'
import type { Frame, RecordDefinition, SignalTable, TaggedRecord } from '../records/index.ts'
import type { JointWrench } from './joint-wrench.ts'
import type { LawfulAxis } from './lawful-axis.ts'
import type { WorldMotion } from './world-motion.ts'

/** A force element or sensor at run time, made before every segment from its record. */
export interface WorldElement {
  /** Frames between which its forces act; none if it has no forces that depend on the motion. */
  readonly frames?: readonly Frame[]
  /** Axes of joints with friction or stops, of which the element is the drive. */
  readonly lawfulAxes?: readonly LawfulAxis[]
  /** Adds forces and torques of this evaluation to the bodies. */
  addForces?(motion: WorldMotion): void
  /** Positive while the present law of the element holds; a change of sign is an event. */
  margin?(motion: WorldMotion): number
  /** Called at every event, and at the start of every segment. */
  onEvent?(motion: WorldMotion): void
  /** Time of the next event of the element [s]; Infinity: none. */
  nextEvent?(): number
  /**
   * Its forces come from functions of the user, at `path`, and act on these frames: the solver must watch their effect.
   */
  readonly userFunctions?: { readonly path: string; readonly frames: readonly Frame[] }
  /** Kinetic energy of its masses, which belong to no body [J]; undefined: none. */
  kineticEnergy?(motion: WorldMotion): number
  /** Adds their momentum, [L; p] about the origin of the world [kg.m2/s, kg.m/s] (6). */
  addMomentum?(motion: WorldMotion, out: Float64Array): void
  /** Stored energy [J], for the balance; undefined: none. */
  potentialEnergy?(motion: WorldMotion): number
  /** True if its results need `motion.data.F_joint`. */
  readonly needsJointForces?: boolean
  /** Writes result variables. Called at output points, after accelerations have been computed. */
  writeResults?(motion: WorldMotion): void
}

/** An element with its full path. */
export interface NamedElement {
  readonly path: string
  readonly element: WorldElement
}

/** Read access of elements to contacts. */
export interface ContactReader {
  /**
   * Reads velocities and forces of the contact of shapes i and j, seen from shape i; false, and all zero, without one.
   */
  readContact(i: number, j: number, out: Float64Array, o: number): boolean
  /** False if shapes i and j never touch in this segment: a joint without `canCollide` is between them. */
  mayMeet(i: number, j: number): boolean
}

/** Impacts of two objects since the start of the run. */
export interface ImpulseTotal {
  /** Number of impacts. */
  n: number
  /** Sum of the impulses along the normals, and of the lengths of those across [N.s]. */
  normal: number
  tangential: number
  /** Sum of the impulses on the first object, in the world [N.s] (3). */
  readonly vector: Float64Array
}

/** Lookups of an element before the world exists. */
export interface ConstraintContext {
  /** Full path of the element. */
  readonly path: string
  /**
   * Finds the frame that `name` refers to from where the element is declared; an unknown one is an error that names
   * `path.key`.
   */
  frame(key: string, name: string | undefined): Frame
  /**
   * True if two frames may move with respect to each other. If not, an action has locked them; those that never could
   * are an error that names `path.key`.
   */
  areApart(frames: readonly [Frame, Frame], key: string, name: string): boolean
  /**
   * The body of the tree that a joint of this kind moves about or along its only axis; null if it is locked. Another
   * joint is an error that names `path.key`.
   */
  axis(key: string, name: string | undefined, kind: 'Revolute' | 'Prismatic'): number | null
}

/** The shape of a solid. */
export interface PlacedShape {
  readonly frame: Frame
  readonly shape: SolidShape
}

/** Environment of an element at its creation. */
export interface ElementContext extends Pick<ConstraintContext, 'path' | 'frame' | 'areApart'> {
  /**
   * The frames of obj1 and obj2 of the joint that `name` refers to, and its wrench; an unknown one is an error that
   * names `path.key`.
   */
  joint(
    key: string,
    name: string | undefined,
  ): { readonly obj1: Frame; readonly obj2: Frame; readonly wrench: JointWrench }
  /** Multipliers of its constraints after every evaluation, one for each row; empty if it has none now. */
  readonly multipliers: Float64Array
  readonly gravity: Gravity
  /** The frame of the world. */
  readonly world: Frame
  /** Contacts of the world; null if nothing collides. */
  readonly contacts: ContactReader | null
  /** Sums of the impacts of two objects, updated in place. */
  impulsesOf(object1: Frame, object2: Frame): ImpulseTotal
  /** Shapes of all solids that move with respect to `frame`, with the frames of their objects. */
  solidsBeside(frame: Frame): readonly PlacedShape[]
  /** Numbers of the collidable shapes of an object. */
  shapesOf(frame: Frame): readonly number[]
  /**
   * Values of a signal, updated in place (n); null: the value at its place in the record is not an expression.
   *
   * @param place default: the key; empty: it is a derivative
   */
  signal(key: string, place?: readonly (string | number)[]): Float64Array | null
  /** Declares a result variable, of the table of the definition. */
  result(name: string): VariantResult
  /** Warns at a time [s], once per code and run. */
  warn(code: string, time: number, message: string): void
}

/**
 * Evaluation that a result needs: of positions; also velocities; also contacts; also all signals and the forces that
 * depend on them; also accelerations, and multipliers of constraints; also the forces in all joints.
 */
export type EvaluationLevel = 'position' | 'velocity' | 'contact' | 'force' | 'acceleration' | 'jointForce'

/** A result variable of a part. */
export interface ResultDefinition {
  readonly unit: string
  /** Sizes of the dimensions (default: a scalar, []). */
  readonly size?: readonly number[]
  readonly needs: EvaluationLevel
  /** Name of the result that is its derivative with respect to time; undefined: none. */
  readonly rate?: string
}

/** The results of a kind of parts, by their names. */
export type ResultTable = Readonly<Record<string, ResultDefinition>>

/** A kind of force elements or sensors. */
export interface ElementDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
  /** Keys of paths that must be given. */
  readonly required: readonly string[]
  /** All results that elements of this kind may have. */
  readonly results: ResultTable
  /** Keys that may be expressions of variables (default: none). */
  readonly signals?: SignalTable
  /** Names of the results that depend on signals, if there are any (default: none); their `needs` are then 'force'. */
  readonly signalResults?: readonly string[]
  /** Keys of the joints that it relates to each other: they are not cut. */
  readonly related?: readonly string[]
  /** Its constraints; undefined: none. */
  constrain?(record: R, context: ConstraintContext): NamedConstraint['constraint']
  /** Makes an element from its evaluated record, before every segment. */
  create(record: R, context: ElementContext): WorldElement
}
