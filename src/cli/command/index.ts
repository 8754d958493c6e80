/** Commands: what they are, how their calls are read, what their help says. */
export {
  type Call,
  type Command,
  COMMON_OPTIONS,
  type OptionDefinition,
  type OptionGroup,
} from './command.ts'
export { printCommandHelp } from './help.ts'
export { parseCall } from './parse-call.ts'
export { Values } from './values.ts'
