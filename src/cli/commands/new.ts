import type { Command } from '../command/index.ts'

export const newProject: Command = {
  name: 'new',
  summary: 'create a project with one model',
  description: `Creates a folder with a model, package.json and tsconfig.json. \`npx vario simulate\` runs the model at once;
\`npm install\` gives the editor the types.`,
  arguments: [{ name: '<name>', info: 'name of the project, and of its folder' }],
  groups: [{ title: 'Project', options: [{ flags: '--3d', info: 'a 3D mechanism instead of equations' }] }],
  examples: [
    ['new swing', 'a folder swing with swing.ts'],
    ['new robot --3d', 'a 3D mechanism'],
  ],
  run: async (call) => (await import('../actions/index.ts')).createProject(call),
}
