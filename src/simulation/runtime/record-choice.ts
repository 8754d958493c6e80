import { InputError, nearestName } from '../../base/index.ts'

/** Longest list of names that a message suggests. */
const MAX_SUGGESTED = 10

/**
 * The signals that the user selects for the result: names or patterns in which `*` stands for any text, `C*.v`. An
 * index at the end of a name is ignored: `r[2]` selects the vector r.
 */
export class RecordChoice {
  private readonly patterns: readonly { readonly text: string; readonly test: RegExp }[] | undefined
  private readonly isUsed = new Set<string>()

  /**
   * @param patterns undefined: all signals
   * @param mustExist every pattern must match a signal of the model; false for an island of a model
   */
  constructor(
    patterns: readonly string[] | undefined,
    readonly mustExist = true,
  ) {
    this.patterns = patterns?.map((text) => ({ text, test: toRegExp(text) }))
  }

  has(name: string): boolean {
    if (this.patterns === undefined) return true
    let isChosen = false
    for (const { text, test } of this.patterns) {
      if (!test.test(name)) continue
      this.isUsed.add(text)
      isChosen = true
    }
    return isChosen
  }

  /** Patterns that no name has matched so far. */
  get unused(): string[] {
    return (this.patterns ?? []).map(({ text }) => text).filter((text) => !this.isUsed.has(text))
  }

  /** Returns the error for patterns that match none of the names. */
  unknown(names: readonly string[]): InputError {
    const [pattern] = this.unused
    const plain = pattern.replaceAll('*', '')
    const nearest = nearestName(pattern, names) ?? nearestName(plain, names)
    const hint =
      nearest === undefined
        ? `: ${names.slice(0, MAX_SUGGESTED).join(', ')}${names.length > MAX_SUGGESTED ? ', …' : ''}`
        : ` (did you mean '${nearest}'?)`
    return new InputError(
      `record[${(this.patterns ?? []).findIndex(({ text }) => text === pattern)}]`,
      `the name of a signal, or a pattern with * that some names match${hint}`,
      pattern,
    )
  }
}

function toRegExp(pattern: string): RegExp {
  const translate = (text: string): string =>
    text
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
  return new RegExp(`^(?:${translate(pattern)}|${translate(pattern.replace(/\[[^\]]*\]$/, ''))})$`)
}
