/** A picture of the mechanisms with closed loops: one moment of each on one sheet. */
import type { SignalTable } from 'vario'
import { createAnimation, toSvg } from 'vario/multibody'
import { Bricard, simulateBricard } from '../bricard.ts'
import { Crane, simulateCrane } from '../crane.ts'
import { FourBarMotor, simulateFourBarMotor } from '../four-bar-motor.ts'
import { Governor, simulateGovernor } from '../governor.ts'
import { StewartPlatform, simulateStewart } from '../stewart-platform.ts'
import { simulateV6, V6Engine } from '../v6-engine.ts'
import { arrangePictures } from './picture-sheet.ts'

type Scene = ReturnType<typeof createAnimation>
type Camera = NonNullable<Scene['camera']>

interface Mechanism {
  readonly caption: string
  readonly model: Parameters<typeof createAnimation>[0]
  readonly simulate: () => SignalTable
  /** [s] */
  readonly time: number
  readonly camera: Camera
}

/** Size of a picture [pixel]. */
const SIZE = { width: 400, height: 300 }

const MECHANISMS: readonly Mechanism[] = [
  {
    caption: 'A motor turns the crank of a four-bar',
    model: FourBarMotor,
    simulate: simulateFourBarMotor,
    time: 3,
    camera: { position: [0.4, 0.5, 1.9], target: [0.35, 0.2, 0] },
  },
  {
    caption: "Bricard's mechanism",
    model: Bricard,
    simulate: () => simulateBricard(1),
    time: 1,
    camera: { position: [2.6, 0.9, 2.2], target: [0.3, -0.65, 0.1] },
  },
  {
    caption: "Watt's governor",
    model: Governor,
    simulate: simulateGovernor,
    time: 0.9,
    camera: { position: [0.6, -3, 1.1], target: [0, 0, 0.65] },
  },
  {
    caption: 'A Stewart platform',
    model: StewartPlatform,
    simulate: simulateStewart,
    time: 0.5,
    camera: { position: [1.2, -1.5, 0.9], target: [0, 0, 0.32] },
  },
  {
    caption: 'An engine with six cylinders',
    model: V6Engine,
    simulate: () => simulateV6(0.005),
    time: 0.005,
    camera: { position: [0.42, 0.28, 0.62], target: [0, 0.07, 0] },
  },
  {
    caption: 'A cylinder lifts the boom of a crane',
    model: Crane,
    simulate: simulateCrane,
    time: 3,
    camera: { position: [2.4, 1, 7.5], target: [1.5, 0.1, 0] },
  },
]

/** The picture by the name of its file. */
export function drawLoops(): Record<string, string> {
  const pictures = MECHANISMS.map(({ caption, model, simulate, time, camera }) => {
    const scene = { ...createAnimation(model, simulate(), { name: caption }), camera }
    return { svg: toSvg(scene, time, { ...SIZE, segments: 12 }), caption }
  })
  return {
    'closed-loops.svg': arrangePictures(pictures, { title: 'Closed loops', columns: 2, ...SIZE }),
  }
}
