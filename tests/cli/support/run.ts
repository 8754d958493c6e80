/** The command line in this process, with captured streams. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type CliIo, runCli } from '../../../src/cli/index.ts'

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly isTerminal?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Presses Ctrl-C as soon as a handler exists, this number of times. */
  readonly interrupts?: number
}

/** A temporary folder for the files of a test. */
export class Workplace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'vario-cli-')))
  readonly exits: number[] = []

  constructor() {
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text)
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Runs `vario …`, words separated by blanks; a list for words that contain blanks. */
  async run(words: string | readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const [out, err]: [string[], string[]] = [[], []]
    const { isTerminal = false, env = {}, interrupts = 0 } = options
    const stream = (lines: string[]) => ({
      write: (text: string) => void lines.push(text),
      isTerminal,
      columns: 80,
    })
    const io: CliIo = {
      stdout: stream(out),
      stderr: stream(err),
      cwd: this.folder,
      env,
      exit: (code) => void this.exits.push(code),
      onInterrupt: (action) => {
        for (let k = 0; k < interrupts; k++) setImmediate(action)
        return () => {}
      },
    }
    const code = await runCli(typeof words === 'string' ? words.split(' ') : words, io)
    return { code, out: out.join(''), err: err.join('') }
  }
}

/** A model with a parameter, a start value and an experiment. */
export const DECAY = `import { equations, Model, Par, Var } from 'vario'

export const Decay = Model({
  T: Par(2, 's', { info: 'time constant' }),
  x: Var({ init: 1, unit: 'm' }),
  equations: equations\`T*der(x) = -x\`,
})
export const experiment = { stopTime: 3, tolerance: 1e-8 }
`

/** A pendulum in 3D. */
export const PENDULUM = `import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'

export default Model3D({
  world: Object3D({ feature: Scene() }),
  arm: Object3D({
    feature: Solid({ shape: Beam({ axis: 'x', length: 1, width: 0.1, thickness: 0.1 }), solidMaterial: 'Steel' }),
  }),
  pivot: Object3D({ parent: 'arm', translation: [-0.5, 0, 0] }),
  rev: Revolute({ obj1: 'world', obj2: 'pivot', axis: 'z' }),
})
export const experiment = { stopTime: 1, plot: ['rev.phi'] }
`
