import type { SegmentContext } from '../../simulation/index.ts'
import type { JointRecord, Part, PartList, SceneRecord } from '../parts/index.ts'
import { type FlangeJointPart, readStructure } from '../structure/index.ts'
import type { World } from '../world/index.ts'
import { ActionRunner } from './action-runner.ts'
import type { ActionProgram } from './actions.ts'
import { readLockLimits } from './scene-sizes.ts'
import { StructureChanges } from './structure-changes.ts'

/** The structure of a run, which outlives segments, and the program that changes it. */
export class RunStructure {
  readonly changes: StructureChanges
  /** null: the model has no actions. */
  private readonly runner: ActionRunner | null

  constructor(
    segment: SegmentContext,
    parts: readonly Part[],
    flangeJoints: PartList['flangeJoints'],
    program: ActionProgram | null,
    name: (path: string) => string,
  ) {
    const structure = readStructure(segment.path, parts, readFlangeJoints(segment, flangeJoints))
    const scene = structure.world.record.feature as SceneRecord
    const limits = readLockLimits(`${name(structure.world.path)}.feature`, scene, segment.tolerance)
    this.changes = new StructureChanges(structure, limits, name)
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

function readFlangeJoints(
  segment: SegmentContext,
  flangeJoints: PartList['flangeJoints'],
): FlangeJointPart[] {
  return flangeJoints.map(({ path, kind }) => {
    const read = (key: string): unknown => segment.value(`${path}.${key}`)
    const record = {
      kind,
      obj1: read('obj1'),
      obj2: read('obj2'),
      axis: read('axis'),
      canCollide: read('canCollide'),
    }
    return { path, record: record as unknown as JointRecord }
  })
}
