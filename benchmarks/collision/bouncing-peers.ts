/**
 * The bouncing sphere in engines with fixed steps, in the style of their users. Engines that are not installed are
 * omitted.
 */
import { CASE, IMPACT } from './bouncing-case.ts'

/** An engine in its initial state. */
interface Engine {
  step(): void
  /** Height of the center [m] and its velocity [m/s]. */
  height(): number
  velocity(): number
  free(): void
}

/** Creates the engine with a step size [s]. */
type CreateEngine = (step: number) => Engine

/** Duration of MuJoCo's soft contact in steps. */
const CONTACT_STEPS = 10

export const PEERS: Readonly<Record<string, CreateEngine>> = {
  ...(await loadRapier()),
  ...(await loadMujoco()),
}

/**
 * Time of the fifth impact [s], or NaN. Computed from the last state above the plate before the velocity reverses, so
 * that it is not rounded to steps.
 */
export function simulatePeer(create: CreateEngine, step: number): number {
  const { g, radius, stopTime } = CASE
  const engine = create(step)
  const n = Math.round(stopTime / step)
  let impactTime = Number.NaN
  let fifth = Number.NaN
  let count = 0
  let isFalling = true
  for (let k = 1; k <= n; k++) {
    engine.step()
    const v = engine.velocity()
    const gap = engine.height() - radius
    if (v < 0) {
      if (gap > 0) impactTime = k * step + (v + Math.sqrt(v * v + 2 * g * gap)) / g
      isFalling = true
    } else if (v > 0 && isFalling) {
      isFalling = false
      if (++count === IMPACT) fifth = impactTime
    }
  }
  engine.free()
  return fifth
}

async function loadRapier(): Promise<Record<string, CreateEngine>> {
  try {
    const { default: rapier } = await import('@dimforge/rapier3d-compat')
    await rapier.init()
    return {
      Rapier: (step) => {
        const { g, radius, height, restitution } = CASE
        const world = new rapier.World({ x: 0, y: 0, z: -g })
        world.timestep = step
        const body = world.createRigidBody(
          rapier.RigidBodyDesc.dynamic().setTranslation(0, 0, height + radius),
        )
        const bouncy = (collider: InstanceType<typeof rapier.ColliderDesc>) =>
          collider.setRestitution(restitution).setFriction(0)
        world.createCollider(bouncy(rapier.ColliderDesc.ball(radius)), body)
        world.createCollider(bouncy(rapier.ColliderDesc.cuboid(5, 5, 0.5).setTranslation(0, 0, -0.5)))
        return {
          step: () => world.step(),
          height: () => body.translation().z,
          velocity: () => body.linvel().z,
          free: () => world.free(),
        }
      },
    }
  } catch {
    return {}
  }
}

/**
 * MuJoCo has no restitution: its contact is a spring and a damper per mass, −stiffness and −damping in `solref`. They are chosen so that half a
 * period lasts CONTACT_STEPS steps and leaves the velocity e: with ω the frequency of the damped oscillation, ζ ω_n = −ω ln e/π.
 */
async function loadMujoco(): Promise<Record<string, CreateEngine>> {
  try {
    const { default: load } = await import('@mujoco/mujoco')
    const mujoco = await load()
    return {
      MuJoCo: (step) => {
        const { g, radius, height, restitution } = CASE
        const omega = Math.PI / (CONTACT_STEPS * step)
        const decay = (-omega * Math.log(restitution)) / Math.PI
        const stiffness = omega * omega + decay * decay
        const model = mujoco.MjModel.from_xml_string(`<mujoco>
          <option gravity="0 0 ${-g}" timestep="${step}"/>
          <default><geom condim="1" solref="${-stiffness} ${-2 * decay}" solimp="0.9999 0.9999 0.001"/></default>
          <worldbody>
            <geom type="plane" size="5 5 1"/>
            <body pos="0 0 ${height + radius}"><freejoint/><geom type="sphere" size="${radius}"/></body>
          </worldbody></mujoco>`)
        const data = new mujoco.MjData(model)
        return {
          step: () => mujoco.mj_step(model, data),
          height: () => (data.qpos as Float64Array)[2],
          velocity: () => (data.qvel as Float64Array)[2],
          free: () => {
            data.delete()
            model.delete()
          },
        }
      },
    }
  } catch {
    return {}
  }
}
