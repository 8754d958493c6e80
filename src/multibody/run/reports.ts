/** Values of parts that equations use, in one segment. */
import { VarioError } from '../../base/index.ts'
import { cardan123FromRotation, quatFromRotation } from '../../math/index.ts'
import type { ParameterMatrix, SegmentContext } from '../../simulation/index.ts'
import { joinPath } from '../parts/index.ts'
import type { Frame } from '../records/index.ts'
import { OBJECT_REPORTS, type Report, WORLD_REPORTS } from '../signals/index.ts'
import type { World } from '../world/index.ts'
import type { CutJoint } from './loop-closing/index.ts'
import type { ObjectResults } from './object-results.ts'

type ReportValue = number | Float64Array | ParameterMatrix

/** Computes one value, after the evaluation that it needs. */
type Reader = () => ReportValue

export class Reports {
  private readonly readers = new Map<Report, Reader>()
  private readonly R = new Float64Array(9)

  constructor(
    private readonly segment: SegmentContext,
    private readonly world: World,
    private readonly worldPath: string,
    private readonly results: ObjectResults,
    private readonly cutJoints: readonly CutJoint[],
  ) {}

  read(report: Report): ReportValue {
    let reader = this.readers.get(report)
    if (reader === undefined) this.readers.set(report, (reader = this.createReader(report)))
    return reader()
  }

  private createReader(report: Report): Reader {
    const { path, name } = report
    const frame = this.world.grouping.frames.get(path)
    if (frame !== undefined && OBJECT_REPORTS.has(name)) return this.createMotionReader(frame, name)
    const values = this.segment.declared(`${path}.${name}`)?.values
    if (values === undefined) throw this.createMissing(report)
    const update = this.findUpdate(report)
    const read: Reader = report.definition.size === undefined ? () => values[0] : () => values
    if (update === null) return read
    return () => {
      update()
      return read()
    }
  }

  /** Pose or motion of an object in the world. */
  private createMotionReader(frame: Frame, name: string): Reader {
    const { R } = this
    const { motion } = this.world
    const out = new Float64Array(name === 'q_abs' ? 4 : 3)
    switch (name) {
      case 'r_abs':
        return () => (motion.position(frame, out), out)
      case 'v_abs':
        return () => (motion.velocity(frame, out), out)
      case 'a_abs':
        return () => (motion.acceleration(frame, out), out)
      case 'w_abs':
        return () => (motion.angularVelocity(frame, out), out)
      case 'z_abs':
        return () => (motion.angularAcceleration(frame, out), out)
      case 'q_abs':
        return () => (motion.rotation(frame, R), quatFromRotation(out, 0, R, 0), out)
      case 'rot123_abs':
        return () => (motion.rotation(frame, R), cardan123FromRotation(out, 0, R, 0), out)
      default: {
        const matrix = { rows: 3, cols: 3, data: new Float64Array(9) }
        return () => (motion.rotation(frame, matrix.data), matrix)
      }
    }
  }

  /** Computes the result of a part; null: it is a state, which is known. */
  private findUpdate({ path, name }: Report): (() => void) | null {
    const { world, results } = this
    if (path === this.worldPath && WORLD_REPORTS.has(name)) return () => results.writeBalance(world)
    const cut = this.cutJoints.find(({ joint }) => joint.resultPath === path)
    if (cut !== undefined)
      return () => {
        cut.follow(world.motion, world.motion.time)
        cut.writeResults(world.motion)
      }
    const element = world.elements.find(joinPath(this.segment.path, path))
    return element?.writeResults === undefined ? null : () => element.writeResults!(world.motion)
  }

  private createMissing({ path, name }: Report): VarioError {
    const { time } = this.segment
    const full = `${joinPath(this.segment.path, path)}.${name}`
    return new VarioError(
      'SIGNAL',
      `${full}: expected a part that exists as long as equations use it, got none from t = ${time} s on. ` +
        'Let equations use parts that actions do not remove.',
      { path: full, time },
    )
  }
}
