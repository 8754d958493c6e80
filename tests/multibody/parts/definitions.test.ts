/**
 * The tables of kinds: every definition is complete, and unknown names are rejected with the same message everywhere.
 */
import { quantity, simulate } from 'vario'
import * as multibody from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { parseUnit } from '../../../src/base/index.ts'
import { ELEMENTS } from '../../../src/multibody/elements/element-kinds.ts'
import { FEATURES } from '../../../src/multibody/parts/feature-kinds.ts'
import { GRAVITY_FIELDS } from '../../../src/multibody/parts/gravity-fields.ts'
import { JOINTS } from '../../../src/multibody/parts/joints/joint-kinds.ts'
import { object3D } from '../../../src/multibody/parts/object3d.ts'
import { MASS_PROPERTIES } from '../../../src/multibody/parts/solid-mass-properties.ts'
import { errorOf } from '../../reference/support/error-of.ts'

const { Model3D, Object3D, Scene, Solid, Sphere, MassProperties } = multibody

const TABLES = {
  joints: JOINTS,
  features: FEATURES,
  gravity: GRAVITY_FIELDS,
  mass: MASS_PROPERTIES,
  elements: ELEMENTS,
}

const DEFINITIONS = [object3D, ...Object.values(TABLES).flatMap((table) => [...table.definitions])]

/** Constructor of a record for users; kinds without keys have no arguments. */
const constructors: Readonly<Record<string, unknown>> = { ...multibody }

function construct(kind: string, args: object): unknown {
  const create = constructors[kind]
  if (typeof create !== 'function') throw new Error(`there is no ${kind}`)
  return create(args)
}

/** A misspelled name whose nearest match is `key`. */
const misspell = (key: string): string => `${key}_`

describe('every definition', () => {
  it('has a unique kind, under which it is found', () => {
    expect(new Set(DEFINITIONS.map(({ kind }) => kind)).size).toBe(DEFINITIONS.length)
    expect(DEFINITIONS).toHaveLength(1 + 8 + 3 + 4 + 3 + 17)
    for (const table of Object.values(TABLES))
      for (const definition of table.definitions) expect(table.get(definition.kind)).toBe(definition)
    expect(JOINTS.get('Hinge')).toBeUndefined()
    expect(() => JOINTS.find('a.kind', 'Revolut')).toThrow("(did you mean 'Revolute'?), got 'Revolut'.")
  })

  it('can be read', () => {
    for (const { read } of [
      object3D,
      ...JOINTS.definitions,
      ...GRAVITY_FIELDS.definitions,
      ...MASS_PROPERTIES.definitions,
    ])
      expect(read).toBeTypeOf('function')
    for (const { create, required, keys } of ELEMENTS.definitions) {
      expect(create).toBeTypeOf('function')
      for (const key of required) expect(Object.keys(keys)).toContain(key)
    }
  })

  it.each(DEFINITIONS)('$kind: the units of its keys exist', ({ kind, keys }) => {
    expect(constructors[kind]).toBeTypeOf('function')
    for (const content of Object.values(keys)) {
      if (typeof content === 'string') expect(() => parseUnit(content)).not.toThrow()
    }
  })
})

const WITH_KEYS = DEFINITIONS.filter(({ keys }) => Object.keys(keys).length > 0)

describe('records of constructors', () => {
  it.each(WITH_KEYS)('$kind: suggest the correct key for a wrong one', ({ kind, keys }) => {
    const names = Object.keys(keys)
    for (const key of names) {
      const wrong = misspell(key)
      expect(errorOf(() => construct(kind, { [wrong]: 1 })).message).toBe(
        `${kind}.${wrong}: expected one of the names ${names.join(', ')} (did you mean '${key}'?), got '${wrong}'.`,
      )
    }
    expect(() => construct(kind, { somethingElse: 1 })).toThrow(/, got 'somethingElse'\.$/)
    expect(() => construct(kind, [])).toThrow(`${kind}: expected a map { ${names[0]}`)
  })

  it.each(WITH_KEYS)('$kind: reject a quantity of another dimension', ({ kind, keys }) => {
    const current = quantity(1, 'A')
    for (const [key, unit] of Object.entries(keys)) {
      if (typeof unit !== 'string') continue
      const expected = `expected a quantity in ${unit}, or in a unit that can be converted to it, got 1 A.`
      for (const [value, where] of [
        [current, ''],
        [[0, current, 0], ''],
        [{ init: current }, '.init'],
        [{ nominal: current }, '.nominal'],
      ] as const) {
        expect(errorOf(() => construct(kind, { [key]: value })).message).toBe(
          `${kind}.${key}${where}: ${expected}`,
        )
      }
      expect(() => construct(kind, { [key]: quantity(1, unit) })).not.toThrow()
    }
  })
})

/** A model with a record of the kind, and the path of the record in it. */
function place(
  kind: string,
  bad: string,
): { readonly path: string; readonly members: Record<string, unknown> } {
  const world = Object3D({ feature: Scene() })
  const ball = Solid({ shape: Sphere(), massProperties: 1 })
  const b = Object3D({ feature: ball })
  const free = Object3D({ parent: 'world', fixedToParent: false, feature: ball })
  const raw = { kind, [bad]: 1 }
  const part = (value: object) => ({ _class: 'Par' as const, value })
  if (kind === 'Object3D') return { path: 'o', members: { world, o: part({ ...raw, parent: 'world' }) } }
  if (kind === 'Scene') return { path: 'w.feature', members: { w: part({ kind: 'Object3D', feature: raw }) } }
  if (FEATURES.get(kind))
    return {
      path: 'o.feature',
      members: { world, o: part({ kind: 'Object3D', parent: 'world', feature: raw }) },
    }
  if (GRAVITY_FIELDS.get(kind)) {
    const feature = { kind: 'Scene', gravityField: raw }
    return { path: 'w.feature.gravityField', members: { w: part({ kind: 'Object3D', feature }) } }
  }
  if (MASS_PROPERTIES.get(kind)) {
    const feature = { kind: 'Solid', massProperties: raw }
    return {
      path: 'o.feature.massProperties',
      members: { world, o: part({ kind: 'Object3D', parent: 'world', feature }) },
    }
  }
  if (JOINTS.get(kind))
    return { path: 'joint', members: { world, b, joint: part({ ...raw, obj1: 'world', obj2: 'b' }) } }
  return { path: 'sub.e', members: { world, free, sub: multibody.Model3D({ e: part(raw) }) } }
}

describe('records of files and modifications', () => {
  it.each(DEFINITIONS)('$kind: suggest the correct key for a wrong one', ({ kind, keys }) => {
    const names = Object.keys(keys)
    const wrong = names.length === 0 ? 'mass' : misspell(names[0])
    const { path, members } = place(kind, wrong)
    const expected =
      names.length === 0
        ? 'nothing here'
        : `one of the names ${names.join(', ')} (did you mean '${names[0]}'?)`
    expect(errorOf(() => simulate(Model3D(members), { stopTime: 0 })).message).toBe(
      `${path}.${wrong}: expected ${expected}, got '${wrong}'.`,
    )
  })

  it('reject a replacement of another type', () => {
    const members = { world: Object3D({ feature: Scene({}) }), o: Object3D({ parent: 'world' }) }
    const message = errorOf(() =>
      simulate(Model3D(members), { stopTime: 0, merge: { o: { feature: { kind: 'Solidd' } } } as never }),
    ).message
    expect(message).toMatch(/^o\.feature: expected Scene\(…\), Solid\(…\) or Visual\(…\)/)
    expect(MassProperties()).toEqual({ kind: 'MassProperties' })
  })
})
