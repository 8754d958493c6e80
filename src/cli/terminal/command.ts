/** Definition of a command of `vario`. */

import type { CliIo } from './io.ts'
import type { OptionValues } from './option-values.ts'
import type { Subject } from './subject.ts'

/** An option: `--stop <time>`. */
export interface OptionDefinition {
  /** With its value, if it has one. */
  readonly flags: string
  /** One line for the help. */
  readonly info: string
  /** May be given more than once. */
  readonly isList?: boolean
}

/** Options that belong together. */
export interface OptionGroup {
  readonly title: string
  readonly options: readonly OptionDefinition[]
}

/** An argument without dashes. */
export interface ArgumentDefinition {
  /** `<model>`; `[folder]`: may be left out; `[signals...]`: any number. */
  readonly name: string
  readonly info: string
}

/** A command, loaded when it is called. */
export interface Command {
  readonly name: string
  /** Some sentences of explanation; lines are printed unchanged. */
  readonly description: string
  readonly arguments: readonly ArgumentDefinition[]
  readonly groups: readonly OptionGroup[]
  /** Command lines without `vario`, with their descriptions. */
  readonly examples: readonly (readonly [string, string])[]
  /** @returns the exit code */
  run(call: Call): Promise<number>
}

/** A call of a command. */
export interface Call {
  readonly args: readonly string[]
  readonly values: OptionValues
  readonly io: CliIo
  /** Files that errors may point into. */
  readonly subject: Subject
}

/** Options that every command has. */
export const COMMON_OPTIONS: OptionGroup = {
  title: 'Always',
  options: [
    { flags: '--debug', info: 'show the stack of an error inside of Vario' },
    { flags: '--help', info: 'show this text' },
  ],
}
