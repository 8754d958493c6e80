/** Result variables of the objects, and the balances of the whole world. */
import { cardan123FromRotation, quatFromRotation } from '../../math/index.ts'
import { computeKineticEnergy, computeMomentum } from '../../mechanics/index.ts'
import type { SegmentContext, VariantResult, VariantState } from '../../simulation/index.ts'
import type { Frame } from '../frames/index.ts'
import type { World } from '../world/index.ts'

/**
 * Energy of all bodies that move with a nominal length per second, in place of their speeds, which nobody knows in
 * advance [J].
 */
function nominalEnergyOf({ tree, length }: World): number {
  return length * length * tree.mass.reduce((sum, mass) => sum + mass, 0)
}

/** Position and orientation of an object in the world. */
interface PoseResults {
  readonly frame: Frame
  readonly position: VariantResult
  readonly angles: VariantResult
  readonly quaternion: VariantResult
}

/** Energies and momenta of all bodies. */
interface Balance {
  readonly kinetic: VariantResult
  readonly potential: VariantResult
  readonly total: VariantResult
  readonly momentum: VariantResult
  readonly angularMomentum: VariantResult
}

function declareBalance(
  declare: (name: string, unit: string, size: number[], info: string) => VariantResult,
): Balance {
  return {
    kinetic: declare('kineticEnergy', 'J', [], 'of all bodies'),
    potential: declare('potentialEnergy', 'J', [], 'in gravity and springs'),
    total: declare('totalEnergy', 'J', [], 'kinetic and potential'),
    momentum: declare('momentum', 'kg.m/s', [3], 'of all bodies'),
    angularMomentum: declare('angularMomentum', 'kg.m2/s', [3], 'about the origin of the world'),
  }
}

/** Writes `r_abs`, `rot123_abs` and `q_abs` of all objects, and energies and momenta of the world. */
export class ObjectResults {
  private readonly poses: PoseResults[] = []
  /** Energies and momenta; null: there are no masses. */
  private readonly balance: Balance | null
  /** Energy that contacts have taken out of the motion, as a state: its derivative is known at every time. */
  private readonly dissipated: VariantState | null
  private readonly contacts: VariantResult | null
  private readonly R = new Float64Array(9)
  private readonly L = new Float64Array(6)

  constructor(
    segment: SegmentContext,
    world: World,
    worldPath: string,
    /** Energy that contacts have taken before, and energy in gravity of what the world holds [J]. */
    private readonly energies: { readonly dissipated: number; readonly held: number },
  ) {
    for (const frame of world.grouping.frames.values()) {
      this.poses.push({
        frame,
        position: segment.result(`${frame.path}.r_abs`, {
          size: [3],
          unit: 'm',
          info: 'position in the world',
        }),
        angles: segment.result(`${frame.path}.rot123_abs`, {
          size: [3],
          unit: 'rad',
          info: 'Cardan angles from the world',
        }),
        quaternion: segment.result(`${frame.path}.q_abs`, {
          size: [4],
          info: 'orientation in the world, x y z w',
        }),
      })
    }
    const declare = (name: string, unit: string, size: number[], info: string): VariantResult =>
      segment.result(`${worldPath}.${name}`, { unit, size, info })
    this.balance = world.isKinematic ? null : declareBalance(declare)
    const hasContacts = world.contacts !== null
    this.dissipated = hasContacts
      ? segment.state(`${worldPath}.dissipatedEnergy`, {
          start: energies.dissipated,
          unit: 'J',
          // bodies without mass have no energy; that they cannot move is said where they do
          nominal: nominalEnergyOf(world) || 1,
          isIntegral: true,
          info: 'taken out by contacts',
        })
      : null
    this.contacts = hasContacts ? declare('nContact', '', [], 'number of pairs in contact') : null
  }

  /** Energy that contacts have taken out of the motion until now [J]. */
  get dissipatedEnergy(): number {
    return this.dissipated?.values[0] ?? this.energies.dissipated
  }

  /** @param dissipation power that contacts take out of the motion [W] */
  writeDerivatives(dissipation: number): void {
    if (this.dissipated !== null) this.dissipated.derivatives[0] = dissipation
  }

  write(world: World): void {
    const { R, L } = this
    const { motion, tree, data, elements } = world
    for (const { frame, position, angles, quaternion } of this.poses) {
      motion.position(frame, position.values)
      motion.rotation(frame, R)
      cardan123FromRotation(angles.values, 0, R, 0)
      quatFromRotation(quaternion.values, 0, R, 0)
    }
    if (this.balance === null) return
    const { kinetic, potential, total, momentum, angularMomentum } = this.balance
    kinetic.values[0] = computeKineticEnergy(tree, data)
    for (const element of elements) kinetic.values[0] += element.kineticEnergy?.(motion) ?? 0
    potential.values[0] = world.potentialEnergy() + this.energies.held
    total.values[0] = kinetic.values[0] + potential.values[0]
    if (this.contacts !== null) this.contacts.values[0] = world.contacts!.data.contacts.n
    computeMomentum(tree, data, L)
    for (const element of elements) element.addMomentum?.(motion, L)
    for (let i = 0; i < 3; i++) {
      angularMomentum.values[i] = L[i]
      momentum.values[i] = L[i + 3]
    }
  }
}
