/** Pictures of the smaller examples with variable structure: each some moments of a run on one sheet. */
import type { SignalTable } from 'vario'
import { createAnimation, toSvg } from 'vario/multibody'
import { Chain, simulateChain } from '../breaking-chain.ts'
import { Conveyor, simulateConveyor } from '../conveyor.ts'
import { Docking, simulateDocking } from '../docking.ts'
import { Satellite, simulateSatellite } from '../satellite.ts'
import { simulateTrailer, Trailer } from '../trailer.ts'
import { arrangePictures } from './picture-sheet.ts'

type Scene = ReturnType<typeof createAnimation>
type Camera = NonNullable<Scene['camera']>

interface Sheet {
  readonly title: string
  readonly model: Parameters<typeof createAnimation>[0]
  readonly simulate: () => SignalTable
  /** Time [s], and caption. */
  readonly moments: readonly (readonly [time: number, caption: string])[]
  /** Camera at a time; default: all parts are visible. */
  readonly camera?: (result: SignalTable, time: number) => Camera
}

/** Size of a picture [pixel]. */
const SIZE = { width: 320, height: 220 }

const SHEETS: Readonly<Record<string, Sheet>> = {
  'docking.svg': {
    title: 'Two spacecraft dock',
    model: Docking,
    simulate: simulateDocking,
    moments: [
      [0, 'The capsule comes'],
      [17, 'It has docked'],
      [60, 'Both turn about their common center'],
    ],
    camera: () => ({ position: [4, -6, 13], target: [2.5, 0.5, 0] }),
  },
  'breaking-chain.svg': {
    title: 'A chain breaks',
    model: Chain,
    simulate: simulateChain,
    moments: [
      [0.15, 'It falls'],
      [0.35, 'The rusty joint has broken'],
      [0.5, 'The lower links fly on'],
    ],
    camera: () => ({ position: [0.6, -0.2, 2.6], target: [0.6, -0.6, 0] }),
  },
  'satellite.svg': {
    title: 'A satellite unfolds its panels',
    model: Satellite,
    simulate: simulateSatellite,
    moments: [
      [0, 'Folded'],
      [3, 'The right latch has fallen in'],
      [8, 'Both have: it is at rest'],
    ],
  },
  'trailer.svg': {
    title: 'A vehicle drops its trailer',
    model: Trailer,
    simulate: simulateTrailer,
    moments: [
      [0, 'Both at rest'],
      [5, 'A second after the hitch has opened'],
      [5.6, 'The trailer rolls on'],
    ],
    camera: (result, time) => {
      const x = result.at('trailer.body.r_abs[1]', time) + 3.3
      return { position: [x + 1, 2.5, 11], target: [x, 0.3, 0] }
    },
  },
  'conveyor.svg': {
    title: 'A conveyor with feeder, sorting arm and bin',
    model: Conveyor,
    simulate: () => simulateConveyor(18),
    moments: [
      [13, 'A bad part comes to the arm'],
      [15, 'It has been picked'],
      [16.7, 'It falls into the bin'],
    ],
    camera: () => ({ position: [1.9, 1.5, 2.1], target: [1.2, -0.05, 0.25] }),
  },
}

/** Runs the examples, and draws them: pictures by the names of their files. */
export function drawExamples(): Record<string, string> {
  return Object.fromEntries(Object.entries(SHEETS).map(([name, sheet]) => [name, drawSheet(sheet)]))
}

function drawSheet({ title, model, simulate, moments, camera }: Sheet): string {
  const result = simulate()
  const scene = createAnimation(model, result, { name: title })
  return arrangePictures(
    moments.map(([time, caption]) => ({
      svg: toSvg(camera === undefined ? scene : { ...scene, camera: camera(result, time) }, time, {
        ...SIZE,
        segments: 12,
      }),
      caption: `${caption} (${time} s)`,
    })),
    { title, columns: moments.length, ...SIZE },
  )
}
