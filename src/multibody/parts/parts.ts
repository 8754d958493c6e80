/** The components of a 3D model: found in the tree of the model when it is built, read before every segment. */
import { isModel, isPar, type MemberNode, type ModelNode, membersOf } from '../../model/index.ts'
import type { SegmentContext } from '../../simulation/index.ts'
import type { TaggedRecord } from '../records/index.ts'

/** Where a record stands: a parameter, or an element of a parameter that is a list. */
interface RecordPlace {
  /** Path in the 3D model: `bar.frame`, `balls[2]`. */
  readonly path: string
  readonly parameter: string
  readonly index: number
}

/** A joint with a flange: a component of the model. */
export interface FlangeJoint {
  readonly path: string
  readonly kind: 'Revolute' | 'Prismatic'
}

/** A component with the values of its record. */
export interface Part {
  readonly path: string
  readonly record: TaggedRecord & Readonly<Record<string, unknown>>
}

/** All components of a 3D model, in the order of their declaration. */
export class PartList {
  readonly flangeJoints: FlangeJoint[] = []
  /** Name of the parameter that is the world; undefined: there is none, or it is in a list. */
  sceneName: string | undefined
  private readonly places: RecordPlace[] = []

  constructor(component: ModelNode) {
    this.visit(component, '')
  }

  /** The records with the values that they have in this segment. */
  read(segment: Pick<SegmentContext, 'value'>): Part[] {
    return this.places.map(({ path, parameter, index }) => {
      const value = segment.value(parameter)
      const record = index < 0 ? value : (value as unknown as readonly unknown[])[index]
      return { path, record: record as Part['record'] }
    })
  }

  private visit(model: ModelNode, prefix: string): void {
    for (const [name, member] of membersOf(model)) this.visitMember(member, prefix + name)
  }

  private visitMember(member: MemberNode, path: string): void {
    if (isPar(member)) this.addRecords(member.value, path)
    else if (Array.isArray(member)) {
      member.forEach((item: ModelNode, i) => {
        this.visitModel(item, `${path}[${i + 1}]`)
      })
    } else if (isModel(member)) this.visitModel(member, path)
  }

  private visitModel(model: ModelNode, path: string): void {
    const { joint } = model.members
    if (isPar(joint) && (joint.value === 'Revolute' || joint.value === 'Prismatic')) {
      this.flangeJoints.push({ path, kind: joint.value })
    } else this.visit(model, `${path}.`)
  }

  private addRecords(value: unknown, parameter: string): void {
    if (isTagged(value)) {
      this.places.push({ path: parameter, parameter, index: -1 })
      const { feature } = value as { readonly feature?: unknown }
      if (isTagged(feature) && feature.kind === 'Scene') this.sceneName = parameter
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        const record = isPar(item) ? item.value : item
        if (isTagged(record)) this.places.push({ path: `${parameter}[${index + 1}]`, parameter, index })
      })
    }
  }
}

function isTagged(value: unknown): value is TaggedRecord {
  return typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string'
}
