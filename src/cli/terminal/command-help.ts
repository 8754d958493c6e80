import { COMMON_OPTIONS, type Command } from './command.ts'
import type { Paint } from './io.ts'

/** The help of a command: description, examples, arguments, options. */
export function printCommandHelp(command: Command, paint: Paint): string {
  const { name, description, arguments: args, groups, examples } = command
  const all = [...groups, COMMON_OPTIONS]
  const width = Math.max(
    ...args.map((argument) => argument.name.length),
    ...all.flatMap(({ options }) => options.map(({ flags }) => flags.length)),
  )
  const row = (left: string, right: string): string => `  ${paint.cyan(left.padEnd(width))}  ${right}`
  const usage = ['vario', name, ...args.map((argument) => argument.name), '[options]'].join(' ')
  return [
    `${paint.bold(usage)}`,
    '',
    description.trim(),
    '',
    paint.bold('Examples'),
    ...examples.flatMap(([line, what]) => [`  ${paint.dim('$')} vario ${line}`, `      ${what}`]),
    '',
    ...(args.length === 0
      ? []
      : [paint.bold('Arguments'), ...args.map((argument) => row(argument.name, argument.info)), '']),
    ...all.flatMap(({ title, options }) => [
      paint.bold(title),
      ...options.map(({ flags, info, isList }) => row(flags, isList ? `${info}; repeatable` : info)),
      '',
    ]),
  ].join('\n')
}
