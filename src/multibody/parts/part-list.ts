/** The components of a 3D model: found in the tree of the model when it is built, read when a run starts. */
import { InputError } from '../../base/index.ts'
import { isModel, isPar, type MemberNode, type ModelNode, membersOf } from '../../model/index.ts'
import { isTagged, type TaggedRecord } from '../records/index.ts'
import { isScene } from './feature-kinds.ts'
import {
  type FlangeVariables,
  hasMotion,
  JOINTS,
  type JointAxes,
  listFlangeVariables,
  listMotionAxes,
} from './joints/index.ts'

/** Place of a record: a parameter, or an element of a parameter that is a list. */
interface RecordPlace {
  /** Path in the 3D model: `bar.frame`, `balls[2]`. */
  readonly path: string
  readonly parameter: string
  readonly index: number
}

/** A part as it is declared: expressions in its record are not evaluated. */
export interface DeclaredPart extends RecordPlace {
  readonly record: TaggedRecord
  /** The list that contains the record; the record itself if it is in none. */
  readonly list: unknown
}

/** A joint with flanges: a component of the model. */
interface FlangeJoint {
  readonly path: string
  readonly kind: string
  readonly axes: JointAxes
  /** Parameters of the component that are keys of the record of the joint. */
  readonly parameters: readonly string[]
}

/** An axis that equations move, of a component or of a record that prescribes its motion. */
export interface FlangeAxis {
  /** Path of the component or record, a prefix of the names of the variables. */
  readonly path: string
  /** Number among the axes of the joint, translations first. */
  readonly order: number
  readonly variables: FlangeVariables
}

/** Place of the declaration of a part. */
export interface PartPath {
  /** Path in the 3D model, a prefix of the names of its states and results. */
  readonly path: string
  /** Path in the whole model, for messages. */
  readonly fullPath: string
}

/** A component with the values of its record. */
export interface Part<R extends TaggedRecord = TaggedRecord> extends PartPath {
  readonly record: R
}

/** All components of a 3D model, in the order of their declaration. */
export class PartList {
  readonly flanges: FlangeAxis[] = []
  private readonly flangeJoints: FlangeJoint[] = []
  /** Name of the parameter that is the world; undefined: there is none, or it is in a list. */
  sceneName: string | undefined
  readonly declared: DeclaredPart[] = []

  constructor(component: ModelNode) {
    this.visit(component, '')
  }

  /** The records with their values in this run. */
  read(segment: ParameterSource): Part[] {
    return this.declared.map(({ path, parameter, index }) => {
      const value: unknown = segment.value(parameter)
      const record: unknown = Array.isArray(value) ? value[index] : value
      const fullPath = joinPath(segment.path, path)
      if (!isTagged(record)) throw new InputError(fullPath, 'the record of a 3D part', record)
      return { path, fullPath, record }
    })
  }

  /** The joints with flanges, as records of the parameters of their components. */
  readFlangeJoints(segment: ParameterSource): Part[] {
    return this.flangeJoints.map(({ path, kind, parameters }) => {
      const values = parameters.map((key) => [key, segment.value(`${path}.${key}`)] as const)
      return { path, fullPath: joinPath(segment.path, path), record: { kind, ...Object.fromEntries(values) } }
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
    const flange = findFlange(model)
    if (flange === null) this.visit(model, `${path}.`)
    else {
      this.flangeJoints.push({ path, ...flange })
      this.addFlanges(path, flange.axes)
    }
  }

  private addRecords(value: unknown, parameter: string): void {
    if (isTagged(value)) {
      this.declared.push({ path: parameter, parameter, index: -1, record: value, list: value })
      this.addMotion(parameter, value)
      if ('feature' in value && isScene(value.feature)) this.sceneName = parameter
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        const record = isPar(item) ? item.value : item
        if (!isTagged(record)) return
        const path = `${parameter}[${index + 1}]`
        this.declared.push({ path, parameter, index, record, list: value })
        this.addMotion(path, record)
      })
    }
  }

  private addMotion(path: string, record: TaggedRecord): void {
    if (!hasMotion(record)) return
    const { motion } = record
    const isFree = (order: number): boolean => Array.isArray(motion) && motion[order] === null
    this.addFlanges(path, listMotionAxes(record, JOINTS.get(record.kind)?.axes), isFree)
  }

  private addFlanges(path: string, axes: JointAxes, isFree: (order: number) => boolean = () => false): void {
    listFlangeVariables(axes).forEach((variables, order) => {
      if (!isFree(order)) this.flanges.push({ path, order, variables })
    })
  }
}

/** Source of the values of parts: parameters of the 3D model at `path`. */
export interface ParameterSource {
  readonly path: string
  value(name: string): unknown
}

/** The kind of joint of a component, and its variables; null: it is not a joint with a flange. */
export function findFlange({ members }: ModelNode): Omit<FlangeJoint, 'path'> | null {
  const { joint } = members
  if (!isPar(joint) || typeof joint.value !== 'string') return null
  const { flangeParameters: parameters, axes } = JOINTS.get(joint.value) ?? {}
  return parameters === undefined || axes === undefined ? null : { kind: joint.value, axes, parameters }
}

/** The full path of a part of the 3D model `root`. */
export function joinPath(root: string, path: string): string {
  return root === '' ? path : `${root}.${path}`
}
