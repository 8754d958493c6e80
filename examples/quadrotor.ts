/**
 * A quadrotor: a free body with four rotors, an inertial measurement unit, and a cascade of controllers as equations. It
 * flies to a place, turns a loop, and finds back; then wind begins, which it estimates from the measured acceleration
 * and cancels.
 *
 *   npx tsx examples/quadrotor.ts
 */
import {
  type Experiment,
  equations,
  expr,
  Model,
  Par,
  plotText,
  type SignalTable,
  simulate,
  Var,
} from 'vario'
import {
  Box,
  Cylinder,
  MassProperties,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Visual,
  WorldForce,
  WorldTorque,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Mass [kg], moments of inertia [kg.m2], length of an arm [m], torque per thrust [m], gravity [m/s2]. */
export const DATA = { m: 0.8, J: [0.006, 0.011, 0.006], L: 0.2, c: 0.015, g: 9.81 } as const
/** Drag of the body [N.s/m], wind along x and z [m/s] and its start [s]. */
export const WIND = { drag: 0.15, x: 4, z: -2, start: 8 } as const
/** Begin and end of the loop [s]. */
export const LOOP = { start: 4, end: 4.8 } as const
/** Place to which it flies [m]. */
export const GOAL = [1, 2, -0.5] as const
/** Gains of position [1/s2, 1/s] and attitude [1/s2, 1/s], time constant of the estimate of the wind [s]. */
export const GAINS = { kp: 4, kv: 4, kR: 150, kw: 20, T: 0.25 } as const

/** A rotor at `translation` in the body: thrust [N] upwards, and the reaction of its drag, with the sign of `turns`. */
function Rotor(translation: readonly number[], turns: 1 | -1) {
  return Model({
    thrust: Var({ unit: 'N', input: true }),
    hub: Object3D({ parent: 'frame', translation }),
    disc: Object3D({
      parent: 'hub',
      translation: [0, 0.02, 0],
      feature: Visual({
        shape: Cylinder({ axis: 'y', diameter: 0.2, length: 0.01 }),
        visualMaterial: { color: turns > 0 ? 'orange' : 'gray', transparency: 0.3 },
      }),
    }),
    lift: WorldForce({ objectApply: 'hub', objectCoord: 'hub', force: expr`[0, thrust, 0]` }),
    drag: WorldTorque({
      ...{ objectApply: 'hub', objectCoord: 'hub' },
      torque: expr`[0, ${turns * DATA.c}*thrust, 0]`,
    }),
  })
}

const { m, J, L, c, g } = DATA
const { kp, kv, kR, kw, T } = GAINS

export const Quadrotor = Model3D({
  world: Object3D({ feature: Scene() }),
  frame: Object3D({
    ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
    feature: Solid({
      shape: Box({ lengthX: 0.1, lengthY: 0.05, lengthZ: 0.1 }),
      massProperties: MassProperties({ mass: m, Ixx: J[0], Iyy: J[1], Izz: J[2] }),
    }),
  }),
  right: Rotor([L, 0, 0], 1),
  left: Rotor([-L, 0, 0], 1),
  front: Rotor([0, 0, L], -1),
  back: Rotor([0, 0, -L], -1),
  gust: WorldForce({ objectApply: 'frame', force: expr`${WIND.drag}*(wind - frame.v_abs)` }),

  goal: Par([...GOAL], 'm'),
  R: Var({
    start: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  }),
  d: Var({ init: [0, 0, 0], unit: 'N', info: 'estimated disturbance' }),
  F: Var({ unit: 'N', info: 'thrust of all rotors' }),
  equations: equations`
    # what the sensors measure: orientation, rates and specific force in the axes of the body
    R = frame.R_abs
    w = transpose(R)*frame.w_abs
    imu = transpose(R)*(frame.a_abs + [0, ${g}, 0])

    # the position loop wants an acceleration; a filter finds the force that the rotors do not explain
    a = ${kp}*(goal - frame.r_abs) - ${kv}*frame.v_abs + [0, ${g}, 0] - d/${m}
    der(d) = (${m}*(R*imu) - F*up - d)/${T}

    # the thrust points along the y axis of the body, which is to point along the wanted acceleration, or turns a loop
    up = R*[0, 1, 0]
    s = (time - ${LOOP.start})/${LOOP.end - LOOP.start}
    looping = time >= ${LOOP.start} and time < ${LOOP.end}
    turn = if looping then 2*pi*s^3*(10 - 15*s + 6*s^2) else 0
    rate = if looping then 60*pi*s^2*(1 - s)^2/${LOOP.end - LOOP.start} else 0
    wanted = if looping then [-sin(turn), cos(turn), 0] else a/norm(a)
    F = if looping then ${0.4 * m * g} else ${m}*dot(a, up)

    # the attitude loop wants torques
    tau = [${J[0]}, ${J[1]}, ${J[2]}] .* (${kR}*(transpose(R)*cross(up, wanted)) + ${kw}*(transpose(R)*[0, 0, rate] - w))

    # thrusts of the rotors
    right.thrust = F/4 + tau[3]/${2 * L} + tau[2]/${4 * c}
    left.thrust = F/4 - tau[3]/${2 * L} + tau[2]/${4 * c}
    front.thrust = F/4 - tau[1]/${2 * L} - tau[2]/${4 * c}
    back.thrust = F/4 + tau[1]/${2 * L} - tau[2]/${4 * c}

    wind = if time >= ${WIND.start} then [${WIND.x}, 0, ${WIND.z}] else [0, 0, 0]
  `,
})

export default Quadrotor({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = { stopTime: 14, plot: [['frame.r_abs'], ['d']] }

export function simulateQuadrotor(tolerance = 1e-6): SignalTable {
  return simulate(Quadrotor, { stopTime: 14, tolerance })
}

if (isMain(import.meta.url)) {
  const result = simulateQuadrotor()
  console.log(plotText(result, ['frame.r_abs'], { height: 16 }))
  const [x, y, z] = result.finalVector('frame.r_abs')
  const wind = result.finalVector('d').map((force) => force / WIND.drag)
  console.log(`At the end it is at ${[x, y, z].map((value) => value.toFixed(3)).join(', ')} m,`)
  console.log(`and estimates a wind of ${[...wind].map((value) => value.toFixed(2)).join(', ')} m/s.`)
}
