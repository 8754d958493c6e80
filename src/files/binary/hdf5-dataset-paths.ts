/** Paths of signals in an HDF5 file: `rev.phi` is the dataset `/rev/phi`. */

/** Gives every signal a unique path; paths of components become groups. */
export class DatasetPaths {
  readonly #groups = new Set<string>()
  readonly #datasets = new Set<string>()

  /**
   * The path of a new dataset. Where the name of a signal is also that of a component, as in `a` and `a.b`, the second
   * one is in the root with its full name: `/a.b`. A path in use gets a number: `/a~2`.
   */
  add(name: string): string {
    const parts = name.split('.').map(cleanPart)
    const groups = parts.slice(0, -1).map((_, k) => `/${parts.slice(0, k + 1).join('/')}`)
    const path = `/${parts.join('/')}`
    const isFree = !this.#isTaken(path) && groups.every((group) => !this.#datasets.has(group))
    if (!isFree) return this.#addUnique(`/${parts.join('.')}`)
    for (const group of groups) this.#groups.add(group)
    this.#datasets.add(path)
    return path
  }

  /** The path of the mask of a dataset, beside it: `/rev/phi.missing`. */
  addMask(path: string): string {
    return this.#addUnique(`${path}.missing`)
  }

  #addUnique(path: string): string {
    let unique = path
    for (let k = 2; this.#isTaken(unique); k++) unique = `${path}~${k}`
    this.#datasets.add(unique)
    return unique
  }

  #isTaken(path: string): boolean {
    return this.#groups.has(path) || this.#datasets.has(path)
  }
}

/** Parent groups of a path, outermost first. */
export function groupsOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_, k) => `/${parts.slice(0, k + 1).join('/')}`)
}

/** A part of a name without the characters that HDF5 and UTF-8 forbid in names of links. */
function cleanPart(part: string): string {
  // a zero would terminate the name
  const clean = part.replaceAll('/', '\u2215').replace(/[\0\p{Surrogate}]/gu, '\ufffd')
  return clean === '' ? '_' : clean
}
