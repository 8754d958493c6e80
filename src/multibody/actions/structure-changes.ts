/** Carries out commands that change the structure of a world. */
import { VarioError } from '../../base/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import type { PartPath } from '../parts/index.ts'
import { collectConnected, type Structure } from '../structure/index.ts'
import type { World } from '../world/index.ts'
import { checkOptions, printAction, type StructureAction } from './actions.ts'
import { addFromPool, assertFlips, attach, release, remove } from './assembly-changes.ts'
import { type Change, ChangeContext, type CutValues } from './change-context.ts'
import { changeJoint } from './change-joint.ts'
import { nameApart } from './joint-names.ts'
import { assertTogether } from './lock-conditions.ts'
import { disconnect, findLooseRoot, lockJoint, unlockJoint } from './lock-joint.ts'
import type { LockLimits } from './lock-limits.ts'
import { placeError } from './place-error.ts'

/** Codes of errors that state why a command cannot be carried out. */
const PLACED_CODES: ReadonlySet<string> = new Set(['ACTION', 'INPUT', 'MULTIBODY'])

/** Context of a command. */
export interface CommandPlace {
  /** Poses of objects are those of this world. */
  readonly world: World
  readonly cuts: CutValues
  readonly states: ModelStates
  /** Path of the program, and its name. */
  readonly from: PartPath
  readonly by: string
}

/** Result of a command, and the rest of it. */
export type AppliedChange = Change & { readonly rest: StructureAction | null }

/** The present structure, and the changes of it. */
export class StructureChanges {
  /** True while contact detection is on. */
  hasContacts: boolean

  constructor(
    public structure: Structure,
    private readonly limits: LockLimits,
  ) {
    this.hasContacts = structure.scene.hasContacts
  }

  /** Carries out a command; returns the rest of it, if that needs the new structure. */
  apply(action: StructureAction, place: CommandPlace): AppliedChange {
    const { world, cuts, states, from, by } = place
    const { kind } = (action.kind === 'attach' && action.secondHalfOf) || action
    const context = new ChangeContext(this.structure, world, cuts, states, this.limits, kind, from)
    try {
      checkOptions(action)
      const made = this.change(action, context)
      const change = { ...made, ...freeLoose(context, made) }
      this.structure = nameApart(change.structure, this.structure)
      if (action.enableContactDetection !== undefined) this.hasContacts = action.enableContactDetection
      return { rest: null, ...change, structure: this.structure }
    } catch (error) {
      // errors of solvers and of functions of the user keep their messages
      if (!(error instanceof VarioError) || !PLACED_CODES.has(error.code)) throw error
      throw placeError(error, `${by}: ${printAction(action)}`, world.motion.time)
    }
  }

  private change(
    action: StructureAction,
    context: ChangeContext,
  ): Change & { readonly rest?: StructureAction } {
    switch (action.kind) {
      case 'attach':
        return attach(context, action.part, action.target, action.impulse === true)
      case 'release':
        return release(context, action.part)
      case 'releaseAndAttach':
        return this.passOn(action, context, action.part)
      case 'flipChain':
        assertFlips(context, action.part, action.old)
        return this.passOn(action, context, action.old)
      case 'delete':
        return remove(context, action.part)
      case 'lock':
        return lockJoint(context, action.joint, action.impulse === true)
      case 'unlock':
        return unlockJoint(context, action.joint)
      case 'disconnect':
        return disconnect(context, action.joint)
      case 'changeJoint':
        return changeJoint(context, action)
      case 'add':
        return addFromPool(context, action.pool, action.start)
      case 'enableContactDetection':
        return {
          structure: context.structure,
          text: `contact detection is switched ${action.enableContactDetection ? 'on' : 'off'}`,
        }
    }
  }

  /**
   * Releases an assembly, and attaches it elsewhere. An impulse acts on the structure without the old lock, so that the
   * attachment waits for it; so does the impulse that stops a residual motion.
   */
  private passOn(
    action: Extract<StructureAction, { kind: 'releaseAndAttach' | 'flipChain' }>,
    context: ChangeContext,
    old: string,
  ): Change & { readonly rest?: StructureAction } {
    const { part, target, impulse } = action
    const released = release(context, old)
    if (impulse) return { ...released, rest: { kind: 'attach', part, target, impulse, secondHalfOf: action } }
    const { world, cuts, states, limits, what } = context
    const next = new ChangeContext(released.structure, world, cuts, states, limits, what, context.from)
    const moves = assertTogether(next, next.lockable(part), next.lockable(target), {
      ...{ isNear: true, isAtRest: true },
    })
    if (moves) return { ...released, rest: { kind: 'attach', part, target, secondHalfOf: action } }
    const attached = attach(next, part, target, false)
    return { ...attached, text: `${released.text}; ${attached.text}` }
  }
}

/** Adds free motion for objects that are disconnected from the world after a change; they keep their velocities. */
export function freeLoose(context: ChangeContext, change: Change): Change {
  let { structure, text } = change
  for (;;) {
    const connected = collectConnected(structure, structure.world)
    if (connected.size === structure.objects.size) return { ...change, structure, text }
    const loose = [...structure.objects.values()].find((object) => !connected.has(object))!
    const root = findLooseRoot(structure, loose)
    structure = {
      ...structure,
      joints: [...structure.joints, context.freeJoint(root)],
      madeRoots: new Set([...structure.madeRoots, root]),
    }
    text = `${text}, and ${root.fullPath} moves freely`
  }
}
