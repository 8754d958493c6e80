import type { Command } from '../command/index.ts'

export const translate: Command = {
  name: 'translate',
  summary: 'show what the symbolic engine makes of a model: equations, states, code',
  description: `Translates a model without running it, and shows how many equations, states and systems there are.
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
    ['translate filter.ts', 'how large it is'],
    ['translate filter.ts --log equations,states', 'its equations, and which variables became states'],
    ['translate filter.ts --log code', 'the code that is run'],
  ],
  run: async (call) => (await import('../actions/index.ts')).translateModel(call),
}
