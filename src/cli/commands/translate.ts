import type { Command } from '../command/index.ts'

export const translate: Command = {
  name: 'translate',
  summary: 'show the translation of a model: equations, states, code',
  description: `Translates a model without running it, and shows the numbers of equations, states and systems.
--log shows more: notes, variables, equations, aliases, states, events, blocks, code, tangents.`,
  arguments: [{ name: '<model>', info: 'a file with a model (.ts, .js, .json); file.ts#Name chooses one' }],
  groups: [
    {
      title: 'Output',
      options: [
        {
          flags: '--log <parts>',
          info: 'parts to show, separated by commas; all: all of them',
          isList: true,
        },
        { flags: '--json', info: 'everything as JSON' },
      ],
    },
  ],
  examples: [
    ['translate filter.ts', 'the size of the model'],
    ['translate filter.ts --log equations,states', 'its equations, and its choice of states'],
    ['translate filter.ts --log code', 'the generated code'],
  ],
  run: async (call) => (await import('../actions/index.ts')).translateModel(call),
}
