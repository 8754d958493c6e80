/** Parses the words after `vario simulate` into arguments and options. */
import { CommanderError, Command as Parser } from 'commander'
import { suggestName } from '../../base/index.ts'
import { type CliError, usageError } from './cli-error.ts'
import { COMMON_OPTIONS, type Command } from './command.ts'
import { OptionValues } from './option-values.ts'

/** A parsed call, or a request for help. */
export interface ParsedCall {
  readonly args: readonly string[]
  readonly values: OptionValues
}

/**
 * Parses the words of a call.
 * @throws CliError that names the wrong word
 */
export function parseCall(command: Command, words: readonly string[]): ParsedCall {
  const parser = new Parser(command.name).exitOverride().helpOption(false)
  parser.configureOutput({ writeErr: () => {}, writeOut: () => {} })
  for (const { name } of command.arguments) parser.argument(name)
  for (const { options } of [...command.groups, COMMON_OPTIONS]) {
    for (const { flags, isList } of options) {
      if (isList) parser.option(flags, '', collect)
      else parser.option(flags)
    }
  }
  try {
    parser.parse([...words], { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? explain(error, command, words) : error
  }
  return { args: parser.args, values: new OptionValues(parser.opts()) }
}

function collect(value: string, list: readonly string[] | undefined): string[] {
  return [...(list ?? []), value]
}

function explain(error: CommanderError, command: Command, words: readonly string[]): CliError {
  const help = `\`vario ${command.name} --help\` shows the usage.`
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? ''
  switch (error.code) {
    case 'commander.unknownOption': {
      const flags = [...command.groups, COMMON_OPTIONS].flatMap(({ options }) =>
        options.map((option) => option.flags.replace(/[ =].*$/, '')),
      )
      const [written] = quoted.split('=')
      if (flags.includes(written)) return usageError(`${written} takes no value.`, help)
      return usageError(
        `vario ${command.name}: unknown option '${quoted}'${suggestName(written, flags)}.`,
        help,
      )
    }
    case 'commander.optionMissingArgument': {
      const [flag, value] = quoted.split(' ')
      return usageError(`${flag}: expected ${value} after it.`, help)
    }
    case 'commander.missingArgument': {
      const argument = command.arguments.find(({ name }) => name.slice(1, -1).replace('...', '') === quoted)
      return usageError(
        `vario ${command.name}: expected <${quoted}>${argument ? `: ${argument.info}` : ''}.`,
        help,
      )
    }
    case 'commander.excessArguments': {
      const extra = words.filter((word) => !word.startsWith('-')).at(-1) ?? ''
      return usageError(`vario ${command.name}: unexpected argument '${extra}'.`, help)
    }
    default:
      return usageError(error.message.replace(/^error: /, ''), help)
  }
}
