/** Values of parts that equations use, in one segment. */
import { VarioError } from '../../base/index.ts'
import { cardan123FromRotation, quatFromRotation } from '../../math/index.ts'
import type { ParameterMatrix, SegmentContext } from '../../simulation/index.ts'
import type { CutJoint } from '../loop-closing/index.ts'
import { joinPath } from '../parts/index.ts'
import type { Frame } from '../records/index.ts'
import type { World } from '../world/index.ts'
import type { ObjectResults } from './object-results.ts'
import { OBJECT_REPORTS, WORLD_REPORTS } from './part-tables.ts'
import type { Report } from './world-signals.ts'

type ReportValue = number | Float64Array | ParameterMatrix

/** Computes one value, after the evaluation that it needs. */
type Reader = () => ReportValue

/** Writes a motion of an object in the world. */
type Writer = (motion: World['motion'], frame: Frame, out: Float64Array) => void

/** Numbers of values other than 3. */
const SIZES: Readonly<Record<string, number>> = { q_abs: 4, R_abs: 9 }

const R = new Float64Array(9)

const WRITERS: Readonly<Record<string, Writer>> = {
  r_abs: (motion, frame, out) => {
    motion.position(frame, out)
  },
  v_abs: (motion, frame, out) => {
    motion.velocity(frame, out)
  },
  a_abs: (motion, frame, out) => {
    motion.acceleration(frame, out)
  },
  R_abs: (motion, frame, out) => {
    motion.rotation(frame, out)
  },
  q_abs: (motion, frame, out) => {
    motion.rotation(frame, R)
    quatFromRotation(out, 0, R, 0)
  },
  rot123_abs: (motion, frame, out) => {
    motion.rotation(frame, R)
    cardan123FromRotation(out, 0, R, 0)
  },
  w_abs: (motion, frame, out) => {
    motion.angularVelocity(frame, out)
  },
  z_abs: (motion, frame, out) => {
    motion.angularAcceleration(frame, out)
  },
}

export class Reports {
  /** By the numbers of the reports; undefined: not read yet. */
  private readonly readers: (Reader | undefined)[] = []

  constructor(
    private readonly segment: SegmentContext,
    private readonly world: World,
    private readonly worldPath: string,
    private readonly results: ObjectResults,
    private readonly cutJoints: readonly CutJoint[],
  ) {}

  read(report: Report): ReportValue {
    const reader = this.readers[report.number] ?? (this.readers[report.number] = this.createReader(report))
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
    const { motion } = this.world
    const out = new Float64Array(SIZES[name] ?? 3)
    const value = name === 'R_abs' ? { rows: 3, cols: 3, data: out } : out
    const write = WRITERS[name]
    return () => {
      write(motion, frame, out)
      return value
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
