/** Result variables of the objects, and the balances of the whole world. */
import { cardan123FromRotation, quatFromRotation } from '../../math/index.ts'
import { computeKineticEnergy, computeMomentum } from '../../mechanics/index.ts'
import type { SegmentContext, VariantResult, VariantState } from '../../simulation/index.ts'
import type { Frame } from '../records/index.ts'
import type { World } from '../world/index.ts'

/**
 * Energy of all bodies at a nominal length per second, in place of their speeds, which are not known in advance [J].
 */
function nominalEnergyOf({ tree, length }: World): number {
  return length * length * tree.mass.reduce((sum, mass) => sum + mass, 0)
}

/**
 * The tolerance of a dissipated energy is kept while the nominal energy stays within this many powers of two: all
 * islands integrate it, and would restart with another one.
 */
const SAME_SIZE = 1

/** Position and orientation of an object in the world. */
interface PoseResults {
  readonly frame: Frame
  readonly position: VariantResult
  readonly angles: VariantResult
  readonly quaternion: VariantResult
  /** All of them, for the next segment. */
  readonly all: readonly VariantResult[]
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

function declarePose(segment: SegmentContext, frame: Frame): PoseResults {
  const { path } = frame
  const info = 'position in the world'
  const position = segment.result(`${path}.r_abs`, { size: [3], unit: 'm', info })
  const angles = segment.result(`${path}.rot123_abs`, {
    ...{ size: [3], unit: 'rad', info: 'Cardan angles from the world' },
  })
  const quaternion = segment.result(`${path}.q_abs`, {
    ...{ size: [4], type: 'quaternion', info: 'orientation in the world, x y z w' },
  })
  return { frame, position, angles, quaternion, all: [position, angles, quaternion] }
}

function keepPose(segment: SegmentContext, frame: Frame, before: PoseResults): PoseResults {
  segment.keep(before.all)
  return frame === before.frame ? before : { ...before, frame }
}

/** Writes `r_abs`, `rot123_abs` and `q_abs` of all objects, and energies and momenta of the world. */
export class ObjectResults {
  /** By the paths of the objects. */
  private readonly poses = new Map<string, PoseResults>()
  /** Energies and momenta; null without masses. */
  private readonly balance: Balance | null
  /** The same by their names. */
  private readonly balances = new Map<string, VariantResult>()
  /** Energy that contacts have dissipated, as a state: its derivative is known at every time. */
  private readonly dissipated: { readonly state: VariantState; readonly nominal: number } | null
  private readonly dissipatedBefore: number
  private readonly held: () => number
  private readonly contacts: VariantResult | null
  private readonly R = new Float64Array(9)
  private readonly L = new Float64Array(6)

  constructor(
    segment: SegmentContext,
    world: World,
    worldPath: string,
    /** Results of the segment before, or null; and energy in gravity of the bodies that the world holds [J]. */
    { previous, held }: { readonly previous: ObjectResults | null; readonly held: () => number },
  ) {
    this.held = held
    for (const frame of world.grouping.frames.values()) {
      const before = previous?.poses.get(frame.path)
      this.poses.set(frame.path, before ? keepPose(segment, frame, before) : declarePose(segment, frame))
    }
    const declare = (name: string, unit: string, size: number[], info: string): VariantResult => {
      const before = previous?.balances.get(name)
      if (before) segment.keep(before)
      const result = before ?? segment.result(`${worldPath}.${name}`, { unit, size, info })
      this.balances.set(name, result)
      return result
    }
    this.balance = world.isKinematic ? null : declareBalance(declare)
    const hasContacts = world.contacts !== null
    const hasLosses = hasContacts || world.elements.lawfulAxes.some(({ law }) => law.hasReaction)
    this.dissipatedBefore = previous?.dissipatedEnergy ?? 0
    // bodies without mass have no energy; an error about them is reported elsewhere
    const nominal = nominalEnergyOf(world) || 1
    const old = previous?.dissipated ?? null
    const isOfSameSize = old !== null && Math.abs(Math.log2(nominal / old.nominal)) < SAME_SIZE
    if (!hasLosses) this.dissipated = null
    else if (isOfSameSize) {
      segment.keep(old.state)
      this.dissipated = old
    } else {
      const start = this.dissipatedBefore
      const info = hasContacts ? 'taken out by contacts' : 'taken out by friction and stops'
      this.dissipated = {
        state: segment.state(`${worldPath}.dissipatedEnergy`, {
          ...{ start, unit: 'J', nominal, isIntegral: true, info },
        }),
        nominal,
      }
    }
    this.contacts = hasContacts ? declare('nContact', '', [], 'number of pairs in contact') : null
  }

  /** Energy that contacts have dissipated until now [J]. */
  get dissipatedEnergy(): number {
    return this.dissipated?.state.values[0] ?? this.dissipatedBefore
  }

  /** Adds energy that impulses have dissipated [J]. */
  addDissipated(energy: number): void {
    if (this.dissipated !== null) this.dissipated.state.values[0] += energy
  }

  /** @param dissipation power that contacts dissipate [W] */
  writeDerivatives(dissipation: number): void {
    if (this.dissipated !== null) this.dissipated.state.derivatives[0] = dissipation
  }

  write(world: World): void {
    const { R } = this
    const { motion } = world
    for (const { frame, position, angles, quaternion } of this.poses.values()) {
      motion.position(frame, position.values)
      motion.rotation(frame, R)
      cardan123FromRotation(angles.values, 0, R, 0)
      quatFromRotation(quaternion.values, 0, R, 0)
    }
    this.writeBalance(world)
  }

  /** Writes energies and momenta of the world. */
  writeBalance(world: World): void {
    const { L } = this
    const { motion, tree, data, elements } = world
    if (this.balance === null) return
    const { kinetic, potential, total, momentum, angularMomentum } = this.balance
    kinetic.values[0] = computeKineticEnergy(tree, data)
    for (const element of elements.list) kinetic.values[0] += element.kineticEnergy?.(motion) ?? 0
    potential.values[0] = world.potentialEnergy() + this.held()
    total.values[0] = kinetic.values[0] + potential.values[0]
    if (this.contacts !== null) this.contacts.values[0] = world.contacts!.data.contacts.n
    computeMomentum(tree, data, L)
    for (const element of elements.list) element.addMomentum?.(motion, L)
    for (let i = 0; i < 3; i++) {
      angularMomentum.values[i] = L[i]
      momentum.values[i] = L[i + 3]
    }
  }
}
