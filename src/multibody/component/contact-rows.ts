import {
  CONTACT_RESULT_SIZE,
  type ContactData,
  type ContactModel,
  FORCE_VECTOR,
  POSITION_VECTOR,
} from '../../mechanics/index.ts'
import type { RowList } from '../../simulation/index.ts'

/** Position, force and objects of the contacts: one row for each contact at an output point. */
export class ContactRows implements RowList {
  readonly axis: string
  readonly signals: RowList['signals']
  /** Objects that have touched each other, in the order of their first contacts. */
  readonly pairs: (readonly [string, string])[] = []
  private readonly numbers = new Map<string, number>()
  private readonly row = new Float64Array(7)

  /** @param find contacts of the present segment; null: nothing can collide */
  constructor(
    worldPath: string,
    private readonly find: () => { readonly model: ContactModel; readonly data: ContactData } | null,
  ) {
    this.axis = `${worldPath}.contactTime`
    this.signals = [
      { name: `${worldPath}.contactPoint`, unit: 'm', size: [3], info: 'in the world' },
      { name: `${worldPath}.contactForce`, unit: 'N', size: [3], info: 'on the second object, in the world' },
      { name: `${worldPath}.contactPair`, info: 'number in the attribute contactPairs, from 0' },
    ]
  }

  write(append: (row: Float64Array) => void): void {
    const contacts = this.find()
    if (contacts === null) return
    const { row } = this
    const { a, b, n, results } = contacts.data.contacts
    const { paths } = contacts.model.shapes
    for (let k = 0; k < n; k++) {
      const o = CONTACT_RESULT_SIZE * k
      for (let i = 0; i < 3; i++) {
        row[i] = results[o + POSITION_VECTOR + i]
        row[3 + i] = 0 - results[o + FORCE_VECTOR + i]
      }
      row[6] = this.numberOf(paths[a[k]], paths[b[k]])
      append(row)
    }
  }

  private numberOf(path1: string, path2: string): number {
    const key = `${path1}\n${path2}`
    let number = this.numbers.get(key)
    if (number === undefined) {
      number = this.pairs.push([path1, path2]) - 1
      this.numbers.set(key, number)
    }
    return number
  }
}
