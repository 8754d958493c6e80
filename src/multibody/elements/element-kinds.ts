import { contactFriction, contactSwitch, imu, propeller, rangeSensor } from '../devices/index.ts'
import { checkPaths, checkRecord, DefinitionTable, type TaggedRecord } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement } from '../world/index.ts'
import { bushing } from './bushing.ts'
import { contactResult } from './contact-result.ts'
import { gearConstraint } from './gear-constraint.ts'
import { jointForce } from './joint-force.ts'
import { rackConstraint } from './rack-constraint.ts'
import { rod } from './rod.ts'
import { rollingWheel } from './rolling-wheel.ts'
import { sensorResult } from './sensor-result.ts'
import { springDamperPtP } from './spring-damper-ptp.ts'
import { tendon } from './tendon.ts'
import { worldForce, worldTorque } from './world-force.ts'

const DEFINITIONS = [
  ...[bushing, springDamperPtP, tendon, worldForce, worldTorque],
  ...[rod, gearConstraint, rackConstraint, rollingWheel],
  ...[sensorResult, jointForce, contactResult, imu, rangeSensor, propeller],
  ...[contactSwitch, contactFriction],
] as const

type RecordOf<D> = D extends ElementDefinition<infer R> ? R : never

/** The record of any force element or sensor. */
export type ElementRecord = RecordOf<(typeof DEFINITIONS)[number]>

/** All kinds of force elements and sensors. */
export const ELEMENTS = new DefinitionTable<ElementDefinition<ElementRecord>>(DEFINITIONS)

export function isElementRecord(record: TaggedRecord): record is ElementRecord {
  return ELEMENTS.get(record.kind) !== undefined
}

/** Creates the element of an evaluated record. */
export function createElement(record: ElementRecord, context: ElementContext): WorldElement {
  return checkElement(context.path, record).create(record, context)
}

/** The definition of the record of an element, after a check of its keys. */
export function checkElement(path: string, record: TaggedRecord): ElementDefinition<ElementRecord> {
  const definition = ELEMENTS.find(`${path}.kind`, record.kind)
  checkRecord(path, record, definition)
  checkPaths(path, record, definition.required)
  return definition
}
