import type { ComponentEvent, SegmentContext } from '../../simulation/index.ts'
import {
  type ActionProgram,
  type ActionRecord,
  createLockLimits,
  isWhenRecord,
  ProgramRunner,
  printAction,
  printRecord,
  ReferencePaths,
  type StateSource,
  StructureChanges,
} from '../actions/index.ts'
import type { Part, PartList } from '../parts/index.ts'
import { findInScopes, readStructure, type Structure } from '../structure/index.ts'
import type { World } from '../world/index.ts'

/** The structure of a run, which outlives segments, and the programs that change it. */
export class RunStructure implements StateSource {
  /** What actions have done until now. */
  readonly records: ActionRecord[] = []
  readonly runner: ProgramRunner
  /** Whether anything may change the structure. */
  readonly hasPrograms: boolean
  private readonly changes: StructureChanges
  private readonly paths = new ReferencePaths(() => this.present!.segment)
  /** Adds a line to the log of the run. */
  private log: ComponentEvent['log'] | null = null
  /** Where everything is in the present segment; set before anything asks. */
  private present: { readonly world: World; readonly segment: SegmentContext } | null = null
  /** Paths of all objects and joints that have ever been there. */
  private readonly known = new Map<string, true>()

  constructor(
    segment: SegmentContext,
    parts: readonly Part[],
    partList: PartList,
    program: ActionProgram | null,
  ) {
    const structure = readStructure(segment.path, parts, partList.readFlangeJoints(segment))
    this.changes = new StructureChanges(structure, createLockLimits(structure.scene, segment.tolerance))
    const whens = parts.flatMap(({ path, fullPath, record }) =>
      isWhenRecord(record) ? [{ path, fullPath, record }] : [],
    )
    this.hasPrograms = program !== null || whens.length > 0
    this.runner = new ProgramRunner(this, this.paths, (record) => this.note(record), program, whens)
    this.remember()
  }

  get structure(): Structure {
    return this.changes.structure
  }

  /** Whether contacts are looked for. */
  get hasContacts(): boolean {
    return this.changes.hasContacts
  }

  get world(): World {
    return this.present!.world
  }

  get time(): number {
    return this.world.motion.time
  }

  variable(name: string): (() => number) | undefined {
    return this.present!.segment.variable(name)
  }

  readonly wasThere = (from: string, reference: string): boolean =>
    findInScopes(this.known, from, reference) === true

  /** A segment begins. */
  enterSegment(world: World, segment: SegmentContext): void {
    this.present = { world, segment }
  }

  /** Carries out the actions that are due. True if the structure has changed: the rest waits for the next segment. */
  act(event: ComponentEvent): boolean {
    this.log = event.log
    const due = this.runner.next(event.time)
    if (this.paths.takeChanges()) event.repeat()
    if (due === null) return false
    const { action, by, from, leave } = due
    const { text, lostEnergy, rest } = this.changes.apply(action, {
      world: this.world,
      states: event.states,
      from,
    })
    leave(rest)
    this.note({
      ...{ time: event.time, command: printAction(action), by, text },
      ...(lostEnergy !== undefined && { lostEnergy }),
    })
    this.remember()
    return true
  }

  /** The run has ended: says what programs still wait for. */
  warnOfWaiting(): void {
    const { time } = this
    for (const { name, command } of this.runner.listWaiting()) {
      const message =
        `The program ${name} still waits at the end, t = ${time} s: the condition of ${command} has never been ` +
        'fulfilled.'
      this.present!.segment.warn({ code: 'ACTION_WAITS', key: `${name} ${command}`, time, message })
    }
  }

  private note(record: ActionRecord): void {
    this.records.push(record)
    this.log?.(printRecord(record))
  }

  private remember(): void {
    for (const path of this.structure.objects.keys()) this.known.set(path, true)
    for (const { path } of this.structure.joints) this.known.set(path, true)
  }
}
