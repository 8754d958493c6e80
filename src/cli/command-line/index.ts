/** Commands: definitions, parsing of calls, help. */

export type { Call, Command, OptionDefinition, OptionGroup } from './command.ts'
export { printCommandHelp } from './command-help.ts'
export { flagOf, OptionValues } from './option-values.ts'
export { parseCall } from './parse-call.ts'
