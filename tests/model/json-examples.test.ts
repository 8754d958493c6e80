/** All example models as JSON and back: the same text again, and the same results to the last bit. */
import { type ModelNode, modelFromJson, modelToJson } from 'vario/model'
import { simulate } from 'vario/simulation'
import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../simulation/example-models.ts'

describe('example models', () => {
  test.each(Object.entries(EXAMPLES))('%s', (_, [model, stopTime]) => {
    const text = JSON.stringify(modelToJson(model))
    const back = modelFromJson(text) as unknown as ModelNode
    expect(JSON.stringify(modelToJson(back))).toBe(text)
    const [first, second] = [model, back].map((each) => simulate(each as ModelNode, { stopTime }))
    expect(second.names).toEqual(first.names)
    for (const name of first.names) expect(second.values(name)).toEqual(first.values(name))
  })
})
