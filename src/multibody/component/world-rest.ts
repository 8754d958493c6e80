import {
  type HoldOverload,
  holdContacts,
  listHoldOverloads,
  REVOLUTE,
  renewHolds,
  stickHolds,
} from '../../mechanics/index.ts'
import type { ModelStates, RestMemory } from '../../simulation/index.ts'
import { FlangeMap } from '../loop-closing/index.ts'
import type { World } from '../world/index.ts'

/** A world in the search of an equilibrium: its contacts hold their places. */
export function createWorldRest(world: World): RestMemory {
  const { contacts } = world
  return {
    stop: () => world.stop(),
    hold: (how) => {
      if (contacts !== null) holdContacts(contacts.model, contacts.data, how === 'slips')
    },
    passStep: (t) => {
      if (contacts === null) return
      world.updateForces(t)
      renewHolds(contacts.data)
    },
    stick: () => {
      if (contacts !== null) stickHolds(contacts.data)
    },
    listOverloads: (t) => {
      if (contacts === null) return []
      world.updateForces(t)
      return listHoldOverloads(contacts.model, contacts.data).map(describe)
    },
    listDrivenMotions: (states) => listDrivenMotions(world, states),
  }
}

/** Joints with flanges that equations move in any state of rest. */
function listDrivenMotions(world: World, states: ModelStates): string[] {
  const { flanges, grouping, tree } = world
  if (flanges.n === 0) return []
  const { isMovable } = new FlangeMap(world, states)
  const [q, v] = [new Float64Array(flanges.n), new Float64Array(flanges.n)]
  flanges.readMotion(q, v)
  return grouping.treeJoints.flatMap(({ body, joint }) => {
    const k = flanges.bodies.indexOf(body)
    if (k < 0 || isMovable[k] === 1 || v[k] === 0) return []
    return [`${joint.fullPath} moves with ${format(v[k])} ${tree.kind[body] === REVOLUTE ? 'rad/s' : 'm/s'}`]
  })
}

/** Compares the load of a contact with its limits. */
function describe(overload: HoldOverload): string {
  const { path1, path2, pressure, friction, slidingUse, rollingUse } = overload
  const needs: string[] = []
  if (slidingUse > 1) {
    const turns = Math.abs(overload.turningTorque) > SMALL_PART * overload.turningLimit
    const torque = turns
      ? [
          ` and ${format(overload.turningTorque)} N.m about the normal`,
          ` or ${format(overload.turningLimit)} N.m`,
        ]
      : ['', '']
    needs.push(
      `${path1} and ${path2} slide: to hold takes ${format(overload.slidingForce)} N${torque[0]}, ` +
        `friction gives ${format(overload.slidingLimit)} N${torque[1]} ` +
        `(mu_k = ${friction.muK}, pressed together by ${format(pressure)} N).`,
    )
  }
  if (rollingUse > 1)
    needs.push(
      `${path1} and ${path2} roll: to hold takes ${format(overload.rollingTorque)} N.m, resistance against ` +
        `rotation gives ${format(overload.rollingLimit)} N.m (mu_r = ${friction.muR}, pressed together by ` +
        `${format(pressure)} N).`,
    )
  return needs.join(' ')
}

/** Torques below this fraction of the friction are not mentioned [1]. */
const SMALL_PART = 1e-3

function format(value: number): string {
  return Number(Math.abs(value).toPrecision(3)).toString()
}
