/** The objects of a world that collide: shapes, materials, and the pairs that may meet (thesis 5.1). */
import { InputError, VarioError } from '../../base/index.ts'
import { findContactPair, type MaterialTables } from '../../materials/index.ts'
import {
  type CollidableShape,
  type ContactRules,
  combineYoungsModuli,
  type OwnContactLaw,
  type PairMaterial,
} from '../../mechanics/index.ts'
import type { FeatureReader } from '../parts/index.ts'
import type { Grouping, ObjectNode } from '../structure/index.ts'

/** All colliding objects. */
export interface Collidables {
  readonly shapes: readonly CollidableShape[]
  /** Rules for the pairs that may meet; an unknown pair of materials is an error. */
  readonly createRules: () => ContactRules
}

/** Friction of pairs of objects in place of that of their materials. */
export interface OwnFriction {
  /** True if it concerns contacts of an object. */
  concerns(path: string): boolean
  /** Data of the contact of two objects; the friction may change with time. */
  adapt(material: PairMaterial, path1: string, path2: string): PairMaterial
}

/** A shape with the data for the rules. */
interface Entry {
  readonly shape: CollidableShape
  /** Full path of the object. */
  readonly fullPath: string
  /** Index in the list of materials. */
  readonly material: number
  readonly superObject: number
}

/**
 * Collects the collidable shapes. Pairs of one super-object never meet; pairs of two super-objects that a joint
 * connects meet only if the joint permits it; and contacts may be switched off.
 */
export function collectCollidables(
  grouping: Grouping,
  tables: MaterialTables,
  features: FeatureReader,
  areSwitchedOff: (path1: string, path2: string) => boolean,
  friction: OwnFriction,
): Collidables {
  const entries: Entry[] = []
  const materials: string[] = []
  grouping.superObjects.forEach(({ objects, frames }, superObject) => {
    objects.forEach((object, k) => {
      const { path, fullPath, record } = object
      const contact = features.readContact(`${fullPath}.feature`, record.feature)
      if (contact === null) return
      const { material, shapes } = contact
      if (!materials.includes(material)) materials.push(material)
      for (const convex of shapes) {
        const { body, R_BO, p_BO } = frames[k]
        entries.push({
          shape: { body, R_BS: R_BO, p_BS: p_BO, convex, path },
          fullPath,
          material: materials.indexOf(material),
          superObject,
        })
      }
    })
  })
  const separated = listSeparated(grouping)
  const couldMeet = (i: number, j: number): boolean => {
    const [a, b] = [entries[i].superObject, entries[j].superObject]
    return maySuperObjectsMeet(grouping, a, b) && !separated.has(pairOf(a, b))
  }
  const mayMeet = (i: number, j: number): boolean =>
    couldMeet(i, j) && !areSwitchedOff(entries[i].shape.path, entries[j].shape.path)
  return {
    shapes: entries.map(({ shape }) => shape),
    createRules: () => {
      const pairs = createPairs(entries, materials, couldMeet, tables)
      const ofMaterials = (i: number, j: number) => pairs[entries[i].material][entries[j].material]
      const own = listOwn(entries, couldMeet, ofMaterials, friction)
      return {
        mayMeet,
        material:
          own.size === 0 ? ofMaterials : (i, j) => own.get(i * entries.length + j) ?? ofMaterials(i, j),
        hasVaryingFriction: own.size > 0,
        kind: (i) => entries[i].material,
        hasShells: pairs.some((row) => row.some((pair) => (pair?.detectionDistance ?? 0) > 0)),
      }
    },
  }
}

/** True for two super-objects, if the joint between them permits it. */
function maySuperObjectsMeet({ superObjects }: Grouping, a: number, b: number): boolean {
  if (a === b) return false
  const [child, parent] = superObjects[a].parent === b ? [a, b] : [b, a]
  if (superObjects[child].parent !== parent) return true
  return superObjects[child].joint?.canCollide ?? true
}

/** Pairs of super-objects that a cut joint connects, and keeps from meeting. */
function listSeparated({ superObjects, cuts }: Grouping): Set<string> {
  const separating = cuts.filter(({ canCollide }) => !canCollide)
  if (separating.length === 0) return new Set()
  const numberOf = new Map<ObjectNode, number>()
  superObjects.forEach(({ objects }, k) => {
    for (const object of objects) numberOf.set(object, k)
  })
  return new Set(
    separating.flatMap(({ object1, object2, fixed }) => {
      const ends = [numberOf.get(object1)!, numberOf.get(object2)!] as const
      const own = pairOf(...ends)
      // both are one body: what a joint keeps from meeting one of them does not meet the other one either
      return fixed === null ? [own] : [own, ...neighborsOf(superObjects, ...ends)]
    }),
  )
}

/** Pairs of each of two super-objects with those that joints keep from meeting the other one. */
function neighborsOf(superObjects: Grouping['superObjects'], a: number, b: number): string[] {
  const isNeighbor = (k: number, other: number): boolean => {
    const [own, others] = [superObjects[k], superObjects[other]]
    const joint = own.parent === other ? own.joint : others.parent === k ? others.joint : null
    return joint !== null && !joint.canCollide
  }
  return superObjects.flatMap((_, k) => [
    ...(k !== b && isNeighbor(k, a) ? [pairOf(k, b)] : []),
    ...(k !== a && isNeighbor(k, b) ? [pairOf(k, a)] : []),
  ])
}

function pairOf(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`
}

/**
 * Data of all pairs of materials that can meet, by their indices. An unknown pair is an error at once, not at the
 * first contact.
 */
function createPairs(
  entries: readonly Entry[],
  materials: readonly string[],
  mayMeet: (i: number, j: number) => boolean,
  tables: MaterialTables,
): readonly (readonly (PairMaterial | undefined)[])[] {
  const pairs = materials.map(() => new Array<PairMaterial | undefined>(materials.length))
  const ofMaterial = materials.map((): number[] => [])
  entries.forEach(({ material }, i) => {
    ofMaterial[material].push(i)
  })
  const mayTouch = (i: number, j: number): boolean =>
    entries[i].shape.body !== entries[j].shape.body && mayMeet(i, j)
  // in the order of the shapes, so that an error names the first pair
  entries.forEach((a, i) => {
    ofMaterial.forEach((others, material) => {
      if (pairs[a.material][material] !== undefined) return
      const partner = others.find((j) => j > i && mayTouch(i, j))
      if (partner === undefined) return
      const pair = createPair(a, entries[partner], materials, tables)
      pairs[a.material][material] = pair
      pairs[material][a.material] = pair
    })
  })
  return pairs
}

/** Data of the pairs i < j with friction of their own, by i n + j for n shapes. */
function listOwn(
  entries: readonly Entry[],
  mayMeet: (i: number, j: number) => boolean,
  ofMaterials: (i: number, j: number) => PairMaterial | undefined,
  friction: OwnFriction,
): Map<number, PairMaterial> {
  const own = new Map<number, PairMaterial>()
  const areConcerned = entries.map(({ shape }) => friction.concerns(shape.path))
  entries.forEach(({ shape: a }, i) => {
    entries.forEach(({ shape: b }, j) => {
      if (j <= i || !(areConcerned[i] || areConcerned[j]) || a.body === b.body || !mayMeet(i, j)) return
      const material = ofMaterials(i, j)
      if (material === undefined) return
      const adapted = friction.adapt(material, a.path, b.path)
      if (adapted !== material) own.set(i * entries.length + j, adapted)
    })
  })
  return own
}

function createPair(a: Entry, b: Entry, materials: readonly string[], tables: MaterialTables): PairMaterial {
  const [materialA, materialB] = [materials[a.material], materials[b.material]]
  const pair = findContactPair(tables, materialA, materialB)
  if (pair === undefined) {
    throw new VarioError(
      'MULTIBODY',
      `${a.fullPath} (${materialA}) and ${b.fullPath} (${materialB}): expected data for contacts of ${materialA} with ` +
        `${materialB}, because they may collide, got none. ` +
        `Add it to the scene, Scene({ contactPairs: { '${materialA}-${materialB}': { … } } }), or give one of ` +
        'them another contactMaterial.',
      { path1: a.fullPath, path2: b.fullPath },
    )
  }
  if (pair.response === 'observer')
    return { response: 'observer', modulus: 0, cor: 0, muK: 0, muR: 0, vsmall: 0, wsmall: 0 }
  const [solidA, solidB] = [tables.solidMaterials[materialA], tables.solidMaterials[materialB]]
  for (const [entry, solid] of [
    [a, solidA],
    [b, solidB],
  ] as const) {
    if (solid.YoungsModulus === undefined || solid.PoissonsRatio === undefined)
      throw new InputError(
        `${entry.fullPath}.feature.contactMaterial`,
        'a material with YoungsModulus and PoissonsRatio, because the object collides',
        materials[entry.material],
      )
  }
  const { detectionDistance, impactThreshold, springStiffness, damperLaw } = pair
  return {
    ...readResponse(pair),
    ...(detectionDistance !== undefined && { detectionDistance }),
    ...(impactThreshold !== undefined && { impactThreshold }),
    ...(springStiffness !== undefined && { springStiffness }),
    ...(damperLaw !== undefined && { damperLaw }),
    modulus: combineYoungsModuli(
      solidA.YoungsModulus!,
      solidA.PoissonsRatio!,
      solidB.YoungsModulus!,
      solidB.PoissonsRatio!,
    ),
    cor: pair.coefficientOfRestitution,
    muK: pair.slidingFrictionCoefficient,
    muR: pair.rotationalResistanceCoefficient,
    vsmall: pair.vsmall,
    vsmallFriction: pair.vsmallFriction,
    wsmall: pair.wsmall,
  }
}

/** A response by name, or a law of the user. */
function readResponse({
  response,
}: {
  readonly response: string | object
}): Pick<PairMaterial, 'response' | 'own'> {
  return typeof response === 'string'
    ? { response: response as PairMaterial['response'] }
    : { response: 'own', own: response as OwnContactLaw }
}
