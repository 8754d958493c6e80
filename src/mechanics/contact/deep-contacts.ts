import { RESULT_DISTANCE, RESULT_LENGTH } from '../../collision/index.ts'
import type { ActiveContacts } from '../contact-forces/index.ts'
import type { CollidableShapes } from './collidable-shapes.ts'

/** Penetration relative to the smaller body above which a contact is deep [1]. */
const DEEP_PART = 0.1

/** A pair with a deep penetration. */
export interface DeepContact {
  readonly path1: string
  readonly path2: string
  /** Largest penetration [m], and its time [s]. */
  readonly depth: number
  readonly time: number
  /** Smallest dimension of both [m]. */
  readonly thickness: number
}

/** Records contacts with forces whose penetration was more than a tenth of the smaller body. */
export class DeepContacts {
  private readonly found = new Map<number, DeepContact>()

  constructor(private readonly shapes: CollidableShapes) {}

  /** Records contact k at time t [s], at the end of a step. */
  note(contacts: ActiveContacts, k: number, t: number): void {
    if (contacts.isElastic[k] === 0) return
    const depth = -contacts.geometry[RESULT_LENGTH * k + RESULT_DISTANCE]
    const { convex, paths, n } = this.shapes
    const a = contacts.a[k]
    const b = contacts.b[k]
    const thickness = Math.min(convex[a].minDimension, convex[b].minDimension)
    if (!(depth > DEEP_PART * thickness)) return
    const key = a * n + b
    const before = this.found.get(key)
    if (before !== undefined && before.depth >= depth) return
    this.found.set(key, { path1: paths[a], path2: paths[b], depth, time: t, thickness })
  }

  list(): DeepContact[] {
    return [...this.found.values()]
  }
}
