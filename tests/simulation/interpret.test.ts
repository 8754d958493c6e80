import { describe, expect, test } from 'vitest'
import { instantiate } from '../../src/simulation/index.ts'
import { EXAMPLES } from './example-models.ts'

describe('interpreter', () => {
  for (const [name, [model, stopTime]] of Object.entries(EXAMPLES)) {
    for (const solver of ['tsit5', 'radau5'] as const) {
      test(`does the same as the generated code to the last bit: ${name}, ${solver}`, () => {
        const generated = instantiate(model).simulate({ stopTime, solver })
        const interpreted = instantiate(model, { interpret: true }).simulate({ stopTime, solver })
        expect(interpreted.names).toEqual(generated.names)
        for (const signal of generated.names) {
          expect(interpreted.values(signal), signal).toEqual(generated.values(signal))
        }
      })
    }
  }
})
