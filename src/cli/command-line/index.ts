/** Commands: definitions, parsing of calls, help. */

export type { Call, Command, OptionDefinition, OptionGroup } from './command.ts'
export { printCommandHelp } from './command-help.ts'
export { parseCall } from './parse-call.ts'
export { flagOf, Values } from './values.ts'
