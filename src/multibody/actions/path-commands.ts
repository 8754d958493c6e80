import { InputError } from '../../base/index.ts'
import type { SegmentContext } from '../../simulation/index.ts'
import { ReferencePathMemory } from '../elements/index.ts'
import type { PartPath } from '../parts/index.ts'
import type { PathAction } from './actions.ts'

/** The reference paths of a run, as programs command them. */
export class ReferencePaths {
  /** Commands since the last call of `takeChanges`. */
  private hasChanged = false

  /** @param segment the present segment */
  constructor(private readonly segment: () => SegmentContext) {}

  /**
   * Carries out a command at the time `t` [s]. Returns the time when the program continues [s], and the text for the
   * log.
   */
  apply(action: PathAction, t: number, from: PartPath): { readonly until: number; readonly text: string } {
    const path = this.find(action, from)
    this.hasChanged = true
    if (action.kind === 'addReferencePath') {
      path.set(action, t)
      return { until: t, text: `${action.path} is at rest at ${path.present(t).join(', ')}` }
    }
    if (!Array.isArray(action.points) || !action.points.every(Array.isArray))
      throw new InputError(
        `${from.fullPath}: ptpJointSpace`,
        'a list of points, each a list of positions: [[1, 0.5], [0, 0]]',
        action.points,
      )
    const until = path.move(action.points, t)
    return { until, text: `${action.path} moves until t = ${until} s` }
  }

  /** True once after commands: the equations must be evaluated again. */
  takeChanges(): boolean {
    const { hasChanged } = this
    this.hasChanged = false
    return hasChanged
  }

  private find({ kind, path }: PathAction, from: PartPath): ReferencePathMemory {
    const memory = this.segment().component(path, from.path)
    if (memory instanceof ReferencePathMemory) return memory
    throw new InputError(`${from.fullPath}: ${kind}`, 'the path of a ReferencePath', path)
  }
}
