/** An Object3D at run time: a frame O that is fixed to a body B of the tree, or to the world. */
export interface Frame {
  /** Full path of the Object3D. */
  readonly path: string
  /** Body (super-object) to which it is fixed; -1: the world. */
  body: number
  /** Orientation in the frame of the body, row-major (9). */
  readonly R_BO: Float64Array
  /** Origin in the frame of the body [m] (3). */
  readonly p_BO: Float64Array
}
