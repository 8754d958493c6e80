/** What a 3D model has in one segment of a run: made of the structure before it begins. */
import { createMaterialTables } from '../../materials/index.ts'
import { inheritContacts } from '../../mechanics/index.ts'
import type { EventIndicators, SegmentContext } from '../../simulation/index.ts'
import type { Part, PartList, SceneRecord } from '../parts/index.ts'
import { groupObjects, readMass, type Structure } from '../structure/index.ts'
import { collectCollidables, createContacts, createGravity, World } from '../world/index.ts'
import { ContactFunctions, ContactWarnings } from './contact/index.ts'
import { Coupling } from './coupling.ts'
import { createElements } from './create-elements.ts'
import { createIslands, type Islands } from './islands.ts'
import { LoadRates } from './load-rates.ts'
import { ObjectResults } from './object-results.ts'
import { readNominalLength } from './scene-sizes.ts'

export interface WorldSegment {
  readonly world: World
  readonly results: ObjectResults
  readonly coupling: Coupling
  /** null: the bodies are not divided. */
  readonly islands: Islands | null
  /** Distance of orientations from where they are singular. */
  readonly margin: EventIndicators
  /** Zero-crossing functions of contacts, and warnings; null: nothing can collide. */
  readonly contactFunctions: ContactFunctions | null
  readonly contactWarnings: ContactWarnings | null
  /** What functions of the user do; null: nothing. */
  readonly rates: LoadRates | null
}

/** What the parts of a segment are made of. */
export interface SegmentSource {
  readonly segment: SegmentContext
  readonly structure: Structure
  readonly parts: readonly Part[]
  readonly flangeJoints: PartList['flangeJoints']
  /** Full name of a path. */
  readonly name: (path: string) => string
  /** The segment before; null: it is the first one. */
  readonly previous: WorldSegment | null
}

/** Declares the states, results and zero-crossing functions of a segment, in this order. */
export function createWorldSegment(source: SegmentSource): WorldSegment {
  const { segment, structure, previous } = source
  const world = createWorld(source)
  const coupling = new Coupling(
    world,
    source.flangeJoints.map(({ path, kind }) =>
      kind === 'Revolute' ? [`${path}.phi`, `${path}.w`] : [`${path}.s`, `${path}.v`],
    ),
  )
  segment.coupling(coupling.groups())
  world.forEachStates((_body, { kinematics }) => {
    for (const [state, states] of kinematics) segment.dependsOn(state, states)
  })
  const margin = segment.indicators(1)
  const { contacts } = world
  const contactFunctions = contacts && new ContactFunctions(segment, contacts)
  const results = new ObjectResults(
    segment,
    world,
    structure.world.path,
    previous?.results.dissipatedEnergy ?? 0,
  )
  return {
    world,
    results,
    coupling,
    islands: createIslands(world, coupling, (dissipation) => {
      results.writeDerivatives(dissipation)
    }),
    margin,
    contactFunctions,
    contactWarnings:
      contacts && new ContactWarnings(contacts, world.gravity.magnitude, segment.warn, segment.isFirst),
    rates: LoadRates.create(world, segment.warn),
  }
}

/** The world with its elements; contacts and joints of the segment before go on. */
function createWorld({ segment, structure, parts, flangeJoints, name, previous }: SegmentSource): World {
  const scenePath = `${name(structure.world.path)}.feature`
  const scene = structure.world.record.feature as SceneRecord
  const tables = createMaterialTables(scenePath, scene)
  const grouping = groupObjects(structure, (object) => readMass(object, tables, name), name)
  const gravity = createGravity(`${scenePath}.gravityField`, scene.gravityField)
  const collidables = collectCollidables(grouping, tables, name)
  const world = new World(
    {
      grouping,
      gravity,
      length: readNominalLength(scenePath, scene),
      flangePaths: flangeJoints.map(({ path }) => path),
      createContacts: (tree, data) => createContacts(scenePath, scene, tree, data, collidables),
      shapes: collidables.shapes,
      name,
      previous: previous?.world ?? null,
    },
    segment,
  )
  world.setElements(createElements(parts, structure, world, collidables.shapes, segment, name))
  const before = previous?.world.contacts
  if (world.contacts && before) inheritContacts(world.contacts.data, before.model, before.data)
  return world
}
