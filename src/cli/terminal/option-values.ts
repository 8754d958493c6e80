import { suggestName } from '../../base/index.ts'
import { usageError } from './cli-error.ts'

/** `--max-step` for `maxStep`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The options of a call, by their names without dashes: `maxStep`. */
export class OptionValues {
  /** @param all values as parsed: texts, lists, true, or false for `--no-…` */
  constructor(readonly all: Readonly<Record<string, unknown>>) {}

  has(name: string): boolean {
    return this.all[name] !== undefined
  }

  isOn(name: string): boolean {
    return this.all[name] === true
  }

  /** Value as parsed: text, list, true, or false for `--no-…`. */
  raw(name: string): unknown {
    return this.all[name]
  }

  text(name: string): string | undefined {
    return this.all[name] as string | undefined
  }

  list(name: string): readonly string[] {
    return (this.all[name] ?? []) as readonly string[]
  }

  /** @throws CliError if it is not a number */
  number(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value)) return value
    const flag = flagOf(name)
    const unit = /^([+-]?[\d.]+(?:e[+-]?\d+)?)\s*s$/i.exec(text)
    const hint = unit === null ? '' : `Times are in seconds, without a unit: ${flag} ${unit[1]}.`
    throw usageError(`${flag}: expected a number, got '${text}'.`, hint)
  }

  /** @throws CliError that suggests the nearest one */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name)
    if (text === undefined || choices.includes(text as T)) return text as T | undefined
    throw usageError(
      `--${name}: expected one of ${choices.join(', ')}, got '${text}'${suggestName(text, choices)}.`,
    )
  }
}
