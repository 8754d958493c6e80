/** User names that every JavaScript object also has are ordinary names everywhere. */
import {
  equations,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  registerFunction,
  simulate,
  Var,
} from 'vario'
import { decodeResult, encodeResult, type ResultExtension } from 'vario/files'
import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString']

describe.each(NAMES)('%s', (name) => {
  const Leaf = Model({ [name]: Par(3), x: Var({ init: 1 }), equations: equations(`der(x) = -x*${name}`) })
  const model = Model({
    [name]: Leaf(),
    q: Var({ init: 2 }),
    equations: equations(`der(q) = ${name}.${name}; n = floor(${name}.x)`),
  })

  it('names a component, a parameter and a variable, also through JSON', () => {
    for (const each of [model, modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))]) {
      const result = simulate(each, { stopTime: 1, tolerance: 1e-9 })
      expect(result.final('q')).toBeCloseTo(5, 9)
      expect(result.final(`${name}.x`)).toBeCloseTo(Math.exp(-3), 7)
    }
    const variable = Model({ [name]: Var({ init: 1 }), equations: equations(`der(${name}) = 2`) })
    expect(simulate(variable, { stopTime: 1 }).final(name)).toBeCloseTo(3, 9)
  })

  it('changes by merge', () => {
    const instance = instantiate(model)
    const merge = { [name]: { [name]: 1, x: { init: 4 } } }
    const result = instance.simulate({ stopTime: 1, tolerance: 1e-9, merge })
    expect(result.final('q')).toBeCloseTo(3, 9)
    expect(result.final(`${name}.x`)).toBeCloseTo(4 * Math.exp(-1), 7)
    expect(() => instance.simulate({ stopTime: 1, merge: { q: { [name]: 1 } } })).toThrow(/expected|unknown/)
    const misspelled = Model({ q: Var({ init: 2 }), equations: equations('der(q) = 1') })
    expect(() => simulate(misspelled, { stopTime: 1, merge: { [name]: 1 } })).toThrow(name)
  })

  it('names a function', () => {
    registerFunction(name, (x: number) => 2 * x)
    const called = Model({ x: Var({ init: 1 }), equations: equations(`der(x) = ${name}(time)`) })
    expect(simulate(called, { stopTime: 1 }).final('x')).toBeCloseTo(2, 6)
  })

  it('names a signal in files of all kinds', async () => {
    const result = simulate(model, { stopTime: 1, interval: 0.5 })
    for (const extension of ['json', 'csv', 'vario', 'parquet', 'h5'] as ResultExtension[]) {
      const read = await decodeResult(await encodeResult(result, extension), extension)
      expect([...read.values(`${name}.x`)]).toEqual([...result.values(`${name}.x`)])
      expect(read.has(name)).toBe(false)
    }
  })

  it('never appears as a hint in syntax errors', () => {
    const parse = () => equations(`when x > 1 ${name} reinit(x, 0) end when`)
    expect(parse).toThrow(`got '${name}'`)
    expect(parse).not.toThrow('native code')
  })

  it('names an object and a joint of a 3D model', () => {
    const arm = Solid({
      shape: Beam({ axis: 'x', length: 1, width: 0.1, thickness: 0.1 }),
      solidMaterial: 'Steel',
    })
    const pendulum = (body: string, joint: string) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        [body]: Object3D({ feature: arm }),
        [joint]: Revolute({ obj1: 'world', obj2: body, phi: 0.3 }),
      })
    const usual = simulate(pendulum('arm', 'rev'), { stopTime: 0.2 })
    const phi = usual.final('rev.phi')
    expect(simulate(pendulum(name, 'rev'), { stopTime: 0.2 }).final('rev.phi')).toBe(phi)
    expect(simulate(pendulum('arm', name), { stopTime: 0.2 }).final(`${name}.phi`)).toBe(phi)
    expect(() => Solid({ shape: Beam({ axis: name as 'x', length: 1, width: 1, thickness: 1 }) })).toThrow(
      'axis',
    )
    const turned = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({ feature: arm }),
      rev: Revolute({ obj1: 'world', obj2: 'arm', axis: name as 'x' }),
    })
    expect(() => simulate(turned, { stopTime: 0.2 })).toThrow('axis')
    expect(Object.hasOwn(Object, 'phi')).toBe(false)
  })
})
