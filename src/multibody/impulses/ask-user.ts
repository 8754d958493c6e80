import { VarioError } from '../../base/index.ts'
import type { createContactState, OwnContactLaw } from '../../mechanics/index.ts'
import type { ContactFrames } from './contact-frames.ts'

/** Data that do not depend on the motion. */
type Constants = ReturnType<typeof createContactState> & {
  /** Names of the objects, for messages. */
  readonly names: string
}

/**
 * Impulse given by a function of the user, in the axes of contact i.
 *
 * @param u velocity of the second body relative to the first one [m/s] (3)
 * @param W its change per impulse [1/kg] (3 × 3)
 */
export function askUser(
  impulse: NonNullable<OwnContactLaw['impulse']>,
  frames: ContactFrames,
  i: number,
  u: Float64Array,
  W: Float64Array,
  { names, ...state }: Constants,
): number[] {
  state.penetration = 0
  state.penetrationVelocity = -u[0]
  state.startVelocity = -u[0]
  state.position.set(frames.points.subarray(3 * i, 3 * i + 3))
  state.normal.set(frames.axes.subarray(9 * i, 9 * i + 3))
  state.tangentialVelocity.set(frames.toWorld(i, [0, u[1], u[2]]))
  state.angularVelocity.set(frames.readAngularVelocity(i))
  // W in world axes: first its columns, then its rows
  const columns = [0, 1, 2].map((c) => frames.toWorld(i, [W[c], W[3 + c], W[6 + c]]))
  const mobility = new Float64Array(9)
  for (let r = 0; r < 3; r++) {
    const row = columns.map((column) => column[r])
    mobility.set(frames.toWorld(i, row), 3 * r)
  }
  const answer: ArrayLike<number> | undefined = impulse({ ...state, mobility })
  const found = Array.from(answer ?? [])
  if (found.length !== 3 || !found.every(Number.isFinite))
    throw new VarioError(
      'INPUT',
      `The impulse of ${names}: expected three finite numbers [N.s] from the function of the contact law, got ` +
        `${answer === undefined ? 'nothing' : `[${found.join(', ')}]`}.`,
    )
  return frames.fromWorld(i, found)
}
