import { assertKnownKeys } from '../../base/index.ts'
import { equations, expr, Model, Par, Var } from '../../model/index.ts'
import { Tendon } from './tendon.ts'

/**
 * Muscle of Hill's type between the ends of a path, without this path: `length` [m] is its input, `force` [N], the
 * tension, its output. The fibers act in parallel with a passive spring and a small damper, in series with a tendon, at
 * an angle that grows when they shorten, so that their width stays. Curves, activation and their numbers are those of
 * Thelen [2003, J. Biomech. Eng. 125:70-77] for young adults, the damper and its use in place of a least activation
 * those of Millard et al. [2013, J. Biomech. Eng. 135:021005]:
 *
 *   a' = (u - a)/tau                    tau = t_activation (0.5 + 1.5 a) if u > a, else t_deactivation/(0.5 + 1.5 a)   (1)
 *   f_active = exp(-(l - 1)²/0.45)                           fibers with the length l, relative to l_optimal           (2)
 *   f_passive = (exp(5 (l - 1)/0.6) - 1)/(exp(5) - 1)                                                     for l > 1    (3)
 *   f_velocity = (V + v)/(V - v/0.25)                        V = 0.25 + 0.75 a, shortening: -V < v < 0                 (4)
 *   f_velocity = (V + 1.4 c v)/(V + c v)                     c = (2 + 2/0.25)/(1.4 - 1), lengthening                   (5)
 *   f_tendon = 0.33 (exp(3 e/e_toe) - 1)/(exp(3) - 1)        strain e up to e_toe = 0.609 strain_max                   (6)
 *   f_tendon = 0.33 + 1.712 (e - e_toe)/strain_max           beyond                                                    (7)
 *   f_tendon = (a f_active f_velocity + f_passive + damping v) cos(angle)                                              (8)
 *
 * It starts with the activation `activation.init`, and with fibers that are at rest.
 */
export const HillMuscle = Model({
  /** Excitation, between 0 and 1. */
  u: Var({ input: true }),
  /** Of the path [m]. */
  length: Var({ input: true, unit: 'm' }),
  force: Var({ output: true, unit: 'N' }),
  F_max: Par(1000, 'N', { min: 0 }),
  l_optimal: Par(0.1, 'm', { min: 0 }),
  l_slack: Par(0.2, 'm', { min: 0 }),
  pennation: Par(0, 'rad'),
  /** Largest speed of the fibers, in optimal lengths per second. */
  v_max: Par(10, '1/s', { min: 0 }),
  t_activation: Par(0.015, 's', { min: 0 }),
  t_deactivation: Par(0.05, 's', { min: 0 }),
  strain_max: Par(0.04, { min: 0 }),
  damping: Par(0.1, { min: 0 }),
  activation: Var({ init: 0.01 }),
  /** Length of the fibers, along the tendon and along themselves; speed along the tendon. */
  along: Var({ start: expr`l_optimal*cos(pennation)`, unit: 'm' }),
  fiber: Var({ unit: 'm' }),
  speed: Var({ unit: 'm/s' }),
  cosine: Var(),
  l: Var(),
  v: Var(),
  strain: Var(),
  V: Var(),
  f_active: Var(),
  f_passive: Var(),
  f_velocity: Var(),
  f_tendon: Var(),
  rate: Var(),
  excitation: Var(),
  equations: equations`
    excitation = max(0, min(1, u))
    rate = 0.5 + 1.5*activation
    der(activation) = noEvent(if excitation > activation then (excitation - activation)/(t_activation*rate) else (excitation - activation)*rate/t_deactivation)
    der(along) = speed
    fiber = sqrt(along^2 + (l_optimal*sin(pennation))^2)
    cosine = along/fiber
    l = fiber/l_optimal
    v = speed*cosine/(l_optimal*v_max)
    V = 0.25 + 0.75*activation
    f_active = exp(-(l - 1)^2/0.45)
    f_passive = noEvent(if l > 1 then (exp(5*(l - 1)/0.6) - 1)/(exp(5) - 1) else 0)
    f_velocity = noEvent(if v >= 0 then (V + 35*v)/(V + 25*v) else if v > -V then (V + v)/(V - 4*v) else 0)
    strain = (length - along)/l_slack - 1
    f_tendon = noEvent(if strain <= 0 then 0 else if strain < 0.609*strain_max then 0.33*(exp(3*strain/(0.609*strain_max)) - 1)/(exp(3) - 1) else 0.33 + 1.712*(strain/strain_max - 0.609))
    f_tendon = (activation*f_active*f_velocity + f_passive + damping*v)*cosine
    force = F_max*f_tendon
    assert(along > 0.01*l_optimal, "HillMuscle: the fibers have no length left: the path is shorter than the tendon and the shortest fibers")
  `,
  initialEquations: equations`speed = 0`,
})

/** Arguments of `Muscle` besides the parameters of `HillMuscle`. */
export interface MuscleArguments {
  /** Paths of at least two Object3Ds, through whose origins it passes in this order, in straight lines. */
  readonly points: readonly string[]
  /** Largest isometric force [N] (default 1000), length of the fibers at which they have it [m] (default 0.1). */
  readonly F_max?: number
  readonly l_optimal?: number
  /** Length at which the tendon is slack [m] (default 0.2). */
  readonly l_slack?: number
  /** Angle of the fibers at their optimal length [rad] (default 0). */
  readonly pennation?: number
  /** Largest speed of the fibers [1/s], in optimal lengths per second (default 10). */
  readonly v_max?: number
  /** Times of activation and deactivation [s] (default 0.015, 0.05). */
  readonly t_activation?: number
  readonly t_deactivation?: number
  /** Strain of the tendon under the largest isometric force (default 0.04). */
  readonly strain_max?: number
  /** Damping of the fibers, relative to F_max at v_max (default 0.1). */
  readonly damping?: number
  /** Activation at the start (default 0.01). */
  readonly activation?: number
}

const NUMBERS = [
  ...['F_max', 'l_optimal', 'l_slack', 'pennation', 'v_max', 't_activation', 't_deactivation'],
  ...['strain_max', 'damping'],
] as const

/**
 * A `HillMuscle` on a path through points of several objects, which its tension pulls together: `path` is the `Tendon`
 * with its results length, speed and force, `u` the excitation, between 0 and 1.
 */
export function Muscle(args: MuscleArguments) {
  assertKnownKeys('Muscle', args, ['points', 'activation', ...NUMBERS])
  const { points, activation } = args
  const numbers = Object.entries(args).filter(([key]) => (NUMBERS as readonly string[]).includes(key))
  return HillMuscle.extend({
    path: Tendon({ points, tension: expr`force` }),
    equations: equations`length = path.length`,
  })({
    ...(Object.fromEntries(numbers) as Partial<Record<'F_max', number>>),
    ...(activation !== undefined && { activation: { init: activation } }),
  })
}
