import { endContactStep, listOverlaps, type Overlap } from '../../mechanics/index.ts'
import type { Warn } from '../../simulation/index.ts'
import type { WorldContacts } from '../world/index.ts'

/** Warnings about contacts of a segment whose results are not physical. */
export class ContactWarnings {
  /** @param gravity acceleration that presses bodies together [m/s2] */
  constructor(
    private readonly contacts: WorldContacts,
    private readonly gravity: number,
    private readonly warn: Warn,
  ) {}

  /** Bodies that overlap now. */
  list(): readonly Overlap[] {
    const { model, data } = this.contacts
    return listOverlaps(model, data, this.gravity)
  }

  /**
   * Warns of bodies that overlap when the run starts, at its first event, or when one of them is added or may collide
   * from now on. Others may be in the middle of an impact.
   *
   * @param overlaps result of `list` before impulses have driven bodies apart
   * @param isNew true if two objects could not touch before
   * @param choose takes those of them that do not stay there
   */
  start(
    time: number,
    overlaps: readonly Overlap[],
    isNew: (path1: string, path2: string) => boolean,
    choose: (overlaps: readonly Overlap[]) => readonly Overlap[],
  ): void {
    const fresh = overlaps.filter(({ path1, path2 }) => isNew(path1, path2))
    for (const { path1, path2, depth } of choose(fresh)) {
      const message =
        `${path1} and ${path2} overlap by ${format(depth)} m at t = ${time} s, far more than a contact at rest. ` +
        'They are pressed apart slowly, ' +
        'with arbitrary forces until then: move them, or let them not collide.'
      this.warn({ code: 'CONTACT_OVERLAP', key: createKey(path1, path2), time, message })
    }
  }

  /** Looks for missed contacts after each step. */
  endStep(time: number): void {
    const { model, data } = this.contacts
    endContactStep(model, data, time, (path1, path2) => {
      const message =
        `${path1} and ${path2} have passed through each other before t = ${time} s, within a step, without ` +
        'a contact. ' +
        'Use a smaller maxStep or tolerance.'
      this.warn({ code: 'CONTACT_MISSED', key: createKey(path1, path2), time, message })
    })
  }

  /** Reports deep penetrations at the end of the segment. */
  end(): void {
    for (const { path1, path2, depth, time, thickness } of this.contacts.data.deepContacts.list()) {
      const message =
        `${path1} and ${path2} were ${format(depth)} m deep in each other at t = ${format(time)} s, more than a ` +
        `tenth of the smaller one (${format(thickness)} m): ` +
        'the contact laws are for small penetrations. Use a harder material, a larger ' +
        'elasticContactReductionFactor, or slower bodies.'
      this.warn({ code: 'CONTACT_DEPTH', key: createKey(path1, path2), time, message })
    }
  }
}

function format(value: number): string {
  return Number(value.toPrecision(3)).toString()
}

function createKey(path1: string, path2: string): string {
  return `${path1}\n${path2}`
}
