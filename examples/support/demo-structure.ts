/** The part of the demo with variable structure: a rocket, a gripping and a walking robot. */
import { plot, type SignalTable } from 'vario'
import { createAnimation, toGlb, toSvg } from 'vario/multibody'
import { drawScenarios, type Scenario, simulateScenario } from '../gripping-robot.ts'
import { Rocket, simulateRocket } from '../rocket.ts'
import { SpaceRobot, simulateSpaceRobot } from '../space-robot.ts'
import { arrangePictures } from './picture-sheet.ts'
import { drawExamples } from './structure-pictures.ts'

export interface DemoStructure {
  readonly rocket: SignalTable
  /** The gripping robot in its scenarios. */
  readonly grips: Readonly<Record<Scenario, SignalTable>>
  readonly spaceRobot: SignalTable
}

export function simulateStructure(): DemoStructure {
  const [S1, S2, S3, S4] = (['S1', 'S2', 'S3', 'S4'] as const).map((scenario) => simulateScenario(scenario))
  return { rocket: simulateRocket(), grips: { S1, S2, S3, S4 }, spaceRobot: simulateSpaceRobot() }
}

/** Pictures and animations by the names of their files. */
export function drawStructure({
  rocket,
  grips,
  spaceRobot,
}: DemoStructure): Record<string, string | Uint8Array> {
  return {
    'rocket.svg': plot(
      rocket,
      [
        { curves: ['stage1.body.r_abs[2]', 'stage2.body.r_abs[2]'], heading: 'Heights of the stages' },
        { curves: ['stage1.body.velocity[2]', 'stage2.body.velocity[2]'], heading: 'Velocities' },
      ],
      {
        heading: 'A rocket with two stages: separation after 5 s, the first is gone after 10 s',
        width: 820,
        height: 460,
      },
    ),
    'rocket.glb': toGlb(createAnimation(Rocket, rocket, { name: 'rocket' })),
    ...drawScenarios(grips),
    'space-robot.svg': drawSpaceRobot(spaceRobot),
    'space-robot.glb': toGlb(createAnimation(SpaceRobot, spaceRobot, { name: 'space robot' })),
    ...drawExamples(),
  }
}

/** Size of a picture of the robot [pixel]. */
const SIZE = { width: 440, height: 310 }

/** As figure 12.5 of the thesis: it carries with one end, makes a step, and carries with the other. */
function drawSpaceRobot(result: SignalTable): string {
  const scene = createAnimation(SpaceRobot, result, { name: 'space robot' })
  const times = result.segments.map(({ endTime }) => endTime)
  const pictures = [
    ['The green end carries a box', times[0] + 0.7 * (times[1] - times[0])],
    ['The box is put down, upside down', times[1]],
    ['A step from the blue end to the green one', times[2]],
    ['The blue end carries another box', (times[3] + times[4]) / 2],
  ] as const
  return arrangePictures(
    pictures.map(([caption, time]) => ({
      svg: toSvg(scene, time, { ...SIZE, segments: 8 }),
      caption: `${caption} (${time.toFixed(0)} s)`,
    })),
    { title: 'A walking robot', columns: 2, ...SIZE },
  )
}
