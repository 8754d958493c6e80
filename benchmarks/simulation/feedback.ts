/** Feedback of n carts on their rails: through flanges, by positions in the world, and one source that all share. */
import { equations, expr, Model, Var } from 'vario'
import { Force } from 'vario/library/translational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Scene,
  Solid,
  WorldForce,
} from 'vario/multibody'
import type { ModelNode } from '../../src/model/index.ts'

/** Ways to write the same loop: at the flange of the joint, and by r_abs with a force of the joint or in the world. */
export const ROUTES = ['flange', 'joint force', 'world force'] as const
export type Route = (typeof ROUTES)[number]

/** Stiffness [N/m] and damping [N.s/m] of the loop of cart k, mass 1 kg. */
const stiffness = (k: number) => 5 + (k % 10)
const DAMPING = 1
const START = 0.1

const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })

function createCart(route: Route, k: number) {
  const rail = { obj1: 'world', obj2: 'body', axis: 'x', s: { init: START } } as const
  const law = (position: string, velocity: string): string =>
    `u = -${stiffness(k)}*${position} - ${DAMPING}*${velocity}`
  const body = Object3D({ feature: solid })
  const u = Var({ unit: 'N' })
  if (route === 'flange')
    return Model({
      ...{ body, u, slide: PrismaticWithFlange(rail), drive: Force() },
      connect: [['drive.flange', 'slide.flange']],
      equations: equations(`${law('slide.s', 'slide.v')}\ndrive.f = u`),
    })
  if (route === 'joint force')
    return Model({
      ...{ body, u, slide: Prismatic({ ...rail, f: expr`u` }) },
      equations: equations(law('body.r_abs[1]', 'body.v_abs[1]')),
    })
  return Model({
    ...{ body, u, slide: Prismatic(rail) },
    push: WorldForce({ objectApply: 'body', force: expr`[u, 0, 0]` }),
    equations: equations(law('body.r_abs[1]', 'body.v_abs[1]')),
  })
}

export function createCarts(route: Route, n: number): ModelNode {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    carts: Array.from({ length: n }, (_, k) => createCart(route, k)()),
  })({})
}

/** Position of cart k: x'' + d x' + c x = 0. */
export function positionOf(k: number, t: number): number {
  const decay = DAMPING / 2
  const w = Math.sqrt(stiffness(k) - decay ** 2)
  return START * Math.exp(-decay * t) * (Math.cos(w * t) + (decay / w) * Math.sin(w * t))
}

/** n loops with one source: x' = u - x, where u of all is the same variable. */
export function createSharedLoops(n: number): ModelNode {
  const Loop = Model({ x: Var({ init: 0 }), u: Var({ input: true }), equations: equations`der(x) = u - x` })
  const links = Array.from({ length: n }, (_, k) => `loops[${k + 1}].u = source`).join('\n')
  return Model({
    loops: Array.from({ length: n }, () => Loop()),
    source: Var({ value: expr`sin(time)` }),
    equations: equations(links),
  })({})
}
