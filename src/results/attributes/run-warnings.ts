import type { RunWarning } from '../table/index.ts'

/** A warning to be added to those of a run. */
export interface NewWarning extends RunWarning {
  /** What the warning is about, a signal or a pair of bodies: every code is reported once for each key. */
  readonly key: string
}

/** Takes a warning; of those with the same code and key, only the first one. */
export type Warn = (warning: NewWarning) => void

/** The warnings of one run. */
export class RunWarnings {
  private readonly found = new Map<string, RunWarning>()
  private log: ((line: string) => void) | undefined
  /** Warnings of a point that may not be kept. */
  private readonly held: NewWarning[] = []
  private isHolding = false

  /** Warnings are written to `log` as well, from now on. */
  writeTo(log: ((line: string) => void) | undefined): void {
    this.log = log
  }

  readonly add: Warn = (warning) => {
    if (this.isHolding) {
      this.held.push(warning)
      return
    }
    const { code, message, time, key } = warning
    const id = `${code} ${key}`
    if (this.found.has(id)) return
    this.found.set(id, { code, message, time })
    this.log?.(`warning ${code}: ${message}`)
  }

  /** A point that is evaluated next may not be kept: its warnings wait for `release`. */
  hold(): void {
    this.isHolding = true
  }

  /** The point is kept, with its warnings, or neither is. */
  release(isKept: boolean): void {
    this.isHolding = false
    if (isKept) for (const warning of this.held) this.add(warning)
    this.held.length = 0
  }

  /** A place for the warnings of a component: its keys are its own, and its messages say its path. */
  of(path: string): Warn {
    if (path === '') return this.add
    return ({ message, key, ...rest }) =>
      this.add({ ...rest, message: `${path}: ${message}`, key: `${path} ${key}` })
  }

  /** All warnings, in the order of their times. */
  list(): RunWarning[] {
    return [...this.found.values()].sort((a, b) => a.time - b.time)
  }
}
