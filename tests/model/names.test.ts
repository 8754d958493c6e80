/** Names of members that cannot be used in equations. */
import { equations, Model, Par, Var } from 'vario'
import { describe, expect, it } from 'vitest'

describe('reserved words', () => {
  const Part = Model({ y: Var(), equations: equations`y = 1` })
  it.each(['and', 'or', 'not', 'then', 'end', 'in', 'true'])(
    '%s is rejected as the name of a member',
    (word) => {
      for (const member of [Part(), Par(1), Var(), 3]) {
        expect(() => Model({ [word]: member })).toThrow(
          new RegExp(`^${word}: expected a name other than the reserved words .*got '${word}'`),
        )
      }
      expect(() => Part.extend({ [word]: 1 })).toThrow(/reserved word/)
    },
  )

  it('words that only contain a reserved word are valid names', () => {
    expect(() => Model({ android: 1, oracle: 2, notch: 3, end_: 4 })).not.toThrow()
  })
})
