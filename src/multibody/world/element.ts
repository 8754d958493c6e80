import type { VariantResult } from '../../simulation/index.ts'
import type { Frame } from '../frames/index.ts'
import type { RecordDefinition, TaggedRecord } from '../records/index.ts'
import type { JointWrench } from './joint-wrench.ts'
import type { WorldMotion } from './world-motion.ts'

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

/** What an element gets when it is made. */
export interface ElementContext {
  /** Full path of the element. */
  readonly path: string
  /**
   * Finds the frame that `name` refers to from where the element is declared; an unknown one is an error that names
   * `path.key`.
   */
  frame(key: string, name: string | undefined): Frame
  /**
   * The frames of obj1 and obj2 of the joint that `name` refers to, and what it transmits; an unknown one is an error
   * that names `path.key`.
   */
  joint(
    key: string,
    name: string | undefined,
  ): { readonly obj1: Frame; readonly obj2: Frame; readonly wrench: JointWrench }
  /** The frame of the world. */
  readonly world: Frame
  /** Contacts of the world; null if nothing collides. */
  readonly contacts: ContactReader | null
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
  /** Makes an element from its evaluated record, before every segment. */
  create(record: R, context: ElementContext): WorldElement
}
