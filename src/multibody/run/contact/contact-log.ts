import type { ContactInfo } from '../../../mechanics/index.ts'

/** One contact of a run. */
export interface ContactEntry {
  readonly object1: string
  readonly object2: string
  /** When it began [s]. */
  readonly start: number
  /** When it ended [s]; null: it lasted to the end of the run. */
  end: number | null
  /** Rate of penetration at its beginning [m/s]. */
  readonly velocity: number
}

/** Remembers which contacts there have been. */
export class ContactLog {
  readonly entries: ContactEntry[] = []
  /** Contacts that last, by their objects and the numbers of the shapes of these. */
  private readonly open = new Map<string, ContactEntry>()

  /** Takes over which contacts there are at an event. */
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
        object1: path1,
        object2: path2,
        start: time,
        end: null,
        velocity: startVelocity,
      }
      this.entries.push(entry)
      this.open.set(key, entry)
    }
  }

  /** Contacts that last. */
  get lasting(): Iterable<ContactEntry> {
    return this.open.values()
  }

  /** Whether two objects touch each other, as far as it knows. */
  has(path1: string, path2: string): boolean {
    for (const { object1, object2 } of this.open.values())
      if ((object1 === path1 && object2 === path2) || (object1 === path2 && object2 === path1)) return true
    return false
  }
}

/** The same for both orders of two shapes: another structure may have them in another one. */
function createKey({ path1, part1, path2, part2 }: ContactInfo): string {
  const [a, b] = [`${path1}\n${part1}`, `${path2}\n${part2}`]
  return a < b ? `${a}\n${b}` : `${b}\n${a}`
}
