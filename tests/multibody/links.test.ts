/** Reuse of links that a change leaves untouched: the tree equals one built from scratch. */
import { Box, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { expect, test } from 'vitest'
import { toPlainRecord } from '../../src/model/index.ts'
import type { Part } from '../../src/multibody/parts/index.ts'
import {
  createLock,
  findAssembly,
  type Grouping,
  groupObjects,
  hangsOn,
  type ObjectNode,
  readStructure,
  replaceJoints,
  type Structure,
} from '../../src/multibody/structure/index.ts'
import { createRandom } from '../collision/shapes/samples.ts'

const N = 8

/** Assemblies of a root, an object on it, and one that a revolute joint moves; their mass is their number. */
function createParts(): Part[] {
  const feature = Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), solidMaterial: 'Steel' })
  const parts: [string, unknown][] = [
    ['world', Object3D({ feature: Scene() })],
    ['dock', Object3D({ parent: 'world', translation: [1, 2, 3] })],
  ]
  for (let k = 0; k < N; k++)
    parts.push(
      [`root${k}`, Object3D({ parent: 'world', fixedToParent: false, assemblyRoot: true, feature })],
      [`arm${k}`, Object3D({ parent: `root${k}`, translation: [0.1 * k, 1, 0], rotation: [0.3, 0.2, k] })],
      [`hand${k}`, Object3D({ feature })],
      [`rev${k}`, Revolute({ obj1: `arm${k}`, obj2: `hand${k}`, axis: 'y' })],
    )
  return parts.map(([path, value]) => ({ path, fullPath: path, record: toPlainRecord(value) }) as Part)
}

const massOf = ({ path }: ObjectNode) => {
  const m = 1 + (path.codePointAt(path.length - 1)! % 10)
  const inertia = Float64Array.of(m, 0, 0, 0, m, 0, 0, 0, m)
  return { mass: m, center: Float64Array.of(0, 0.1, 0), inertia }
}

/** Everything but links and the items that they are built from. */
function describeGrouping({ superObjects, frames, bodies, treeJoints }: Grouping): unknown {
  return {
    superObjects: superObjects.map(({ joint, objects, ...rest }) => ({
      ...rest,
      joint: joint?.path,
      objects: objects.map(({ path }) => path),
    })),
    frames: [...frames],
    bodies,
    treeJoints: treeJoints.map(({ joint, link: _, ...rest }) => ({ ...rest, joint: joint.path })),
  }
}

test('300 random locks to other objects and releases give the tree built from scratch', () => {
  const random = createRandom(4)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const start = readStructure('', createParts(), [])
  const holders = new Map(start.joints.map((joint) => [joint.path, joint]))
  let structure: Structure = start
  let before = groupObjects(structure, massOf, new Set())
  let nKept = 0
  for (let k = 0; k < 300; k++) {
    const { root, holder, objects, ...rest } = findAssembly(
      structure,
      structure.objects.get(`root${k % N}`)!,
    )!
    const object = pick([...objects])
    const targets = [...structure.objects.values()].filter(
      (target) => !hangsOn(structure, target, { root, holder, objects, ...rest }),
    )
    const pose = { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), p: Float64Array.of(random(), k, 0) }
    const joint =
      holder.role === 'free' ? createLock(root, pick(targets), object, pose) : holders.get(root.path)!
    structure = replaceJoints(structure, [holder], [joint])
    const after = groupObjects(structure, massOf, new Set(), before)
    expect(describeGrouping(after)).toEqual(describeGrouping(groupObjects(structure, massOf, new Set())))
    for (const [of, link] of after.links) if (before.links.get(of) === link) nKept++
    before = after
  }
  // of a dozen links, those of two bodies change, and the bodies on them move along
  expect(nKept / 300).toBeGreaterThan(N / 2)
})

test('an unchanged structure keeps its links', () => {
  const structure = readStructure('', createParts(), [])
  const before = groupObjects(structure, massOf, new Set())
  const { links } = groupObjects(structure, massOf, new Set(), before)
  for (const [joint, link] of links) expect(before.links.get(joint)).toBe(link)
})
