import type { ContactInfo } from '../../mechanics/index.ts'
import type { ContactRecord } from '../../results/index.ts'

/** A contact that may last. */
export interface ContactEntry extends ContactRecord {
  end: number | null
}

/** The list of all contacts of a run. */
export class ContactLog {
  readonly entries: ContactEntry[] = []
  /** Present contacts, by their objects and the numbers of their shapes. */
  private readonly open = new Map<string, ContactEntry>()

  /** Enters the contacts at an event. */
  add(time: number, contacts: readonly ContactInfo[]): void {
    const now = new Map(contacts.map((contact) => [createKey(contact), contact]))
    for (const [key, entry] of this.open) {
      if (now.has(key)) continue
      entry.end = time
      this.open.delete(key)
    }
    for (const [key, { path1, path2, startVelocity }] of now) {
      if (this.open.has(key)) continue
      const entry: ContactEntry = {
        obj1: path1,
        obj2: path2,
        start: time,
        end: null,
        velocity: startVelocity,
      }
      this.entries.push(entry)
      this.open.set(key, entry)
    }
  }

  /** Present contacts. */
  get lasting(): Iterable<ContactEntry> {
    return this.open.values()
  }

  /** True if the last entry has the two objects in contact. */
  has(path1: string, path2: string): boolean {
    for (const { obj1, obj2 } of this.open.values())
      if ((obj1 === path1 && obj2 === path2) || (obj1 === path2 && obj2 === path1)) return true
    return false
  }
}

/** Key that does not depend on the order of the shapes, which may differ in another structure. */
function createKey({ path1, part1, path2, part2 }: ContactInfo): string {
  const [a, b] = [`${path1}\n${part1}`, `${path2}\n${part2}`]
  return a < b ? `${a}\n${b}` : `${b}\n${a}`
}
