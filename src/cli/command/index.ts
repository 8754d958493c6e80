/** Commands: what they are, how their calls are read, what their help says. */
export type {
  Call,
  Command,
  OptionDefinition,
  OptionGroup,
} from './command.ts'
export { printCommandHelp } from './help.ts'
export { parseCall } from './parse-call.ts'
export { flagOf, Values } from './values.ts'
