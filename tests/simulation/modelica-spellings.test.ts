/** Models in the spelling that users of Modelica try first: accepted, or answered with what to write instead. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { equations, Model, modelFromJson, modelToJson, simulate } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { MODELICA_DOCUMENT, renewSpellings, SPELLINGS, type Spelling } from '../support/modelica-spellings.ts'
import { ROOT } from '../support/project.ts'

checkInterpreter()

function run({ text, members }: Spelling): ReturnType<typeof simulate> {
  const json = JSON.stringify(modelToJson(Model({ ...members, equations: equations(text) })))
  return simulate(modelFromJson(json), { stopTime: 1, tolerance: 1e-8 })
}

describe.each([...new Set(SPELLINGS.map(({ chapter }) => chapter))])('%s', (chapter) => {
  const accepted = SPELLINGS.filter((spelling) => spelling.chapter === chapter)
  it.each(accepted.map((spelling) => [spelling.construct, spelling] as const))('%s', (_, spelling) => {
    const { outcome } = spelling
    if (typeof outcome === 'string') {
      expect(() => run(spelling)).toThrow(outcome)
      return
    }
    const result = run(spelling)
    // exact values and closed forms; the error of a run is some times the tolerance 1e-8
    for (const [name, value] of Object.entries(outcome)) {
      const found = typeof value === 'number' ? [result.final(name)] : [...result.finalVector(name)]
      expect(found).toEqual([value].flat().map((each) => expect.closeTo(each, 6)))
    }
  })
})

it('the table of docs/modelica.md lists all of them', () => {
  const squeeze = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  const text = readFileSync(join(ROOT, MODELICA_DOCUMENT), 'utf8')
  expect(squeeze(text)).toBe(squeeze(renewSpellings()))
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(60)
})
