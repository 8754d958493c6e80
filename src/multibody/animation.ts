/** Animation scenes from a 3D model and its result. */

import { type AnimationScene, animateScene, type MotionSignals } from '../animation/index.ts'
import { VarioError } from '../base/index.ts'
import {
  type AnyComponent,
  evaluateModel,
  findPresent,
  flatten,
  type MergeTree,
  type ModelNode,
  merge as mergeModel,
  selectStructureChanges,
} from '../model/index.ts'
import { listTendonLines } from './elements/index.ts'
import { describeScene, isPoolRecord, nameTemplate, type Part, PartList } from './parts/index.ts'

/** Part of a result that an animation needs. */
export interface MotionTable extends MotionSignals {
  readonly names: readonly string[]
}

/** Options of `createAnimation`. */
export interface AnimationOptions {
  /** Name of the scene (default 'model'). */
  readonly name?: string
  /** The merge tree that the simulation used. */
  readonly merge?: MergeTree
}

/**
 * All shapes of a 3D model with their motion in a result. Write it with `toThreeJson`,
 * `toGlb`, `toSvg`, …
 *
 * ```ts
 * const result = simulate(model, { stopTime: 3 }) const scene = createAnimation(model, result) const picture =
 * toSvg(scene, 1.5)
 * ```
 */
export function createAnimation(
  model: ModelNode,
  result: MotionTable,
  options: AnimationOptions = {},
): AnimationScene {
  const { name = 'model', merge = {} } = options
  const changes = selectStructureChanges(flatten(model), merge)
  const changed = changes === null ? model : mergeModel(model as AnyComponent, changes)
  const { parameters } = evaluateModel(flatten(changed), merge)
  const parts = new PartList(findPresent(changed)).read({ path: '', value: (key) => parameters.get(key) })
  const all = [...parts, ...listAdded(parts, result)]
  const missing = (path: string, names: string): Error =>
    new VarioError(
      'MULTIBODY',
      `${path}: expected ${names} in the result, found none. Use the result of this model.`,
      { path },
    )
  return animateScene(name, describeScene(all, listTendonLines(all)), result, missing)
}

/** Parts added from pools, as far as the result contains them. */
function listAdded(parts: readonly Part[], result: MotionTable): Part[] {
  const pools = parts.flatMap(({ path, record }) => (isPoolRecord(record) ? [{ path, record }] : []))
  if (pools.length === 0) return []
  const numbers = new Map(pools.map(({ path }) => [path, new Set<number>()]))
  for (const name of result.names) {
    const match = /^(.*)\[(\d+)\]\.[^[\].]+\.r_abs$/.exec(name)
    if (match !== null) numbers.get(match[1])?.add(Number(match[2]))
  }
  return pools.flatMap(({ path, record }) =>
    Array.from(numbers.get(path)!, (k) => `${path}[${k}]`).flatMap((name) =>
      nameTemplate({ path: name, fullPath: name }, record.parts),
    ),
  )
}
