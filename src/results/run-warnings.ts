import type { RunWarning } from './signal-table.ts'

/** A warning that may be added to those of a run. */
export interface NewWarning extends RunWarning {
  /** Subject of the warning, a signal or a pair of bodies: every code is reported once per key. */
  readonly key: string
}

/** Adds a warning; with the same code and key, only the first one is kept. */
export type Warn = (warning: NewWarning) => void

/** The warnings of one run. */
export class RunWarnings {
  private readonly found = new Map<string, RunWarning>()
  private log: ((line: string) => void) | undefined
  /** Pending warnings of a point that may be rejected. */
  private readonly held: NewWarning[] = []
  private isHolding = false

  /** Writes later warnings also to `log`. */
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

  /** The next evaluated point may be rejected: its warnings wait for `release`. */
  hold(): void {
    this.isHolding = true
  }

  /** Keeps the warnings of an accepted point, or drops those of a rejected one. */
  release(isKept: boolean): void {
    this.isHolding = false
    if (this.held.length === 0) return
    if (isKept) for (const warning of this.held) this.add(warning)
    this.held.length = 0
  }

  /** Collector of the warnings of a component: it has its own keys, and messages start with its path. */
  of(path: string): Warn {
    if (path === '') return this.add
    return ({ message, key, ...rest }) =>
      this.add({ ...rest, message: `${path}: ${message}`, key: `${path} ${key}` })
  }

  /** All warnings, ordered by time. */
  list(): RunWarning[] {
    return [...this.found.values()].sort((a, b) => a.time - b.time)
  }
}
