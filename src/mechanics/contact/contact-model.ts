import {
  type ContactLaw,
  createOwnLaw,
  elasticLaw,
  type PairMaterial,
  springDamperLaw,
} from '../contact-forces/index.ts'
import type { Tree } from '../tree.ts'
import { type CollidableShape, type CollidableShapes, createCollidableShapes } from './collidable-shapes.ts'
import type { DetectionFactory } from './contact-detection.ts'
import { type ContactOptions, type ResolvedContactOptions, resolveContactOptions } from './contact-options.ts'
import { type ContactRules, mayMeet } from './contact-rules.ts'
import { TwoPhaseDetection } from './two-phase-detection.ts'

/** Constant data of the contacts of the bodies of a tree during a segment. Any number of runs may share it. */
export interface ContactModel {
  readonly tree: Tree
  readonly shapes: CollidableShapes
  readonly rules: ContactRules
  readonly options: ResolvedContactOptions
  /** Creates the detection of contacts … */
  readonly createDetection: DetectionFactory
  /** … and selects the law of pairs of materials. */
  readonly lawOf: (material: PairMaterial) => ContactLaw
  /** Distance at which the contact of shapes i < j begins [m]; null: all touch at their surfaces. */
  readonly shellOf: ((i: number, j: number) => number) | null
  /** Lists of equivalent shapes as partners of contacts: a heap of a thousand stones has a few kinds of them. */
  readonly alike: readonly (readonly number[])[]
  /** True if shapes i < j may meet. */
  readonly mayMeet: (i: number, j: number) => boolean
}

/** Detection and laws of contacts that replace the default ones. */
export interface ContactMethods {
  readonly createDetection?: DetectionFactory
  readonly law?: ContactLaw
}

/** @throws InputError that names the invalid shape or option. */
export function createContactModel(
  tree: Tree,
  shapes: readonly CollidableShape[],
  rules: ContactRules,
  options: ContactOptions = {},
  methods: ContactMethods = {},
): ContactModel {
  const tables = createCollidableShapes(shapes, tree.nBody)
  const { law } = methods
  return Object.freeze({
    tree,
    shapes: tables,
    rules,
    options: resolveContactOptions(options),
    createDetection: methods.createDetection ?? createTwoPhaseDetection,
    lawOf: law === undefined ? createLaws() : () => law,
    shellOf: rules.hasShells ? (i, j) => rules.material(i, j)?.detectionDistance ?? 0 : null,
    alike: groupAlike(tables, rules),
    mayMeet: (i, j) => mayMeet(tables, rules, i, j),
  } satisfies ContactModel)
}

/** Shapes of the same material, roundness and flatness. */
function groupAlike({ n, convex }: CollidableShapes, { kind }: ContactRules): number[][] {
  const groups = new Map<string, number[]>()
  for (let i = 0; i < n; i++) {
    const { contactRadius, isFlat } = convex[i]
    const key = kind === undefined ? String(i) : `${kind(i)} ${contactRadius} ${isFlat}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [i])
    else group.push(i)
  }
  return [...groups.values()]
}

const createTwoPhaseDetection: DetectionFactory = (shapes, poses, mayMeetPair, method, shellOf) =>
  new TwoPhaseDetection(shapes, poses, mayMeetPair, method, shellOf)

/** Returns the laws of pairs of materials. Bodies with impulses are elastic while no impulse acts. */
function createLaws(): (material: PairMaterial) => ContactLaw {
  const ownLaws = new Map<PairMaterial, ContactLaw>()
  return (material) => {
    if (material.response === 'springDamper') return springDamperLaw
    if (material.response !== 'own' || material.own === undefined) return elasticLaw
    let law = ownLaws.get(material)
    if (law === undefined) {
      law = createOwnLaw(material, material.own, elasticLaw)
      ownLaws.set(material, law)
    }
    return law
  }
}
