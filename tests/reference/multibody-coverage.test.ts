/**
 * Checks that every case of the groups basic, force, tutorial and segmented, and of servos and gripping robot, is
 * tested.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const CASES = `
  basic.Pendulum basic.ModelsForPrecompilation basic.PendulumWithBar1 basic.PendulumWithBar2
  basic.PendulumWithDamper basic.PendulumWithDamper_Measurements basic.PendulumWithParameterizedDamper
  basic.PendulumWithFix basic.BoxPlanarMotion basic.FreeShaft
  basic.FreeShaftAdaptiveRotSequenceWithFreeMotion basic.BouncingSphere3D basic.Object3DWithoutParentError
  force.BoxWorldForce force.HarmonicOscillator force.BoxBushing_smallAngles force.BoxBushing_Measurements
  force.BoxBushing_Measurements_smallAngles force.BoxNonLinearSpringDamperPtP_interpolated
  force.BoxSpringDamperPtP force.BoxForceSensorResult
  tutorial.Pendulum1 tutorial.BouncingSphere tutorial.TwoStageRocket3D segmented.TwoStageRocket3D
  robot.ServoWithRamp robot.ServoWithRampAndRevolute robot.ServoWithPathAndRevolute
  robot.YouBotGripping robot.YouBotsGripping_boxContact robot.ScenarioCollisionOnly segmented.ScenarioSegmentedOnly segmented.ScenarioSegmentedCollisionOn
  segmented.ScenarioSegmentedCollisionOff segmented.YouBotFixSphere segmented.YouBotSegmentedCollisionGripping
`
  .trim()
  .split(/\s+/)

/** Files of this folder, and of others, that contain the cases. */
const FOLDER = import.meta.dirname
const FILES = [
  ...readdirSync(FOLDER).filter(
    (file) => /^(multibody|contact)-.*\.test\.ts$/.test(file) && !file.includes('coverage'),
  ),
  '../multibody/actions.test.ts',
]

it('every case is tested', () => {
  const tests = FILES.map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('\n')
  const isTested = (id: string): boolean => new RegExp(`${id.replace('.', '\\.')}(?![\\w-])`).test(tests)
  expect(CASES).toHaveLength(36)
  expect(new Set(CASES).size).toBe(36)
  expect(CASES.filter((id) => !isTested(id))).toEqual([])
})
