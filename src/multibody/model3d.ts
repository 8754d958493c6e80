import { InputError } from '../base/index.ts'
import {
  type BuildContext,
  type BuildResult,
  type Component,
  type EquationsNode,
  equations,
  isModel,
  isVar,
  type Members,
  Model,
  type ModelNode,
  membersOf,
  type ParNode,
  redeclare,
  registerFunction,
  registerRecordOwner,
  type VarNode,
} from '../model/index.ts'
import { type ActionProgram, findPrograms } from './actions/index.ts'
import { createWorldSignals, nameOf, type Signal, type SignalValue, WorldMemory } from './component/index.ts'
import { findFlange, isScene, PartList } from './parts/index.ts'
import { type FlangeVariables, listFlangeVariables } from './parts/joints/index.ts'
import { isTagged } from './records/index.ts'
import { smallStartFactor } from './structure/index.ts'

/**
 * A model with 3D mechanics: Object3Ds, joints, force elements and sensors besides everything that a `Model` may have.
 * One Object3D has the feature `Scene`: it is the world. Sub-models with 3D parts are `Model` or `Model3D`. `actions`,
 * also of a sub-model, is a program that changes the structure while the model runs.
 */
export function Model3D<M extends Members & { readonly actions?: ActionProgram }>(members: M): Component<M> {
  if (members.build !== undefined)
    throw new InputError('Model3D.build', 'no build hook, because a 3D model has its own', members.build)
  return Model<M>({ ...members, build: buildWorld })
}

/**
 * Build hook: finds all 3D parts of the model, and adds the equations of motion of the joints with flanges. Files refer
 * to it by its name.
 */
const buildWorld = registerFunction('Model3D', (context: BuildContext): BuildResult => {
  const { component, present, value, isFixed } = context
  const parts = new PartList(present)
  const programs = findPrograms(present)
  const { flanges, declared } = parts
  const exchange = createWorldSignals(
    context.path,
    declared,
    flanges,
    context.references,
    ({ parameter, index }, place) => isFixed(parameter, index < 0 ? place : [index, ...place]),
  )
  const memory = (): WorldMemory => new WorldMemory(parts, programs, exchange.signals, exchange.reports)
  const nested =
    changesInside(component, {
      length: readLength(parts, exchange.signals, value),
      records: exchange.records,
    }) ?? {}
  const equations = [...exchange.equations]
  if (flanges.length > 0) {
    const forces = flanges.map(({ path, variables }) => `${path}.${variables.force}`)
    const motion = flanges.map(({ path, variables: { position, velocity, acceleration } }) =>
      [position, velocity, acceleration].map((name) => `${path}.${name}`).join(', '),
    )
    equations.unshift(motionEquations(forces, motion, exchange.signals))
  }
  const { members, variables } = exchange
  return {
    memory,
    variables,
    model: { ...nested, ...members, ...(equations.length > 0 && { equations: joinEquations(equations) }) },
  }
})

/** All equations as one member of a model. */
function joinEquations(list: readonly EquationsNode[]): EquationsNode {
  return { _class: 'Equations', blocks: list.flatMap(({ blocks }) => blocks) }
}

registerRecordOwner(
  'Object3D',
  buildWorld,
  'MULTIBODY',
  'is an Object3D, but no model around it is a 3D model: it would not move. Write Model3D({ … }) instead of ' +
    'Model({ … }) for the model that contains the world, an Object3D with the feature Scene().',
)

registerRecordOwner(
  'Pool',
  buildWorld,
  'MULTIBODY',
  'is a Pool, but no model around it is a 3D model: nothing could be added. Write Model3D({ … }) instead of ' +
    'Model({ … }) for the model that contains the world.',
)

registerRecordOwner(
  'GeneratorFunction',
  buildWorld,
  'MULTIBODY',
  'is a program of actions, but no model around it is a 3D model: it would not run. Write Model3D({ … }) instead of ' +
    'Model({ … }) for the model that contains the world.',
)

/**
 * The equations of motion of the flanges: `(tau1, …) = inverse(time, phi1, w1, a1, …, signals)`, linear in the
 * accelerations with the mass matrix as Jacobian. Where the forces are known, `forward` computes the accelerations
 * instead, in O(n) of the number of joints.
 */
function motionEquations(
  forces: readonly string[],
  motion: readonly string[],
  signals: readonly Signal[],
): EquationsNode {
  const results = forces.length
  const first = (values: Float64Array): number | Float64Array => (results === 1 ? values[0] : values)
  const inverse = {
    name: 'inverseDynamics',
    evaluate(this: WorldMemory, ...args: SignalValue[]) {
      return first(this.inverse(args))
    },
    results,
    linearIn: [
      ...forces.map((_, i) => 3 + 3 * i),
      ...signals.flatMap(({ isLinear }, i) => (isLinear ? [1 + 3 * results + i] : [])),
    ],
    selectsColumns: true,
    jacobian(this: WorldMemory, columns: readonly number[], ...args: SignalValue[]) {
      return this.inverseJacobian(columns, args)
    },
    inverse: {
      name: 'forwardDynamics',
      evaluate(this: WorldMemory, ...args: SignalValue[]) {
        return first(this.forward(args))
      },
      results,
    },
  }
  const left = results === 1 ? forces[0] : `(${forces.join(', ')})`
  const text = [`${left} = `, `(time, ${[...motion, ...signals.map(nameOf)].join(', ')})`]
  return equations(Object.assign(text, { raw: text }), inverse)
}

/** Nominal length of the scene [m]; 1 if it is unknown before a run. */
function readLength(
  { sceneName, declared }: PartList,
  signals: readonly Signal[],
  value: BuildContext['value'],
): number {
  if (sceneName === undefined) return 1
  // gravity that follows variables has no value before a run
  const isVariable = signals.some(({ path }) => path === sceneName)
  const world: unknown = isVariable
    ? declared.find(({ path }) => path === sceneName)?.record
    : value(sceneName)
  const feature = isTagged(world) && 'feature' in world ? world.feature : undefined
  const length = isScene(feature) ? feature.nominalLength : undefined
  return typeof length === 'number' && length > 0 ? length : 1
}

/** Data for the modification of the members of a 3D model. */
interface WorldChanges {
  /** Nominal length of the scene [m]. */
  readonly length: number
  /** Records without expressions of variables, by the paths of their parameters. */
  readonly records: ReadonlyMap<string, ParNode>
}

/**
 * The modification of all members of a 3D model; null: no changes. Nested 3D models belong to the world of the outer
 * one, which removes their build hooks: `{ bar: { build: null }, legs: [{ build: null }, null] }`; other components
 * with memory keep theirs. States of flanges without nominal values get some that fit the scene and their start values.
 */
function changesInside(model: ModelNode, world: WorldChanges, prefix = ''): Record<string, unknown> | null {
  const changes: Record<string, unknown> = {}
  for (const [name, member] of membersOf(model)) {
    const record = world.records.get(`${prefix}${name}`)
    if (record !== undefined) {
      changes[name] = redeclare(record)
      continue
    }
    const items: readonly unknown[] = Array.isArray(member) ? member : [member]
    // all elements of an array of components have the same records
    const isList = Array.isArray(member) || (isModel(member) && member.members['for'] !== undefined)
    const pathOf = (i: number): string => `${prefix}${name}${isList ? `[${i + 1}]` : ''}.`
    const found = items.map((item, i) => (isModel(item) ? changesOf(item, world, pathOf(i)) : null))
    if (found.some((change) => change !== null)) changes[name] = Array.isArray(member) ? found : found[0]
  }
  return Object.keys(changes).length > 0 ? changes : null
}

function changesOf(model: ModelNode, world: WorldChanges, prefix: string): Record<string, unknown> | null {
  const flange = findFlange(model)
  if (flange !== null) {
    const changes = listFlangeVariables(flange.axes).map((axis) =>
      nominalsOf(model, axis, axis.isAngle ? 1 : world.length),
    )
    return changes.some((change) => change !== null) ? Object.assign({}, ...changes) : null
  }
  const inside = changesInside(model, world, prefix)
  return model.members.build === buildWorld ? { ...inside, build: null } : inside
}

/** Replaces a start value of NaN by a guess: loops or equations determine the position of the joint. */
function freeStart({ init }: VarNode): { readonly init: null; readonly start: number } | null {
  return Number.isNaN(init) ? { init: null, start: 0 } : null
}

/**
 * Nominal values of position and velocity of a flange, as of joints without flange: the given ones, for the velocity
 * that of the position too, or `size` [m, rad], or the magnitude of small start values.
 */
function nominalsOf(
  { members }: ModelNode,
  { position: positionName, velocity: velocityName }: FlangeVariables,
  size: number,
): Record<string, unknown> | null {
  const [position, velocity] = [members[positionName], members[velocityName]]
  if (!isVar(position) || !isVar(velocity)) return null
  const starts = [position.init, velocity.init].map((x) =>
    typeof x === 'number' && !Number.isNaN(x) ? Math.abs(x) / size : 0,
  )
  const usual = size * smallStartFactor(Math.max(...starts))
  const given = typeof position.nominal === 'number' ? position.nominal : usual
  const changes = {
    [positionName]: {
      ...freeStart(position),
      ...(position.nominal === undefined && usual !== 1 && { nominal: usual }),
    },
    [velocityName]: {
      ...freeStart(velocity),
      ...(velocity.nominal === undefined && given !== 1 && { nominal: given }),
    },
  }
  const own = Object.entries(changes).filter(([, change]) => Object.keys(change).length > 0)
  return own.length > 0 ? Object.fromEntries(own) : null
}
