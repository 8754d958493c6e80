/** Records of a run besides its signals. */

/** Description of a segment in a result. */
export interface SegmentAttributes {
  /** Start and end [s]. */
  readonly startTime: number
  readonly endTime: number
  /** Number of state values. */
  readonly states: number
  /** Degrees of freedom of a 3D model. */
  readonly dof?: number
  /** Number of redundant constraints of closed loops in a 3D model; absent without loops. */
  readonly redundant?: number
  /** Kinematic tree of a 3D model, printed by `printTree`. */
  readonly tree?: SegmentTree
  readonly [name: string]: unknown
}

/** Rigidly connected objects, the joint that moves them (null: the world), and the children that move on them. */
export interface SegmentTree {
  readonly objects: readonly string[]
  readonly joint: { readonly path: string; readonly kind: string; readonly dof: number } | null
  readonly children: readonly SegmentTree[]
  /** Of the world: joints that close loops, and the objects that they connect. */
  readonly cuts?: readonly {
    readonly path: string
    readonly kind: string
    readonly obj1: string
    readonly obj2: string
  }[]
}

/** A command that a program of a 3D model has carried out. */
export interface ActionRecord {
  /** [s] */
  readonly time: number
  /** The command as written in the program. */
  readonly command: string
  /** Name of the program, or of the member of the model whose condition has become true. */
  readonly by: string
  /** The change. */
  readonly text: string
  /** Kinetic energy that an impulse has removed [J]. */
  readonly lostEnergy?: number
}

/** An impact of two objects of a 3D model. */
export interface ImpactRecord {
  /** [s] */
  readonly time: number
  readonly obj1: string
  readonly obj2: string
  /** Speed of approach [m/s]. */
  readonly velocity: number
  /** Impulse on obj2 in world [N.s] (3), and its component along the normal [N.s]. */
  readonly impulse: readonly number[]
  readonly normalImpulse: number
  /** Point of application, in world [m] (3). */
  readonly position: readonly number[]
  /** Unit normal from obj1 to obj2, in world (3). */
  readonly normal: readonly number[]
  /** Dissipated energy [J]. */
  readonly lostEnergy: number
}

/** A contact of two objects of a 3D model. */
export interface ContactRecord {
  readonly obj1: string
  readonly obj2: string
  /** Start [s]. */
  readonly start: number
  /** End [s]; null: it lasted to the end of the run. */
  readonly end: number | null
  /** Rate of penetration at its start [m/s]. */
  readonly velocity: number
}
