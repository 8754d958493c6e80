/**
 * Round trip of all example models through JSON: valid by the published schema, the same text again, and identical
 * results to the last bit.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SignalTable } from 'vario'
import { expr, Model, modelFromJson, modelJsonSchema, modelToJson, simulate } from 'vario'
import { assemble, MassProperties, Model3D, Object3D, Scene, Solid } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { isModel, type ModelNode } from '../../src/model/index.ts'
import { EXAMPLES } from '../simulation/example-models.ts'
import { schemaProblems } from './check-json-schema.ts'
import { messageOf } from './support.ts'

const FOLDER = join(import.meta.dirname, '../../examples')

/** Models of `examples/` with functions of the program, which files can refer to only if they are registered. */
const WITH_FUNCTIONS = [
  ...['HeatedRod', 'InsulatedRod2', 'RefinedRod', 'Rocket', 'Docking', 'Chain', 'Conveyor', 'Satellite'],
  ...['SpaceRobot', 'Trailer', 'EggGripper', 'SortingLine'],
]

/** Models of `examples/` that are only assembled: the bodies moved by their joints have no mass. */
const ASSEMBLED = ['Arm']

/** Models exported by the files of `examples/`, by name. */
const exported = new Map<string, ModelNode>()
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))) {
  const members: Record<string, unknown> = await import(pathToFileURL(join(FOLDER, file)).href)
  for (const [name, value] of Object.entries(members)) {
    if (name !== 'default' && isModel(value as ModelNode)) exported.set(name, value as ModelNode)
  }
}
const writable = [...exported].filter(([name]) => !WITH_FUNCTIONS.includes(name))

/** Writes and reads the model, and returns the copy. */
function expectSameText(model: ModelNode): ModelNode {
  const text = JSON.stringify(modelToJson(model))
  expect(schemaProblems(modelJsonSchema, JSON.parse(text))).toEqual([])
  const back = modelFromJson(text) as unknown as ModelNode
  expect(JSON.stringify(modelToJson(back))).toBe(text)
  return back
}

/**
 * Expects the same results at 50 output points: all values, up to 500, would show nothing more and take most of the
 * time.
 */
function expectSameInJson(model: ModelNode, stopTime: number): void {
  const back = expectSameText(model)
  const options = { stopTime, interval: stopTime / 50 }
  const [first, second] = [model, back].map((each) => simulate(each, options))
  expect(second.names).toEqual(first.names)
  for (const name of first.names)
    expect(signalContent(second, name), name).toEqual(signalContent(first, name))
}

/** All values of a signal, or the text of a parameter. */
function signalContent(result: SignalTable, name: string): Float64Array | string {
  const signal = result.signal(name)
  return signal.header.text ?? signal.values
}

describe('models of the tests', () => {
  test.each(Object.entries(EXAMPLES))('%s', (_, [model, stopTime]) => expectSameInJson(model, stopTime))
})

describe('models of examples/', () => {
  // 3D models are records in parameters; a short time suffices to show that no record is missing
  test.each(writable)('%s', (name, model) => {
    if (!ASSEMBLED.includes(name)) return expectSameInJson(model, 0.05)
    expect(() => assemble(expectSameText(model))).not.toThrow()
  })

  test('have bodies in a list and in an array of components', () => {
    const feature = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })
    const free = { parent: 'world', fixedToParent: false, feature } as const
    const Cell = Model({ body: Object3D({ ...free, velocity: [1, 0, 0] }) })
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      balls: [1, 2, 3].map((k) => Object3D({ ...free, translation: [k, 0, 0], velocity: [0, k, 0] })),
      cells: Cell({ for: { i: expr`1:2` } }),
    })
    expectSameInJson(model({}), 0.5)
  })

  test('include many models, some of them in 3D', () => {
    expect(writable.length).toBeGreaterThan(11)
    const in3D = writable.filter(([, { members }]) => members['build'] !== undefined)
    expect(in3D.length).toBeGreaterThan(4)
  })

  test.each(WITH_FUNCTIONS)('%s cannot be written', (name) => {
    const model = exported.get(name)
    expect(model).toBeDefined()
    expect(messageOf(() => modelToJson(model as ModelNode))).toMatch(
      /^model\..*: expected a function that is registered/,
    )
  })
})

describe('schema and reader reject the same input', () => {
  const wrong: readonly [string, unknown][] = [
    ['no object', []],
    ['no class', { R: {} }],
    ['a class that does not exist', { _class: 'Model', R: { _class: 'Modle' } }],
    ['an attribute that does not exist', { _class: 'Model', v: { _class: 'Var', initial: 1 } }],
    ['a unit that is not a text', { _class: 'Model', s: { _class: 'Model', v: { _class: 'Var', unit: 5 } } }],
    ['a parameter without value', { _class: 'Model', k: { _class: 'Par' } }],
    ['a path that is not a text', { _class: 'Model', connect: [['a', 1]] }],
    ['a connection of one', { _class: 'Model', connect: [['a']] }],
    ['a marker that does not exist', { _class: 'Model', f: { _what: 1 } }],
    ['an expression of a level below', { _class: 'Model', k: { _expr: '2*x', up: -1 } }],
    ['an expression that is not a text', { _class: 'Model', k: { _expr: 2 } }],
    ['an array of a kind that does not exist', { _class: 'Model', k: { _array: 'Uint8Array', values: [] } }],
    ['equations in one text', { _class: 'Model', equations: 'x = 1' }],
    ['an info that is not a text', { _class: 'Model', info: 1 }],
    ['a build hook that is not a reference', { _class: 'Model', build: 'Model3D' }],
    ['a flag that is a text', { _class: 'Model', v: { _class: 'Var', flow: 'yes' } }],
    ['an init value that is a record', { _class: 'Model', v: { _class: 'Var', init: { a: 1 } } }],
    ['a number by another name', { _class: 'Model', k: { _number: 'infinite' } }],
    ['a key beside an expression', { _class: 'Model', k: { _expr: '2*x', ups: 1 } }],
    ['a quantity that is a text', { _class: 'Model', k: { _value: '1', _unit: 'm' } }],
    ['a list of models and numbers', { _class: 'Model', k: [{ _class: 'Model' }, 1] }],
    ['a quantity without value', { _class: 'Model', k: { _unit: 'm' } }],
  ]
  test.each(wrong)('%s', (_, json) => {
    expect(schemaProblems(modelJsonSchema, json)).not.toEqual([])
    expect(() => modelFromJson(json)).toThrow(/^model/)
  })
})
