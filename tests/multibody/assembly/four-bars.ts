/** Planar four-bars in the x-y plane, with any lengths and joints. */
import { Model } from 'vario'
import { MassProperties, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'

/** A bar along x: its ends are `end1` and `end2`. */
export const Bar = (length: number) =>
  Model({
    body: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 0.01, Iyy: 0.1, Izz: 0.1 }) }),
    }),
    end1: Object3D({ parent: 'body', translation: [-length / 2, 0, 0] }),
    end2: Object3D({ parent: 'body', translation: [length / 2, 0, 0] }),
  })

/** Crank, coupler, rocker, base [m]. */
export type Lengths = readonly [number, number, number, number]

/** Start values of joints, and further members of the model, which may replace joints. */
interface FourBarOptions {
  readonly crank?: Record<string, unknown>
  readonly coupler?: Record<string, unknown>
  readonly tip?: Record<string, unknown>
  readonly rocker?: Record<string, unknown>
  readonly more?: Record<string, never>
}

/** Joints: `crank` and `rocker` on the ground, `coupler` and `tip` at the ends of the coupler. */
export function createFourBar([a, b, c, d]: Lengths, options: FourBarOptions = {}) {
  return Model3D({
    world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
    base: Object3D({ parent: 'world', translation: [d, 0, 0] }),
    bar1: Bar(a)(),
    bar2: Bar(b)(),
    bar3: Bar(c)(),
    crank: Revolute({ obj1: 'world', obj2: 'bar1.end1', ...options.crank }),
    coupler: Revolute({ obj1: 'bar1.end2', obj2: 'bar2.end1', ...options.coupler }),
    tip: Revolute({ obj1: 'bar3.end2', obj2: 'bar2.end2', ...options.tip }),
    rocker: Revolute({ obj1: 'base', obj2: 'bar3.end1', ...options.rocker }),
    ...options.more,
  })
}

/** Tip of the coupler for an angle of the crank [rad]: one of the two intersections of circles; sign +1: above. */
export function locateTip([a, b, c, d]: Lengths, phi: number, sign: number): readonly [number, number] {
  const [x, y] = [a * Math.cos(phi), a * Math.sin(phi)]
  const [dx, dy] = [d - x, -y]
  const distance = Math.hypot(dx, dy)
  const along = (distance * distance + b * b - c * c) / (2 * distance)
  const across = sign * Math.sqrt(b * b - along * along)
  const [ux, uy] = [dx / distance, dy / distance]
  return [x + along * ux - across * uy, y + along * uy + across * ux]
}
