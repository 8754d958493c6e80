import type { SegmentContext } from '../../simulation/index.ts'
import type { Part, PartList } from '../parts/index.ts'
import { readStructure } from '../structure/index.ts'
import type { World } from '../world/index.ts'
import { ActionRunner } from './action-runner.ts'
import type { ActionProgram } from './actions.ts'
import { createLockLimits } from './lock-limits.ts'
import { StructureChanges } from './structure-changes.ts'

/** The structure of a run, which outlives segments, and the program that changes it. */
export class RunStructure {
  readonly changes: StructureChanges
  /** null: the model has no actions. */
  private readonly runner: ActionRunner | null

  constructor(
    segment: SegmentContext,
    parts: readonly Part[],
    partList: PartList,
    program: ActionProgram | null,
  ) {
    const structure = readStructure(segment.path, parts, partList.readFlangeJoints(segment))
    this.changes = new StructureChanges(structure, createLockLimits(structure.scene, segment.tolerance))
    this.runner = program && new ActionRunner(program, segment.time)
  }

  /** Time of the next action [s]; Infinity: none. */
  get nextTime(): number {
    return this.runner?.nextTime ?? Number.POSITIVE_INFINITY
  }

  /** Carries out the actions that are due. True if the structure has changed. */
  act(time: number, world: World): boolean {
    return this.runner?.run(time, world, this.changes) ?? false
  }
}
