/** Studies as texts for other machines: the same data, signatures, and no code in models as JSON. */
import { mkdirSync } from 'node:fs'
import { equations, instantiate, Model, modelFromJson, modelToJson, Par, Var } from 'vario'
import { finalValue, normal, truncated } from 'vario/studies'
import { describe, expect, test } from 'vitest'
import { packStudy, type StudyPackage, Trust, unpackStudy } from '../../src/cluster/redis/index.ts'
import { Workplace } from '../cli/support/run.ts'

const Decay = Model({
  T: Par(1, { info: 'text' }),
  x: Var({ init: 1 }),
  equations: equations`T*der(x) = -x`,
})
const data: StudyPackage = {
  ...{ version: '1', nRun: 2, nMeasure: 1 },
  content: {
    kind: 'data',
    message: {
      model: modelToJson(Decay),
      name: 'Decay',
      options: {
        vary: { T: truncated(normal(1, 0.1), -0, Infinity) },
        simulate: { stopTime: 1, inputs: { u: [Float64Array.of(Number.NaN, -Infinity, 1e-300)] } as never },
        measure: { x: finalValue('x') },
      },
    },
  },
}
const code: StudyPackage = {
  ...data,
  content: { kind: 'files', file: 'a/study.ts', values: {}, files: { 'a/study.ts': '1', 'b.ts': '2' } },
}
const place = new Workplace()
place.write('team.key', '0123456789abcdef\n')
place.write('other.key', '0123456789abcdeg')
place.write('short.key', 'short')
mkdirSync(place.path('own'))
place.write('own/study.ts', '1')
const team = place.path('team.key')

test('a package has the same data after its way, also numbers that JSON lacks', () => {
  const { id, text, hasCode } = packStudy(data, undefined)
  expect(hasCode).toBe(false)
  expect(unpackStudy(id, text)).toEqual(data)
  expect(packStudy(data, undefined).id).toBe(id)
  expect(() => unpackStudy(id, text.replace('Decay', 'Decoy'))).toThrow('checksum mismatch')
})

describe('trust', () => {
  const refuse = (study: StudyPackage, key: string | undefined, places: string[]): string | undefined => {
    const { text, signature } = packStudy(study, key)
    return new Trust(places).refuse(study, text, signature)
  }

  test('is needed by code, and given by a key or by a folder with all files', () => {
    expect(refuse(data, undefined, [])).toBeUndefined()
    expect(refuse(code, team, [place.path('other.key'), team])).toBeUndefined()
    expect(refuse(code, team, [place.path('other.key')])).toContain('has a signature of another key')
    expect(refuse(code, undefined, [team])).toContain('has no signature')
    expect(refuse(code, undefined, [place.path('own')])).toContain('b.ts is not in a trusted folder')
    place.write('own/b.ts', '3')
    expect(refuse(code, undefined, [place.path('own')])).toContain('b.ts is not in a trusted folder')
    place.write('own/b.ts', '2')
    expect(refuse(code, undefined, [place.path('own')])).toBeUndefined()
  })

  test('covers every byte of a signed package', () => {
    const { text, signature } = packStudy(code, team)
    const other = { ...code, nRun: 3 }
    expect(new Trust([team]).refuse(other, packStudy(other, undefined).text, signature)).toContain(
      'another key',
    )
    expect(new Trust([team]).refuse(code, text, 'not hex')).toContain('another key')
  })

  test('needs keys of some length, and places that exist', () => {
    expect(() => new Trust([place.path('short.key')])).toThrow('expected a key of at least 16 characters')
    expect(() => new Trust([place.path('missing')])).toThrow('expected a file with a key, or a folder')
    expect(() => packStudy(code, place.path('short.key'))).toThrow('--key: expected a key of at least 16')
  })
})

test('a model as JSON executes no code, whatever its names and texts are', () => {
  const hacks = [
    'x"];HACK;//',
    "x'+(HACK)+'",
    'x\nHACK\n//',
    '`+(HACK)+`',
    '$' + '{HACK}',
    '*/HACK;/*',
    '\u2028HACK\u2028',
  ]
  const json = modelToJson(Decay) as Record<string, Record<string, unknown>>
  const places: ((text: string) => unknown)[] = [
    (text) => ({ ...json, [text]: json['x'] }),
    (text) => ({ ...json, [text]: { ...json } }),
    (text) => ({ ...json, info: text }),
    (text) => ({ ...json, build: { _function: text } }),
    (text) => ({ ...json, x: { ...json['x'], unit: text } }),
    (text) => ({ ...json, x: { ...json['x'], info: text } }),
    (text) => ({ ...json, p: { _class: 'Par', value: text } }),
    (text) => ({ ...json, equations: [`T*der(x) = -x*${text}`] }),
    (text) => ({ ...json, equations: ['T*der(x) = -x', `assert(x > 0.5, "${text}")`] }),
  ]
  let nRun = 0
  for (const hack of hacks)
    for (const create of places)
      try {
        const text = hack.replace('HACK', 'globalThis.wasHacked=1')
        instantiate(modelFromJson(JSON.stringify(create(text))), { name: text }).simulate({ stopTime: 1 })
        nRun++
      } catch {
        // refused
      }
  // those with harmless texts
  expect(nRun).toBeGreaterThan(10)
  expect('wasHacked' in globalThis).toBe(false)
})
